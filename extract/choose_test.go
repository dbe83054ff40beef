package extract

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"beagle/extract/rules"
	"beagle/extract/structure"
	"beagle/internal/need"
	"beagle/measure/observed"
)

// reader is a library: two classes in one package, and a component that only one of its methods calls.
var reader = map[string]string{
	"lib/Text.java":   "package lib;\npublic class Text {\n  store.Disk disk = new store.Disk();\n  public int read(String text) {\n    int sum = 0;\n    for (String word : text.split(\" \")) {\n      sum += token(word) + disk.load(sum);\n    }\n    return sum;\n  }\n  public int token(String word) {\n    return word.trim().length() + 1;\n  }\n  public int rare(int n) {\n    return Math.abs(n) + 1;\n  }\n}",
	"store/Disk.java": "package store;\npublic class Disk {\n  public int load(int n) {\n    return Math.abs(n) * Math.abs(n + 1);\n  }\n}",
}

// starts has a main method that calls the library, which makes it a program.
var starts = map[string]string{
	"app/Main.java": "package app;\npublic class Main {\n  public static void main(String[] texts) {\n    for (String text : texts) new lib.Text().read(text);\n  }\n}",
}

// readerOf are the candidates of the library, and of what else belongs to it.
func readerOf(t *testing.T, more map[string]string) (r, candidates *Result, ids map[string]string) {
	t.Helper()
	need.Java(t)
	files := maps.Clone(reader)
	maps.Copy(files, more)
	r = extracted(t, need.Folder(t, files), Options{Choices: rules.Choices{By: rules.ByPackages}})
	candidates, err := r.Candidates(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r, candidates, seffs(candidates)
}

func TestEachPublicMethodIsACandidateOfOneAction(t *testing.T) {
	_, candidates, ids := readerOf(t, nil)
	for _, name := range []string{"lib.read", "lib.token", "lib.rare", "store.load"} {
		if ids[name] == "" {
			t.Errorf("%s is no candidate of %v", name, ids)
		}
	}
	candidates.Model.Walk(func(s *structure.Service, step *structure.Step) {
		if step.Kind != structure.Internal || len(s.Body.Steps) != 1 {
			t.Errorf("%s has %d steps, one of them %q", s.Op.Name, len(s.Body.Steps), step.Name)
		}
	})
}

// A launch reads ten texts of a hundred words, of 100 us each, half of which the disk takes, tokenises some by itself,
// and does something else for a hundredth of the time. Probes take 0.1 us a call.
func readBy(ids map[string]string, load, token float64) []Launched {
	return []Launched{{Name: "tests", Did: &observed.Launch{
		Entries: []*observed.Entry{
			{SEFF: ids["lib.read"], Count: 10, Took: 1e6}, {SEFF: ids["lib.token"], Count: 100, Took: token}, {SEFF: ids["lib.rare"], Count: 1, Took: 1e4},
		},
		Nested: []observed.Nesting{
			{Outer: ids["lib.read"], Inner: ids["lib.token"], Count: 1000, Took: 4e5}, {Outer: ids["lib.read"], Inner: ids["store.load"], Count: 100, Took: load},
		},
		Probe: map[string]float64{ids["lib.read"]: 100, ids["lib.token"]: 100, ids["lib.rare"]: 100, ids["store.load"]: 100},
	}}}
}

func TestServicesAreChosenByTheTimeThatTheyExplain(t *testing.T) {
	r, candidates, ids := readerOf(t, starts)
	for _, test := range []struct {
		why    string
		load   float64 // ns of all its calls
		token  float64 // ns of those that no other method makes
		loads  float64 // ns of calls of load that no other method makes
		chosen []string
	}{
		{"a call of load takes 50 times its probes", 5e5, 2e4, 0, []string{"lib.read", "store.load"}},
		{"calls of load leave parts of read of 18 times their probes", 8e5, 2e4, 0, []string{"lib.read"}},
		{"they do, and all parts together take a twenty-fifth of read", 9.6e5, 2e4, 0, []string{"lib.read", "store.load"}},
		{"load is entered, too, and no part of the model of read", 8e5, 2e4, 1e5, []string{"lib.read", "store.load"}},
		{"it takes 19 times its probes", 1.9e5, 2e4, 0, []string{"lib.read"}},
		{"it takes a hundredth of all time", 1e4, 2e4, 0, []string{"lib.read"}},
		{"short calls of token take more of the time than may be left out", 1e4, 1e5, 0, []string{"lib.read", "lib.token"}},
		{"short calls of load, too: of read they are a part", 1e4, 2e4, 1e5, []string{"lib.read", "store.load"}},
	} {
		did := readBy(ids, test.load, test.token)
		did[0].Did.Entries = append(did[0].Did.Entries, &observed.Entry{SEFF: ids["store.load"], Count: test.loads / 500, Took: test.loads})
		made, err := r.Settle(t.Context(), candidates, did)
		if err != nil {
			t.Fatal(err)
		}
		if share := made.Choice.Share(); share < 0.95 {
			t.Errorf("%s: they explain %v of the time", test.why, share)
		}
		var has []string
		for name := range seffs(made.Result) {
			has = append(has, name)
		}
		slices.Sort(has)
		if !slices.Equal(has, test.chosen) || len(made.Choice.Others(made.Result)) > 0 {
			t.Errorf("%s: the model has %v", test.why, has)
		}
		calls := 0
		made.Model.Walk(func(_ *structure.Service, step *structure.Step) {
			if step.Kind == structure.Call {
				calls++
			}
		})
		if loads := slices.Contains(test.chosen, "store.load") && test.loads == 0; (calls > 0) != loads {
			t.Errorf("%s: %d external calls", test.why, calls)
		}
	}
}

// A service is split where external calls divide it into parts that each explain some of its time.
func TestAServiceIsSplitWhereItsPartsExplainItsTime(t *testing.T) {
	need.Java(t)
	for _, test := range []struct {
		why    string
		parts  int
		stored float64 // share of its time that external calls take
		calls  int     // in the model
	}{
		{"each of 20 parts explains a twentieth", 20, 0.5, 20},
		{"each of 21 parts explains less", 21, 0.5, 0},
		{"external calls take 6 % of the time", 4, 0.06, 4},
		{"they take 4 %", 4, 0.04, 0},
	} {
		body := strings.Repeat("    sum = Math.abs(sum + n);\n    disk.store(sum);\n", test.parts)
		r := extracted(t, need.Folder(t, map[string]string{
			"app/Main.java":   "package app;\npublic class Main {\n  public static void main(String[] args) {\n    new lib.Text().keep(args.length);\n  }\n}",
			"lib/Text.java":   "package lib;\npublic class Text {\n  store.Disk disk = new store.Disk();\n  public int keep(int n) {\n    int sum = n;\n" + body + "    return 0;\n  }\n}",
			"store/Disk.java": "package store;\npublic class Disk {\n  public void store(int n) {\n    System.out.print(n);\n  }\n}",
		}), Options{Choices: rules.Choices{By: rules.ByPackages}})
		candidates, err := r.Candidates(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		ids := seffs(candidates)
		made, err := r.Settle(t.Context(), candidates, []Launched{{Name: "tests", Did: &observed.Launch{
			Entries: []*observed.Entry{{SEFF: ids["lib.keep"], Count: 10, Took: 1e8}, {SEFF: ids["store.store"], Count: 1, Took: 1e7}},
			Nested:  []observed.Nesting{{Outer: ids["lib.keep"], Inner: ids["store.store"], Count: float64(10 * test.parts), Took: test.stored * 1e8}},
			Probe:   map[string]float64{ids["lib.keep"]: 100, ids["store.store"]: 100},
		}}})
		if err != nil {
			t.Fatal(err)
		}
		calls := 0
		made.Model.Walk(func(_ *structure.Service, step *structure.Step) {
			if step.Kind == structure.Call {
				calls++
			}
		})
		if calls != test.calls || len(seffs(made.Result)) != 2 {
			t.Errorf("%s: %d external calls, services %v", test.why, calls, seffs(made.Result))
		}
	}
}

// Of a library without a start a service is one action, whichever of its packages do the work.
func TestServicesOfALibraryAreWhole(t *testing.T) {
	r, candidates, ids := readerOf(t, nil)
	made, err := r.Settle(t.Context(), candidates, readBy(ids, 5e5, 2e4))
	if err != nil {
		t.Fatal(err)
	}
	if services := made.Services(); len(services) != 1 || services[ids["lib.read"]] == nil || len(services[ids["lib.read"]].Body.Steps) != 1 {
		t.Errorf("the model has %v", seffs(made.Result))
	}
}

// What a person has named is an element, however little time it explains, by its short name as by its full one.
func TestWhatAPersonHasNamedIsChosen(t *testing.T) {
	r, _, ids := readerOf(t, nil)
	for _, name := range []string{"lib.Text.rare", "Text.rare"} {
		named, err := r.Decide(t.Context(), r.Choices().Enter(true, name))
		if err != nil {
			t.Fatal(err)
		}
		candidates, err := named.Candidates(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if choice := candidates.Choose(readBy(ids, 0, 1e4)); slices.Contains(choice.Inside, ids["lib.rare"]) {
			t.Errorf("%s is left to its callers", name)
		}
	}
}

// The tree shows what each method took in the trial. A person leaves a service to its callers, and makes one of what
// was left to them; what they have decided counts in the next trial, too.
func TestAPersonJoinsAndSplitsByTheTimeThatTheTrialShowed(t *testing.T) {
	r, candidates, ids := readerOf(t, starts)
	made, err := r.Settle(t.Context(), candidates, readBy(ids, 5e5, 2e4))
	if err != nil {
		t.Fatal(err)
	}
	offer := func(r *Result, name string) Offer {
		t.Helper()
		for _, part := range r.Division().Components {
			for _, o := range part.Offers {
				if o.Name == name {
					return o
				}
			}
		}
		t.Fatalf("%s is not in the tree: %+v", name, r.Division().Components)
		return Offer{}
	}
	load, rare := offer(made.Result, "store.Disk.load"), offer(made.Result, "lib.Text.rare")
	if load.Inside || load.Tried == nil || load.Tried.Calls != 100 || load.Tried.Took != 5e5 || load.File == "" || load.Line == 0 {
		t.Errorf("the tree shows %+v, %+v", load, load.Tried)
	}
	if !rare.Inside || rare.Joined || rare.Tried.Share > 0.05 || rare.Line == 0 {
		t.Errorf("what explains little is %+v, %+v", rare, rare.Tried)
	}
	for _, wrong := range []func() (rules.Choices, error){
		func() (rules.Choices, error) { return made.Division().Join(rare) },
		func() (rules.Choices, error) { return made.Division().Alone(load) },
	} {
		if _, err := wrong(); err == nil {
			t.Error("a part is joined, or a service made one")
		}
	}
	choices, err := made.Division().Join(load)
	if err != nil {
		t.Fatal(err)
	}
	joined, err := made.Decide(t.Context(), choices)
	if err != nil {
		t.Fatal(err)
	}
	if o := offer(joined, "store.Disk.load"); !o.Inside || !o.Joined || len(joined.Services()) >= len(made.Services()) {
		t.Errorf("after it was joined: %+v", o)
	}
	if next, err := joined.Candidates(t.Context()); err != nil || next.Services()[ids["store.load"]] != nil {
		t.Errorf("the next trial measures it: %v", err)
	}
	if choices, err = joined.Division().Alone(offer(joined, "store.Disk.load")); err != nil || len(choices.Inside) > 0 {
		t.Errorf("joining is not taken back: %+v, %v", choices, err)
	}
	if choices, err = made.Division().Alone(rare); err != nil {
		t.Fatal(err)
	}
	if split, err := made.Decide(t.Context(), choices); err != nil || offer(split, "lib.Text.rare").Inside {
		t.Errorf("what was a part is no service: %v", err)
	}
}

// A service that is left to its callers hands them what it called, by how often each called it.
func TestWhatAnUnchosenServiceCalledItsCallersCall(t *testing.T) {
	did := &observed.Launch{
		Entries: []*observed.Entry{{SEFF: "a", Count: 4}, {SEFF: "b", Count: 1}},
		Nested:  []observed.Nesting{{Outer: "a", Inner: "x", Count: 6}, {Outer: "b", Inner: "x", Count: 2}, {Outer: "x", Inner: "x", Count: 5}, {Outer: "x", Inner: "y", Count: 16}, {Outer: "a", Inner: "y", Count: 1}},
	}
	choice := &Choice{Parts: rules.Parts{Inside: []string{"x"}}, chosen: map[string]*candidate{"a": {}, "b": {}, "y": {}}}
	want := []observed.Nesting{{Outer: "a", Inner: "y", Count: 13}, {Outer: "b", Inner: "y", Count: 4}}
	if got := choice.Of(Launched{Did: did}).Did.Nested; !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// Of forty services that all call each other there are more ways than anybody could go.
func TestServicesThatAllCallEachOtherAreLookedAtOnce(t *testing.T) {
	var all []*candidate
	for range 40 {
		all = append(all, &candidate{calls: 10})
	}
	disk := &candidate{seff: "disk", calls: 400}
	for _, c := range all {
		c.inner = append(c.inner, inner{disk, 10, 1e3})
		for _, other := range all {
			c.inner = append(c.inner, inner{other, 1, 1e3})
		}
	}
	if got := all[0].leaves(map[string]*structure.Step{"disk": {}}, map[*candidate]inner{}); got.calls < 1 || got.took < 100 {
		t.Errorf("%+v", got)
	}
}
