package links

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/model/adapter"
	"beagle/model/language"
)

const mostListed = 8

// Match is a proposed link and how sure it is.
type Match struct {
	Link
	Confidence float64 // 0 to 1
	Why        string  // how it was found, for people
}

// matchAll finds the elements of a model in the source without any mapping: a SEFF's method by its names, then steps
// and statements in parallel, since reverse engineering makes an action of every call to another component, of every
// loop and branch around one, and one internal action of what lies between.
func matchAll(r adapter.Model, methods []language.Method) (all []Match, why map[string]Unmatched) {
	why = map[string]Unmatched{}
	type choice struct {
		model.Service
		method *language.Method
		score  float64
		reason string
	}
	var chosen []choice
	claims := map[*language.Method][]float64{} // scores of the services that chose a method
	for _, s := range r.Services() {
		method, score, reason, rivals := bestMethod(r, s, methods)
		if method == nil {
			why[s.SEFF] = Unmatched{Reason: reason, Candidates: rivals}
			continue
		}
		chosen = append(chosen, choice{s, method, score, reason})
		claims[method] = append(claims[method], score)
	}
	for _, c := range chosen {
		if better, equal := contest(claims[c.method], c.score); better || equal {
			why[c.SEFF] = Unmatched{Reason: "another service of the model fits the same method, which is one's only", Candidates: []string{shown(c.method)}}
			continue
		}
		m := matchService(r, c.SEFF, c.method, c.score, c.reason)
		all = append(all, m.found...)
		for id, reason := range m.missing {
			why[id] = Unmatched{Reason: reason}
		}
	}
	return all, why
}

func contest(scores []float64, own float64) (better, equal bool) {
	same := 0
	for _, score := range scores {
		better = better || score > own+1e-9
		if math.Abs(score-own) <= 1e-9 {
			same++
		}
	}
	return better, same > 1
}

func matchService(r adapter.Model, seff string, method *language.Method, score float64, why string) *matcher {
	m := &matcher{method: method, score: score, missing: map[string]string{}}
	m.add(seff, Span{method.First, method.First}, 1, why)
	m.behaviour(r.Steps(seff), method.Body)
	return m
}

// bestMethod is the method whose names and types of parameters fit a service best; of equals, the only one in which
// all steps are found.
func bestMethod(r adapter.Model, s model.Service, methods []language.Method) (best *language.Method, top float64, why string, rivals []string) {
	var equal []*language.Method
	var named []string
	for i := range methods {
		m := &methods[i]
		if !strings.EqualFold(m.Name, s.Name) {
			continue
		}
		named = append(named, shown(m))
		score := 0.3 + 0.35*likeness(s.Component, m) + 0.3*agreement(s.Inputs, m) // never quite sure: a person confirms
		switch {
		case score > top+1e-9:
			best, top, equal = m, score, nil
		case score > top-1e-9:
			equal = append(equal, m)
		}
	}
	switch {
	case best == nil:
		return nil, 0, "no method with a body has the name " + safe.Clip(s.Name), nil
	case len(equal) > 0:
		equal = append([]*language.Method{best}, equal...)
		if only := complete(r, s.SEFF, equal); only != nil {
			return only, 0.5, fmt.Sprintf("of %d methods of that name that fit, all steps are found in this one only", len(equal)), nil
		}
		for _, m := range equal {
			rivals = append(rivals, shown(m))
		}
		return nil, 0, fmt.Sprintf("%d methods fit equally well", len(rivals)), quantity.Some(rivals, mostListed)
	case top < 0.5:
		return nil, 0, "no class with a method " + safe.Clip(s.Name) + " has a name like the component " + safe.Clip(s.Component), quantity.Some(named, mostListed)
	}
	return best, top, fmt.Sprintf("%s.%s has the name of the service", best.Class, best.Name), nil
}

func complete(r adapter.Model, seff string, methods []*language.Method) (only *language.Method) {
	if len(r.Steps(seff)) == 0 {
		return nil
	}
	for _, m := range methods {
		switch {
		case len(matchService(r, seff, m, 1, "").missing) > 0:
		case only != nil:
			return nil
		default:
			only = m
		}
	}
	return only
}

func shown(m *language.Method) string {
	params := slices.Clone(m.Params)
	for i := range min(len(params), len(m.Types)) {
		params[i] = strings.TrimSpace(m.Types[i] + " " + params[i])
	}
	return m.Unit + "." + m.Name + "(" + strings.Join(params, ", ") + ")"
}

func agreement(inputs []model.Input, m *language.Method) float64 {
	if len(m.Params) != len(inputs) {
		return 0
	}
	if len(inputs) == 0 {
		return 1
	}
	names, types := 0.0, 0.0
	for i, p := range m.Params {
		if p == inputs[i].Name {
			names++
		}
		if i < len(m.Types) {
			types += likeType(inputs[i].Type, m.Types[i])
		}
	}
	n := float64(len(inputs))
	return 0.5 + names/n/3 + types/n/6
}

var primitives = map[string][]string{
	"INT": {"int", "integer", "long", "short", "byte", "biginteger"}, "LONG": {"long", "int", "integer"}, "BYTE": {"byte"},
	"DOUBLE": {"double", "float", "bigdecimal"}, "BOOL": {"boolean", "bool"}, "CHAR": {"char", "character"},
	"STRING": {"string", "charsequence"},
}

// likeType compares a model's type with one of the source by their names.
func likeType(ofModel, ofSource string) float64 {
	source := strings.ToLower(ofSource[strings.LastIndexByte(ofSource, '.')+1:])
	if words, primitive := primitives[strings.ToUpper(ofModel)]; primitive {
		switch slices.Index(words, source) {
		case -1:
			return -1
		case 0:
			return 1
		}
		return 0.9
	}
	for _, words := range primitives {
		if ofModel != "" && slices.Contains(words, source) {
			return -1
		}
	}
	if strings.EqualFold(ofModel, source) {
		return 1
	}
	return 0
}

func likeness(component string, m *language.Method) float64 {
	if strings.Contains(component, m.Unit) && m.Unit != m.Class {
		return 1
	}
	name := component
	if i := strings.LastIndexAny(name, "./ "); i >= 0 {
		name = name[i+1:]
	}
	a, b := stem(name), stem(m.Class)
	switch {
	case a == "" || b == "":
		return 0
	case a == b:
		return 1
	case a == stem(packageOf(m.Unit)):
		return 0.8
	case strings.HasPrefix(a, b) || strings.HasPrefix(b, a) || strings.HasSuffix(a, b) || strings.HasSuffix(b, a):
		return 0.6
	default:
		return 0
	}
}

func packageOf(unit string) string {
	names := strings.FieldsFunc(unit, func(r rune) bool { return r == '.' || r == '/' })
	if len(names) < 2 {
		return ""
	}
	return names[len(names)-2]
}

func stem(name string) string {
	name = strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, name))
	for _, affix := range []string{"basiccomponent", "component", "impl"} {
		name = strings.TrimSuffix(strings.TrimPrefix(name, affix), affix)
	}
	return name
}

type matcher struct {
	method  *language.Method
	score   float64
	found   []Match
	missing map[string]string // by key, why it was not found
}

func (m *matcher) missed(step model.Step) {
	kind := map[model.StepKind]string{
		model.StepInternal: "no statements are left", model.StepCall: "no statement is left that calls " + safe.Clip(step.Callee),
		model.StepLoop: "no loop is left", model.StepBranch: "no if or switch is left",
	}[step.Kind]
	m.miss(step, kind+" for it in "+shown(m.method))
}

func (m *matcher) miss(step model.Step, why string) {
	m.missing[step.ID] = why
	for _, b := range step.Inner {
		m.missing[b.ID] = why
		for _, inner := range b.Steps {
			m.miss(inner, "what it lies in was not found")
		}
	}
}

func (m *matcher) add(id string, at Span, confidence float64, why string) {
	if id == "" || strings.HasPrefix(id, "/") {
		return // an element without an id cannot be linked
	}
	last := Position{m.method.Unit, at.Last}
	m.found = append(m.found, Match{
		Link:       Link{Element: id, First: Position{m.method.Unit, at.First}, Last: &last},
		Confidence: m.score * confidence,
		Why:        why,
	})
}

func flatten(list []language.Statement) []language.Statement {
	var flat []language.Statement
	for _, s := range list {
		if s.Kind == language.Compound && len(s.Inner) > 0 {
			for _, b := range s.Inner {
				flat = append(flat, flatten(b.Statements)...)
			}
			continue
		}
		flat = append(flat, s)
	}
	return flat
}

func (m *matcher) behaviour(steps []model.Step, statements []language.Statement) {
	statements = flatten(statements)
	anchors := make([]int, 0, len(steps)) // indices of the steps that statements show
	for i, s := range steps {
		if s.Kind == model.StepCall || s.Kind == model.StepLoop || s.Kind == model.StepBranch {
			anchors = append(anchors, i)
		}
	}
	aligned := align(steps, anchors, statements)
	at := aligned.at
	sure := 1.0
	if len(anchors) > 0 {
		hit := 0
		for _, s := range at {
			if s >= 0 {
				hit++
			}
		}
		sure = float64(hit) / float64(len(anchors))
	}
	for k, i := range anchors {
		if at[k] >= 0 {
			m.anchor(steps[i], statements[at[k]], sure, aligned.other[k] >= 0)
			continue
		}
		m.missed(steps[i])
	}
	m.between(steps, anchors, at, statements, sure)
}

// anchor links a step that a statement shows, and what is inside.
func (m *matcher) anchor(step model.Step, s language.Statement, sure float64, doubtful bool) {
	also := ""
	if doubtful {
		sure *= 0.5
		also = "; another one fits as well"
	}
	switch step.Kind {
	case model.StepCall:
		m.add(step.ID, Span{s.At, s.At}, sure, "the statement calls "+step.Callee+also)
	case model.StepLoop, model.StepBranch:
		for i, b := range step.Inner {
			if i >= len(s.Inner) { // the else that the source does not write
				m.miss(model.Step{ID: b.ID, Inner: []model.Behaviour{b}}, "the source has no such alternative")
				continue
			}
			if at, ok := span(s.Inner[i].Statements); ok {
				m.add(b.ID, at, sure, "the same place among loops and branches"+also)
				m.behaviour(b.Steps, s.Inner[i].Statements)
			}
		}
	default:
	}
}

func (m *matcher) between(steps []model.Step, anchors, at []int, statements []language.Statement, sure float64) {
	from, step := 0, 0
	run := func(untilStep, untilStatement int) {
		var actions []model.Step
		for _, s := range steps[step:untilStep] {
			if s.Kind == model.StepInternal {
				actions = append(actions, s)
			}
		}
		list := statements[min(from, untilStatement):untilStatement]
		for len(list) > 0 && !works(list[len(list)-1]) { // early exits belong to no action
			list = list[:len(list)-1]
		}
		for len(list) > 0 && !works(list[0]) {
			list = list[1:]
		}
		switch {
		case len(actions) == 1 && len(list) > 0:
			at, _ := span(list)
			m.add(actions[0].ID, at, sure, "the statements between its neighbours")
		case len(actions) > 1 && len(actions) == len(list):
			for i, a := range actions {
				m.add(a.ID, Span{list[i].At, list[i].At}, sure*0.7, "as many statements as actions between their neighbours")
			}
		default:
			for _, a := range actions {
				m.missing[a.ID] = fmt.Sprintf("between its neighbours in %s are %s for %s", shown(m.method), quantity.Plural(len(list), "statement", "statements"), quantity.Plural(len(actions), "action", "actions"))
			}
		}
	}
	for k, i := range anchors {
		if at[k] < 0 {
			continue
		}
		run(i, at[k])
		from, step = at[k]+1, i+1
	}
	run(len(steps), len(statements))
}

// Span is a range of offsets.
type Span struct {
	First, Last int // offsets in UTF-16 code units from the start of the file
}

func span(list []language.Statement) (Span, bool) {
	if len(list) == 0 {
		return Span{}, false
	}
	return Span{list[0].At, list[len(list)-1].At}, true
}
