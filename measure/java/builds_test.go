package java

import (
	"maps"
	"os/exec"
	"strings"
	"testing"

	"beagle/internal/need"
	"beagle/measure"
	"beagle/measure/java/probed"
	"beagle/model"
)

// pom is a project file with dependencies and plugins; behind COMPILER stands what
// is said of the compiler's.
func pom(dependencies, plugins string) string {
	plugins, compiler, _ := strings.Cut(plugins, "COMPILER")
	return strings.Replace(`<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>subject</groupId><artifactId>subject</artifactId><version>1</version>
  <properties>
    <maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>`+dependencies+`</dependencies>
  <build><plugins>
    <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.13.0</version>COMPILER</plugin>
    <plugin><artifactId>maven-jar-plugin</artifactId><version>3.4.2</version></plugin>
    <plugin><artifactId>maven-surefire-plugin</artifactId><version>3.2.5</version></plugin>`+plugins+`
  </plugins></build>
</project>
`, "COMPILER", compiler, 1)
}

func dependency(coordinates string) string {
	part := strings.Split(coordinates, ":")
	return "<dependency><groupId>" + part[0] + "</groupId><artifactId>" + part[1] + "</artifactId><version>" + part[2] + "</version><scope>" + part[3] + "</scope></dependency>"
}

const (
	junit = "org.junit.jupiter:junit-jupiter:5.10.3:test"

	failsafe = `<plugin><artifactId>maven-failsafe-plugin</artifactId><version>3.2.5</version>
      <executions><execution><goals><goal>integration-test</goal><goal>verify</goal></goals></execution></executions></plugin>`
)

var packaged = [][]string{{"mvn", "-q", "-B", "-DskipTests", "package"}}

// Launches by build tools are measured as the program is built: the JVM with the
// classes may be the tool's own, or one that it starts.
func TestBuildToolsAsLaunches(t *testing.T) {
	need.Maven(t)
	if !need.Long() {
		t.Skip("Maven and Gradle many times; BEAGLE_LONG=1 runs it")
	}
	for _, c := range []struct {
		name string
		subject
	}{
		{"exec:java, in Maven's own JVM", subject{
			files: map[string]string{"pom.xml": pom("", "")}, build: packaged,
			launch: command("mvn", "-q", "-B", "org.codehaus.mojo:exec-maven-plugin:3.3.0:java", "-Dexec.mainClass=demo.Main"),
		}},
		{"exec:exec", subject{
			files: map[string]string{"pom.xml": pom("", "")}, build: packaged,
			launch: command("mvn", "-q", "-B", "org.codehaus.mojo:exec-maven-plugin:3.3.0:exec", "-Dexec.executable=java", "-Dexec.args=-cp target/classes demo.Main"), pumped: true,
		}},
		{"surefire", subject{
			files: map[string]string{"pom.xml": pom(dependency(junit), ""), "src/test/java/demo/MainTest.java": serveTest},
			build: packaged, launch: command("mvn", "-q", "-B", "test"), writes: []string{"target"},
		}},
		{"failsafe", subject{
			files: map[string]string{"pom.xml": pom(dependency(junit), failsafe), "src/test/java/demo/MainIT.java": strings.Replace(serveTest, "MainTest", "MainIT", 1)},
			build: packaged, launch: command("mvn", "-q", "-B", "verify"), writes: []string{"target"},
		}},
		{"failsafe, with the agent of JaCoCo", subject{
			files: map[string]string{"pom.xml": pom(dependency(junit), failsafe+jacoco), "src/test/java/demo/MainIT.java": strings.Replace(serveTest, "MainTest", "MainIT", 1)},
			build: packaged, launch: command("mvn", "-q", "-B", "verify"), writes: []string{"target"},
		}},
		{"surefire, without a fork", subject{
			files: map[string]string{"pom.xml": pom(dependency(junit), ""), "src/test/java/demo/MainTest.java": serveTest},
			build: packaged, launch: command("mvn", "-q", "-B", "test", "-DforkCount=0"), writes: []string{"target"},
		}},
		{"surefire, with forks and options", subject{
			files: map[string]string{"pom.xml": pom(dependency(junit), ""), "src/test/java/demo/MainTest.java": serveTest},
			build: packaged, launch: command("mvn", "-q", "-B", "test", "-DforkCount=2", "-DreuseForks=false", "-DargLine=-Xmx300m -Dx='a b'"), writes: []string{"target"},
		}},
		{"surefire, with the agent of JaCoCo before options of its own, and its rules", subject{
			files: map[string]string{"pom.xml": late, "src/test/java/demo/MainTest.java": serveTest},
			build: packaged, launch: command("mvn", "-q", "-B", "verify"), writes: []string{"target"},
		}},
		{"surefire, of a module", subject{
			files: map[string]string{"pom.xml": pom(dependency(junit), ""), "src/main/java/module-info.java": "module demo { }\n", "src/test/java/demo/MainTest.java": serveTest},
			build: packaged, launch: command("mvn", "-q", "-B", "test"), writes: []string{"target"},
		}},
		{"one of several projects, and what it needs", subject{
			files: map[string]string{
				"pom.xml":     several,
				"lib/pom.xml": child("lib", "", ""), "lib/src/main/java/lib/Library.java": "package lib;\n\npublic class Library { }\n",
				"app/pom.xml":                      child("app", "<dependency><groupId>subject</groupId><artifactId>lib</artifactId><version>1</version></dependency>"+dependency(junit), elsewhere),
				"src/test/java/demo/MainTest.java": serveTest,
			},
			build: packaged, launch: command("mvn", "-q", "-B", "-pl", "app", "-am", "test"), writes: []string{"lib/target", "app/target"},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			notes, _ := c.deliver(t)
			if !says(notes, "delivery", "no build is set") {
				t.Errorf("notes: %v", notes)
			}
			if strings.Contains(c.name, "JaCoCo") != says(notes, "agents", "jacoco") {
				t.Errorf("other agents: %v", notes)
			}
		})
	}
}

const jacoco = `<plugin><groupId>org.jacoco</groupId><artifactId>jacoco-maven-plugin</artifactId><version>0.8.13</version>
      <executions><execution><goals><goal>prepare-agent-integration</goal></goals></execution></executions></plugin>`

// late has JaCoCo's agent in a property that is read when tests begin, and rules
// for what they reach.
var late = strings.Replace(
	pom(dependency(junit), strings.Replace(strings.Replace(jacoco, "prepare-agent-integration", "prepare-agent", 1), "</executions>", `<execution><id>rules</id><goals><goal>check</goal></goals>
      <configuration><rules><rule><limits><limit><minimum>0.5</minimum></limit></limits></rule></rules></configuration></execution></executions>`, 1)),
	"<version>3.2.5</version></plugin>", "<version>3.2.5</version><configuration><argLine>@{argLine} -Xmx300m</argLine></configuration></plugin>", 1)

// several is the project file above those of two projects.
var several = strings.Replace(pom("", ""), "<version>1</version>", "<version>1</version><packaging>pom</packaging><modules><module>lib</module><module>app</module></modules>", 1)

const elsewhere = "<sourceDirectory>../src/main/java</sourceDirectory><testSourceDirectory>../src/test/java</testSourceDirectory>"

func child(name, dependencies, build string) string {
	return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <parent><groupId>subject</groupId><artifactId>subject</artifactId><version>1</version></parent>
  <artifactId>` + name + `</artifactId>
  <dependencies>` + dependencies + `</dependencies>
  <build>` + build + `</build>
</project>
`
}

// gradleBuild is understood by Gradle from 4.4 to 8.
const gradleBuild = `apply plugin: 'java'
apply plugin: 'application'
mainClassName = 'demo.Main'
`

// The wrapper starts a daemon or not, and that a JVM with the program.
func TestGradleAsALaunch(t *testing.T) {
	need.Java(t)
	if _, err := exec.LookPath("gradle"); err != nil || !need.Long() {
		t.Skip("Gradle several times; BEAGLE_LONG=1 runs it, where Gradle is installed")
	}
	files := map[string]string{
		"build.gradle": gradleBuild, "settings.gradle": "rootProject.name = 'subject'\n",
		"gradlew": "#!/bin/sh\n# A wrapper has its Gradle below the home folder; this one takes the installed one.\nexec gradle \"$@\"\n",
	}
	s := subject{
		files: files, build: [][]string{{"./gradlew", "--no-daemon", "--offline", "-q", "classes"}},
		launch: command("./gradlew", "--no-daemon", "--offline", "-q", "run"), writes: []string{"build", ".gradle"}, pumped: true,
	}
	s.deliver(t)
	// A daemon runs already, from before the variables that a launch is given.
	home := t.TempDir()
	t.Setenv("GRADLE_USER_HOME", home)
	t.Cleanup(func() {
		if out, err := exec.Command("gradle", "--stop", "--gradle-user-home", home).CombinedOutput(); err != nil {
			t.Errorf("the daemon: %v\n%s", err, out)
		}
	})
	s.build = [][]string{{"./gradlew", "--daemon", "--offline", "-q", "classes"}}
	s.launch = command("./gradlew", "--offline", "-q", "run")
	s.deliver(t)
	s.options.Build = s.build[0]
	if notes, _ := s.deliver(t); !says(notes, "delivery", "which is no plain java") {
		t.Errorf("notes: %v", notes)
	}
	// A check of style, which the copy would not stand.
	strict := maps.Clone(files)
	strict["build.gradle"] += "task checkstyleMain { doLast { if (file('src/main/java/beagle_rt').exists()) throw new GradleException('style') } }\nclasses.dependsOn checkstyleMain\n"
	s.files = strict
	if notes, _ := s.deliver(t); !says(notes, "delivery", "which is no plain java") {
		t.Errorf("notes: %v", notes)
	}
	s = subject{
		files: files, options: Options{Build: []string{"./gradlew", "--no-daemon", "--offline", "-q", "classes"}},
		build:  [][]string{{"./gradlew", "--no-daemon", "--offline", "-q", "classes"}},
		launch: command("java", "-cp", "build/classes/java/main", "demo.Main"),
	}
	notes, _ := s.deliver(t)
	if !says(notes, "delivery", "as it is built") {
		t.Errorf("notes: %v", notes)
	}
}

// Where a build is set, what it does decides: a program as javac makes it runs as
// it is built, else a copy is built and run.
func TestDeliveryIsChosenByWhatTheBuildDoes(t *testing.T) {
	need.Maven(t)
	plain := command("java", "-cp", "target/classes", "demo.Main")
	mvn := []string{"mvn", "-q", "-B", "-DskipTests", "package"}
	for _, c := range []struct {
		name  string
		short bool // also without BEAGLE_LONG=1
		why   string
		subject
	}{
		{"built by javac", true, "as it is built", subject{
			build: intoClasses, options: Options{Build: intoClasses[0]}, launch: command("java", "-cp", "classes", "demo.Main"),
		}},
		{"a stale class", false, "newer than its class", subject{
			build:   append(intoClasses[:1:1], []string{"touch", "-d", "tomorrow", "src/main/java/demo/Main.java"}),
			options: Options{Build: intoClasses[0]}, launch: command("java", "-cp", "classes", "demo.Main"),
		}},
		{"a class of another source", false, "which javac does not make of its source", subject{
			build: [][]string{
				{"sh", "-c", "mkdir older && sed 's/static void store/static void more() { } static void store/' src/main/java/demo/Main.java > older/Main.java"},
				{"javac", "-d", "classes", "older/Main.java"},
			},
			options: Options{Build: intoClasses[0]}, launch: command("java", "-cp", "classes", "demo.Main"),
		}},
		{"asked for a copy", false, "measure.delivery asks for it", subject{
			build: intoClasses, options: Options{Build: intoClasses[0], Delivery: Copy}, launch: command("java", "-cp", "classes", "demo.Main"),
		}},
		{"Maven", false, "as it is built", subject{files: map[string]string{"pom.xml": pom("", "")}, build: packaged, options: Options{Build: mvn}, launch: plain}},
		{"launched by Maven", false, "which is no plain java", subject{
			files: map[string]string{"pom.xml": pom("", "")}, build: packaged, options: Options{Build: mvn},
			launch: command("mvn", "-q", "-B", "org.codehaus.mojo:exec-maven-plugin:3.3.0:java", "-Dexec.mainClass=demo.Main"),
		}},
		{"launched by Maven, with Checkstyle, Error Prone, and warnings as errors", false, "which is no plain java", subject{
			files: map[string]string{"pom.xml": pom("", strict), "style.xml": style},
			build: packaged, options: Options{Build: mvn}, writes: []string{"target"},
			launch: command("mvn", "-q", "-B", "validate", "org.codehaus.mojo:exec-maven-plugin:3.3.0:java", "-Dexec.mainClass=demo.Main"),
		}},
		{"Lombok", false, "the source uses Lombok", subject{
			files: map[string]string{
				"pom.xml":                      pom(dependency("org.projectlombok:lombok:1.18.36:provided"), ""),
				"src/main/java/demo/Main.java": lombok,
			},
			build: packaged, options: Options{Build: mvn}, launch: plain,
		}},
		{"AspectJ", false, "uses demo.Counting.aspectOf, which is of AspectJ's weaver", subject{
			files:   map[string]string{"pom.xml": pom(dependency("org.aspectj:aspectjrt:1.9.22.1:compile"), aspectj+copyLibraries), "src/main/java/demo/Counting.java": aspect},
			build:   packaged,
			options: Options{Build: mvn}, launch: command("java", "-cp", "target/classes:target/dependency/*", "demo.Main"),
		}},
		{"JaCoCo, offline", false, "JaCoCo's offline instrumentation changed its class", subject{
			files:   map[string]string{"pom.xml": pom(strings.Replace(dependency("org.jacoco:org.jacoco.agent:0.8.13:compile"), "</version>", "</version><classifier>runtime</classifier>", 1), offline+copyLibraries)},
			build:   packaged,
			options: Options{Build: mvn}, launch: command("java", "-Djacoco-agent.output=none", "-cp", "target/classes:target/dependency/*", "demo.Main"),
		}},
		{"Hibernate's enhancement", false, "Hibernate's bytecode enhancement", subject{
			files: map[string]string{
				"pom.xml":                      pom(dependency("org.hibernate.orm:hibernate-core:6.4.4.Final:compile"), hibernate+copyLibraries),
				"src/main/java/demo/Main.java": enhanced,
			},
			build: packaged, options: Options{Build: mvn}, launch: command("java", "-cp", "target/classes:target/dependency/*", "demo.Main"),
		}},
		{"shaded", false, "as it is built", subject{ // the program's own classes stay what they were
			files: map[string]string{"pom.xml": pom(dependency("org.apache.commons:commons-lang3:3.17.0:compile"), shade)},
			build: packaged, options: Options{Build: mvn}, launch: command("java", "-cp", "target/subject-1.jar", "demo.Main"),
		}},
		{"shaded, and relocated", false, "javac alone does not compile it", subject{
			files: map[string]string{
				"pom.xml":                      pom(dependency("org.apache.commons:commons-lang3:3.17.0:compile"), shade),
				"src/main/java/demo/Main.java": relocated,
			},
			build: packaged, options: Options{Build: mvn}, launch: command("java", "-cp", "target/subject-1.jar", "demo.Main"),
		}},
		{"Spring Boot's fat jar", false, "as it is built", subject{
			files: map[string]string{
				"pom.xml":                      pom(dependency("org.springframework.boot:spring-boot:3.2.5:compile")+dependency("org.apache.commons:commons-lang3:3.17.0:compile"), boot),
				"src/main/java/demo/Main.java": relocated,
			},
			build: packaged, options: Options{Build: mvn}, launch: command("java", "-jar", "target/subject-1.jar"),
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !c.short && !need.Long() {
				t.Skip("a variant; BEAGLE_LONG=1 runs it")
			}
			notes, _ := c.deliver(t)
			if !says(notes, "delivery", c.why) {
				t.Errorf("notes: %v", notes)
			}
			t.Logf("%v", notes)
		})
	}
}

// A check of a copy that cannot be told to do nothing is named, with what to do;
// what it says of lines costs no probes.
func TestAChecksFailureSaysWhatToDo(t *testing.T) {
	need.Maven(t)
	if !need.Long() {
		t.Skip("Maven twice; BEAGLE_LONG=1 runs it")
	}
	s := subject{
		files: map[string]string{
			"pom.xml":   pom("", strings.Replace(strings.Split(strict, "COMPILER")[0], "<configuration>", "<configuration><skip>false</skip>", 1)),
			"style.xml": style,
		},
		build: packaged, options: Options{Build: packaged[0], Delivery: Copy}, launch: command("java", "-cp", "target/classes", "demo.Main"),
	}
	project := s.make(t)
	s.options.Project, s.options.WorkDir = project, t.TempDir()
	_, err := NewTool(s.options).Prepare(t.Context(), order(t, project+"/src/main/java/demo/Main.java"))
	p := model.AsProblem(err, "")
	if !strings.Contains(p.Message, "failed in org.apache.maven.plugins:maven-checkstyle-plugin:3.3.1:check, which compiles nothing") || !strings.Contains(p.Hint, "measure.delivery: overlay") {
		t.Errorf("said: %+v", p)
	}
}

// Without a build that could be run, what the project's build does to classes is
// said, and the classes stay what they are.
func TestWhatOnlyTheBuildDoesIsSaidWhereNoneIsSet(t *testing.T) {
	need.Java(t)
	s := subject{
		build: [][]string{
			{"sh", "-c", "mkdir older && sed 's/static void store/static void ajc$before() { } static void store/' src/main/java/demo/Main.java > older/Main.java"},
			{"javac", "-d", "classes", "older/Main.java"},
		},
		launch: command("java", "-cp", "classes", "demo.Main"),
	}
	project := s.make(t)
	options := Options{Project: project, WorkDir: t.TempDir()}
	p, err := NewTool(options).Prepare(t.Context(), order(t, project+"/src/main/java/demo/Main.java"))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	_, err = p.Launch(t.Context(), s.launch, 1, &collected{})
	if err == nil || !strings.Contains(err.Error(), "AspectJ's weaver changed its class after javac") {
		t.Errorf("said: %v", err)
	}
}

func TestACopyNeedsABuild(t *testing.T) {
	_, err := (&Options{Delivery: Copy, Launches: []measure.Launch{command("java", "A")}}).choose(t.Context(), &probed.Sources{})
	if err == nil || !strings.Contains(err.Error(), "no command that builds the copy") {
		t.Errorf("said: %v", err)
	}
}

var (
	lombok    = talking + "\n@lombok.Value\nclass Point {\n    int x;\n}\n\nclass User {\n    int x() { return new Point(1).getX(); }\n}\n"
	relocated = strings.Replace(talking, `"arguments: " + args.length`, `org.apache.commons.lang3.StringUtils.repeat("arguments: ", 1) + args.length`, 1)
	enhanced  = talking + "\n@jakarta.persistence.Entity\nclass Order {\n    @jakarta.persistence.Id\n    int size;\n    @jakarta.persistence.Basic(fetch = jakarta.persistence.FetchType.LAZY)\n    String name;\n    int twice() {\n        return 2 * size;\n    }\n}\n"
)

const (
	aspect = "package demo;\n\nimport org.aspectj.lang.annotation.Aspect;\nimport org.aspectj.lang.annotation.Before;\n\n@Aspect\npublic class Counting {\n    static int stores;\n\n    @Before(\"execution(* demo.Main.store(..))\")\n    public void count() {\n        if (++stores == 9) {\n            System.out.println(\"nine stores\");\n        }\n    }\n}\n"

	style = `<?xml version="1.0"?>
<!DOCTYPE module PUBLIC "-//Checkstyle//DTD Checkstyle Configuration 1.3//EN" "https://checkstyle.org/dtds/configuration_1_3.dtd">
<module name="Checker"><module name="RegexpSingleline"><property name="format" value="beagle"/></module></module>
`
	strict = `<plugin><artifactId>maven-checkstyle-plugin</artifactId><version>3.3.1</version>
      <configuration><configLocation>style.xml</configLocation></configuration>
      <executions><execution><phase>validate</phase><goals><goal>check</goal></goals></execution></executions></plugin>COMPILER
      <configuration><fork>true</fork><failOnWarning>true</failOnWarning><showWarnings>true</showWarnings><compilerArgs>
        <arg>-Xlint:all</arg><arg>-XDcompilePolicy=simple</arg><arg>--should-stop=ifError=FLOW</arg><arg>-Xplugin:ErrorProne -Xep:UnusedVariable:OFF</arg>
        <arg>-J--add-exports=jdk.compiler/com.sun.tools.javac.api=ALL-UNNAMED</arg><arg>-J--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED</arg>
        <arg>-J--add-exports=jdk.compiler/com.sun.tools.javac.main=ALL-UNNAMED</arg><arg>-J--add-exports=jdk.compiler/com.sun.tools.javac.model=ALL-UNNAMED</arg>
        <arg>-J--add-exports=jdk.compiler/com.sun.tools.javac.parser=ALL-UNNAMED</arg><arg>-J--add-exports=jdk.compiler/com.sun.tools.javac.processing=ALL-UNNAMED</arg>
        <arg>-J--add-exports=jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED</arg><arg>-J--add-exports=jdk.compiler/com.sun.tools.javac.util=ALL-UNNAMED</arg>
        <arg>-J--add-opens=jdk.compiler/com.sun.tools.javac.code=ALL-UNNAMED</arg><arg>-J--add-opens=jdk.compiler/com.sun.tools.javac.comp=ALL-UNNAMED</arg></compilerArgs>
        <annotationProcessorPaths><path><groupId>com.google.errorprone</groupId><artifactId>error_prone_core</artifactId><version>2.27.1</version></path></annotationProcessorPaths>
      </configuration>`
	copyLibraries = `<plugin><artifactId>maven-dependency-plugin</artifactId><version>3.8.1</version>
      <executions><execution><phase>package</phase><goals><goal>copy-dependencies</goal></goals><configuration><includeScope>runtime</includeScope></configuration></execution></executions></plugin>`
	aspectj = `<plugin><groupId>dev.aspectj</groupId><artifactId>aspectj-maven-plugin</artifactId><version>1.14</version>
      <configuration><complianceLevel>1.8</complianceLevel><source>1.8</source><target>1.8</target></configuration>
      <executions><execution><goals><goal>compile</goal></goals></execution></executions></plugin>`
	offline = `<plugin><groupId>org.jacoco</groupId><artifactId>jacoco-maven-plugin</artifactId><version>0.8.13</version>
      <executions><execution><goals><goal>instrument</goal></goals></execution></executions></plugin>`
	hibernate = `<plugin><groupId>org.hibernate.orm.tooling</groupId><artifactId>hibernate-enhance-maven-plugin</artifactId><version>6.4.4.Final</version>
      <executions><execution><configuration><enableLazyInitialization>true</enableLazyInitialization><enableDirtyTracking>true</enableDirtyTracking></configuration><goals><goal>enhance</goal></goals></execution></executions></plugin>`
	shade = `<plugin><artifactId>maven-shade-plugin</artifactId><version>3.5.3</version>
      <executions><execution><phase>package</phase><goals><goal>shade</goal></goals><configuration><createDependencyReducedPom>false</createDependencyReducedPom>
        <relocations><relocation><pattern>org.apache.commons.lang3</pattern><shadedPattern>shaded.lang3</shadedPattern></relocation></relocations></configuration></execution></executions></plugin>`
	boot = `<plugin><groupId>org.springframework.boot</groupId><artifactId>spring-boot-maven-plugin</artifactId><version>3.2.5</version>
      <executions><execution><goals><goal>repackage</goal></goals></execution></executions></plugin>`
)
