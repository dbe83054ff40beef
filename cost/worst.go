package cost

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"beagle/internal/safe"
	"beagle/judge"
	"beagle/measure/java/driver"
	"beagle/model"
	"beagle/statistics/dataset"
	"beagle/statistics/robust"
)

// Worst is what came of inputs that the formula says are the costliest.
type Worst struct {
	Runs []Challenge
	Kept string // file with the places that refuted the formula, where later measurements of the method call it, too; empty: none did
}

// Challenge is one of these inputs.
type Challenge struct {
	Inputs    map[model.Variable]model.Value
	Predicted judge.Interval // 90 %, of the mean of one more launch, CPU seconds a call
	Measured  float64        // CPU seconds a call
	Refuted   bool           // Measured is not what the formula says, by more than chance makes of it in one of a hundred launches
	place     driver.Place
}

// Refuted reports whether one of the inputs refuted the formula.
func (w *Worst) Refuted() bool {
	return slices.ContainsFunc(w.Runs, func(c Challenge) bool { return c.Refuted })
}

// challenge runs the inputs that the formula says are the costliest in one more launch. Where they refute it, it is learnt again with
// this launch, and the inputs are kept.
func (l *loop) challenge(ctx context.Context) {
	places, err := l.costliest()
	if err != nil || len(places) == 0 {
		return
	}
	l.tell(fmt.Sprintf("the %d costliest inputs", len(places)), l.out.Launches)
	n := len(l.places)
	got, err := l.d.Measure(ctx, append(slices.Clone(l.places), places...), max(l.left()-learning*l.total-1, 1))
	if err != nil {
		p := model.AsProblem(err, "worst")
		p.Severity = model.Warning
		l.out.Problems = append(l.out.Problems, p)
		return
	}
	w := &Worst{}
	for _, o := range got.Observations {
		if o.Place < n {
			continue
		}
		c := Challenge{Inputs: o.Inputs, Measured: o.Seconds, place: places[o.Place-n]}
		foretold, err := l.out.Predict(l.row(func(v model.Variable) (model.Value, bool) { value, known := o.Inputs[v]; return value, known }))
		if err != nil {
			continue
		}
		c.Predicted = foretold[0]
		exactly := judge.Interval{Value: o.Seconds, Low: o.Seconds, High: o.Seconds}
		c.Refuted = Slower(c.Predicted, exactly) || Slower(exactly, c.Predicted)
		w.Runs = append(w.Runs, c)
	}
	if len(w.Runs) == 0 {
		return
	}
	if l.out.Worst = w; w.Refuted() {
		l.places = append(l.places, places...)
		l.add(l.out.Launches+1, got)
		l.learn(ctx, max(learning*l.total, 2))
		if err := l.keep(w); err != nil {
			l.out.Problems = append(l.out.Problems, model.AsProblem(err, "worst"))
		}
	}
}

// costliest are places whose calls take longest by the formula, up to four times the sizes and the longest call of the design: the
// costliest of a hundred places by chance, three times.
func (l *loop) costliest() (found []driver.Place, err error) {
	const times, draws = 3, 100
	chance, formula := rand.New(rand.NewPCG(l.r.Seed, 0)), l.out.Expression()
	for range times {
		most, best := 0.0, driver.Place(nil)
		for range draws {
			place := slices.Clone(l.places[chance.IntN(len(l.out.Design.Places))])
			for i := range place {
				place[i].To = l.drawn(place[i].Name, chance.Float64())
			}
			costs, err := dataset.Evaluate(formula, l.row(func(v model.Variable) (model.Value, bool) {
				at := slices.IndexFunc(place, func(one driver.Value) bool { return one.Name == v.String() })
				if at < 0 {
					return model.Value{}, false
				}
				return model.NumberValue(place[at].To), true
			}))
			if err != nil {
				return nil, err
			}
			if cost := costs[0]; cost > most && cost <= dataset.ExtrapolationFactor*longest(l.total) {
				most, best = cost, place
			}
		}
		if best != nil {
			found = append(found, best)
		}
	}
	return found, nil
}

// drawn is a value of a knob, evenly by logarithms up to four times the largest one; of truth values and the like one of those measured.
func (l *loop) drawn(name string, share float64) float64 {
	for _, r := range l.out.Design.Ranges {
		if r.Name != name {
			continue
		}
		high := r.High
		if slices.ContainsFunc(l.out.Table.Columns, func(c model.Column) bool { return c.Variable.String() == name && c.Kind == model.Number }) {
			high *= dataset.ExtrapolationFactor
		}
		low := math.Max(r.Low, 1)
		return math.Round(min(low*math.Pow(max(high/low, 1), share), high))
	}
	return 0
}

// row is one row of inputs; those that are not known are typical.
func (l *loop) row(of func(model.Variable) (model.Value, bool)) []model.Column {
	columns := slices.Clone(l.out.Table.Columns)
	for j := range columns {
		c := &columns[j]
		x := robust.Middle(slices.DeleteFunc(slices.Clone(c.Num), math.IsNaN))
		if value, known := of(c.Variable); known && value.Kind == model.Text {
			if level := slices.Index(c.Levels, value.Str); level >= 0 {
				x = float64(level)
			}
		} else if known {
			x = value.Num
		}
		c.Num = []float64{x}
	}
	return columns
}

// kept is the file with the places that refuted a formula of the method, beside its driver.
func (l *loop) kept() string { return strings.TrimSuffix(l.out.Source, ".java") + ".refuted.json" }

// keep adds the places that refuted the formula to those of earlier measurements.
func (l *loop) keep(w *Worst) error {
	all, err := l.earlier()
	if err != nil {
		return err
	}
	for _, c := range w.Runs {
		if c.Refuted {
			all = append(all, c.place)
		}
	}
	text, err := json.Marshal(all)
	if err != nil {
		return err
	}
	w.Kept = l.kept()
	if _, err = safe.WriteFile(w.Kept, text, safe.WriteOptions{}); err != nil {
		return err
	}
	return os.Chmod(w.Kept, 0o600)
}

// earlier are the places that refuted formulas of earlier measurements; the last ones, as many as a design may have.
func (l *loop) earlier() (places []driver.Place, err error) {
	const most = 1 << 20
	text, err := safe.ReadFile(l.kept(), most)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &places)
	}
	if err != nil {
		return nil, model.Problem{Severity: model.Warning, Rule: "worst", File: l.kept(), Message: "inputs that refuted an earlier formula cannot be read: " + safe.Cause(err).Error(), Hint: "remove the file"}
	}
	return places[max(0, len(places)-mostPlaces):], nil
}
