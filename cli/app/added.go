package app

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"beagle/analysers"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/judge"
)

// Added is what came of the proposals of an analyser that is not Beagle's own.
type Added struct {
	Analyser string         `json:"analyser"`
	Elements int            `json:"elements"`          // of its kinds
	Proposed int            `json:"proposed"`          // expressions that could be read, on the latest measurements
	Refused  map[string]int `json:"refused,omitempty"` // how many of them, by reason
	Chosen   int            `json:"chosen"`            // elements for which one of them is the final expression
	Rank     int            `json:"rank"`              // of its best proposal among those of its element that were not refused, from 1; 0: none
	Of       int            `json:"of"`                // how many these are
}

// AddedTo is what came of each analyser that is not Beagle's own, by name.
func AddedTo(elements []Element) (all []Added) {
	for _, name := range analysers.Added.IDs() {
		x, err := analysers.Added.Get(name)
		if err != nil {
			continue
		}
		added := Added{Analyser: name}
		for i := range elements {
			if x.WorksOn(elements[i].Kind) {
				added.add(&elements[i])
			}
		}
		all = append(all, added)
	}
	return all
}

func (a *Added) add(e *Element) {
	a.Elements++
	best, ranked := 0, 0
	for i := range e.Proposals {
		p := &e.Proposals[i]
		if p.Refused == judge.Older {
			continue
		}
		if p.Refused == "" {
			ranked++
		}
		if p.Analyser != a.Analyser {
			continue
		}
		a.Proposed++
		switch {
		case p.Refused != "":
			if a.Refused == nil {
				a.Refused = map[string]int{}
			}
			a.Refused[p.Refused]++
		case best == 0:
			best = ranked
		}
	}
	if e.Final != nil && e.Final.Analyser == a.Analyser {
		a.Chosen++
	}
	if best > 0 && (a.Rank == 0 || best < a.Rank) {
		a.Rank, a.Of = best, ranked
	}
}

// Words are one line.
func (a *Added) Words() string {
	if a.Elements == 0 {
		return a.Analyser + " works on none of these kinds of elements"
	}
	if a.Proposed == 0 {
		return a.Analyser + " proposed nothing"
	}
	text := fmt.Sprintf("%s proposed %s", a.Analyser, quantity.Plural(a.Proposed, "expression", "expressions"))
	if a.Elements > 1 {
		text += fmt.Sprintf(" for %d elements", a.Elements)
	}
	if refused := a.refused(); refused != "" {
		text += "; " + refused
	}
	switch {
	case a.Chosen > 0 && a.Elements == 1:
		return text + "; one is chosen"
	case a.Chosen > 0:
		return text + fmt.Sprintf("; chosen for %s", quantity.Plural(a.Chosen, "element", "elements"))
	case a.Rank > 0:
		return text + fmt.Sprintf("; the best has rank %d of %d", a.Rank, a.Of)
	}
	return text
}

// refused says how many were refused and why, the most frequent reason first; empty: none was.
func (a *Added) refused() string {
	reasons := slices.SortedFunc(maps.Keys(a.Refused), func(x, y string) int {
		return cmp.Or(a.Refused[y]-a.Refused[x], strings.Compare(x, y))
	})
	total, words := 0, make([]string, len(reasons))
	for i, reason := range reasons {
		total += a.Refused[reason]
		words[i] = fmt.Sprintf("%d: %s", a.Refused[reason], safe.Line(reason))
	}
	switch total {
	case 0:
		return ""
	case a.Proposed:
		return "all were refused (" + strings.Join(words, "; ") + ")"
	}
	return fmt.Sprintf("%d refused (%s)", total, strings.Join(words, "; "))
}
