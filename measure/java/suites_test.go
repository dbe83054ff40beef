package java

import (
	"context"
	"encoding/xml"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"beagle/internal/need"
)

// The test suites of other projects end test by test as they do without probes,
// with all their code and the tests themselves under probes that record.
func TestTheTestsOfOthersEndAsWithoutProbes(t *testing.T) {
	need.Maven(t)
	if !need.Long() {
		t.Skip("takes minutes; set BEAGLE_LONG=1")
	}
	for _, c := range []struct {
		artifact, pom string
		tests         int
	}{
		{"commons-codec:commons-codec:1.17.1", codecPOM, 1700},
		{"org.apache.commons:commons-collections4:4.4", collectionsPOM, 70000},
	} {
		t.Run(c.artifact, func(t *testing.T) {
			project := t.TempDir()
			tests := filepath.Join(project, "src/test/java")
			unzip(t, fetch(t, c.artifact+":jar:sources"), filepath.Join(project, "src/main/java"))
			unzip(t, fetch(t, c.artifact+":jar:test-sources"), tests)
			if err := os.CopyFS(filepath.Join(project, "src/test/resources"), os.DirFS(tests)); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(project, "pom.xml"), []byte(c.pom), 0o600); err != nil {
				t.Fatal(err)
			}
			probed := filepath.Join(t.TempDir(), "probed")
			result, err := InstrumentEverything(context.Background(), project, probed, Compile{Skip: true})
			if err != nil {
				t.Fatal(err)
			}
			records := t.TempDir()
			want, got := mavenTests(t, project), mavenTests(t, probed, "BEAGLE_OUT="+records)
			if !maps.Equal(got, want) {
				for name, result := range want {
					if got[name] != result {
						t.Errorf("%s: %s without probes, %q with them", name, result, got[name])
					}
				}
			}
			if len(want) < c.tests || len(got) != len(want) {
				t.Errorf("%d tests ran without probes, %d with them; want at least %d", len(want), len(got), c.tests)
			}
			if files, _ := os.ReadDir(records); len(files) == 0 {
				t.Error("no probe recorded anything")
			}
			if !t.Failed() {
				t.Logf("%d files, %d probes, %d tests: each ends as without probes", result.Files, result.Sites, len(want))
			}
		})
	}
}

var (
	codecPOM = suitePOM("UTF-8", "org.junit.jupiter:junit-jupiter:5.10.3", "org.hamcrest:hamcrest:2.2",
		"org.apache.commons:commons-lang3:3.14.0", "commons-io:commons-io:2.16.1")
	collectionsPOM = suitePOM("ISO-8859-1", "junit:junit:4.12", "org.easymock:easymock:4.0.2", "org.apache.commons:commons-lang3:3.9")
)

// suitePOM is a project that has nothing but tests and what they need.
func suitePOM(charset string, dependencies ...string) string {
	var needed strings.Builder
	for _, dependency := range dependencies {
		part := strings.Split(dependency, ":")
		fmt.Fprintf(&needed, "    <dependency><groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version><scope>test</scope></dependency>\n", part[0], part[1], part[2])
	}
	return fmt.Sprintf(`<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>subject</groupId><artifactId>suite</artifactId><version>1</version>
  <properties>
    <maven.compiler.source>8</maven.compiler.source><maven.compiler.target>8</maven.compiler.target>
    <project.build.sourceEncoding>%s</project.build.sourceEncoding>
  </properties>
  <dependencies>
%s  </dependencies>
  <build>
    <resources><resource><directory>src/main/java</directory><excludes><exclude>**/*.java</exclude></excludes></resource></resources>
    <testResources><testResource><directory>src/test/resources</directory><excludes><exclude>**/*.java</exclude></excludes></testResource></testResources>
    <plugins>
      <plugin><artifactId>maven-surefire-plugin</artifactId><version>3.2.5</version>
        <configuration><argLine>-Xmx4g</argLine><testFailureIgnore>true</testFailureIgnore></configuration></plugin>
      <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.13.0</version></plugin>
    </plugins>
  </build>
</project>
`, charset, needed.String())
}

// mavenTests runs the tests of a project and returns each one's result.
func mavenTests(t *testing.T, project string, env ...string) map[string]string {
	t.Helper()
	cmd := exec.Command("mvn", "-q", "-B", "test")
	cmd.Dir = project
	cmd.Env = append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("mvn test: %v\n%.4000s", err, out)
	}
	reports, err := filepath.Glob(filepath.Join(project, "target/surefire-reports/*.xml"))
	if err != nil {
		t.Fatal(err)
	}
	results := map[string]string{}
	for _, report := range reports {
		data, err := os.ReadFile(report)
		if err != nil {
			t.Fatal(err)
		}
		var suite struct {
			Cases []struct {
				Class   string    `xml:"classname,attr"`
				Name    string    `xml:"name,attr"`
				Failure *struct{} `xml:"failure"`
				Error   *struct{} `xml:"error"`
				Skipped *struct{} `xml:"skipped"`
			} `xml:"testcase"`
		}
		if err := xml.Unmarshal(data, &suite); err != nil {
			t.Fatal(err)
		}
		for _, c := range suite.Cases {
			result := "passed"
			switch {
			case c.Failure != nil:
				result = "failed"
			case c.Error != nil:
				result = "error"
			case c.Skipped != nil:
				result = "skipped"
			}
			name := c.Class + "." + c.Name
			for results[name] != "" { // run again by another suite
				name += " again"
			}
			results[name] = result
		}
	}
	return results
}
