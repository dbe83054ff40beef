// Package words says what the screens show of elements, expressions and runs
// in the words of the field. Everything it returns is safe to print.
//
// The report uses it, too, so that paper and screen say the same. Numbers come from
// internal/quantity; what is unknown is said to be, never drawn as a zero.
package words

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"beagle/internal/quantity"
	"beagle/model"
	"beagle/run"
	"beagle/tui/text"
)

// kinds are the words for each kind of element.
var kinds = map[model.Kind]struct{ heading, one, short, single, several string }{
	model.InternalAction: {"Resource demands", "resource demand", "demand", "resource demand", "resource demands"},
	model.Loop:           {"Loop iterations", "loop iterations", "loop", "loop", "loops"},
	model.Branch:         {"Branch decisions", "branch decision", "branch", "branch", "branches"},
	model.CallParameter:  {"Call arguments", "call argument", "argument", "call argument", "call arguments"},
}

// Kind is the kind of an element as a heading.
func Kind(k model.Kind) string { return kinds[k].heading }

// One is the kind of one element.
func One(k model.Kind) string { return kinds[k].one }

// Short is the kind of one element in a narrow column.
func Short(k model.Kind) string { return kinds[k].short }

// Elements counts elements by kind: "3 resource demands, 1 loop".
func Elements(counts map[model.Kind]int) string {
	var parts []string
	for _, kind := range model.Kinds {
		if n := counts[kind]; n > 0 {
			parts = append(parts, quantity.Plural(n, kinds[kind].single, kinds[kind].several))
		}
	}
	if len(parts) == 0 {
		return "no elements"
	}
	return strings.Join(parts, ", ")
}

// unnamed is what Palladio's editors call an action that nobody named.
const unnamed = "aName"

// Name is an element in a list: its name and what of it is measured.
func Name(e *model.Element) string {
	name := cmp.Or(e.Name, e.PCMID, string(e.ID))
	switch e.Kind {
	case model.InternalAction:
		if e.Resource.Name != "" {
			name += " " + e.Resource.Name
		}
	case model.CallParameter:
		if e.Callee != "" && (e.Name == "" || e.Name == unnamed) {
			name = e.Callee
		}
		if e.Argument != (model.Variable{}) {
			name += " " + e.Argument.String()
		}
	case model.Loop, model.Branch:
	}
	return text.Safe(name)
}

// Methods are names of the method that an element belongs to, each of which says more: its class and parameters, their types,
// the package. Nil: the element is not linked.
func Methods(e *model.Element) []string {
	at := e.Sections
	for _, b := range e.Branches {
		if b.Section != nil {
			at = append(at, *b.Section)
		}
	}
	if len(at) == 0 {
		return nil
	}
	var names, typed []string
	for _, input := range e.Inputs {
		if !slices.Contains(names, input.Name) {
			names, typed = append(names, input.Name), append(typed, strings.TrimSpace(input.Type+" "+input.Name))
		}
	}
	unit := at[0].Unit
	var all []string
	for _, class := range []string{unit[strings.LastIndexByte(unit, '.')+1:], unit} {
		for _, parameters := range [][]string{names, typed} {
			all = append(all, text.Safe(class+"."+e.Service+"("+strings.Join(parameters, ", ")+")"))
		}
	}
	return all
}

// Distinct gives each of some things the first of its names that the fewest of the others have.
func Distinct(names [][]string) []string {
	alike := map[string]int{}
	for _, of := range names {
		for at, name := range of {
			if !slices.Contains(of[:at], name) {
				alike[name]++
			}
		}
	}
	chosen := make([]string, len(names))
	for i, of := range names {
		chosen[i] = slices.MinFunc(of, func(a, b string) int { return cmp.Compare(alike[a], alike[b]) })
	}
	return chosen
}

// Services are the names of the services of elements, by the place of each element: where several of a component have one
// name, with class, parameters and package as far as they tell them apart.
func Services(elements []model.Element) []string {
	first, group := map[string]int{}, map[string][]int{} // services by key; by the name that they share
	key := func(e *model.Element) string { return e.Component + "\x00" + e.SEFF + "\x00" + e.Service }
	for i := range elements {
		e := &elements[i]
		if _, known := first[key(e)]; !known {
			first[key(e)] = i
			group[e.Component+"\x00"+e.Service] = append(group[e.Component+"\x00"+e.Service], i)
		}
	}
	named := map[string]string{}
	for _, some := range group {
		var names [][]string
		for _, i := range some {
			names = append(names, append([]string{Service(&elements[i])}, Methods(&elements[i])...))
		}
		for k, name := range Distinct(names) {
			named[key(&elements[some[k]])] = name
		}
	}
	all := make([]string, len(elements))
	for i := range elements {
		all[i] = named[key(&elements[i])]
	}
	return all
}

// Place is where the element belongs: Component.service, and what it calls.
func Place(e *model.Element) string {
	component := cmp.Or(e.Component, "?")
	if e.Service != "" {
		component += "." + e.Service
	}
	if e.Callee != "" {
		component += " → " + e.Callee
	}
	return text.Safe(component)
}

// Matches reports whether the element belongs to a filter; an empty filter
// matches all. Words of the filter must all occur.
func Matches(e *model.Element, filter string) bool {
	return filter == "" || text.Contains(filter, e.Name, e.Component, e.Service, string(e.ID), One(e.Kind), e.Kind.String(), e.Resource.Name, e.Callee, e.Argument.Name)
}

// Old is the present expression of the model.
func Old(e *model.Element) string {
	if e.Kind != model.Branch {
		return text.Safe(cmp.Or(e.Old, "nothing"))
	}
	parts := make([]string, 0, len(e.Branches))
	for _, option := range e.Branches {
		name := cmp.Or(option.Name, option.ID)
		if option.Guarded {
			parts = append(parts, name+": "+option.Condition)
		} else {
			parts = append(parts, name+": "+quantity.Short(option.Probability))
		}
	}
	return text.Safe(strings.Join(parts, "   "))
}

// Expression is a proposal on one line.
func Expression(p *run.Proposed) string {
	switch {
	case p == nil:
		return "no expression yet"
	case len(p.Transitions) > 0:
		return transitions(p.Transitions)
	case p.StoEx != "":
		return text.Safe(p.StoEx)
	case p.Unsayable != "":
		return text.Safe("cannot be said in StoEx: " + p.Unsayable)
	default:
		return "empty expression"
	}
}

func transitions(list []run.ProposedBranch) string {
	parts := make([]string, len(list))
	for i := range list {
		parts[i] = cmp.Or(list[i].Name, list[i].ID) + ": " + Transition(&list[i])
	}
	return text.Safe(strings.Join(parts, "   "))
}

// Transition is the guard or probability of one transition.
func Transition(b *run.ProposedBranch) string {
	switch {
	case b.Condition != "":
		return text.Safe(b.Condition)
	case b.Probability != nil:
		return quantity.Short(*b.Probability)
	default:
		return quantity.None
	}
}

// Decided is the expression that a decision stands for; nil: the old value.
func Decided(e *run.ElementState) (expression string, changed bool) {
	d := e.Decision
	switch d.Choice {
	case run.Accept:
		if d.Proposal >= 0 && d.Proposal < len(e.Proposals) {
			return Expression(&e.Proposals[d.Proposal]), true
		}
		return Expression(e.Best), true
	case run.Edit:
		if len(d.Transitions) > 0 {
			return transitions(d.Transitions), true
		}
		return text.Safe(d.StoEx), true
	case run.TakeMean:
		return Mean(e.Measured), true
	case run.Reject, run.Undecided:
	}
	return Old(&e.Element), false
}

// Means says what the setting judge.write: means does to a model that was extracted.
const Means = "Elements without a good expression get their measured mean (setting judge.write: means; good leaves them at 0)"

// Mean is a measured mean on one line, marked as one: it is not learnt.
func Mean(m *run.MeasuredMean) string {
	if m == nil {
		return Expression(nil)
	}
	return Expression(m.Proposed()) + "  (mean)"
}

// Fitness is a grade; lower is better.
func Fitness(p *run.Proposed) string {
	switch {
	case p != nil && p.Refused != "":
		return "refused"
	case p == nil || !p.Fitness.Finite():
		return quantity.None
	default:
		return quantity.Short(float64(p.Fitness))
	}
}

// ErrorOf is the error of a proposal; for branches it is the share of wrong
// decisions.
func ErrorOf(p *run.Proposed) string {
	if p == nil || !p.Error.Finite() {
		return quantity.None
	}
	return quantity.Percent(float64(p.Error))
}

// Unit writes a measured value of the element.
func Unit(e *model.Element) func(float64) string {
	if e.Kind == model.InternalAction {
		return quantity.Seconds
	}
	return quantity.Short
}

// Problem is a problem on one line.
func Problem(p *model.Problem) string { return text.Safe(p.Error()) }

// Severity is a mark and a word for a severity.
func Severity(s model.Severity) string {
	switch s {
	case model.Error:
		return "✗ error"
	case model.Warning:
		return "◆ warning"
	default:
		return "· note"
	}
}

// State is a run's state with a mark before it.
func State(s run.State) string {
	mark := map[run.State]string{
		run.Preparing: "○", run.Running: "●", run.Paused: "◇", run.Aborting: "◇",
		run.Aborted: "✗", run.Finished: "✓", run.Failed: "✗",
	}[s]
	return strings.TrimSpace(mark + " " + text.Safe(string(s)))
}

// Timeout is the timeout rule in words.
func Timeout(t run.Timeout) string {
	switch t.Kind {
	case "constant":
		return fmt.Sprintf("at the latest after %s", quantity.Clock(time.Duration(t.Limit)))
	case "none":
		return "none"
	default:
		return "adaptive: ends when a launch takes far longer than those before"
	}
}

// Component is the name of an element's component.
func Component(e *model.Element) string { return text.Safe(cmp.Or(e.Component, nameless)) }

// Service is the name of an element's service.
func Service(e *model.Element) string { return text.Safe(cmp.Or(e.Service, nameless)) }

const nameless = "(without a name)"

// Edited is what people are told of sources that have changed since a model was
// extracted from them.
func Edited(files []string) string {
	const most = 3
	named := strings.Join(files[:min(len(files), most)], ", ")
	if more := len(files) - most; more > 0 {
		named += " and " + quantity.Count(int64(more)) + " more"
	}
	return quantity.Plural(len(files), "source has", "sources have") + " changed since the model was extracted: " + text.Safe(named) +
		". Extracted again, it has what they say now; what was learnt of all else is kept, and only what is otherwise is measured."
}

// verdicts are what to do with an expression: a mark, and a word for a narrow
// column.
var verdicts = map[run.Trust]struct{ mark, short string }{
	run.Trusted: {"✓", "trust"}, run.Check: {"◆", "check"}, run.MeasureMore: {"?", "measure"}, run.NotYet: {"○", "not yet"},
}

// Verdicts writes counts with the marks of their verdicts, such as "✓9 ◆2", for a narrow column.
func Verdicts(v run.Verdicts) string {
	var parts []string
	for _, of := range run.Trusts {
		if n := v[of]; n > 0 {
			parts = append(parts, verdicts[of].mark+quantity.Count(int64(n)))
		}
	}
	return strings.Join(parts, " ")
}

// Mark is the sign of a verdict, one column wide.
func Mark(of run.Trust) string { return verdicts[of].mark }

// Verdict says in so many cells what to do with an element's expression: a mark
// and a word, or only the mark where there is room for no more.
func Verdict(e *run.ElementState, width int) string {
	v := verdicts[e.Trust()]
	switch {
	case width < 9:
		return v.mark
	case width < 14:
		return v.mark + " " + v.short
	}
	return v.mark + " " + string(e.Trust())
}
