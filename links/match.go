package links

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"beagle/model"
	"beagle/model/adapter"
	"beagle/model/language"
)

// Match is a proposed link and how sure it is.
type Match struct {
	Link
	Method     string  // e.g. Upload.store
	Confidence float64 // 0 to 1
	Why        string
}

// matchAll finds the elements of a model in the source without any mapping: a
// SEFF's method by its names, then steps and statements in parallel, since
// reverse engineering makes an action of every call to another component, of
// every loop and branch around one, and one internal action of what lies
// between. What it proposes a person must confirm.
func matchAll(r adapter.Model, methods []language.Method) []Match {
	var all []Match
	for _, s := range r.Services() {
		method, score, why := bestMethod(s, methods)
		if method == nil {
			continue
		}
		all = append(all, matchService(r, s.SEFF, method, score, why)...)
	}
	return all
}

// matchService links a SEFF and its steps to a method that is known.
func matchService(r adapter.Model, seff string, method *language.Method, score float64, why string) []Match {
	m := matcher{method: method, score: score}
	m.add(seff, Span{method.First, method.First}, 1, why)
	m.behaviour(r.Steps(seff), method.Body)
	return m.found
}

// bestMethod is the method whose names fit a service best; nil where none has
// the signature's name, or where two fit equally well.
func bestMethod(s model.Service, methods []language.Method) (*language.Method, float64, string) {
	var best *language.Method
	top, twice := 0.0, false
	for i := range methods {
		m := &methods[i]
		if !strings.EqualFold(m.Name, s.Name) {
			continue
		}
		score := 0.3 + 0.35*likeness(s.Component, m) // never quite sure: a person confirms
		if len(m.Params) == len(s.Inputs) {
			score += 0.2
			same := 0
			for j, p := range m.Params {
				if p == s.Inputs[j].Name {
					same++
				}
			}
			if same == len(m.Params) {
				score += 0.1
			}
		}
		switch {
		case score > top:
			best, top, twice = m, score, false
		case score == top:
			twice = true
		}
	}
	if best == nil || twice || top < 0.5 {
		return nil, 0, ""
	}
	return best, top, fmt.Sprintf("%s.%s has the name of the service", best.Class, best.Name)
}

// likeness of a component's name and a class: 1 where they are the same word,
// after taking off what generators add.
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
	case strings.HasPrefix(a, b) || strings.HasPrefix(b, a) || strings.HasSuffix(a, b) || strings.HasSuffix(b, a):
		return 0.6
	default:
		return 0
	}
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
	method *language.Method
	score  float64
	found  []Match
}

func (m *matcher) add(id string, at Span, confidence float64, why string) {
	if id == "" || strings.HasPrefix(id, "/") {
		return // an element without an id cannot be linked
	}
	last := Position{m.method.Unit, at.Last}
	m.found = append(m.found, Match{
		Link:       Link{Element: id, First: Position{m.method.Unit, at.First}, Last: &last},
		Method:     m.method.Class + "." + m.method.Name,
		Confidence: m.score * confidence,
		Why:        why,
	})
}

// flatten opens blocks and tries, which a SEFF does not show.
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

// behaviour aligns steps with statements, then links what lies between.
func (m *matcher) behaviour(steps []model.Step, statements []language.Statement) {
	statements = flatten(statements)
	anchors := make([]int, 0, len(steps)) // indices of the steps that statements show
	for i, s := range steps {
		if s.Kind == model.StepCall || s.Kind == model.StepLoop || s.Kind == model.StepBranch {
			anchors = append(anchors, i)
		}
	}
	at := align(steps, anchors, statements)
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
			m.anchor(steps[i], statements[at[k]], sure)
		}
	}
	m.between(steps, anchors, at, statements, sure)
}

// align finds the alignment of anchors and statements, both in order, that
// matches most (longest common subsequence); -1: the anchor has no statement.
func align(steps []model.Step, anchors []int, statements []language.Statement) []int {
	rows, cols := len(anchors), len(statements)
	best := make([][]float64, rows+1)
	for i := range best {
		best[i] = make([]float64, cols+1)
	}
	for i := rows - 1; i >= 0; i-- {
		for j := cols - 1; j >= 0; j-- {
			best[i][j] = max(best[i+1][j], best[i][j+1])
			if w := fits(steps[anchors[i]], statements[j]); w > 0 {
				// one statement may make two calls, so the statement can be used again
				best[i][j] = max(best[i][j], w+best[i+1][j+1], w+sharing(steps[anchors[i]])*best[i+1][j])
			}
		}
	}
	at := make([]int, rows)
	j := 0
	for i := range rows {
		at[i] = -1
		for ; j < cols; j++ {
			w := fits(steps[anchors[i]], statements[j])
			if w == 0 && best[i][j] == best[i][j+1] {
				continue
			}
			if w > 0 && best[i][j] == w+best[i+1][j+1] {
				at[i] = j
				j++
				break
			}
			if w > 0 && sharing(steps[anchors[i]]) > 0 && best[i][j] == w+best[i+1][j] {
				at[i] = j
				break
			}
			if best[i][j] == best[i+1][j] {
				break // this anchor has no statement
			}
		}
	}
	return at
}

// sharing is 1 where a statement can stand for more than one step.
func sharing(s model.Step) float64 {
	if s.Kind == model.StepCall {
		return 1
	}
	return 0
}

// fits weighs how well a step and a statement go together; 0: not at all.
func fits(step model.Step, s language.Statement) float64 {
	switch step.Kind {
	case model.StepCall:
		if s.Kind == language.Simple && slices.ContainsFunc(s.Calls, func(c string) bool { return strings.EqualFold(c, step.Callee) }) {
			return 2
		}
	case model.StepLoop:
		if s.Kind == language.Loop {
			return 1 + inside(step, s) + substance(s)
		}
	case model.StepBranch:
		if s.Kind == language.Choice {
			return 1 + inside(step, s) + substance(s)
		}
	default:
	}
	return 0
}

// substance prefers, among alike loops and branches, those that call something
// to those that only compute, and these to early exits: models leave out the
// small ones.
func substance(s language.Statement) float64 {
	best := 0.0
	for _, b := range s.Inner {
		for _, inner := range b.Statements {
			switch {
			case len(inner.Calls) > 0:
				return 0.5
			case !inner.Leaves:
				best = max(best, 0.25, substance(inner))
			}
		}
	}
	return best
}

// inside is the share of the calls in a step that the statement makes.
func inside(step model.Step, s language.Statement) float64 {
	var callees []string
	var collect func(model.Step)
	collect = func(step model.Step) {
		if step.Kind == model.StepCall {
			callees = append(callees, strings.ToLower(step.Callee))
		}
		for _, b := range step.Inner {
			for _, inner := range b.Steps {
				collect(inner)
			}
		}
	}
	collect(step)
	if len(callees) == 0 {
		return 0
	}
	called := map[string]bool{}
	var gather func(language.Statement)
	gather = func(s language.Statement) {
		for _, c := range s.Calls {
			called[strings.ToLower(c)] = true
		}
		for _, b := range s.Inner {
			for _, inner := range b.Statements {
				gather(inner)
			}
		}
	}
	gather(s)
	hit := 0
	for _, c := range callees {
		if called[c] {
			hit++
		}
	}
	return float64(hit) / float64(len(callees))
}

// anchor links a step that a statement shows, and what is inside.
func (m *matcher) anchor(step model.Step, s language.Statement, sure float64) {
	switch step.Kind {
	case model.StepCall:
		m.add(step.ID, Span{s.At, s.At}, sure, "the statement calls "+step.Callee)
	case model.StepLoop, model.StepBranch:
		for i, b := range step.Inner {
			if i >= len(s.Inner) {
				break // the else that the source does not write
			}
			if at, ok := span(s.Inner[i].Statements); ok {
				m.add(b.ID, at, sure, "the same place among loops and branches")
				m.behaviour(b.Steps, s.Inner[i].Statements)
			}
		}
	default:
	}
}

// between links internal actions to the statements between two anchors. One
// action takes them all; several share them only where there are as many.
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
		for len(list) > 0 && list[len(list)-1].Leaves {
			list = list[:len(list)-1]
		}
		switch {
		case len(actions) == 1 && len(list) > 0:
			at, _ := span(list)
			m.add(actions[0].ID, at, sure, "the statements between its neighbours")
		case len(actions) > 1 && len(actions) == len(list):
			for i, a := range actions {
				m.add(a.ID, Span{list[i].At, list[i].At}, sure*0.7, "as many statements as actions between their neighbours")
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

// Span is a range of offsets; Last is the offset of its last statement's first
// character, or of its own where it is one statement.
type Span struct{ First, Last int }

// span is from the first to the last statement; ok is false for an empty list.
func span(list []language.Statement) (Span, bool) {
	if len(list) == 0 {
		return Span{}, false
	}
	return Span{list[0].At, list[len(list)-1].At}, true
}
