package extract

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"beagle/extract/structure"
	"beagle/internal/need"
	"beagle/model"
	"beagle/pcm"
)

// outcome is what a model must look like after an edit: for each service its steps
// in their order, each with the position of the step before the edit whose code it
// still has, or fresh; and the services whose steps must have the ids that they had.
type outcome struct {
	steps map[string][]int
	ids   map[string]bool
}

// fresh is a step whose code, or code before it, was not there before.
const fresh = -1

// extraction is a model as it was written, with values for all that can be measured.
type extraction struct {
	dir, out string
	services map[string][]*structure.Step
	values   map[string]string // by action and argument
}

func begin(t *testing.T, dir string) *extraction {
	t.Helper()
	e := &extraction{dir: dir, out: filepath.Join(t.TempDir(), "model")}
	e.next(t)
	return e
}

func (e *extraction) next(t *testing.T) *Written {
	t.Helper()
	r := extracted(t, e.dir, Options{Folder: e.out})
	w, err := r.Write(e.out)
	if err != nil {
		t.Fatal(err)
	}
	e.services = stepsOf(r)
	calibrate(t, w.Repository)
	e.values = valuesIn(t, w.Repository)
	return w
}

func stepsOf(r *Result) map[string][]*structure.Step {
	all := map[string][]*structure.Step{}
	for _, c := range r.Model.Components {
		for _, s := range c.Services {
			name := c.Name + "." + s.Op.Name
			all[name] = nil
			s.Body.Walk(func(step *structure.Step) { all[name] = append(all[name], step) })
		}
	}
	return all
}

func valuesIn(t *testing.T, path string) map[string]string {
	t.Helper()
	r, err := pcm.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if problems := r.Check(); len(problems) > 0 {
		t.Fatalf("the model is not valid: %v", problems)
	}
	values := map[string]string{}
	for _, e := range r.Elements() {
		text := e.Old
		if e.Kind == model.Branch {
			for _, b := range e.Branches {
				text += fmt.Sprint(b.Guarded, b.Probability, b.Condition, " ")
			}
		}
		values[e.PCMID+" "+fmt.Sprint(e.Argument)] = text
	}
	return values
}

// edited extracts again after an edit and compares the new model, its values and the
// list of changes with what the edit has done.
func (e *extraction) edited(t *testing.T, what string, want outcome) {
	t.Helper()
	before, old := e.services, e.values
	r := extracted(t, e.dir, Options{Folder: e.out})
	w, err := r.Write(e.out)
	if err != nil {
		t.Fatal(err)
	}
	e.services = stepsOf(r)
	now := valuesIn(t, w.Repository)

	var kept, gone, come []string // ids
	had := map[string]string{}    // id of a kept step to the id that it had
	for service, steps := range e.services {
		positions, known := want.steps[service]
		if !known || len(positions) != len(steps) {
			t.Fatalf("%s: %s has %d steps, not %d (%v)", what, service, len(steps), len(positions), known)
		}
		for i, at := range positions {
			if at == fresh {
				come = append(come, steps[i].ID)
				continue
			}
			was := before[service][at]
			had[steps[i].ID] = was.ID
			if was.Kind != steps[i].Kind {
				t.Errorf("%s: step %d of %s is of another kind", what, i, service)
			}
			if was.ID != steps[i].ID {
				t.Errorf("%s: step %d of %s (%s) has another id", what, i, service, steps[i].Name)
			}
			kept = append(kept, was.ID)
		}
	}
	for service, steps := range before {
		for i, step := range steps {
			if !slices.Contains(kept, step.ID) {
				gone = append(gone, step.ID)
			}
			if want.ids[service] && (i >= len(e.services[service]) || e.services[service][i].ID != step.ID) {
				t.Errorf("%s: step %d of %s (%s) has lost its id", what, i, service, step.Name)
			}
		}
	}
	c := w.Changes
	if c == nil {
		t.Fatalf("%s: no changes are told", what)
	}
	if c.Same != len(kept) || len(c.Moved) > 0 || len(c.Foreign) > 0 || len(c.Unfit) > 0 {
		t.Errorf("%s: %d steps are the same, not %d; moved %v, unfit %v, foreign %v", what, c.Same, len(kept), told(c.Moved), told(c.Unfit), c.Foreign)
	}
	equal(t, what+": changed and added", idsOf(c.Changed, c.Added), come)
	equal(t, what+": changed and removed", idsOf(c.Changed, c.Removed), gone)
	for key, value := range now {
		id := key[:len(structure.NewID(""))]
		was, known := old[key]
		if _, same := had[id]; same && value != was || !same && known && value == was {
			t.Errorf("%s: the value of %s is %q after %q, but its code is the same: %v", what, id, value, was, same)
		}
	}
	calibrate(t, w.Repository)
	e.values = valuesIn(t, w.Repository)
}

func idsOf(lists ...[]Change) (ids []string) {
	for _, list := range lists {
		for _, c := range list {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

func equal(t *testing.T, what string, got, want []string) {
	t.Helper()
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s: %d steps %v, not %d %v", what, len(got), got, len(want), want)
	}
}

// as gives the outcome of an edit after which the steps of some services at some
// positions, and no others, are fresh.
func (e *extraction) as(touched map[string][]int) outcome {
	o := outcome{steps: map[string][]int{}, ids: map[string]bool{}}
	for service, steps := range e.services {
		o.ids[service] = true
		o.steps[service] = []int{}
		for i := range steps {
			if slices.Contains(touched[service], i) {
				i = fresh
			}
			o.steps[service] = append(o.steps[service], i)
		}
	}
	return o
}

// Positions in FileUpload.upload: hash, contains, forbidden, countWords, longer than
// LARGE, storeChunked, store; in share: derive and deflate, keep, reserve, reserve.
var exampleEdits = []struct {
	kind, class, before, after string
	touched                    map[string][]int
}{
	{"rename a local", "FileUpload", "digest", "fingerprint", nil},
	{"rename a local", "FileUpload", "long length = 0;\n        while (!deflater.finished()) {\n            length += deflater.deflate(buffer);\n        }\n        return length;", "long all = 0;\n        while (!deflater.finished()) {\n            all += deflater.deflate(buffer);\n        }\n        return all;", nil},
	{"rename a local", "HashCatalogue", "wanted", "sought", map[string][]int{"HashCatalogue.contains": {0}}}, // a parameter, too
	{"change a body", "ChunkStorage", "(byte) i;", "(byte) (i + 1);", map[string][]int{"ChunkStorage.storeChunked": {0}}},
	{"change a body", "FileUpload", "key ^= key >>> 29;", "key ^= key >>> 31;", map[string][]int{"FileUpload.share": {0, 1, 2, 3}}},
	{"change a body", "FileUpload", "words += state >> 1;", "words += state >>> 1;", map[string][]int{"FileUpload.upload": {3, 4, 5, 6}}},
	{"change a body", "FileUpload", "files.size() * PAGE / 2", "files.size() * PAGE / 4", map[string][]int{"FileUpload.share": {3}}},
	{"add a loop", "ChunkStorage", "long account = check(ledger);", "for (int i = 0; i < 3; i++) {\n            reserved += i;\n        }\n        long account = check(ledger);", map[string][]int{"ChunkStorage.reserve": {0}}},
	{"add a loop", "HashCatalogue", "        Arrays.sort(sorted);", "        for (String one : sorted) {\n            one.trim();\n        }\n        Arrays.sort(sorted);", map[string][]int{"HashCatalogue.index": {0}}},
	{"add a call inside", "FileUpload", "        deflater.finish();", "        countWords(content);\n        deflater.finish();", map[string][]int{"FileUpload.share": {0, 1, 2, 3}}},
	{"add a method", "FileUpload", "    /** FNV-1a, spread", "    private static int twice(int n) {\n        return Math.abs(n) * 2;\n    }\n\n    /** FNV-1a, spread", nil},
	{"remove a method", "FileUpload", "    private static int twice(int n) {\n        return Math.abs(n) * 2;\n    }\n\n", "", nil},
	{"change a signature", "FileUpload", "derive(long key, int rounds)", "derive(long key, long rounds)", map[string][]int{}}, // its text has not changed: see below
	{"change a constant", "FileUpload", "LARGE = 64", "LARGE = 32", map[string][]int{"FileUpload.upload": {4, 5, 6}}},
	{"change what starts it", "Main", "4_000", "5_000", nil},
}

// Edits of the example, in an order by chance: what is told is what was edited.
func TestAfterEditsOfTheExampleWhatIsToldIsWhatWasEdited(t *testing.T) {
	if os.Getenv("BEAGLE_LONG") == "" {
		t.Skip("extracts ten times, as the test of random edits does; BEAGLE_LONG=1 runs it")
	}
	need.Java(t)
	t.Parallel()
	e := begin(t, sources(t))
	chance := rand.New(rand.NewPCG(18, 2))
	done := map[string]bool{}
	for _, i := range chance.Perm(len(exampleEdits)) {
		x := exampleEdits[i]
		if done[x.kind] || x.kind == "remove a method" {
			continue // one of each kind
		}
		done[x.kind] = true
		edit(t, e.dir, x.class, x.before, x.after)
		e.edited(t, x.kind+" of "+x.class, e.as(x.touched))
		if x.kind == "add a method" {
			edit(t, e.dir, x.class, x.after, x.before)
			e.edited(t, "remove it", e.as(nil))
		}
	}
}

// Components that a person names keep their ids, and what was learnt of them.
func TestComponentsThatAreNamedByHandKeepIdsAndValues(t *testing.T) {
	need.Java(t)
	dir, out := sources(t), filepath.Join(t.TempDir(), "model")
	r := extracted(t, dir, Options{Folder: out})
	w, err := r.Write(out)
	if err != nil {
		t.Fatal(err)
	}
	values := calibrate(t, w.Repository)
	before := ids(r)
	choices, err := r.Division().Rename("ChunkStorage", "Archive")
	if err != nil {
		t.Fatal(err)
	}
	again := extracted(t, dir, Options{Folder: out, Choices: choices})
	w, err = again.Write(out)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(again.Model.Components, func(c *structure.Component) bool { return c.Name == "Archive" }) {
		t.Errorf("no component is called Archive: %v", again.Division())
	}
	if after := ids(again); !slices.Equal(after, before) {
		t.Errorf("ids were %v, are %v", before, after)
	}
	if c := w.Changes; c.Any() || c.Kept != values {
		t.Errorf("told is %+v, of %d values", c, values)
	}
}
