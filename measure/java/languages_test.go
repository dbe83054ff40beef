package java

import (
	"strings"
	"testing"

	"beagle/internal/need"
)

// greeting is the program, with what another file of its project says.
var greeting = strings.Replace(talking, `"arguments: " + args.length`, `Greeting.text() + args.length`, 1)

// Projects whose builds do more than javac: other languages that know the Java
// classes and are known by them, and processors that write classes.
func TestOtherLanguagesAndProcessorsBesideJava(t *testing.T) {
	need.Maven(t)
	if !need.Long() {
		t.Skip("fetches compilers and runs Maven many times; BEAGLE_LONG=1 runs it")
	}
	mvn := packaged[0]
	run := command("java", "-cp", "target/classes:target/dependency/*", "demo.Main")
	for _, c := range []struct {
		name string
		subject
	}{
		{"Kotlin", subject{files: map[string]string{
			"pom.xml":                          withSource(pom(dependency("org.jetbrains.kotlin:kotlin-stdlib:2.0.21:compile"), kotlin+copyLibraries), "default-compile"),
			"src/main/java/demo/Main.java":     greeting,
			"src/main/kotlin/demo/Greeting.kt": "package demo\n\nobject Greeting {\n    @JvmStatic\n    fun text(): String = \"arguments of ${Main::class.java.simpleName}: \"\n}\n",
		}}},
		{"Groovy", subject{files: map[string]string{
			"pom.xml":                              pom(dependency("org.apache.groovy:groovy:4.0.24:compile"), groovy+copyLibraries),
			"src/main/java/demo/Main.java":         greeting,
			"src/main/groovy/demo/Greeting.groovy": "package demo\n\nclass Greeting {\n    static String text() { \"arguments of ${Main.simpleName}: \" }\n}\n",
		}}},
		{"Scala", subject{files: map[string]string{
			"pom.xml":                            pom(dependency("org.scala-lang:scala-library:2.13.15:compile"), scala+copyLibraries),
			"src/main/java/demo/Main.java":       greeting,
			"src/main/scala/demo/Greeting.scala": "package demo\n\nobject Greeting {\n  def text(): String = s\"arguments of ${classOf[Main].getSimpleName}: \"\n}\n",
		}}},
		{"MapStruct", subject{files: map[string]string{
			"pom.xml":                          pom(dependency("org.mapstruct:mapstruct:1.6.3:compile"), copyLibraries+processor("org.mapstruct:mapstruct-processor:1.6.3")),
			"src/main/java/demo/Main.java":     greeting,
			"src/main/java/demo/Greeting.java": "package demo;\n\npublic class Greeting {\n    public int size;\n    static String text() {\n        Greeting from = new Greeting();\n        from.size = 7;\n        return org.mapstruct.factory.Mappers.getMapper(Copier.class).copy(from).size + \" arguments: \";\n    }\n}\n\n@org.mapstruct.Mapper\ninterface Copier {\n    Greeting copy(Greeting from);\n}\n",
		}}},
		{"AutoValue, in the file with the sections", subject{files: map[string]string{
			"pom.xml": pom(dependency("com.google.auto.value:auto-value-annotations:1.11.0:compile"), copyLibraries+processor("com.google.auto.value:auto-value:1.11.0")),
			"src/main/java/demo/Main.java": strings.Replace(talking, `"arguments: " + args.length`, `Greeting.of("arguments: ").text() + args.length`, 1) +
				"\n@com.google.auto.value.AutoValue\nabstract class Greeting {\n    abstract String text();\n    static Greeting of(String text) {\n        return new AutoValue_Greeting(text);\n    }\n}\n",
		}}},
	} {
		for _, delivery := range []string{Overlay, Copy} {
			t.Run(c.name+", "+delivery, func(t *testing.T) {
				s := c.subject
				s.build, s.launch = packaged, run
				if delivery == Copy {
					s.options = Options{Build: mvn, Delivery: Copy}
				}
				notes, _ := s.deliver(t)
				t.Logf("%v", notes)
			})
		}
	}
}

// withSource leaves the usual execution of Maven's compiler out, and has it run
// behind another compiler.
func withSource(pom, execution string) string {
	return strings.Replace(pom, "<version>3.13.0</version>", "<version>3.13.0</version><executions><execution><id>"+execution+`</id><phase>none</phase></execution>
      <execution><id>java-compile</id><phase>compile</phase><goals><goal>compile</goal></goals></execution></executions>`, 1)
}

func processor(coordinates string) string {
	part := strings.Split(coordinates, ":")
	return "COMPILER<configuration><annotationProcessorPaths><path><groupId>" + part[0] + "</groupId><artifactId>" + part[1] + "</artifactId><version>" + part[2] + "</version></path></annotationProcessorPaths></configuration>"
}

const (
	kotlin = `<plugin><groupId>org.jetbrains.kotlin</groupId><artifactId>kotlin-maven-plugin</artifactId><version>2.0.21</version>
      <executions><execution><id>compile</id><phase>process-sources</phase><goals><goal>compile</goal></goals><configuration><jvmTarget>17</jvmTarget><sourceDirs>
        <sourceDir>src/main/kotlin</sourceDir><sourceDir>src/main/java</sourceDir></sourceDirs></configuration></execution></executions></plugin>`
	groovy = `<plugin><groupId>org.codehaus.gmavenplus</groupId><artifactId>gmavenplus-plugin</artifactId><version>3.0.2</version>
      <executions><execution><goals><goal>addSources</goal><goal>generateStubs</goal><goal>compile</goal><goal>removeStubs</goal></goals></execution></executions></plugin>`
	scala = `<plugin><groupId>net.alchim31.maven</groupId><artifactId>scala-maven-plugin</artifactId><version>4.9.2</version>
      <executions><execution><id>scala</id><phase>process-resources</phase><goals><goal>add-source</goal><goal>compile</goal></goals></execution></executions></plugin>`
)
