package prepare

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"beagle/cli/app"
	"beagle/extract/launches"
	"beagle/internal/need"
)

func TestModulesThatDoNotBuildAreLeftOut(t *testing.T) {
	dir := need.Folder(t, map[string]string{"pom.xml": "<project/>", "bin/mvn": `#!/bin/sh
for one in "$@"; do
  if [ "$one" = --fail-never ]; then
    for goal in "$@"; do
      [ -e "makes-$goal" ] || continue
      case "$goal $*" in *:compile*dependency-plugin*|compile*dependency-plugin*) exit 0;; esac # it asks for what tests lack
      mkdir -p good/target/classes && : > good/target/classes/A.class
    done
    exit 0
  fi
done
echo '[ERROR] module bad: nothing there'
echo '[ERROR] '
echo '[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.'
exit 1
`})
	if err := os.Chmod(filepath.Join(dir, "bin", "mvn"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", filepath.Join(dir, "bin")+string(filepath.ListSeparator)+os.Getenv("PATH"))
	said := &strings.Builder{}
	a := &app.App{Out: said, Err: said}
	if _, err := built(t.Context(), a, dir, []string{"mvn", "-q", "test-compile"}, true); err == nil || !strings.Contains(err.Error(), "module bad") || strings.Contains(err.Error(), "stack trace") {
		t.Errorf("where no module builds: %v", err)
	}
	for _, goal := range []string{"compiler:compile", "compile", "test-compile"} { // libraries of tests alone may be nowhere
		said.Reset()
		if err := os.RemoveAll(filepath.Join(dir, "good")); err != nil {
			t.Fatal(err)
		}
		need.File(t, filepath.Join(dir, "makes-"+goal), "") // the next ones are tried before
		command, err := built(t.Context(), a, dir, []string{"mvn", "-q", "test-compile"}, true)
		if err != nil || !launches.Passes(command) || command[len(command)-1] != goal || !strings.Contains(said.String(), "a part of the project does not build") {
			t.Errorf("built by %v, %v, said\n%s", command, err, said)
		}
	}
}

func TestAProjectThatAsksForANewerMavenSaysSo(t *testing.T) {
	for said, want := range map[string]string{
		"[ERROR] The plugin g:a:1:check requires Maven version 3.9":         "install the Maven that it asks for",
		"Detected Maven Version: 3.8.7 is not in the allowed range [3.9,).": "install the Maven that it asks for",
		"[ERROR] module bad: nothing there":                                 "make it build",
		"[ERROR] Source option 6 is no longer supported. Use 7 or later.":   "put a JDK that still compiles this version into JAVA_HOME",
	} {
		if hint := toBuild(said); !strings.HasPrefix(hint, want) {
			t.Errorf("of %q the hint is %q", said, hint)
		}
	}
}

// onPath puts a script with a name on the PATH.
func onPath(t *testing.T, name, script string) {
	t.Helper()
	folder := need.Folder(t, map[string]string{name: "#!/bin/sh\n" + script})
	if err := os.Chmod(filepath.Join(folder, name), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", folder+string(filepath.ListSeparator)+os.Getenv("PATH"))
}

func TestSourcesTooOldForTheCompilerAreBuiltAsOldAsItTakes(t *testing.T) {
	onPath(t, "mvn", `case "$*" in *compiler.source=7*) exit 0;; esac
echo '[ERROR] Source option 5 is no longer supported. Use 7 or later.'; exit 1
`)
	said := &strings.Builder{}
	command, err := built(t.Context(), &app.App{Err: said}, t.TempDir(), []string{"mvn", "-q", "test-compile"}, true)
	if err != nil || !slices.Contains(command, "-Dmaven.compiler.source=7") || strings.Contains(said.String(), "package") {
		t.Errorf("built by %q: %v\n%s", command, err, said)
	}
	onPath(t, "mvn", "echo '[ERROR] Source option 5 is no longer supported. Use 7 or later.'; exit 1\n") // as the build file says itself
	said.Reset()
	if _, err = built(t.Context(), &app.App{Err: said}, t.TempDir(), []string{"mvn", "-q", "test-compile"}, true); err == nil || strings.Count(said.String(), "That failed") != 1 {
		t.Errorf("%v\n%s", err, said)
	}
}

func TestWhereAWrapperHasNoGradleTheInstalledOneBuilds(t *testing.T) {
	dir := need.Folder(t, map[string]string{"gradlew": "#!/bin/sh\necho 'Exception in thread \"main\" java.net.UnknownHostException: somewhere' >&2\nfor i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22; do printf '\\tat org.gradle.wrapper.Download.download(Download.java:67)\\n' >&2; done\nexit 1\n"})
	if err := os.Chmod(filepath.Join(dir, "gradlew"), 0o755); err != nil {
		t.Fatal(err)
	}
	onPath(t, "gradle", "exit 0\n")
	command, err := built(t.Context(), &app.App{Err: &strings.Builder{}}, dir, []string{"./gradlew", "-q", "testClasses"}, true)
	if err != nil || command[0] != "gradle" {
		t.Errorf("built by %q: %v", command, err)
	}
	_, err = built(t.Context(), &app.App{Err: &strings.Builder{}}, dir, []string{"./gradlew", "-q", "testClasses"}, false)
	if err == nil || !strings.Contains(err.Error(), "UnknownHostException") || strings.Contains(err.Error(), "Download.java") {
		t.Errorf("said %v", err)
	}
}

func TestWhyAGoalFailedIsToldBeforeTheNextOneIsTried(t *testing.T) {
	onPath(t, "mvn", `case "$*" in *package*) exit 0;; esac
printf '[ERROR] a symbol is \033[31mmissing\033[0m\n'; exit 1
`)
	said := &strings.Builder{}
	a := &app.App{Err: said}
	if _, err := built(t.Context(), a, t.TempDir(), []string{"mvn", "-q", "test-compile"}, true); err != nil {
		t.Fatal(err)
	}
	why, next := strings.Index(said.String(), "mvn -q test-compile failed:\n[ERROR] a symbol is missing\n"), strings.Index(said.String(), "That failed; building:")
	if why < 0 || next < why {
		t.Errorf("said is %q", said)
	}
	if len(a.Before) != 1 || a.Before[0].Rule != "build" || !strings.Contains(a.Before[0].Message, "a symbol is missing") {
		t.Errorf("the result has %v", a.Before)
	}
}
