package predict

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"sort"
	"strings"

	"beagle/model"
	"beagle/pcm/instance"
	"beagle/pcm/stoex"
)

// errStuck is a branch without a way out.
var errStuck = errors.New("no guard of the branch is true")

// loop multiplies the mean number of turns by the mean of a turn.
func (x *expectation) loop(count instance.Expression, body *instance.Behaviour, w world) (answer, error) {
	list, err := outcomes(count, w)
	if err != nil {
		return answer{}, err
	}
	turns := 0.0
	for _, o := range list {
		n, ok := o.Value.Int()
		if !ok {
			return answer{}, fmt.Errorf("the number of turns %q is %s, not a whole number", count.Text, o.Value)
		}
		turns += o.P * math.Max(0, float64(n))
	}
	if turns == 0 {
		return answer{0, true, []world{w}}, nil
	}
	one, err := x.behaviour(body, w)
	if err != nil {
		return answer{}, err
	}
	if !unchanged(one.worlds, w) {
		return answer{}, ErrNone
	}
	return answer{turns * one.mean, one.fixed && len(list) == 1, []world{w}}, nil
}

func (x *expectation) iterator(a *instance.Iterator, w world) (answer, error) {
	n, known := w.values[model.Variable{Name: a.Parameter, Char: model.NumberOfElements}]
	turns, ok := n.Int()
	switch {
	case !known:
		return answer{}, fmt.Errorf("%w: %s.NUMBER_OF_ELEMENTS has no value here", model.ErrUndefined, a.Parameter)
	case !ok:
		return answer{}, fmt.Errorf("the number of turns is %s, not a whole number", n)
	case turns <= 0:
		return answer{0, true, []world{w}}, nil
	}
	inside := []world{w}
	for _, v := range sortedVariables(w.inner) {
		if v.Name != a.Parameter+".INNER" && !strings.HasPrefix(v.Name, a.Parameter+".INNER.") {
			continue
		}
		values, err := stoex.Outcomes(w.inner[v], nil)
		if err != nil {
			return answer{}, err
		}
		var next []world
		for _, one := range inside {
			for _, o := range values {
				next = append(next, one.with(v, o.Value, o.P))
			}
		}
		if inside = next; len(inside) > mostWorlds {
			return answer{}, ErrNone
		}
	}
	out := answer{fixed: len(inside) == 1, worlds: []world{w}}
	for _, one := range inside {
		turn, err := x.behaviour(a.Body, one)
		if err != nil {
			return answer{}, err
		}
		if !unchanged(turn.worlds, one) {
			return answer{}, ErrNone
		}
		out.mean += float64(turns) * one.p * turn.mean
		out.fixed = out.fixed && turn.fixed
	}
	return out, nil
}

// branch weighs what each transition does by its probability.
func (x *expectation) branch(a *instance.Branch, w world) (answer, error) {
	out := answer{fixed: true}
	left := 1.0
	total := 0.0
	for _, t := range a.Transitions {
		total += t.Probability
	}
	for _, t := range a.Transitions {
		p := 0.0
		if t.Guard == nil {
			p = t.Probability / total
		} else {
			list, err := outcomes(*t.Guard, w)
			if err != nil {
				return answer{}, err
			}
			for _, o := range list {
				yes, ok := o.Value.Bool()
				if !ok {
					return answer{}, fmt.Errorf("the guard %q is %s, not a truth value", t.Guard.Text, o.Value)
				}
				if yes {
					p += o.P
				}
			}
			p, left = left*p, left*(1-p)
		}
		if p == 0 {
			continue
		}
		one, err := x.behaviour(t.Body, w)
		if err != nil {
			return answer{}, err
		}
		out.mean += p * one.mean
		out.fixed = out.fixed && one.fixed && p == 1
		for _, after := range one.worlds {
			after.p *= p
			out.worlds = append(out.worlds, after)
		}
		if t.Guard != nil && left == 0 {
			break
		}
	}
	if len(out.worlds) == 0 || a.Transitions[0].Guard != nil && left > 0 {
		return answer{}, errStuck
	}
	out.worlds = merged(out.worlds)
	return out, nil
}

func (x *expectation) fork(a *instance.Fork, w world) (answer, error) {
	out := answer{fixed: true, worlds: []world{w}}
	for _, b := range a.Synchronous {
		one, err := x.behaviour(b, w)
		if err != nil {
			return answer{}, err
		}
		if !one.fixed {
			return answer{}, ErrNone
		}
		out.mean = math.Max(out.mean, one.mean)
	}
	return out, nil
}

func unchanged(after []world, before world) bool {
	return !slices.ContainsFunc(after, func(w world) bool {
		return !maps.Equal(w.values, before.values) || !maps.Equal(w.returned, before.returned)
	})
}

func merged(list []world) []world {
	seen := map[string]int{}
	var out []world
	for _, w := range list {
		key := keyOf(w.values) + "|" + keyOf(w.returned)
		if at, ok := seen[key]; ok {
			out[at].p += w.p
			continue
		}
		seen[key] = len(out)
		out = append(out, w)
	}
	return out
}

// keyOf writes values in a fixed order, to compare them; a text and a number that print alike differ.
func keyOf[V any](values map[model.Variable]V) string {
	var b strings.Builder
	for _, v := range sortedVariables(values) {
		fmt.Fprintf(&b, " %s=%#v", v, values[v])
	}
	return b.String()
}

func sortedVariables[V any](values map[model.Variable]V) []model.Variable {
	list := slices.Collect(maps.Keys(values))
	sort.Slice(list, func(i, j int) bool { return list[i].String() < list[j].String() })
	return list
}
