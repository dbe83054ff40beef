package driver

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"beagle/internal/need"
	"beagle/model"
)

// driven is the program of testdata, compiled.
func driven(t *testing.T) *Index {
	t.Helper()
	need.Java(t)
	compiled.Do(func() { compile(t) })
	x, err := Read(t.Context(), Program{Own: []string{program}, Folder: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(x.Close)
	return x
}

var (
	compiled, drivers sync.Once
	program           string            // folder of the program's classes
	compiledDrivers   map[string]string // of all its public methods
)

func TestMain(m *testing.M) {
	code := m.Run()
	_ = os.RemoveAll(program)
	os.Exit(code)
}

func compile(t *testing.T) {
	t.Helper()
	var err error
	if program, err = os.MkdirTemp("", "beagle-driven"); err != nil {
		t.Fatal(err)
	}
	out := program
	files, err := filepath.Glob("testdata/driven/*.java")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	if said, err := exec.Command("javac", append([]string{"-g", "-d", out}, files...)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
}

func find(t *testing.T, x *Index, name string) *Method {
	t.Helper()
	m, err := x.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestAMethodIsFoundByAsMuchOfItsNameAsTellsItApart(t *testing.T) {
	x := driven(t)
	for _, name := range []string{"Texts.sort", "driven.Texts.sort", "sort", "Texts.sort(int[])", "Texts#sort"} {
		if m := find(t, x, name); m.String() != "driven.Texts.sort(int[])" || m.Names[0] != "values" {
			t.Errorf("%s is %s with %v", name, m, m.Names)
		}
	}
	if m := find(t, x, "Texts.wrap(java.lang.String, int)"); len(m.Names) != 2 {
		t.Errorf("found %s", m)
	}
	for name, says := range map[string]string{
		"Texts.wrap":       "driven.Texts.wrap(String,int)",
		"Texts.wrop":       "driven.Texts.wrap(String)",
		"Texts.sort(long)": "driven.Texts.sort(int[])",
		"Texts.secret":     "private",
		"Texts.nosuch":     "driven.Texts.",
		"Open.1.hashCode":  "inside a method",
		"Open$1Local.size": "inside a method",
		"Linked.zzzzzzzzz": "driven.Linked.dot(double[],double[])",
	} {
		_, err := x.Find(name)
		p := model.AsProblem(err, "")
		if err == nil || !strings.Contains(p.Message+p.Hint, says) {
			t.Errorf("%s: %v (%s) does not say %q", name, err, p.Hint, says)
		}
	}
}

func TestWhatCouldDoHarmIsSaid(t *testing.T) {
	x := driven(t)
	for name, does := range map[string]string{
		"exits": "ends the JVM", "writes": "writes files", "sort": "", "largest": "", "prints": "", "length": "",
	} {
		if said := x.Harm(find(t, x, "Texts."+name)); !strings.HasPrefix(said, does) || (does == "") != (said == "") {
			t.Errorf("%s: %q, want %q", name, said, does)
		}
	}
}

func TestClassesWithoutANameHaveNoMethodsToBeFound(t *testing.T) {
	if m, err := driven(t).Find("unnamed"); err == nil {
		t.Errorf("found %s", m)
	}
}

func TestNothingHarmfulIsCalledOnAnObjectFirst(t *testing.T) {
	x := driven(t)
	d := &Driver{x: x, Method: find(t, x, "Door.look")}
	if !d.prepare() || len(d.makers) != 2 || !strings.HasPrefix(d.makers[0], "prepare\tdriven.Open$Door\topen\t") || d.prepare() {
		t.Errorf("%q", d.makers)
	}
}

// What is inherited is driven on objects of the class that is named: what that overrides decides.
func TestAnInheritedMethodIsOneOfItsClass(t *testing.T) {
	x := driven(t)
	if m := find(t, x, "Square.sum"); m.String() != "driven.Linked.Square.sum(int[])" || m.Names[0] != "numbers" || x.Harm(m) != "" {
		t.Errorf("found %s with %v, which %s", m, m.Names, x.Harm(m))
	}
	if methods, _ := x.Reach(find(t, x, "Square.sum")); !methods["driven/Linked$Shape.sum([I)J"] || !methods["driven/Linked$Square.of(I)J"] || methods["driven/Linked$Deleting.of(I)J"] {
		t.Errorf("a call of it runs %v", methods)
	}
	if harm := x.Harm(find(t, x, "Deleting.sum(int[])")); !strings.HasPrefix(harm, "deletes files") {
		t.Errorf("what the inherited method runs is %q", harm)
	}
}

// drive explores and measures a method for some seconds.
func drive(t *testing.T, name string) (Design, Launched, error) {
	t.Helper()
	x := driven(t)
	drivers.Do(func() {
		err := x.Compile(t.Context(), filepath.Join(program, "drivers"), x.Public()...)
		if compiledDrivers = x.compiled; err != nil || len(compiledDrivers) == 0 {
			t.Error(compiledDrivers, err)
		}
	})
	x.compiled = compiledDrivers
	d, err := x.New(t.Context(), find(t, x, name), t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	design, err := d.Explore(t.Context(), 2, 0.02, 5)
	if err != nil {
		return design, Launched{}, err
	}
	got, err := d.Measure(t.Context(), design.Places, 0.5)
	return design, got, err
}

// The runtime is as old as the oldest Java that programs run with.
func TestTheRuntimeCompilesForJava8(t *testing.T) {
	need.Java(t)
	files, err := filepath.Glob("src/beagle_drive/*.java")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	if said, err := exec.Command("javac", append([]string{"-Xlint:-options", "--release", "8", "-d", t.TempDir()}, files...)...).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, said)
	}
}

func TestMethodsAreDrivenWithInputsThatTheyAccept(t *testing.T) {
	for _, c := range []struct{ method, input string }{
		{"Texts.wrap(String,int)", "text.BYTESIZE"},
		{"Texts.largest", "all.NUMBER_OF_ELEMENTS"},
		{"Texts.bytes", "in.BYTESIZE"},
		{"Texts.json", "json.BYTESIZE"},
		{"Texts.at", "index.VALUE"},
		{"Texts.length", "this.name.BYTESIZE"},
		{"Texts.slow", "n.VALUE"},
		{"Texts.prints", "text.BYTESIZE"},
		{"Texts.exitsFar", "n.VALUE"},
		{"Kinds.elsewhere", "token.of.all.NUMBER_OF_ELEMENTS"},
		{"Kinds.picky", "picky.text.BYTESIZE"},
		{"Kinds.note", "note.text.BYTESIZE"},
		{"Kinds.four", "values.NUMBER_OF_ELEMENTS"},
		{"Kinds.shelved", "values.NUMBER_OF_ELEMENTS"},
		{"Heap.sum", "this.NUMBER_OF_ELEMENTS"},
		{"Kinds.array", "values.NUMBER_OF_ELEMENTS"},
		{"Kinds.days", "values.NUMBER_OF_ELEMENTS"},
		{"Kinds.stand", "values.NUMBER_OF_ELEMENTS"},
		{"Kinds.options", "values.NUMBER_OF_ELEMENTS"},
		{"Kinds.unit", "values.NUMBER_OF_ELEMENTS"},
		{"Kinds.named", "values.NUMBER_OF_ELEMENTS"},
		{"Kinds.reflects", "values.NUMBER_OF_ELEMENTS"},
		{"Kinds.bytes", "data.BYTESIZE"},
		{"Kinds.path", "path.BYTESIZE"},
		{"Kinds.product", "a.lines.VALUE"},
		{"Square.sum", "numbers.NUMBER_OF_ELEMENTS"},
		{"Open.filter", "values.NUMBER_OF_ELEMENTS"},
		{"Open.sum", "picture.of.all.NUMBER_OF_ELEMENTS"},
		{"Transform.apply", "points.NUMBER_OF_ELEMENTS"},
		{"Open.send", "request.lines.NUMBER_OF_ELEMENTS"},
		{"Door.look", "this.open.behind.NUMBER_OF_ELEMENTS"},
		{"Open.supplied", "values.NUMBER_OF_ELEMENTS"},
		{"Open.bits", "set.NUMBER_OF_ELEMENTS"},
	} {
		t.Run(c.method, func(t *testing.T) {
			t.Parallel()
			design, got, err := drive(t, c.method)
			if err != nil {
				t.Fatal(err)
			}
			if len(design.Places) < 3 || len(got.Observations) < 3 {
				t.Fatalf("%d places, %d observations", len(design.Places), len(got.Observations))
			}
			v, err := model.ParseVariable(c.input)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(design.Ranges, func(r Range) bool { return r.Name == c.input }) {
				t.Errorf("%s is not varied: %v", c.input, design.Ranges)
			}
			for _, o := range got.Observations {
				if _, known := o.Inputs[v]; !known || o.Seconds < 0 || o.Calls == 0 {
					t.Errorf("observed %+v", o)
				}
			}
		})
	}
}

func TestObjectsAreNotMadeByMethodsThatCouldDoHarm(t *testing.T) {
	x := driven(t)
	if got := x.makers("driven/Kinds$Token"); len(got) != 1 || !strings.Contains(got[0], "\ttoken\t") {
		t.Errorf("%v", got)
	}
}

func TestPublicFactoriesMakeObjectsBeforeConstructorsThatOthersCannotCall(t *testing.T) {
	design, _, err := drive(t, "Compiled.run")
	if err != nil || len(design.Ranges) != 1 || design.Ranges[0].Name != "this.text.BYTESIZE" {
		t.Errorf("%v %v", design, err)
	}
}

// What a program's object leaves to others costs something there.
func TestAnObjectThatAsksAStandInIsKnown(t *testing.T) {
	for method, want := range map[string]string{"Asking.ask": "this.source", "Kinds.stand": "", "Heap.sum": ""} {
		if design, _, err := drive(t, method); err != nil || design.StandsIn() != want {
			t.Errorf("%s: %q, want %q: %v %v", method, design.StandsIn(), want, design.Ways, err)
		}
	}
}

// An object of which others are made by add(), as of a value, has no size.
func TestObjectsThatCannotBeChangedAreNotFilled(t *testing.T) {
	design, _, err := drive(t, "Fixed.first")
	if err != nil || !slices.ContainsFunc(design.Ranges, func(r Range) bool { return r.Name == "others.NUMBER_OF_ELEMENTS" }) || slices.ContainsFunc(design.Ranges, func(r Range) bool { return strings.HasPrefix(r.Name, "this.") }) {
		t.Errorf("%v %v", design.Ranges, err)
	}
}

func TestInputsThatCallsChangeAreMadeAnewForEach(t *testing.T) {
	_, got, err := drive(t, "Texts.sort")
	if err != nil || !got.Fresh {
		t.Errorf("fresh %v, %v", got.Fresh, err)
	}
	if _, got, err = drive(t, "Texts.largest"); err != nil || got.Fresh {
		t.Errorf("what is only read is made anew: %v, %v", got.Fresh, err)
	}
}

// Properties take long to fill, so that a busy machine comes to few places.
func TestPropertiesHaveASize(t *testing.T) {
	design, _, err := drive(t, "Open.entries")
	if err != nil || !slices.ContainsFunc(design.Ranges, func(r Range) bool { return r.Name == "all.NUMBER_OF_ELEMENTS" }) {
		t.Errorf("%v, %v", design.Ranges, err)
	}
}

func TestNewInputsHaveOtherContentsEachTime(t *testing.T) {
	design, got, err := drive(t, "Open.sorts")
	if err != nil || !got.Fresh || len(got.Observations) != len(design.Places) {
		t.Errorf("%d places, %d observations, %v", len(design.Places), len(got.Observations), err)
	}
}

// An object that is new for each call would be copied as a whole each time: 100 times as long for 100 times the size.
func TestCallsThatFillAnObjectHaveOneObjectInARow(t *testing.T) {
	design, got, err := drive(t, "Growing.append")
	if err != nil || got.Fresh {
		t.Fatal(err, got.Fresh)
	}
	short, long := math.Inf(1), 0.0
	for _, o := range got.Observations {
		short, long = min(short, o.Seconds), max(long, o.Seconds)
	}
	size, most := design.Ranges[0], 0.0
	if at := slices.IndexFunc(design.Ranges, func(r Range) bool { return r.Name == "this.start.BYTESIZE" }); at >= 0 {
		size, most = design.Ranges[at], design.Ranges[at].High
	}
	if most < 1e5 || long > most/size.Low*short/100 {
		t.Errorf("%v takes from %g to %g s a call", size, short, long)
	}
}

func TestAMethodThatCannotBeDrivenSaysWhy(t *testing.T) {
	for method, says := range map[string]string{
		"Texts.refuses": "IllegalStateException: not today",
		"Texts.hangs":   "did not return within",
		"Texts.exits":   "ended the JVM (System.exit); it was here:\n  at driven.Texts",
		"Texts.eats":    "more memory than the 1g",
		"Codes.parse":   "check digit",
		"Texts.spins":   "threads behind that go on computing",
		"Broken.use":    "NumberFormatException: For input string: \"none\" at driven.Texts$Broken.<clinit>",
		"Kinds.toFile":  "no java.io.FileOutputStream can be made",
		"Kinds.logs":    "no driven.Kinds$Log can be made",
		"Texts.hidden":  "no driven.Texts$Hidden can be made",
	} {
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			_, _, err := drive(t, method)
			if err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("%v does not say %q", err, says)
			}
		})
	}
}

func TestThreadsThatAreLeftBehindEndAndAreSaid(t *testing.T) {
	_, got, err := drive(t, "Texts.threads")
	if err != nil || len(got.Problems) == 0 || !strings.Contains(got.Problems[0].Message, "threads") {
		t.Errorf("%v %v", got.Problems, err)
	}
}

// A place at which a call does not return ends a launch: the design is looked for anew, with smaller inputs.
func TestADesignIsWholeWhereSomeLargeInputsNeverReturn(t *testing.T) {
	design, got, err := drive(t, "Codes.mostly")
	if err != nil || len(design.Places) < 4 || len(got.Observations) < 4 {
		t.Errorf("%d places, %d observations, %v", len(design.Places), len(got.Observations), err)
	}
}

func TestWhatCallsPrintIsSaid(t *testing.T) {
	_, got, err := drive(t, "Texts.shouts")
	if err != nil || len(got.Problems) != 1 || !strings.Contains(got.Problems[0].Message, "calls print: ") {
		t.Errorf("%v %v", got.Problems, err)
	}
}

func TestADriverThatAPersonChangedStays(t *testing.T) {
	x := driven(t)
	m := find(t, x, "Texts.sort")
	d, err := x.New(t.Context(), m, t.TempDir(), "")
	if err != nil || d.Changed {
		t.Fatal(err, d)
	}
	text, err := os.ReadFile(d.Source)
	if err != nil {
		t.Fatal(err)
	}
	own := strings.Replace(string(text), "in.parameter(0)", "new int[in.size(\"values.NUMBER_OF_ELEMENTS\")]", 1)
	if err := os.WriteFile(d.Source, []byte(own), 0o600); err != nil {
		t.Fatal(err)
	}
	d, err = x.New(t.Context(), m, t.TempDir(), "")
	if err != nil || !d.Changed {
		t.Fatal(err, d.Changed)
	}
	if now, err := os.ReadFile(d.Source); err != nil || string(now) != own {
		t.Errorf("%v: it is %s", err, now)
	}
	design, err := d.Explore(t.Context(), 3, 0.05, 5)
	if err != nil || len(design.Places) < 3 {
		t.Errorf("%v %v", design, err)
	}
}

func vary(t *testing.T, got Launched, name string) bool {
	t.Helper()
	v, err := model.ParseVariable(name)
	if err != nil {
		t.Fatal(err)
	}
	values := map[float64]bool{}
	for _, o := range got.Observations {
		if x, known := o.Inputs[v]; known {
			values[x.Num] = true
		}
	}
	return len(values) >= 3
}

func TestInputsVaryTogetherWhereAMethodRefusesIndependentOnes(t *testing.T) {
	for method, inputs := range map[string][]string{
		"Linked.dot":     {"a.NUMBER_OF_ELEMENTS", "b.NUMBER_OF_ELEMENTS"},
		"Linked.same":    {"text.BYTESIZE", "marks.BYTESIZE"},
		"Linked.between": {"low.VALUE", "middle.VALUE", "high.VALUE"},
	} {
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			design, got, err := drive(t, method)
			if err != nil || len(design.Places) < 3 {
				t.Fatal(design, err)
			}
			for _, name := range inputs {
				if !vary(t, got, name) {
					t.Errorf("%s does not vary: %+v", name, got.Observations)
				}
			}
		})
	}
}

func TestWhatRefersToItsOwnKindIsMadeInManySizes(t *testing.T) {
	for method, input := range map[string]string{"Linked.length": "n.NUMBER_OF_ELEMENTS", "Linked.count": "t.NUMBER_OF_ELEMENTS"} {
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			_, got, err := drive(t, method)
			if err != nil || !vary(t, got, input) {
				t.Errorf("%v %+v", err, got.Observations)
			}
		})
	}
}

func TestTheJVMIsGivenNoOptionThatItWarnsOf(t *testing.T) {
	x := driven(t)
	d, err := x.New(t.Context(), find(t, x, "Texts.sort"), t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	_, result, err := d.run(t.Context(), 0.5, []string{"places\t5"})
	if err != nil || result.Tail != "" {
		t.Errorf("%v %q", err, result.Tail)
	}
}

func TestTheRuntimeIsCompiledOnceAProcess(t *testing.T) {
	x := driven(t)
	m := find(t, x, "Texts.sort")
	if _, err := x.New(t.Context(), m, t.TempDir(), ""); err != nil {
		t.Fatal(err)
	}
	work := t.TempDir()
	d, err := x.New(t.Context(), m, work, "")
	if err != nil {
		t.Fatal(err)
	}
	if sources, _ := filepath.Glob(filepath.Join(work, "*.runtime", "*.java")); len(sources) > 0 {
		t.Errorf("compiled again: %v", sources)
	}
	if _, err := d.Explore(t.Context(), 1, 0.02, 5); err != nil {
		t.Errorf("the second driver does not run: %v", err)
	}
}

// A copy of a project that gets probes calls its own classes; drivers and libraries lie where they are.
func TestACommandNamesTheProjectsClassesFromItsFolderOn(t *testing.T) {
	list := func(entries ...string) string { return strings.Join(entries, string(filepath.ListSeparator)) }
	project := filepath.FromSlash("/work/shop")
	drivers, library := filepath.Join(project, "model", ".drivers"), filepath.FromSlash("/work/shopping/lib.jar")
	all := list(filepath.Join(drivers, "a", "classes"), filepath.Join(project, "core", "target", "classes"), library)
	for of, want := range map[string]string{
		"":      all,
		project: list(filepath.Join(drivers, "a", "classes"), filepath.Join("core", "target", "classes"), library),
	} {
		x := &Index{Program: Program{Project: of, Folder: drivers}}
		if got := x.inProject(all); got != want {
			t.Errorf("of a project in %q: %s, want %s", of, got, want)
		}
	}
}
