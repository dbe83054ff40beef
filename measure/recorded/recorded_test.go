package recorded

import (
	"reflect"
	"slices"
	"testing"

	"beagle/blackboard"
	"beagle/internal/need"
	"beagle/model"
)

func write(t *testing.T, names, data string) string {
	return need.Folder(t, map[string]string{"kieker.map": names, "kieker-20260101-000000000-UTC-001.dat": data})
}

func input(name string, char model.Characterisation, x float64) []blackboard.Assignment {
	return []blackboard.Assignment{{Variable: model.Variable{Name: name, Char: char}, Value: model.NumberValue(x)}}
}

func TestCIPMRecordsBecomeObservations(t *testing.T) {
	const records = "cipm.consistency.bridge.monitoring.records."
	dir := write(t,
		"$0="+records+"ServiceCallRecord\n$1="+records+"LoopRecord\n$2="+records+"BranchRecord\n$3="+records+"ResponseTimeRecord\n",
		`$1;-1;s;e1;_loop;7
$2;-1;s;e1;_then
$3;-1;s;e1;_work;_cpu;1000000000;1250000000
$0;-1;s;e2;h;host;_callee;{"size_BYTESIZE":70,};e1;_external;x;1;2
$0;-1;s;e1;h;host;_seff;{"files_NUMBER_OF_ELEMENTS":7,};<not set>;<not set>;x;1;2
$1;-1;s;lost;_loop;9
`)
	elements := []model.Element{
		{ID: "_loop", PCMID: "_loop", Kind: model.Loop},
		{ID: "_branch", PCMID: "_branch", Kind: model.Branch, Branches: []model.Option{{ID: "_t1", Behaviour: "_then"}, {ID: "_t2", Behaviour: "_else"}}},
		{ID: "_work#CPU", PCMID: "_work", Kind: model.InternalAction, Resource: model.Resource{Name: "CPU", Href: "pathmap://r#_cpu"}},
		{ID: "_external#size.BYTESIZE", PCMID: "_external", Kind: model.CallParameter, Argument: model.Variable{Name: "size", Char: model.ByteSize}},
	}
	learnt, err := Read(t.Context(), Source{Paths: []string{dir}, Elements: elements})
	if err != nil {
		t.Fatal(err)
	}
	inputs := input("files", model.NumberOfElements, 7)
	want := map[model.ElementID]float64{"_loop": 7, "_branch": 0, "_work#CPU": 0.25, "_external#size.BYTESIZE": 70}
	for id, value := range want {
		got := learnt.Observations[id]
		if len(got) != 1 || got[0].Value != model.NumberValue(value) || !reflect.DeepEqual(got[0].Inputs, inputs) {
			t.Errorf("%s: %+v, want %v under %v", id, got, value, inputs)
		}
	}
	if learnt.Orphans != 1 || !slices.Equal(rules(learnt), []string{"recorded-orphans", "recorded-wall"}) {
		t.Errorf("%d orphans, %v", learnt.Orphans, learnt.Problems)
	}
}

func TestNothingIsLearntOfServiceCallsThatAreLeftOut(t *testing.T) {
	const records = "cipm.consistency.bridge.monitoring.records."
	var dirs []string
	for range 2 {
		dirs = append(dirs, write(t, "$0="+records+"ServiceCallRecord\n$3="+records+"ResponseTimeRecord\n",
			`$3;-1;s;e1;_work;_cpu;0;1000000000
$0;-1;s;e1;h;host;_seff;{"n_VALUE":1,};<not set>;<not set>;x;1;2
$3;-1;s;e2;_work;_cpu;0;2000000000
$0;-1;s;e2;h;host;_seff;{"n_VALUE":2,};<not set>;<not set>;x;3;4
`))
	}
	elements := []model.Element{{ID: "_work#CPU", PCMID: "_work", Kind: model.InternalAction, Resource: model.Resource{Name: "CPU", Href: "pathmap://r#_cpu"}}}
	type call struct {
		log int
		n   int64
	}
	var asked, told []call
	learnt, err := Read(t.Context(), Source{Paths: dirs, Elements: elements, Skip: func(log int, n int64) bool {
		asked = append(asked, call{log, n})
		return log == 2 && n == 1
	}})
	if err != nil {
		t.Fatal(err)
	}
	var values []float64
	for _, o := range learnt.Observations["_work#CPU"] {
		values = append(values, o.Value.Num)
	}
	if !slices.Equal(values, []float64{1, 2, 2}) || learnt.Orphans != 0 {
		t.Errorf("%v, %d orphans", values, learnt.Orphans)
	}
	if err := Executions(t.Context(), dirs, nil, func(e Execution) { told = append(told, call{e.Log, e.Call}) }); err != nil {
		t.Fatal(err)
	}
	if want := []call{{1, 1}, {1, 2}, {2, 1}, {2, 2}}; !slices.Equal(asked, want) || !slices.Equal(told, want) {
		t.Errorf("asked of %v, told of %v", asked, told)
	}
}

func rules(learnt Learnt) (all []string) {
	for _, p := range learnt.Problems {
		all = append(all, p.Rule)
	}
	return all
}

func TestOperationsBecomeDemandsThroughTheLinks(t *testing.T) {
	dir := write(t, "$0=kieker.common.record.controlflow.OperationExecutionRecord\n", `$0;-1;int p.B.inner(int);s;1;300;500;h;1;1
$0;-1;void p.A.outer();s;1;100;1100;h;0;0
$0;-1;void p.C.both();s;2;100;1100;h;0;0
`)
	action := func(id, seff, service string) model.Element {
		return model.Element{ID: model.ElementID(id), PCMID: id, Kind: model.InternalAction, SEFF: seff, Service: service}
	}
	learnt, err := Read(t.Context(), Source{
		Paths:    []string{dir},
		Elements: []model.Element{action("_a", "_outer", "outer"), action("_b", "_inner", "inner"), action("_c1", "_both", "both"), action("_c2", "_both", "both")},
		Entries:  model.Entries{"_outer": {{Unit: "p.A"}}, "_inner": {{Unit: "p.B"}}, "_both": {{Unit: "p.C"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for id, seconds := range map[model.ElementID]float64{"_a": 800e-9, "_b": 200e-9} {
		if got := learnt.Observations[id]; len(got) != 1 || got[0].Value.Num != seconds {
			t.Errorf("%s: %+v, want %v s", id, got, seconds)
		}
	}
	if !slices.Equal(rules(learnt), []string{"recorded-several-actions", "recorded-wall", "recorded-constant"}) {
		t.Errorf("%v", learnt.Problems)
	}
}

// The time of an operation is the demand of its only internal action where that
// runs once in it.
func TestActionsInLoopsAndBranchesAreNotTakenForTheirOperation(t *testing.T) {
	dir := write(t, "$0=kieker.common.record.controlflow.OperationExecutionRecord\n", "$0;-1;void p.A.s();h;1;100;1100;h;0;0\n")
	at := func(first, last int) model.Section { return model.Section{Unit: "p.A", First: first, Last: last} }
	action := model.Element{ID: "_a", PCMID: "_a", Kind: model.InternalAction, SEFF: "_s", Service: "s", Sections: []model.Section{at(50, 60)}}
	branch := func(section *model.Section) model.Element {
		return model.Element{ID: "_b", Kind: model.Branch, SEFF: "_s", Branches: []model.Option{{Section: section}, {}}}
	}
	inside, before := at(40, 60), at(10, 20)
	for name, c := range map[string]struct {
		other  model.Element
		learnt int
	}{
		"in a loop":                 {model.Element{ID: "_l", Kind: model.Loop, SEFF: "_s", Sections: []model.Section{inside}}, 0},
		"behind a loop":             {model.Element{ID: "_l", Kind: model.Loop, SEFF: "_s", Sections: []model.Section{before}}, 1},
		"a loop without a link":     {model.Element{ID: "_l", Kind: model.Loop, SEFF: "_s"}, 0},
		"a loop of another SEFF":    {model.Element{ID: "_l", Kind: model.Loop, SEFF: "_t"}, 1},
		"in a branch":               {branch(&inside), 0},
		"behind a branch":           {branch(&before), 1},
		"a branch without any link": {branch(nil), 0},
	} {
		learnt, err := Read(t.Context(), Source{
			Paths: []string{dir}, Elements: []model.Element{action}, Model: []model.Element{action, c.other}, Entries: model.Entries{"_s": {{Unit: "p.A"}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		said := len(learnt.Problems) > 0 && learnt.Problems[0].Rule == "recorded-several-actions"
		if got := len(learnt.Observations["_a"]); got != c.learnt || said != (c.learnt == 0) {
			t.Errorf("%s: %d observations, %v", name, got, learnt.Problems)
		}
	}
}

func TestEntryLevelEventsTellTheParameters(t *testing.T) {
	const flow = "kieker.common.record.flow.trace."
	dir := write(t, "$0="+flow+"TraceMetadata\n$1="+flow+"operation.EntryLevelBeforeOperationEvent\n$2="+flow+"operation.AfterOperationEvent\n$3="+flow+"operation.BeforeOperationEvent\n",
		`$0;-1;7;1;s;h;-1;-1
$1;-1;1000;7;0;void p.A.outer(int, java.lang.String, int);p.A;3;n;name;sizes_NUMBER_OF_ELEMENTS;3;12;Ada;5;0
$3;-1;1100;7;1;void p.B.inner();p.B
$2;-1;1300;7;2;void p.B.inner();p.B
$2;-1;2000;7;3;void p.A.outer(int, java.lang.String, int);p.A
`)
	learnt, err := Read(t.Context(), Source{
		Paths: []string{dir},
		Elements: []model.Element{
			{ID: "_a", PCMID: "_a", Kind: model.InternalAction, SEFF: "_outer", Service: "outer", Inputs: []model.Input{{Name: "count", Index: 0, Type: "INT"}, {Name: "name", Index: 1, Type: "STRING"}}},
			{ID: "_b", PCMID: "_b", Kind: model.InternalAction, SEFF: "_inner", Service: "inner"},
		},
		Entries: model.Entries{"_outer": {{Unit: "p.A"}}, "_inner": {{Unit: "p.B"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	got := learnt.Observations["_a"]
	want := []blackboard.Assignment{
		{Variable: model.Variable{Name: "count", Char: model.ValueOf}, Value: model.NumberValue(12)},
		{Variable: model.Variable{Name: "name", Char: model.ValueOf}, Value: model.TextValue("Ada")},
		{Variable: model.Variable{Name: "name", Char: model.ByteSize}, Value: model.NumberValue(3)},
		{Variable: model.Variable{Name: "sizes", Char: model.NumberOfElements}, Value: model.NumberValue(5)},
	}
	if len(got) != 1 || got[0].Value.Num != 800e-9 || !reflect.DeepEqual(got[0].Inputs, want) {
		t.Errorf("%+v", got)
	}
	if inner := learnt.Observations["_b"]; len(inner) != 1 || inner[0].Inputs != nil {
		t.Errorf("%+v", inner)
	}
	if !slices.Equal(rules(learnt), []string{"recorded-wall", "recorded-constant"}) {
		t.Errorf("%v", learnt.Problems)
	}
}

func TestParametersAreReadAsTheyAreWritten(t *testing.T) {
	tests := []struct {
		text string
		want int
	}{
		{`{"b1arg_VALUE":0.0,}`, 1},
		{`{"a_VALUE":true, "b.TYPE":"x,y", "c_BYTESIZE":3}`, 3},
		{`{}`, 0},
		{`<not set>`, 0},
		{`{"a_VALUE":1,"b`, 1},
		{`{"nothing":1}`, 0},
	}
	for _, test := range tests {
		if got := parameters(test.text); len(got) != test.want {
			t.Errorf("%s: %+v", test.text, got)
		}
	}
}

func FuzzParameters(f *testing.F) {
	f.Add(`{"b1arg_VALUE":0.0,"x_TYPE":"a\"b"}`)
	f.Fuzz(func(_ *testing.T, text string) { parameters(text) })
}

func TestExecutionsWithoutTraceTellTheirWholeTime(t *testing.T) {
	dir := write(t, "$0=kieker.common.record.controlflow.OperationExecutionRecord\n", `$0;-1;int p.B.inner(int);<no-session-id>;-1;300;500;h;-1;-1
$0;-1;int p.B.inner(int);<no-session-id>;-1;600;900;h;-1;-1
$0;-1;void p.A.other();<no-session-id>;-1;100;1100;h;-1;-1
`)
	learnt, err := Read(t.Context(), Source{
		Paths:    []string{dir},
		Elements: []model.Element{{ID: "_b", PCMID: "_b", Kind: model.InternalAction, SEFF: "_inner", Service: "inner"}},
		Entries:  model.Entries{"_inner": {{Unit: "p.B"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	got := learnt.Observations["_b"]
	if len(got) != 2 || got[0].Value.Num != 200e-9 || got[1].Value.Num != 300e-9 {
		t.Errorf("%+v", got)
	}
	if !slices.ContainsFunc(learnt.Problems, func(p model.Problem) bool { return p.Rule == "recorded-whole" }) {
		t.Errorf("nobody says that callees are part of it: %v", learnt.Problems)
	}
}
