package prepare

import (
	"io"
	"slices"
	"testing"

	"beagle/cli/app"
	"beagle/extract"
	"beagle/extract/structure"
	"beagle/measure"
	"beagle/run/project"
)

func TestAServicesMethodIsNamedAsDriversFindIt(t *testing.T) {
	s := &structure.Service{Class: "lib.Text$Builder", Op: &structure.Operation{Name: "wrap", Key: "lib.Wraps#wrap(java.lang.String,java.util.Map$Entry,int[])"}}
	if got := methodName(s); got != "lib.Text.Builder.wrap(String,Entry,int[])" {
		t.Error(got)
	}
}

// Tests are measured where a service that is entered has no driver, and not where all have one.
func TestTestsAreMeasuredWhereAServiceHasNoDriver(t *testing.T) {
	kept := []project.Tried{{Launch: measure.Launch{Name: "tests"}}, {Launch: measure.Launch{Name: "Main"}}}
	driver := func(name string) project.Tried { return project.Tried{Launch: measure.Launch{Name: name}} }
	for _, test := range []struct {
		driven map[string]project.Tried
		want   []string
	}{
		{nil, []string{"tests", "Main"}},
		{map[string]project.Tried{"a": driver("A"), "gone": driver("B")}, []string{"tests", "Main", "A"}},
		{map[string]project.Tried{"a": driver("A"), "b": driver("B")}, []string{"Main", "A", "B"}},
	} {
		tr := trial{App: &app.App{Out: io.Discard, Err: io.Discard}, driven: test.driven, ways: ways{parts: map[string]part{"tests": {}}}}
		tr.judged = &extract.Result{Model: &structure.Model{Components: []*structure.Component{{Services: []*structure.Service{
			{ID: "a", Entry: true, Class: "A"}, {ID: "b", Entry: true, Class: "B"}, {ID: "c", Class: "C"},
		}}}}}
		var got []string
		for _, l := range launchesOf(tr.withDrivers(kept)) {
			got = append(got, l.Name)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("measured are %v, want %v", got, test.want)
		}
	}
}
