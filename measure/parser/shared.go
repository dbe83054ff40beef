package parser

import (
	"cmp"
	"slices"

	"beagle/measure"
	"beagle/model"
)

// Code may be that of several services: a method that components inherit from one
// class, or one that several services of a component call. Each has sections there,
// and every execution runs the probes of all. What a probe tells is the innermost
// service's, of those whose code it is.

// rivals are, by section, the services other than its own that have a section in the
// same code. Services that are always entered together are no rivals.
func rivals(order *measure.Order) [][]int32 {
	all := make([][]int32, len(order.Sections))
	inOrder := make([]int, len(order.Sections))
	for i := range inOrder {
		inOrder[i] = i
	}
	code := func(i int) *model.Section { return &order.Sections[i].Code }
	slices.SortStableFunc(inOrder, func(a, b int) int {
		return cmp.Or(cmp.Compare(code(a).Unit, code(b).Unit), cmp.Compare(code(a).First, code(b).First))
	})
	add := func(i, k int) {
		a, b := order.Sections[i].Service, order.Sections[k].Service
		if a == b || max(a, b) >= len(order.Services) || order.Services[a].Code == order.Services[b].Code {
			return
		}
		if !slices.Contains(all[i], int32(b)) {
			all[i] = append(all[i], int32(b))
		}
		if !slices.Contains(all[k], int32(a)) {
			all[k] = append(all[k], int32(a))
		}
	}
	for at, i := range inOrder {
		for _, k := range inOrder[at+1:] {
			if code(k).Unit != code(i).Unit || code(k).First > code(i).Last {
				break
			}
			add(i, k)
		}
	}
	return all
}

// anothers reports whether what a thread did in the section belongs to another service.
func (t *target) anothers(th *thread) bool {
	if !t.only {
		return false
	}
	for i := len(th.frames) - 1; i >= 0; i-- {
		if s := th.frames[i].service; s == t.service {
			return false
		} else if slices.Contains(t.rivals, s) {
			return true
		}
	}
	return true
}
