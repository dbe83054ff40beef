package rules

import (
	"maps"
	"slices"

	"beagle/extract/structure"
	"beagle/model"
)

// Rules of findings that say which calls are left out.
const (
	tooLarge  = "too-large"
	recursion = "recursion"
)

type mark struct {
	sequence         sequence
	beside, problems int
}

func (b *body) mark(out *sequence) mark { return mark{*out, len(b.beside), len(b.out.Problems)} }

// takeBack takes back what was made since, because no call is left in it: structure is kept only around calls, and
// what says nothing of them is a part of an internal action.
func (b *body) takeBack(to mark, out *sequence) {
	*out, b.beside = to.sequence, b.beside[:to.beside]
	since := slices.Clone(b.out.Problems[to.problems:])
	b.out.Problems = b.out.Problems[:to.problems]
	for _, p := range since {
		if p.Severity == model.Warning {
			b.out.Problems = append(b.out.Problems, p)
		} else {
			delete(b.said, p.Rule+p.Message+p.File)
		}
	}
}

func (s *sequence) callsSince(m mark) bool {
	return slices.ContainsFunc(s.steps[len(m.sequence.steps):], (*structure.Step).Calls)
}

type start struct {
	problems  []model.Problem
	decisions []Decision
	said      map[string]bool
}

func (m *maker) start() start {
	return start{slices.Clone(m.out.Problems), slices.Clone(m.out.Decisions), maps.Clone(m.said)}
}

func (m *maker) startAgain(from start) {
	m.out.Problems, m.out.Decisions, m.said = slices.Clone(from.problems), slices.Clone(from.decisions), maps.Clone(from.said)
	m.beside = nil
	clear(m.seen.missing)
	for _, c := range m.parts {
		c.Requires = nil
	}
}
