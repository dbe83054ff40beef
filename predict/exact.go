package predict

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"beagle/model"
	"beagle/pcm/instance"
	"beagle/pcm/stoex"
	"beagle/predict/simulation"
)

// ErrNone tells that there is no closed form. Other errors are of the model.
var ErrNone = stoex.ErrNoClosedForm

// Mean is the expected time of a behaviour of a usage scenario, in seconds, in closed form, as if each user had the
// machines to himself: the expectation of a sum is the sum of expectations, whatever depends on whatever. Inputs with
// few outcomes are enumerated. Where that does not do (continuous inputs, random parallel branches, many outcomes),
// there is no closed form. Seen, unless it is nil, is told each action that is reached and what variables are worth
// there; the values are not to be kept or changed.
func Mean(b *instance.Behaviour, seen func(instance.Action, map[model.Variable]stoex.Val)) (float64, error) {
	x := &expectation{known: map[string]answer{}, seen: seen}
	out, err := x.behaviour(b, world{values: map[model.Variable]stoex.Val{}})
	return out.mean, err
}

const (
	mostWorlds = 2048
	mostWork   = 200_000 // actions
	mostDeep   = 100     // calls within calls
)

type world struct {
	values   map[model.Variable]stoex.Val
	returned map[model.Variable]stoex.Val
	inner    map[model.Variable]stoex.Expr // INNER characterisations, drawn for each element
	p        float64
}

func (w world) with(v model.Variable, value stoex.Val, p float64) world {
	w.values = maps.Clone(w.values)
	w.values[v] = value
	w.p *= p
	return w
}

type answer struct {
	mean   float64
	fixed  bool
	worlds []world
}

type expectation struct {
	known map[string]answer // of services, by their inputs
	work  int
	deep  int
	seen  func(instance.Action, map[model.Variable]stoex.Val)
}

func (x *expectation) behaviour(b *instance.Behaviour, start world) (answer, error) {
	start.p = 1
	out := answer{fixed: true, worlds: []world{start}}
	for _, a := range b.Actions {
		var next []world
		means := 0.0
		times := make([]float64, 0, len(out.worlds))
		for _, w := range out.worlds {
			if x.work++; x.work > mostWork {
				return answer{}, ErrNone
			}
			one, err := x.action(a, w)
			if err != nil {
				return answer{}, err
			}
			means += w.p * one.mean
			times = append(times, one.mean)
			out.fixed = out.fixed && one.fixed
			for _, after := range one.worlds {
				after.p *= w.p
				next = append(next, after)
			}
		}
		if len(next) > mostWorlds {
			return answer{}, ErrNone
		}
		out.fixed = out.fixed && slices.Min(times) == slices.Max(times)
		out.mean, out.worlds = out.mean+means, next
	}
	return out, nil
}

func (x *expectation) action(a instance.Action, w world) (answer, error) {
	w.p = 1
	same := []world{w}
	if x.seen != nil {
		x.seen(a, w.values)
	}
	switch a := a.(type) {
	case *instance.Internal:
		out := answer{fixed: true, worlds: same}
		for _, d := range a.Demands {
			mean, fixed, err := x.time(d, w)
			if err != nil {
				return answer{}, err
			}
			out.mean, out.fixed = out.mean+mean, out.fixed && fixed
		}
		return out, nil
	case *instance.Wait:
		mean, fixed, err := x.amount(a.Time, w)
		return answer{mean, fixed, same}, err
	case *instance.Call:
		return x.call(a, w)
	case *instance.Loop:
		return x.loop(a.Count, a.Body, w)
	case *instance.Iterator:
		return x.iterator(a, w)
	case *instance.Branch:
		return x.branch(a, w)
	case *instance.Fork:
		return x.fork(a, w)
	case *instance.Set:
		return x.set(a, w)
	default: // acquiring and releasing take no time where nobody else is there
		return answer{0, true, same}, nil
	}
}

func (x *expectation) time(d instance.Demand, w world) (mean float64, fixed bool, err error) {
	work, fixed, err := x.amount(d.Amount, w)
	if err != nil || work == 0 {
		return 0, fixed, err
	}
	rates, err := outcomes(d.Resource.Rate, w)
	if err != nil {
		return 0, false, err
	}
	inverse := 0.0
	for _, r := range rates {
		rate, ok := r.Value.Float()
		if !ok || !(rate > 0) {
			return 0, false, fmt.Errorf("the processing rate %s is not above 0", r.Value)
		}
		inverse += r.P / rate
	}
	return work * inverse, fixed && len(rates) == 1, nil
}

// amount is the mean of a time or demand.
func (x *expectation) amount(e instance.Expression, w world) (mean float64, fixed bool, err error) {
	list, err := outcomes(e, w)
	if err == nil {
		for _, o := range list {
			v, ok := o.Value.Float()
			if !ok {
				return 0, false, fmt.Errorf("%q is %s, not a number", e.Text, o.Value)
			}
			if v > 0 {
				mean += o.P * v
			}
		}
		return mean, len(list) == 1, nil
	}
	if !errors.Is(err, ErrNone) || e.X == nil || w.draws(e) || strings.Contains(e.Text, "Norm(") || strings.Contains(e.Text, "-") {
		return 0, false, err
	}
	mean, err = stoex.ExactMean(e.X, w.values)
	return mean, false, err
}

// draws reports whether an expression reads an INNER characterisation, which is drawn at each use.
func (w world) draws(e instance.Expression) bool {
	if e.X == nil {
		return false
	}
	return slices.ContainsFunc(stoex.Variables(e.X), func(v model.Variable) bool {
		_, given := w.values[v]
		return !given && simulation.Inner(v.Name)
	})
}

func outcomes(e instance.Expression, w world) ([]stoex.Outcome, error) {
	if e.X == nil || w.draws(e) {
		return nil, ErrNone
	}
	return stoex.Outcomes(e.X, w.values)
}

// call is the expectation of a call over all outcomes of its arguments. ErrNone where calls nest too deeply,
// as recursion does.
func (x *expectation) call(a *instance.Call, w world) (answer, error) {
	if x.deep >= mostDeep {
		return answer{}, ErrNone
	}
	x.deep++
	defer func() { x.deep-- }()
	inside, err := x.given(a.Inputs, w, []world{{values: map[model.Variable]stoex.Val{}, inner: map[model.Variable]stoex.Expr{}, p: 1}})
	if err != nil {
		return answer{}, err
	}
	out := answer{fixed: len(inside) == 1}
	for _, in := range inside {
		one, err := x.service(a.Service, in)
		if err != nil {
			return answer{}, err
		}
		out.mean += in.p * one.mean
		out.fixed = out.fixed && one.fixed
		for _, after := range one.worlds {
			back, err := x.returns(a.Returns, after, w)
			if err != nil {
				return answer{}, err
			}
			for _, b := range back {
				b.p *= in.p * after.p
				out.worlds = append(out.worlds, b)
			}
		}
	}
	out.worlds = merged(out.worlds)
	return out, nil
}

func (x *expectation) given(list []instance.Characterisation, caller world, into []world) ([]world, error) {
	for _, c := range list {
		if simulation.Inner(c.Variable.Name) {
			if len(stoexVariables(c.Value)) > 0 { // it would be drawn in the caller's world, later
				return nil, ErrNone
			}
			for i := range into {
				into[i].inner[c.Variable] = c.Value.X
			}
			continue
		}
		list, err := outcomes(c.Value, caller)
		if err != nil {
			return nil, err
		}
		var next []world
		for _, w := range into {
			for _, o := range list {
				next = append(next, w.with(c.Variable, o.Value, o.P))
			}
		}
		if into = next; len(into) > mostWorlds {
			return nil, ErrNone
		}
	}
	return into, nil
}

func stoexVariables(e instance.Expression) []model.Variable {
	if e.X == nil {
		return nil
	}
	return stoex.Variables(e.X)
}

func (x *expectation) service(s *instance.Service, in world) (answer, error) {
	key := fmt.Sprintf("%p", s) + keyOf(in.values) + keyOf(in.inner)
	if known, ok := x.known[key]; ok {
		return known, nil
	}
	var parameters []instance.Characterisation
	parameters = append(parameters, s.Assembly.Parameters...)
	starts := []world{in}
	starts[0].p = 1
	for _, p := range parameters { // each may be drawn, in the callee's own world
		var next []world
		for _, w := range starts {
			list, err := outcomes(p.Value, w)
			if err != nil {
				return answer{}, err
			}
			for _, o := range list {
				next = append(next, w.with(p.Variable, o.Value, o.P))
			}
		}
		starts = next
	}
	out := answer{fixed: len(starts) == 1}
	for _, w := range starts {
		one, err := x.behaviour(s.Body, w)
		if err != nil {
			return answer{}, err
		}
		out.mean += w.p * one.mean
		out.fixed = out.fixed && one.fixed
		for _, after := range one.worlds {
			after.p *= w.p
			out.worlds = append(out.worlds, world{values: after.returned, p: after.p})
		}
	}
	out.worlds = merged(out.worlds)
	x.known[key] = out
	return out, nil
}

func (x *expectation) returns(list []instance.Characterisation, callee, caller world) ([]world, error) {
	caller.p = 1
	out := []world{caller}
	for _, r := range list {
		values, err := outcomes(r.Value, callee)
		if err != nil {
			return nil, err
		}
		var next []world
		for _, w := range out {
			for _, o := range values {
				next = append(next, w.with(r.Variable, o.Value, o.P))
			}
		}
		out = next
	}
	return out, nil
}

func (x *expectation) set(a *instance.Set, w world) (answer, error) {
	out := []world{w}
	for _, c := range a.Values {
		values, err := outcomes(c.Value, w)
		if err != nil {
			return answer{}, err
		}
		var next []world
		for _, one := range out {
			for _, o := range values {
				after := one
				after.returned = maps.Clone(one.returned)
				if after.returned == nil {
					after.returned = map[model.Variable]stoex.Val{}
				}
				after.returned[c.Variable] = o.Value
				after.p *= o.P
				next = append(next, after)
			}
		}
		out = next
	}
	return answer{0, true, out}, nil
}
