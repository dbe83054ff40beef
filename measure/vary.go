package measure

import (
	"maps"
	"math"
	"slices"
	"strings"

	"beagle/blackboard"
	"beagle/model"
)

// MaxVaried is the most launches that one launch configuration may stand for.
const MaxVaried = 1000

// vary makes a launch of each combination of a configuration's values: {name}
// in the command and the environment is replaced by the value.
func vary(l Launch) []Launch {
	all := []Launch{l}
	for _, name := range slices.Sorted(maps.Keys(l.Vary)) {
		var next []Launch
		for _, each := range all {
			for _, value := range l.Vary[name] {
				next = append(next, each.with(name, value))
			}
		}
		all = next
	}
	return all
}

// Uses reports whether the command or the environment contains {name}.
func (l Launch) Uses(name string) bool {
	inside := func(text string) bool { return strings.Contains(text, "{"+name+"}") }
	return slices.ContainsFunc(l.Command, inside) || slices.ContainsFunc(slices.Collect(maps.Values(l.Env)), inside)
}

func (l Launch) with(name, value string) Launch {
	replace := strings.NewReplacer("{"+name+"}", value).Replace
	l.Name += ", " + name + " = " + value
	command, env := make([]string, len(l.Command)), make(map[string]string, len(l.Env))
	for i, word := range l.Command {
		command[i] = replace(word)
	}
	for key, text := range l.Env {
		env[key] = replace(text)
	}
	l.Command, l.Env = command, env
	return l
}

// answering are the places in the plan of the launches that answer what the
// judge asked: for each element those that came nearest to the place that it
// named. They are found by what earlier launches brought, since nobody says how
// a program's argument and a service's parameter are related. nil: all.
func answering(plan []Launch, made map[int32]int, asked blackboard.Asked, table func(model.ElementID) *model.Table) []int {
	chosen := map[string]bool{}
	for id, place := range asked.Where {
		near, least := "", math.Inf(1)
		for number, i := range made {
			if i >= len(plan) || len(plan[i].Vary) == 0 {
				continue
			}
			away := distance(table(id), number, place)
			if away < least || away == least && near > plan[i].Name {
				near, least = plan[i].Name, away
			}
		}
		if !math.IsInf(least, 1) {
			chosen[near] = true
		}
	}
	var only []int
	for i := range plan {
		if chosen[plan[i].Name] {
			only = append(only, i)
		}
	}
	return only
}

// distance is how far a launch's observation nearest to a place is from it, as
// the sum of the logarithms of ratios; infinite where it brought none.
func distance(t *model.Table, launch int32, place []blackboard.Assigned) float64 {
	least := math.Inf(1)
	for row := range t.Launch {
		if t.Launch[row] != launch {
			continue
		}
		away := 0.0
		for _, to := range place {
			if c := t.Column(to.Variable); c != nil && c.Kind == model.Number && row < len(c.Num) {
				away += math.Abs(size(c.Num[row]) - size(to.Value))
			}
		}
		if away < least { // never by a hole, which is NaN
			least = away
		}
	}
	return least
}

// size is a logarithm that knows zero and negative numbers.
func size(x float64) float64 { return math.Copysign(math.Log1p(math.Abs(x)), x) }
