package java

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"beagle/internal/need"
)

// Maven by the wrapper that a project brings, of versions that the machine does
// not have, with the options that lie beside it.
func TestMavensWrapperAsALaunch(t *testing.T) {
	need.Maven(t)
	if !need.Long() {
		t.Skip("fetches Maven and runs it many times; BEAGLE_LONG=1 runs it")
	}
	for _, version := range []string{"3.9.9", "4.0.0-rc-4"} {
		for _, delivery := range []string{Overlay, Copy} {
			t.Run(version+", "+delivery, func(t *testing.T) {
				mvnw := []string{"./mvnw", "-q", "-DskipTests", "package"}
				s := subject{
					files: map[string]string{"pom.xml": pom("", ""), ".mvn/jvm.config": "-Xmx400m\n", ".mvn/maven.config": "-B\n-Dexec.mainClass=demo.Main\n"},
					build: [][]string{
						{"mvn", "-q", "org.apache.maven.plugins:maven-wrapper-plugin:3.3.2:wrapper", "-Dtype=only-script", "-Dmaven=" + version}, mvnw,
					},
					launch: command("./mvnw", "-q", "org.codehaus.mojo:exec-maven-plugin:3.3.0:java"),
				}
				if delivery == Copy {
					s.options = Options{Build: mvnw}
				}
				if notes, _ := s.deliver(t); !says(notes, "delivery", map[string]string{Overlay: "no build is set", Copy: "which is no plain java"}[delivery]) {
					t.Errorf("notes: %v", notes)
				}
			})
		}
	}
}

// Compiler and tests run on another JDK than Maven does.
func TestToolchainsAreFollowed(t *testing.T) {
	need.Maven(t)
	installed := jdks(t)
	if !need.Long() || len(installed) < 2 {
		t.Skip("needs two JDKs, and runs Maven many times; BEAGLE_LONG=1 runs it")
	}
	other := installed[len(installed)-1]
	files := map[string]string{
		"pom.xml":                          pom(dependency(junit), fmt.Sprintf(toolchains, other.version)),
		"src/test/java/demo/MainTest.java": serveTest,
		"toolchains.xml": fmt.Sprintf("<toolchains><toolchain><type>jdk</type><provides><version>%d</version></provides><configuration><jdkHome>%s</jdkHome></configuration></toolchain></toolchains>\n",
			other.version, other.home),
	}
	build := []string{"mvn", "-q", "-B", "-t", "toolchains.xml", "-DskipTests", "package"}
	for _, options := range []Options{{}, {Build: build}} {
		s := subject{
			files: files, build: [][]string{build}, options: options, writes: []string{"target"},
			launch: command("mvn", "-q", "-B", "-t", "toolchains.xml", "test"),
		}
		_, report := s.deliver(t)
		said, err := os.ReadFile(report.Output)
		if err != nil || !strings.Contains(string(said), fmt.Sprintf("on Java %d", other.version)) {
			t.Errorf("the program ran elsewhere: %v\n%s", err, said)
		}
	}
}

const toolchains = `<plugin><artifactId>maven-toolchains-plugin</artifactId><version>3.2.0</version>
      <executions><execution><goals><goal>toolchain</goal></goals></execution></executions><configuration><toolchains><jdk><version>%d</version></jdk></toolchains></configuration></plugin>`
