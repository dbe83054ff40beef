package prepare

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"beagle/cli/app"
	"beagle/extract"
	"beagle/extract/launches"
	"beagle/extract/structure"
	"beagle/measure"
	"beagle/measure/java/driver"
	"beagle/run"
	"beagle/run/project"
)

func TestAServicesMethodIsNamedAsDriversFindIt(t *testing.T) {
	s := &structure.Service{Class: "lib.Text$Builder", Op: &structure.Operation{Name: "wrap", Key: "lib.Wraps#wrap(java.lang.String,java.util.Map$Entry,int[])"}}
	if got := methodName(s, s.Class); got != "lib.Text.Builder.wrap(String,Entry,int[])" {
		t.Error(got)
	}
}

// Launches of the program are measured beside those that drive its services: they judge what drivers teach.
func TestLaunchesOfTheProgramStayBesideDrivers(t *testing.T) {
	kept := []project.Tried{{Launch: measure.Launch{Name: "tests"}}, {Launch: measure.Launch{Name: "Main"}}}
	driver := func(name string) driven {
		return driven{name, func(alone bool, _ float64) (project.Tried, error) {
			if !alone {
				return project.Tried{}, errors.New("it calls no other service, but is taken to")
			}
			return project.Tried{Launch: measure.Launch{Name: name}}, nil
		}}
	}
	for _, test := range []struct {
		driven map[string][]driven
		ways   []structure.Way // of a
		want   []string
	}{
		{nil, nil, []string{"tests", "Main"}},
		{map[string][]driven{"a": {driver("A")}, "gone": {driver("B")}}, nil, []string{"A", "tests", "Main"}},
		{map[string][]driven{"a": {driver("A")}, "b": {driver("B")}}, nil, []string{"A", "B", "tests", "Main"}},
		{map[string][]driven{"a": {driver("A"), driver("A2"), driver("A3")}}, []structure.Way{{Class: "A"}, {Class: "A3"}}, []string{"A", "A3", "tests", "Main"}},
	} {
		tr := trial{App: &app.App{Out: io.Discard, Err: io.Discard}, driven: test.driven, ways: ways{found: []launches.Found{{Launch: measure.Launch{Name: "tests"}, Tests: "."}}}}
		tr.judged = &extract.Result{Model: &structure.Model{Components: []*structure.Component{{Services: []*structure.Service{
			{ID: "a", Entry: true, Class: "A", Ways: test.ways, Body: &structure.Behaviour{}}, {ID: "b", Entry: true, Class: "B", Body: &structure.Behaviour{}}, {ID: "c", Class: "C"},
		}}}}}
		var got []string
		for _, l := range launchesOf(tr.withDrivers(kept)) {
			got = append(got, l.Name)
			if driven := map[string]string{"A": "a", "A3": "a", "B": "b"}[l.Name]; l.Drives != driven {
				t.Errorf("%s drives %q", l.Name, l.Drives)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("measured are %v, want %v", got, test.want)
		}
	}
}

// Methods that could do harm are called where a person says so: by name in beagle.yaml, or when asked.
func TestMethodsThatCouldDoHarmAreCalledOnAPersonsWordOnly(t *testing.T) {
	const harm = "writes files: lib.A.save calls java.nio.file.Files.write"
	sum, save := &driver.Method{Class: "lib/A", Name: "sum", Descriptor: "(I)I"}, &driver.Method{Class: "lib/A", Name: "save", Descriptor: "()V"}
	for _, c := range []struct {
		mode, answer string
		terminal     bool
		allow        bool
		want         []string
		says         string
	}{
		{"on", "", true, false, []string{"sum"}, `drive: {allow: ["lib.A.save()"]}`},
		{"ask", "", false, false, []string{"sum"}, `drive: {allow: ["lib.A.save()"]}`},
		{"on", "", false, true, []string{"sum", "save"}, ""},
		{"ask", "\n", true, false, []string{"sum"}, "2: lib.A.save() " + harm},
		{"ask", "\n", true, true, []string{"sum", "save"}, "(empty: 1 2)"},
		{"ask", "all\n", true, false, []string{"sum", "save"}, "1: lib.A.sum(int) only computes"},
		{"ask", "3\n2\n", true, false, []string{"save"}, `no answer "3"`},
		{"ask", "none\n", true, false, nil, "(empty: 1)"},
	} {
		a, said, _ := asking(t, c.answer, c.terminal)
		d := &drivers{x: &driver.Index{}, trial: &trial{App: a, cfg: &run.Config{Drive: run.Drive{Mode: c.mode}}, asks: c.terminal}, named: Named{allowed: map[string]bool{save.String(): c.allow}}}
		may, err := d.permitted(t.Context(), []target{{method: sum}, {method: save, harm: harm}})
		var got []string
		for _, one := range may {
			got = append(got, one.method.Name)
		}
		if err != nil || !slices.Equal(got, c.want) || !strings.Contains(said.String(), c.says) {
			t.Errorf("%+v: called are %v, %v, said %s", c, got, err, said)
		}
	}
}

// While code is interpreted, 20 ns look like microseconds; and a model has no word for what lies in an object.
func TestOnlyPlacesAreDrivenThatTakeLongOnceCompiledAndDifferInParameters(t *testing.T) {
	places := []driver.Place{{{Name: "text.BYTESIZE", To: 8}}, {{Name: "text.BYTESIZE", To: 80000}}, {{Name: "text.BYTESIZE", To: 9e6}}} // the last one was not measured in time
	got := lasting(places, []driver.Observation{{Place: 0, Seconds: 20e-9}, {Place: 1, Seconds: 2e-5}})
	if len(got) != 2 || got[0][0].To != 80000 || got[1][0].To != 9e6 {
		t.Errorf("driven are %v", got)
	}
	for _, test := range []struct {
		ranges []driver.Range
		want   bool
	}{
		{[]driver.Range{{Name: "this.source.BYTESIZE", Low: 1, High: 1e5}}, false},
		{[]driver.Range{{Name: "this.source.BYTESIZE", Low: 1, High: 1e5}, {Name: "n.VALUE", Low: 7, High: 7}}, false},
		{[]driver.Range{{Name: "this.source.BYTESIZE", Low: 1, High: 1e5}, {Name: "n.VALUE", Low: 1, High: 7}}, true},
		{nil, false},
	} {
		if got := tellable(test.ranges); got != test.want {
			t.Errorf("%v: %t", test.ranges, got)
		}
	}
}

// Of a hundred services some are driven, the same ones on a slow machine as on a quick one, and those that cannot be
// driven take less.
func TestSomeServicesAreDrivenWhereThereAreMany(t *testing.T) {
	for _, c := range []struct {
		drivable bool
		looked   int
	}{{true, 15}, {false, 48}} {
		var said bytes.Buffer
		d := &drivers{trial: &trial{App: &app.App{Out: io.Discard, Err: &said}, driven: map[string][]driven{}}}
		for !d.spent(100 - d.tried) {
			d.tried++
			if c.drivable {
				d.driven[strconv.Itoa(d.tried)] = []driven{{}}
			}
		}
		if d.tried != c.looked || !strings.Contains(said.String(), strconv.Itoa(100-c.looked)+" services more are not driven") {
			t.Errorf("inputs of %d services are looked for, want %d: %s", d.tried, c.looked, said.String())
		}
	}
}
