package java

import (
	"archive/zip"
	"context"
	"encoding/xml"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"beagle/internal/need"
)

// Sources that no one here wrote, pinned, fetched by Maven.
func TestPublishedSourcesCompileWithProbesEverywhere(t *testing.T) {
	need.Maven(t)
	if !need.Long() {
		t.Skip("takes a minute; set BEAGLE_LONG=1")
	}
	lang := fetch(t, "org.apache.commons:commons-lang3:3.14.0")
	for _, c := range []struct {
		artifact, charset string
		sites             int
	}{
		{"org.apache.commons:commons-text:1.12.0", "ISO-8859-1", 12000},
		{"commons-codec:commons-codec:1.17.1", "UTF-8", 10000},
		{"org.apache.commons:commons-collections4:4.4", "ISO-8859-1", 28000},
	} {
		t.Run(c.artifact, func(t *testing.T) {
			tree, out, classes := t.TempDir(), filepath.Join(t.TempDir(), "probed"), t.TempDir()
			unzip(t, fetch(t, c.artifact+":jar:sources"), tree)
			result, err := InstrumentEverything(context.Background(), tree, out, Compile{Skip: true})
			if err != nil {
				t.Fatal(err)
			}
			for _, note := range result.Notes {
				t.Errorf("a site is lost: %v", note)
			}
			if result.Sites < c.sites {
				t.Errorf("%d sites, want at least %d", result.Sites, c.sites)
			}
			compile(t, out, "-encoding", c.charset, "-cp", lang, "-d", classes)
		})
	}
}

// The tests of commons-codec, with all its code and the tests themselves under
// probes that record.
func TestTheTestsOfCommonsCodecPassWithProbesEverywhere(t *testing.T) {
	need.Maven(t)
	if !need.Long() {
		t.Skip("takes minutes; set BEAGLE_LONG=1")
	}
	project := t.TempDir()
	unzip(t, fetch(t, "commons-codec:commons-codec:1.17.1:jar:sources"), filepath.Join(project, "src/main/java"))
	unzip(t, fetch(t, "commons-codec:commons-codec:1.17.1:jar:test-sources"), filepath.Join(project, "src/test/java"))
	if err := os.CopyFS(filepath.Join(project, "src/test/resources"), os.DirFS(filepath.Join(project, "src/test/java"))); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(project, "pom.xml"), []byte(codecPOM), 0o600); err != nil {
		t.Fatal(err)
	}
	probed := filepath.Join(t.TempDir(), "probed")
	if _, err := InstrumentEverything(context.Background(), project, probed, Compile{Skip: true}); err != nil {
		t.Fatal(err)
	}
	want := mavenTests(t, project)
	if got := mavenTests(t, probed, "BEAGLE_OUT="+t.TempDir()); !maps.Equal(got, want) {
		for name, result := range want {
			if got[name] != result {
				t.Errorf("%s: %s without probes, %q with them", name, result, got[name])
			}
		}
	}
	if len(want) < 1000 {
		t.Errorf("only %d tests ran", len(want))
	}
}

const codecPOM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>subject</groupId><artifactId>codec</artifactId><version>1</version>
  <properties>
    <maven.compiler.source>8</maven.compiler.source><maven.compiler.target>8</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>5.10.3</version><scope>test</scope></dependency>
    <dependency><groupId>org.hamcrest</groupId><artifactId>hamcrest</artifactId><version>2.2</version><scope>test</scope></dependency>
    <dependency><groupId>org.apache.commons</groupId><artifactId>commons-lang3</artifactId><version>3.14.0</version><scope>test</scope></dependency>
    <dependency><groupId>commons-io</groupId><artifactId>commons-io</artifactId><version>2.16.1</version><scope>test</scope></dependency>
  </dependencies>
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
`

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
			results[c.Class+"."+c.Name] = result
		}
	}
	return results
}

// fetch has Maven bring an artifact and returns its file.
func fetch(t *testing.T, artifact string) string {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.Command("mvn", "-q", "-B", "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy",
		"-Dartifact="+artifact, "-DoutputDirectory="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("Maven does not bring %s: %v\n%s", artifact, err, out)
	}
	jars, err := filepath.Glob(filepath.Join(dir, "*.jar"))
	if err != nil || len(jars) != 1 {
		t.Fatalf("%s: %v %v", artifact, jars, err)
	}
	return jars[0]
}

func unzip(t *testing.T, archive, to string) {
	t.Helper()
	reader, err := zip.OpenReader(archive)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	for _, entry := range reader.File {
		if entry.FileInfo().IsDir() || strings.HasPrefix(entry.Name, "META-INF/") {
			continue
		}
		target := filepath.Join(to, filepath.FromSlash(entry.Name))
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			t.Fatal(err)
		}
		in, err := entry.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(target, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func compile(t *testing.T, tree string, options ...string) {
	t.Helper()
	command := append([]string{"-nowarn", "-proc:none"}, options...)
	err := filepath.WalkDir(tree, func(path string, entry os.DirEntry, err error) error {
		if strings.HasSuffix(path, ".java") {
			command = append(command, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("javac", command...).CombinedOutput(); err != nil {
		t.Fatalf("javac: %v\n%.4000s", err, out)
	}
}
