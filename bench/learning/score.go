package main

import (
	"fmt"
	"math"

	"beagle/judge"
	"beagle/learn"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
)

type outcome struct {
	Learner   string   `json:"learner"`
	Budget    float64  `json:"budget"`
	Suite     string   `json:"suite"`
	Design    string   `json:"design"`
	Noise     float64  `json:"noise"`
	Problem   string   `json:"problem"`
	Family    string   `json:"family"`
	Seed      uint64   `json:"seed"`
	Recovered bool     `json:"recovered"`
	Inside    *float64 `json:"r2_inside"` // null: no finite answer
	Beyond    *float64 `json:"r2_beyond"`
	Off       *float64 `json:"off_beyond"` // median relative error on up to four times the range
	Size      int      `json:"size"`       // nodes of the common tree
	Depth     int      `json:"depth"`
	Constants int      `json:"constants"`
	Seconds   float64  `json:"seconds"` // CPU time
	False     int      `json:"false_dependencies"`
	Missed    int      `json:"missed_dependencies"`
	Covered   int      `json:"covered,omitempty"` // of Known intervals
	Known     int      `json:"known,omitempty"`
	// BeyondCovered of BeyondKnown are the same on up to four times the range.
	BeyondCovered int    `json:"beyond_covered,omitempty"`
	BeyondKnown   int    `json:"beyond_known,omitempty"`
	Nothing       bool   `json:"nothing_left,omitempty"` // it is said that nothing is left to learn
	Right         bool   `json:"right,omitempty"`        // the form is the true one; with -coverage, and of campaigns
	Needless      bool   `json:"needless,omitempty"`     // it is beside something else; of campaigns
	Expression    string `json:"expression"`
	Analyser      string `json:"analyser,omitempty"`
	Failed        string `json:"failed,omitempty"`

	Form         string     `json:"form,omitempty"`
	Word         string     `json:"word,omitempty"`        // what a reader makes of the expression
	Undecided    bool       `json:"undecided,omitempty"`   // it is said that the data do not decide
	Unsure       bool       `json:"unsure,omitempty"`      // it is said that its mean beyond the data is sure not even to a factor of two
	Unwritten    bool       `json:"unwritten,omitempty"`   // it is below the asked quality
	Within       float64    `json:"within,omitempty"`      // up to how many times what was measured it may be used; 0: no bound is said
	Gap          float64    `json:"gap,omitempty"`         // between what is undecided
	Mean         *float64   `json:"mean_beyond,omitempty"` // predicted by measured total beyond the range, less 1
	Totals       *float64   `json:"totals,omitempty"`      // the same of launches held out
	Catastrophic bool       `json:"catastrophic,omitempty"`
	Points       []*float64 `json:"points,omitempty"` // some predictions, to compare campaigns; null: none
}

// String is one line of the list of results, with a mark where the form was not recovered.
func (o outcome) String() string {
	mark := "ok"
	if !o.Recovered {
		mark = "--"
	}
	number := func(x *float64) float64 {
		if x == nil {
			return math.Inf(-1)
		}
		return *x
	}
	text := o.Expression
	if o.Form != "" {
		return o.recordedLine(mark)
	}
	if o.Failed != "" {
		text = "failed: " + o.Failed
	}
	return fmt.Sprintf("%s %-8s %-20s %d %6.0f ms  R2 %8.5f %8.5f  %2d  %-10s %s", mark, o.Learner, o.Problem, o.Seed, 1000*o.Seconds, number(o.Inside), number(o.Beyond), o.Size, o.Analyser, text)
}

func (t *table) score(a answer) outcome {
	o := outcome{
		Suite: t.setting.suite, Design: t.setting.design, Noise: t.setting.noise, Problem: t.problem.name, Family: t.problem.family,
		Seed: t.seed, Seconds: a.seconds, Analyser: a.analyser, Failed: a.failed, Covered: a.covered, Known: a.known, Right: a.right,
		BeyondCovered: a.beyondCovered, BeyondKnown: a.beyondKnown, Nothing: a.nothing,
	}
	if a.failed != "" {
		return o
	}
	o.Undecided, o.Unsure, o.Unwritten, o.Within, o.Gap = a.undecided, a.unsure, a.unwritten, a.within, a.gap
	n := tidy(a.formula)
	o.Size, o.Depth, o.Constants, o.Expression = expression.Size(n), expression.Depth(n), constants(n), expression.String(n)
	if t.real != nil {
		measuredTable{t}.score(a, &o)
		return o
	}
	for j, in := range t.inputs {
		switch matters := t.matters(j); {
		case uses(n, in.name) && !matters:
			o.False++
		case !uses(n, in.name) && matters:
			o.Missed++
		}
	}
	if t.setting.decides() {
		decision{t}.score(a, &o)
		return o
	}
	inside, beyond := t.r2(a.inside, t.inside), t.r2(a.beyond, t.beyond)
	o.Inside, o.Beyond, o.Off = known(inside), known(beyond), known(t.off(a.beyond))
	switch {
	case t.setting.campaign():
		o.Recovered = t.near(a.inside, a.beyond)
		o.Right, o.Needless = t.plain(a)
	case t.setting.exact:
		o.Recovered = t.exact(a.inside, t.inside) && t.exact(a.beyond, t.beyond)
	case t.setting.noise > 0:
		o.Recovered = inside > 0.99 && beyond > 0.95
	default:
		o.Recovered = inside > 0.9999 && beyond > 0.999
	}
	return o
}

func known(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

func (t *table) right(points [][]float64, measured func(*recorded) []float64) []float64 {
	if t.real != nil {
		return measured(t.real)
	}
	return t.truth(points)
}

func (t *table) truth(points [][]float64) []float64 {
	y := make([]float64, len(points))
	for i, x := range points {
		y[i] = t.problem.truth(x)
	}
	return y
}

func (t *table) evaluate(n expression.Node, points [][]float64) []float64 {
	f, err := dataset.Evaluate(n, t.columns(points))
	if err == nil && len(f) == len(points) {
		return f
	}
	f = make([]float64, len(points))
	for i := range f {
		f[i] = math.NaN()
	}
	return f
}

// r2 is the share of the true function's variance on some points that predictions explain.
func (t *table) r2(f []float64, points [][]float64) float64 {
	if len(f) != len(points) {
		return math.Inf(-1)
	}
	truth := t.truth(points)
	mean := 0.0
	for _, y := range truth {
		mean += y / float64(len(points))
	}
	var left, all, squares float64
	for i, y := range truth {
		left += (y - f[i]) * (y - f[i])
		all += (y - mean) * (y - mean)
		squares += y * y
	}
	if math.IsNaN(left) {
		return math.Inf(-1)
	}
	if all < 1e-18*squares || all == 0 { // a constant has no variance: judge the error itself
		if squares == 0 {
			return 1 - left
		}
		return 1 - left/squares
	}
	return 1 - left/all
}

func (t *table) off(f []float64) float64 {
	if len(f) == 0 {
		return math.NaN()
	}
	errors := make([]float64, len(f))
	for i, y := range t.truth(t.beyond) {
		if errors[i] = math.Abs(f[i]-y) / max(math.Abs(y), 1e-300); math.IsNaN(errors[i]) {
			errors[i] = math.Inf(1)
		}
	}
	return middle(errors)
}

func (t *table) exact(f []float64, points [][]float64) bool {
	for i, y := range t.truth(points) {
		if !(math.Abs(y-f[i]) <= 1e-6*max(1, math.Abs(y))) {
			return false
		}
	}
	return true
}

// coverage adds to an answer how many 90 % intervals of an expression's values at held-out points hold the true
// value, in the range and beyond it, and whether the form is right.
func (t *table) coverage(kind model.Kind, learnt learn.Result, a *answer) {
	if !kind.Noisy() {
		return // exact quantities have no intervals
	}
	a.covered, a.known = t.holdsTrue(learnt, t.inside, t.right(t.inside, func(r *recorded) []float64 { return r.inside }))
	a.beyondCovered, a.beyondKnown = t.holdsTrue(learnt, t.beyond, t.right(t.beyond, func(r *recorded) []float64 { return r.beyond }))
	a.right = t.real == nil && t.holds(learnt.Proposals[0].Expression)
}

// holdsTrue is how many intervals at some points hold the true values, and how many there are.
func (t *table) holdsTrue(learnt learn.Result, points [][]float64, truth []float64) (covered, known int) {
	intervals, err := judge.Predict(learnt.Data, learnt.Forms(), t.columns(points))
	if err != nil {
		return 0, len(truth)
	}
	if t.real != nil {
		return holdsMeans(intervals, truth)
	}
	for i, in := range intervals {
		if known++; in.Low <= truth[i] && truth[i] <= in.High {
			covered++
		}
	}
	return covered, known
}

func (t *table) matters(j int) bool {
	if t.inputs[j].name == "twin.VALUE" || j >= len(t.problem.inputs) {
		return false
	}
	points := t.train[:min(50, len(t.train))]
	if t.setting.decides() { // some decide seldom
		points = t.inside
	}
	for i, x := range points {
		other := append([]float64{}, x...)
		other[j] = t.train[(i+7)%len(t.train)][j]
		if t.problem.truth(other) != t.problem.truth(x) {
			return true
		}
	}
	return false
}

func (t *table) holds(n expression.Node) bool {
	clean := &model.Table{Columns: t.columns(t.train), Target: model.Column{Kind: model.Number, Num: t.truth(t.train)}}
	d := dataset.Prepare(clean, true)
	noise := regression.NewNoise(d, 0)
	noise.Sigma = 1e-3
	truth := t.truth(t.inside)
	for i, y := range t.evaluate(regression.TuneEstimates(d, n, noise, 50), t.inside) {
		if !(math.Abs(y-truth[i]) <= 1e-3*math.Abs(truth[i])) {
			return false
		}
	}
	return true
}
