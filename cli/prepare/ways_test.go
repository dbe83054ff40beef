package prepare

import (
	"slices"
	"testing"

	"beagle/extract/launches"
	extracted "beagle/extract/project"
	"beagle/internal/need"
	"beagle/measure"
	"beagle/run/project"
)

func TestTestsOfWhichTheBuildMakesNoClassesAreNoWayToLaunch(t *testing.T) {
	bad := need.Folder(t, map[string]string{"pom.xml": "<project/>"})
	good := need.Folder(t, map[string]string{"pom.xml": "<project/>", "target/test-classes/A.class": ""})
	w := ways{project: &extracted.Project{Dir: t.TempDir()}, found: []launches.Found{
		{Launch: measure.Launch{Name: "bad"}, Tests: bad},
		{Launch: measure.Launch{Name: "BadTest"}, Tests: bad, Single: true},
		{Launch: measure.Launch{Name: "good"}, Tests: good},
	}}
	if missing := w.unbuilt(); !slices.Equal(missing, []string{"bad"}) || len(w.found) != 1 || w.found[0].Launch.Name != "good" {
		t.Errorf("missing are %v, left %v", missing, w.found)
	}
}

func TestNothingIsTriedInsteadOfWhatAPersonHasWritten(t *testing.T) {
	w := ways{own: true}
	if l, found := w.instead(project.Tried{Failed: "exit code 1"}); found {
		t.Errorf("tried instead is %v", l)
	}
}
