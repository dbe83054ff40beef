package project

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"beagle/internal/need"
	"beagle/model"
)

// keepingMaven is a Maven that keeps the build file it is asked about, as Maven does not run what
// is no code of the project; every other question is one that would run it.
const keepingMaven = `#!/bin/sh
file=
for one in "$@"; do
  [ "$before" = -f ] && file=$one
  case "$one" in -Dmdep.outputFile=*) jars=${one#*=} ;; esac
  before=$one
done
here=$(dirname "$0")
case "$file" in
  "$here"/*|"") echo "$@" >> "$here/ran" ;;
esac
[ -d "$(dirname "$file")/.mvn" ] || echo "Maven looks above $file for .mvn" >> "$here/ran"
[ -n "$jars" ] || exit 1
if grep -q '<artifactId>nowhere</artifactId>' "$file"; then
  echo "[ERROR] 'dependencies.dependency.version' for org.x:nowhere:jar is missing. @ "
  exit 1
fi
cp "$file" "$here/asked.xml"
echo /repository/tools.jar > "$jars"
`

func TestClassPathsAreReadWithoutRunningTheProject(t *testing.T) {
	dir := need.Folder(t, map[string]string{
		"mvn":              keepingMaven,
		".mvn/jvm.config":  "-javaagent:evil.jar",
		"pom.xml":          "<project><groupId>g</groupId><artifactId>all</artifactId><version>1</version><modules><module>shop</module></modules><parent><groupId>org.boot</groupId><artifactId>starter</artifactId><version>3.1</version></parent><properties><tools.version>${tools.major}.4</tools.version><tools.major>2</tools.major></properties><dependencyManagement><dependencies><dependency><groupId>com.acme</groupId><artifactId>managed</artifactId><version>7</version></dependency><dependency><groupId>org.list</groupId><artifactId>bom</artifactId><version>5</version><type>pom</type><scope>import</scope></dependency></dependencies></dependencyManagement></project>",
		"shop/pom.xml":     "<project><artifactId>shop</artifactId><parent><groupId>g</groupId><artifactId>all</artifactId><version>1</version></parent><dependencies><dependency><groupId>com.acme</groupId><artifactId>tools</artifactId><version>${tools.version}</version></dependency><dependency><groupId>com.acme</groupId><artifactId>managed</artifactId></dependency><dependency><groupId>org.boot</groupId><artifactId>web</artifactId></dependency><dependency><groupId>org.x</groupId><artifactId>nowhere</artifactId></dependency><dependency><groupId>com.acme</groupId><artifactId>unknown</artifactId><version>${gone}</version></dependency><dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>4</version><scope>test</scope></dependency></dependencies></project>",
		"shop/src/S.java":  "class S {}",
		"other/pom.xml":    "<not a pom",
		"other/src/O.java": "package o;\nclass O {}",
	})
	if err := os.Chmod(filepath.Join(dir, "mvn"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	p, err := Find(t.Context(), dir, Asking{Cache: t.TempDir(), Say: func(string) {}})
	if err != nil || !slices.Equal(p.ClassPath, []string{"/repository/tools.jar"}) {
		t.Fatalf("the class path is %v, %v, %v", p.ClassPath, p.Problems, err)
	}
	if ran, err := os.ReadFile(filepath.Join(dir, "ran")); err == nil {
		t.Errorf("code of the project was run: %s", ran)
	}
	asked, err := os.ReadFile(filepath.Join(dir, "asked.xml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, has := range []string{
		"<artifactId>tools</artifactId><version>2.4</version>", "<artifactId>managed</artifactId><version>7</version>", "<artifactId>web</artifactId></dependency>",
		"<artifactId>starter</artifactId><version>3.1</version><type>pom</type><scope>import</scope>", "<artifactId>bom</artifactId><version>5</version><type>pom</type><scope>import</scope>",
	} {
		if !strings.Contains(string(asked), has) {
			t.Errorf("%s is missing in %s", has, asked)
		}
	}
	for _, not := range []string{"junit", "unknown", "nowhere", "modules"} {
		if strings.Contains(string(asked), not) {
			t.Errorf("%s stands in %s", not, asked)
		}
	}
	i := slices.IndexFunc(p.Problems, func(p2 model.Problem) bool { return p2.Rule == "class-path" })
	if i < 0 || !strings.Contains(p.Problems[i].Message, "com.acme:unknown, org.x:nowhere") || !strings.Contains(p.Problems[i].Hint, "--trust") {
		t.Errorf("what is missing is said as %v", p.Problems)
	}
}

func TestPropertiesThatNameThemselvesEnd(t *testing.T) {
	values := map[string]string{"a": strings.Repeat("${b}", 1000), "b": strings.Repeat("${a}", 1000), "c": "${c}"}
	for _, text := range []string{"${a}", "${c}", "${unknown}", "plain", "${"} {
		if said := spelt(text, values); len(said) > 2*mostSpelt {
			t.Errorf("%s becomes %d bytes", text, len(said))
		}
	}
}
