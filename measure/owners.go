package measure

import (
	"cmp"
	"slices"

	"beagle/model"
)

// Owners tells whose what a probe tells is.
type Owners struct {
	service []int32   // of each section
	only    []bool    // what happens outside of the service is none of the section's
	rivals  [][]int32 // other services that have a section in the same code
}

// OwnersOf are those of the sections of an order.
func OwnersOf(order *Order) *Owners {
	n := len(order.Sections)
	o := &Owners{service: make([]int32, n), only: make([]bool, n), rivals: rivals(order)}
	for i, s := range order.Sections {
		o.service[i] = int32(s.Service)
		o.only[i] = len(o.rivals[i]) > 0 || s.Service < len(order.Services) && order.Services[s.Service].Code.Of != ""
	}
	return o
}

// Anothers reports whether what a thread did in a section of the order belongs to another service than the section's.
func (o *Owners) Anothers(section int32, open int, service func(depth int) int32) bool {
	if !o.only[section] {
		return false
	}
	for i := open - 1; i >= 0; i-- {
		if s := service(i); s == o.service[section] {
			return false
		} else if slices.Contains(o.rivals[section], s) {
			return true
		}
	}
	return true
}

// rivals are, by section, the services other than its own that have a section in the same code.
func rivals(order *Order) [][]int32 {
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
