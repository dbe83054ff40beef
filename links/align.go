package links

import (
	"slices"
	"strings"

	"beagle/model"
	"beagle/model/language"
)

// reach bounds how many statements may lie between two anchors that are aligned, and with it the cost.
const reach = 400

type alignment struct {
	at    []int // the statement of each anchor; -1: none
	other []int // another statement that fits an anchor as well; -1: none
}

// align finds the alignment of anchors and statements, both in order, that fits best: the sum of how well each
// pair fits and of how well the internal actions between two anchors fit the statements between theirs. The second
// tells early exits, which models leave out, from the branch that is meant: what stands before and behind it must
// have its place. It is the alignment of sequences with affine gaps (Gotoh: An improved algorithm for matching
// biological sequences, 1982), where the cost of a gap depends on what it holds.
func align(steps []model.Step, anchors []int, statements []language.Statement) alignment {
	a := aligner{steps: steps, anchors: anchors, statements: statements, work: make([]int, len(statements)+1)}
	for i := range statements {
		a.work[i+1] = a.work[i]
		if works(statements[i]) {
			a.work[i+1]++
		}
	}
	rows, cols := len(anchors), len(statements)
	for matched := range a.best {
		a.best[matched] = make([][]float64, rows+1)
		for i := range a.best[matched] {
			a.best[matched][i] = make([]float64, cols+1)
		}
	}
	for i := rows; i >= 0; i-- {
		for j := range cols + 1 {
			a.best[0][i][j], _, _ = a.choose(0, i, j)
			a.best[1][i][j], _, _ = a.choose(1, i, j)
		}
	}
	out := alignment{at: make([]int, rows), other: make([]int, rows)}
	matched, j := 1, 0
	for i := range rows {
		_, out.at[i], out.other[i] = a.choose(matched, i, j)
		if matched = 0; out.at[i] >= 0 {
			matched, j = 1, out.at[i]+1
		}
	}
	return out
}

type aligner struct {
	steps      []model.Step
	anchors    []int
	statements []language.Statement
	work       []int // how many of the first statements do something
	// best[m][i][j] is what anchors from i on gain in the statements from j on.
	best [2][][]float64
}

// choose is the best place of anchor i among the statements from j on, what is gained by it and all that follow, and
// another place that gains as much.
func (a *aligner) choose(matched, i, j int) (gain float64, at, other int) {
	if i == len(a.anchors) {
		if matched == 0 {
			return 0, -1, -1
		}
		return a.gap(i, j, len(a.statements)), -1, -1
	}
	gain, at, other = a.best[0][i+1][j], -1, -1
	step := &a.steps[a.anchors[i]]
	from := j
	if step.Kind == model.StepCall && matched == 1 && j > 0 && i > 0 {
		from = j - 1 // one statement may make two calls
	}
	for k := from; k < min(len(a.statements), j+reach); k++ {
		w := fits(step, &a.statements[k])
		if w == 0 {
			continue
		}
		if matched == 1 {
			w += a.gap(i, j, max(j, k))
		}
		w += a.best[1][i+1][k+1]
		const same = 1e-9
		switch {
		case w > gain+same:
			gain, at, other = w, k, -1
		case w > gain-same && at >= 0 && other < 0:
			other = k
		}
	}
	return gain, at, other
}

func (a *aligner) gap(i, from, to int) float64 {
	first, last := 0, len(a.steps)
	if i > 0 {
		first = a.anchors[i-1] + 1
	}
	if i < len(a.anchors) {
		last = a.anchors[i]
	}
	actions := slices.ContainsFunc(a.steps[first:last], func(s model.Step) bool { return s.Kind == model.StepInternal })
	work := a.work[to] > a.work[from]
	switch {
	case actions == work:
		return 0.3
	case actions:
		return -0.3
	}
	return 0
}

// works reports whether a statement does something that an action stands for: an early exit does not.
func works(s language.Statement) bool {
	if s.Kind == language.Simple {
		return !s.Leaves
	}
	for _, b := range s.Inner {
		if slices.ContainsFunc(b.Statements, works) {
			return true
		}
	}
	return s.Kind == language.Loop
}

// fits weighs how well a step and a statement go together; 0: not at all.
func fits(step *model.Step, s *language.Statement) float64 {
	switch step.Kind {
	case model.StepCall:
		if s.Kind == language.Simple && slices.ContainsFunc(s.Calls, func(c string) bool { return strings.EqualFold(c, step.Callee) }) {
			return 2
		}
	case model.StepLoop:
		if s.Kind == language.Loop {
			return 1 + inside(*step, *s) + substance(*s)
		}
	case model.StepBranch:
		if s.Kind == language.Choice {
			return max(0.1, 1+inside(*step, *s)+substance(*s)+alternatives(step, s))
		}
	default:
	}
	return 0
}

// alternatives weighs the transitions of a branch against the alternatives of a statement.
func alternatives(step *model.Step, s *language.Statement) (w float64) {
	for i, b := range step.Inner {
		switch {
		case i >= len(s.Inner): // the else that the source does not write
			if len(b.Steps) > 0 {
				w -= 0.4
			}
		case len(b.Steps) > 0 && slices.ContainsFunc(s.Inner[i].Statements, works):
			w += 0.1
		case len(b.Steps) > 0:
			w -= 0.6
		}
	}
	return w - 0.2*float64(max(0, len(s.Inner)-len(step.Inner)))
}

// substance prefers, among alike loops and branches, those that call something to those that only compute.
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
