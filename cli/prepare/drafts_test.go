package prepare

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/extract/launches"
	"beagle/measure"
	"beagle/run"
)

func TestAClassThatTheBuildRunsIsDraftedWhereItMeasuresNothing(t *testing.T) {
	drafts := []launches.Found{{Class: "shop.Main", Source: "Main.java", Given: true}}
	if said := mainsOf(drafts); said != "shop.Main (Main.java) measures nothing as the build runs it" {
		t.Errorf("said %q", said)
	}
}

func TestMainsThatWantArgumentsStandAsCommentsInTheSettings(t *testing.T) {
	file := filepath.Join(t.TempDir(), "beagle.yaml")
	drafts := undecided([]launches.Found{
		{Launch: measure.Launch{Name: "Convert", Command: []string{"java", "demo.Convert"}}, Class: "demo.Convert", Source: "Convert.java", Reads: true, Wants: 2},
		{Launch: measure.Launch{Name: "Tour", Command: []string{"java", "demo.Tour"}}, Class: "demo.Tour", Source: "Tour.java"},
		{Launch: measure.Launch{Name: "tests"}, Tests: "."},
	}, &run.Config{})
	if err := propose(file, filepath.Dir(file), drafts); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(data), "#     command: [java, demo.Convert, ARGUMENT1, ARGUMENT2]\n") || strings.Contains(string(data), "Tour") {
		t.Errorf("%v, the file is\n%s", err, data)
	}
	said := fmt.Sprint(noLaunch(file, drafts, nil))
	for _, want := range []string{"demo.Convert", "Convert.java", "wants arguments"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q does not name %s", said, want)
		}
	}
}
