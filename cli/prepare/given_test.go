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
	"beagle/measure"
	"beagle/run/project"
)

// A swarm of one particle has no neighbours: a size that a program cannot have is none to measure.
func TestFirstValuesWithWhichAProgramFailsAreLeftOut(t *testing.T) {
	one := project.Tried{
		Launch:  measure.Launch{Name: "Main", Vary: map[string][]string{"n1": {"1", "10", "100"}, "n2": {"1", "10"}}},
		Reached: 3, Of: 9, Without: map[string]string{"n1": "1", "n2": "1"},
	}
	var tr trial
	if how, good := tr.worth(one); !good || !strings.Contains(how, "failed with n1 = 1, n2 = 1") {
		t.Errorf("%t: %s", good, how)
	}
	tr.without(&one)
	if !slices.Equal(one.Launch.Vary["n1"], []string{"10", "100"}) || !slices.Equal(one.Launch.Vary["n2"], []string{"1", "10"}) {
		t.Errorf("it varies %v", one.Launch.Vary)
	}
	tr.own = true
	tr.without(&one)
	if len(one.Launch.Vary["n1"]) != 2 {
		t.Errorf("what a person wrote varies %v", one.Launch.Vary)
	}
}

func TestAProgramThatWantsArgumentsIsQuoted(t *testing.T) {
	tr := trial{found: []launches.Found{{Launch: measure.Launch{Name: "Main"}, Reads: true}}}
	one := project.Tried{Launch: measure.Launch{Name: "Main"}, Of: 3, Last: "it takes five arguments"}
	if how, good := tr.worth(one); good || !strings.Contains(how, `said "it takes five arguments"`) {
		t.Errorf("%t: %s", good, how)
	}
}

func TestAClassThatTheBuildRunsIsDraftedWhereItMeasuresNothing(t *testing.T) {
	drafts := []launches.Found{{Class: "shop.Main", Source: "Main.java", Given: true}}
	if said := mainsOf(drafts); said != "shop.Main (Main.java) measures nothing as the build runs it" {
		t.Errorf("said %q", said)
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
