package stoex

import (
	"errors"
	"fmt"
	"math"

	"beagle/model"
)

// Mean is the expected value of a number; a truth value counts as its probability.
func Mean(x Expr, values map[model.Variable]Val) (float64, error) {
	m := &averager{evaluator{values, nil}}
	mean, err := m.mean(x)
	if errors.Is(err, ErrNoClosedForm) {
		return m.estimate(x)
	}
	return mean, err
}

const (
	maxOutcomes = 4096
	meanSamples = 200_000
)

// ErrNoClosedForm tells that an expression is continuous, or has too many outcomes, so that there is no exact answer.
var ErrNoClosedForm = errors.New("no closed form")

// Outcome is one possible value and its probability.
type Outcome struct {
	Value Val     // what the expression may yield
	P     float64 // its probability, 0 to 1; those of all outcomes sum to 1
}

// Outcomes lists what a discrete expression can yield, with probabilities that sum to 1.
func Outcomes(x Expr, values map[model.Variable]Val) ([]Outcome, error) {
	return (&averager{evaluator{values, nil}}).outcomes(x)
}

// ExactMean is Mean without its estimate: ErrNoClosedForm where there is no exact one.
func ExactMean(x Expr, values map[model.Variable]Val) (float64, error) {
	return (&averager{evaluator{values, nil}}).mean(x)
}

type averager struct{ evaluator }

// mean first tries to enumerate all outcomes, which is exact whatever depends on whatever; where these are too many
// or continuous it goes by rules: expectations of sums are sums of expectations, and densities and distributions have
// known means.
func (m *averager) mean(x Expr) (float64, error) {
	list, err := m.outcomes(x)
	if err == nil {
		sum := 0.0
		for _, o := range list {
			switch {
			case o.Value.number():
				sum += o.P * o.Value.float()
			case o.Value.kind == valBool:
				sum += o.P * float64(o.Value.i)
			default:
				return 0, fmt.Errorf("the text %q has no mean", o.Value.s)
			}
		}
		return sum, nil
	}
	if !errors.Is(err, ErrNoClosedForm) {
		return 0, err
	}
	switch x := plain(x).(type) {
	case *PMF:
		return pdfMean(x)
	case *Unary:
		if x.Op == OpSub {
			mean, err := m.mean(x.X)
			return -mean, err
		}
	case *Binary:
		return m.linear(x)
	case *Cond:
		return m.choice(x)
	case *Call:
		if f := library[x.Name]; f.random {
			return m.distribution(x)
		}
		if drawn := drawnWhole(x); drawn != nil {
			return m.mean(drawn)
		}
	}
	return 0, ErrNoClosedForm
}

// drawn are the two neighbours of each value of a number, so often that the mean stays.
func (m *averager) drawn(x Expr) ([]Outcome, error) {
	list, err := m.outcomes(x)
	if err != nil {
		return nil, err
	}
	whole := make([]Outcome, 0, 2*len(list))
	for _, o := range list {
		if !o.Value.number() {
			return nil, ErrNoClosedForm
		}
		low := math.Floor(o.Value.float())
		if !(math.Abs(low) < math.MaxInt32) {
			return nil, ErrNoClosedForm
		}
		share := o.Value.float() - low
		whole = append(whole, Outcome{IntValue(int32(low)), o.P * (1 - share)})
		if share > 0 {
			whole = append(whole, Outcome{IntValue(int32(low) + 1), o.P * share})
		}
	}
	return whole, nil
}

// drawnWhole is the number x of Trunc(x + U), where U is uniform from 0 to 1: whatever x is, that is one of its two
// neighbours with the mean of x. nil: it is something else.
func drawnWhole(x *Call) Expr {
	if x.Name != "Trunc" || len(x.Args) != 1 {
		return nil
	}
	sum, ok := plain(x.Args[0]).(*Binary)
	if !ok || sum.Op != OpAdd {
		return nil
	}
	uniform := func(x Expr) bool {
		f, ok := plain(x).(*PMF)
		if !ok || f.Kind != DoublePDF || len(f.Samples) == 0 {
			return false
		}
		for _, s := range f.Samples[:len(f.Samples)-1] {
			if numeric(s) != 0 || s.Probability != 0 {
				return false
			}
		}
		last := f.Samples[len(f.Samples)-1]
		return numeric(last) == 1 && last.Probability > 0
	}
	switch {
	case uniform(sum.Y):
		return sum.X
	case uniform(sum.X):
		return sum.Y
	}
	return nil
}

func (m *averager) linear(x *Binary) (float64, error) {
	if x.Op != OpAdd && x.Op != OpSub && x.Op != OpMul && x.Op != OpDiv {
		return 0, ErrNoClosedForm
	}
	a, err := m.mean(x.X)
	if err != nil {
		return 0, err
	}
	if x.Op == OpDiv {
		list, err := m.outcomes(x.Y)
		if err != nil {
			return 0, err
		}
		sum := 0.0
		for _, o := range list {
			if !o.Value.number() {
				return 0, ErrNoClosedForm
			}
			sum += o.P / o.Value.float()
		}
		return a * sum, nil
	}
	b, err := m.mean(x.Y)
	if err != nil {
		return 0, err
	}
	return doubleOp(x.Op, a, b), nil
}

// choice weighs the alternatives by the probability of the condition.
func (m *averager) choice(x *Cond) (float64, error) {
	p, err := m.mean(x.If)
	if err != nil {
		return 0, err
	}
	var yes, no float64
	if p > 0 {
		if yes, err = m.mean(x.Then); err != nil {
			return 0, err
		}
	}
	if p < 1 {
		if no, err = m.mean(x.Else); err != nil {
			return 0, err
		}
	}
	return p*yes + (1-p)*no, nil
}

// distribution is the mean of a distribution whose parameters are numbers.
func (m *averager) distribution(x *Call) (float64, error) {
	f := library[x.Name]
	if len(x.Args) != f.args {
		return 0, fmt.Errorf("%s takes %d arguments (%s), here are %d", x.Name, f.args, f.about, len(x.Args))
	}
	args := make([]Val, len(x.Args))
	for i, arg := range x.Args {
		list, err := m.outcomes(arg)
		if err != nil {
			return 0, err
		}
		if len(list) != 1 {
			return 0, ErrNoClosedForm
		}
		args[i] = list[0].Value
	}
	a, err := distribution(x.Name, args)
	if err != nil {
		return 0, err
	}
	return expected(x.Name, a), nil
}

// pdfMean is the mean of a DoublePDF: its boxes are uniform, and the first one starts at 0.
func pdfMean(f *PMF) (float64, error) {
	sum, total, below := 0.0, 0.0, 0.0
	for _, s := range f.Samples {
		sum += s.Probability * (below + numeric(s)) / 2
		total += s.Probability
		below = numeric(s)
	}
	if total <= 0 {
		return 0, fmt.Errorf("no sample of this %s has a probability above 0", f.Kind)
	}
	return sum / total, nil
}

func (m *averager) outcomes(x Expr) ([]Outcome, error) {
	switch x := plain(x).(type) {
	case *PMF:
		return pmfOutcomes(x)
	case *Unary:
		return m.combine([]Expr{x.X}, func(v []Val) (Val, error) { return unaryOp(x.Op, v[0]) })
	case *Binary:
		return m.combine([]Expr{x.X, x.Y}, func(v []Val) (Val, error) { return binaryOp(x.Op, v[0], v[1]) })
	case *Call:
		if library[x.Name].random {
			return nil, ErrNoClosedForm
		}
		if drawn := drawnWhole(x); drawn != nil {
			return m.drawn(drawn)
		}
		return m.combine(x.Args, func(v []Val) (Val, error) { return call(x.Name, v, nil) })
	case *Cond:
		return m.condOutcomes(x)
	default:
		v, err := m.eval(x)
		return []Outcome{{v, 1}}, err
	}
}

// pmfOutcomes are the samples of a mass function with their probabilities, divided by their sum as simulators do.
func pmfOutcomes(f *PMF) ([]Outcome, error) {
	if f.Kind == DoublePDF || len(f.Samples) > maxOutcomes {
		return nil, ErrNoClosedForm
	}
	total := 0.0
	for _, s := range f.Samples {
		total += s.Probability
	}
	if total <= 0 {
		return nil, fmt.Errorf("no sample of this %s has a probability above 0", f.Kind)
	}
	list := make([]Outcome, 0, len(f.Samples))
	for _, s := range f.Samples {
		if s.Probability > 0 {
			list = append(list, Outcome{sampleVal(f.Kind, s), s.Probability / total})
		}
	}
	return list, nil
}

func (m *averager) combine(operands []Expr, apply func([]Val) (Val, error)) ([]Outcome, error) {
	lists := make([][]Outcome, len(operands))
	count := 1
	for i, x := range operands {
		list, err := m.outcomes(x)
		if err != nil {
			return nil, err
		}
		lists[i] = list
		if count *= len(list); count > maxOutcomes*16 {
			return nil, ErrNoClosedForm
		}
	}
	seen := map[Val]int{}
	var merged []Outcome
	args := make([]Val, len(operands))
	for combination := range count {
		p := 1.0
		for i, list := range lists {
			o := list[combination%len(list)]
			combination /= len(list)
			args[i] = o.Value
			p *= o.P
		}
		v, err := apply(args)
		if err != nil {
			return nil, err
		}
		if at, known := seen[v]; known {
			merged[at].P += p
			continue
		}
		seen[v] = len(merged)
		if merged = append(merged, Outcome{v, p}); len(merged) > maxOutcomes {
			return nil, ErrNoClosedForm
		}
	}
	return merged, nil
}

// condOutcomes are the outcomes of both alternatives, weighted by those of the condition.
func (m *averager) condOutcomes(x *Cond) ([]Outcome, error) {
	conditions, err := m.outcomes(x.If)
	if err != nil {
		return nil, err
	}
	var all []Outcome
	for _, c := range conditions {
		branch := x.Else
		if yes, ok := c.Value.Bool(); !ok {
			return nil, fmt.Errorf("the condition is %s, not a truth value", c.Value)
		} else if yes {
			branch = x.Then
		}
		list, err := m.outcomes(branch)
		if err != nil {
			return nil, err
		}
		for _, o := range list {
			all = append(all, Outcome{o.Value, c.P * o.P})
		}
	}
	if len(all) > maxOutcomes {
		return nil, ErrNoClosedForm
	}
	return all, nil
}

func (m *averager) estimate(x Expr) (float64, error) {
	random := NewRandom(1)
	sum, lost := 0.0, 0.0 // Kahan's summation
	for range meanSamples {
		v, err := Eval(x, m.values, random)
		if err != nil {
			return 0, err
		}
		value := float64(v.i)
		if v.kind != valBool {
			var ok bool
			if value, ok = v.Float(); !ok {
				return 0, fmt.Errorf("the text %q has no mean", v.s)
			}
		}
		y := value - lost
		t := sum + y
		lost = (t - sum) - y
		sum = t
	}
	mean := sum / meanSamples
	if math.IsNaN(mean) {
		return 0, fmt.Errorf("the expression yields no number")
	}
	return mean, nil
}
