package links

import (
	"fmt"
	"slices"
	"strings"

	"beagle/model/language"

	"beagle/model"
)

// minFollowed is how many different offsets of one service must fit at a new place.
const minFollowed = 3

// Follow finds the sections of changed sources again.
func (f *File) Follow(elements []model.Element, services []model.Service, sources *language.Sources) (*File, []model.Problem) {
	if sources == nil {
		return f, nil
	}
	stale := map[string]*language.Unit{}
	for _, h := range f.Hashes {
		if u := sources.Unit(h.Unit); u != nil {
			if sum, err := Sum(h.Algorithm, u.Data); err == nil && !strings.EqualFold(sum, h.Value) {
				stale[h.Unit] = u
			}
		}
	}
	if len(stale) == 0 {
		return f, nil
	}
	out := *f
	out.Links = slices.Clone(f.Links)
	groups, order := f.byService(elements, services, stale)
	var problems []model.Problem
	for _, key := range order {
		methods, err := sources.Methods(stale[key.unit].Path)
		if err != nil {
			return f, nil // said where the source is instrumented
		}
		distance, ok := distance(offsets(out.Links, groups[key]), methods)
		if !ok {
			continue
		}
		for _, i := range groups[key] {
			out.Links[i].First.Offset += distance
			if last := out.Links[i].Last; last != nil {
				out.Links[i].Last = &Position{last.Unit, last.Offset + distance}
			}
		}
		problems = append(problems, model.Problem{
			Severity: model.Warning, Rule: "links-moved", File: stale[key.unit].Path, Element: model.ElementID(key.seff),
			Message: fmt.Sprintf("the source has changed; %d sections of one service were found again, moved by %d characters", len(groups[key]), distance),
			Hint:    "look at them before measuring, and make the links of this file anew",
		})
	}
	return &out, problems
}

type serviceIn struct{ seff, unit string }

func (f *File) byService(elements []model.Element, services []model.Service, stale map[string]*language.Unit) (map[serviceIn][]int, []serviceIn) {
	seff := map[string]string{}
	for _, s := range services {
		seff[s.SEFF] = s.SEFF
	}
	for i := range elements {
		e := &elements[i]
		seff[e.PCMID] = e.SEFF
		if e.Body != "" {
			seff[e.Body] = e.SEFF
		}
		for _, o := range e.Branches {
			seff[o.ID], seff[o.Behaviour] = e.SEFF, e.SEFF
		}
	}
	groups := map[serviceIn][]int{}
	var order []serviceIn
	for i, link := range f.Links {
		key := serviceIn{seff[link.Element], link.First.Unit}
		if key.seff == "" || stale[key.unit] == nil || link.Last != nil && link.Last.Unit != link.First.Unit {
			continue
		}
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], i)
	}
	return groups, order
}

func offsets(list []Link, which []int) []int {
	var all []int
	for _, i := range which {
		all = append(all, list[i].First.Offset)
		if last := list[i].Last; last != nil {
			all = append(all, last.Offset)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func distance(offsets []int, methods []language.Method) (found int, ok bool) {
	if len(offsets) < minFollowed {
		return 0, false
	}
	for i := range methods {
		starts := map[int]bool{methods[i].First: true}
		collect(methods[i].Body, starts)
		for start := range starts {
			moved := start - offsets[0]
			if !slices.ContainsFunc(offsets, func(o int) bool { return !starts[o+moved] }) {
				if moved == 0 || ok && moved != found {
					return 0, false
				}
				found, ok = moved, true
			}
		}
	}
	return found, ok
}

func collect(list []language.Statement, starts map[int]bool) {
	for _, s := range list {
		starts[s.At] = true
		for _, b := range s.Inner {
			collect(b.Statements, starts)
		}
	}
}
