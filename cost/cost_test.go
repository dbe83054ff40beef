package cost

import (
	"errors"
	"math"
	"os/exec"
	"strings"
	"testing"
	"time"

	"beagle/internal/need"
	"beagle/measure/java/driver"
	"beagle/model"
)

// seen are observations of sizes of a and b.
func seen(t *testing.T, sizes ...[2]float64) (all []driver.Observation) {
	t.Helper()
	for _, s := range sizes {
		o := driver.Observation{Launch: 1, Seconds: 1e-6, Inputs: map[model.Variable]model.Value{}}
		for i, name := range []string{"a.NUMBER_OF_ELEMENTS", "b.NUMBER_OF_ELEMENTS"} {
			v, err := model.ParseVariable(name)
			if err != nil {
				t.Fatal(err)
			}
			o.Inputs[v] = model.NumberValue(s[i])
		}
		all = append(all, o)
	}
	return all
}

func TestOfInputsThatAlwaysHaveTheSameValueOneIsLearntFrom(t *testing.T) {
	got, alike := table(seen(t, [2]float64{3, 3}, [2]float64{9, 9}))
	if len(got.Columns) != 1 || got.Columns[0].Variable.Name != "a" || alike["b.NUMBER_OF_ELEMENTS"] != "a.NUMBER_OF_ELEMENTS" {
		t.Errorf("%v %v", got.Columns, alike)
	}
	if got, alike = table(seen(t, [2]float64{3, 3}, [2]float64{9, 8})); len(got.Columns) != 2 || len(alike) != 0 {
		t.Errorf("%v %v", got.Columns, alike)
	}
}

func TestACostThatDatesDecideIsSaidToBeAMean(t *testing.T) {
	out := &Result{Design: driver.Design{Places: []driver.Place{nil}}}
	m := &driver.Method{Class: "shop/Work", Name: "days", Descriptor: "(ILjava/time/LocalDate;)J", Names: []string{"n", "to"}}
	l := loop{out: out, x: &driver.Index{}, r: Request{Method: m}, places: out.Design.Places, observations: []driver.Observation{{Seconds: 1e-6}}}
	if err := l.varied(); err != nil || len(out.Problems) != 1 || !strings.HasSuffix(out.Problems[0].Message, "2027 of to") {
		t.Errorf("%v %v", out.Problems, err)
	}
}

func TestAMeanOfOneSizeIsNoFormula(t *testing.T) {
	place := func(a, b float64) driver.Place {
		return driver.Place{{Name: "a.NUMBER_OF_ELEMENTS", To: a}, {Name: "b.NUMBER_OF_ELEMENTS", To: b}}
	}
	one := func(places []driver.Place, rows []driver.Observation) (*Result, error) {
		out := &Result{Design: driver.Design{Places: places}}
		l := loop{out: out, x: &driver.Index{}, r: Request{Method: &driver.Method{Class: "shop/Work", Name: "dot", Descriptor: "()V"}}, places: places, observations: rows}
		return out, l.varied()
	}
	var p model.Problem
	if _, err := one([]driver.Place{place(16, 16)}, seen(t, [2]float64{16, 16})); !errors.As(err, &p) || !strings.Contains(p.Message, "no input varied") || !strings.Contains(p.Hint, `drive: {inputs: {"shop.Work.dot()": X}}`) {
		t.Errorf("%v", err)
	}
	out, err := one([]driver.Place{place(16, 8), place(32, 8)}, seen(t, [2]float64{16, 8}, [2]float64{32, 8}))
	if err != nil || len(out.Problems) != 1 || !strings.Contains(out.Problems[0].Message, "b.NUMBER_OF_ELEMENTS") {
		t.Errorf("%v %v", out.Problems, err)
	}
	lazy := loop{out: &Result{}, x: &driver.Index{}, r: Request{Method: &driver.Method{Class: "shop/Work", Name: "all", Descriptor: "()Ljava/util/stream/Stream;"}}}
	if err := lazy.varied(); err != nil || len(lazy.out.Problems) != 1 || !strings.Contains(lazy.out.Problems[0].Message, "java.util.stream.Stream") {
		t.Errorf("%v %v", err, lazy.out.Problems)
	}
	if _, err := one([]driver.Place{nil}, []driver.Observation{{Seconds: 1e-6}}); err != nil {
		t.Errorf("a method without inputs: %v", err)
	}
}

func TestAMethodOfWhichNoInputVariesIsNotLearnt(t *testing.T) {
	need.Java(t)
	classes := t.TempDir()
	if said, err := exec.Command("javac", "-g", "-d", classes, "../measure/java/driver/testdata/driven/Linked.java").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	x, err := driver.Read(t.Context(), driver.Program{Own: []string{classes}, Folder: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	m, err := x.Find("Linked.eight")
	if err != nil {
		t.Fatal(err)
	}
	got, err := Learn(t.Context(), x, Request{Method: m, For: 4 * time.Second, Seed: 1})
	if err != nil || got.Learnt != nil || len(got.Problems) != 1 || got.Problems[0].Rule != "not-varied" {
		t.Errorf("%v, learnt %v, %v", err, got.Learnt != nil, got.Problems)
	}
}

func TestProgressTellsWhatWasMeasuredAndWhatIsNext(t *testing.T) {
	rows := seen(t, [2]float64{1, 1}, [2]float64{2, 2}, [2]float64{1, 1})
	rows[1].Place, rows[2].Seconds = 1, 3e-6
	place := driver.Place{{Name: "a.NUMBER_OF_ELEMENTS", To: 3}}
	var got Progress
	l := loop{
		out: &Result{Design: driver.Design{Places: make([]driver.Place, 3)}}, places: []driver.Place{nil, nil, nil, place}, observations: rows,
		r: Request{For: time.Minute, Tell: func(p Progress) { got = p }},
	}
	l.tell("launch 2 of 5", 2)
	if len(got.Points) != 2 || got.Points[0].Launches != 2 || math.Abs(got.Points[0].Mean-2e-6) > 1e-12 {
		t.Fatalf("%+v", got.Points)
	}
	// The 95 % quantile of Student's t with one degree of freedom is 6.314, the standard error 1e-6.
	if p := got.Points[0]; math.Abs(p.High-8.314e-6) > 1e-9 || p.Low != 0 {
		t.Errorf("%+v", p)
	}
	if !math.IsNaN(got.Points[1].Low) {
		t.Errorf("an interval of one launch: %+v", got.Points[1])
	}
	if len(got.Next) != 2 || got.Next[0].Asked || !got.Next[1].Asked || got.Next[1].Place[0].To != 3 {
		t.Errorf("%+v", got.Next)
	}
}

// Inputs may each lie in their ranges and be too much together: such places are not asked, and those that end a launch
// are taken back.
func TestPlacesAtWhichCallsTakeTooLongAreNotAsked(t *testing.T) {
	sizes := [][2]float64{{1, 1}, {1, 10}, {10, 1}, {10, 10}, {100, 1}, {1, 100}, {100, 10}, {10, 100}, {3, 30}, {30, 3}}
	l := loop{r: Request{Method: &driver.Method{Class: "lib/Tables", Name: "fill", Descriptor: "()V"}}, out: &Result{}, total: 30, observations: seen(t, sizes...)}
	for i := range l.observations {
		l.observations[i].Place, l.observations[i].Seconds = i, 1e-6*sizes[i][0]*sizes[i][1]
	}
	l.learn(t.Context(), 10)
	place := func(a, b float64) driver.Place {
		return driver.Place{{Name: "a.NUMBER_OF_ELEMENTS", To: a}, {Name: "b.NUMBER_OF_ELEMENTS", To: b}}
	}
	if l.lasts(place(300, 300)) || !l.lasts(place(1000, 1000)) { // 0.09 s and 1 s of at most 0.1 s
		t.Errorf("%v takes longer, or does not", l.out.Expression())
	}
	l.places = []driver.Place{place(1, 1)}
	got := driver.Launched{Problems: []model.Problem{{Severity: model.Error}, {Severity: model.Info}}}
	if !l.takesBack(&got, nil) || len(l.places) != 0 || len(got.Problems) != 1 {
		t.Errorf("%v, %v", l.places, got.Problems)
	}
	if l.takesBack(&driver.Launched{Problems: []model.Problem{{Severity: model.Error}}}, nil) {
		t.Error("what the design has is taken back")
	}
}
