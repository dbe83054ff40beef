package elements

import (
	"beagle/model"
	"beagle/run"
)

// marks are the elements that a person has marked, to decide on them together.
type marks map[model.ElementID]bool

func (m marks) of(all []run.ElementState) (marked []*run.ElementState) {
	if len(m) == 0 {
		return nil
	}
	for i := range all {
		if m[all[i].ID] {
			marked = append(marked, &all[i])
		}
	}
	return marked
}

// toggle marks the elements at some places; once more takes the marks away.
func (m marks) toggle(all []run.ElementState, places []int) {
	every := true
	for _, i := range places {
		every = every && m[all[i].ID]
	}
	for _, i := range places {
		if id := all[i].ID; every {
			delete(m, id)
		} else {
			m[id] = true
		}
	}
}

// Unmark takes all marks away; false: there is none.
func (m marks) Unmark() bool {
	had := len(m) > 0
	clear(m)
	return had
}
