package analyser

import (
	"beagle/blackboard"
	"beagle/model"
)

// state is what an analyser remembers of an element: which data it has seen.
type state struct {
	Rows      int     `json:"rows"`
	Weight    float64 `json:"weight,omitempty"`
	Proposals int     `json:"proposals,omitempty"`
}

func glance(table *model.Table) state {
	s := state{Rows: table.Rows()}
	for _, w := range table.Weight {
		s.Weight += w
	}
	return s
}

// key is where an analyser keeps its state on the blackboard.
func (i Info) key() string { return "analyser/" + i.Name }

// seen is what an analyser remembers of all elements.
func (i Info) seen(view blackboard.ResultsReader) map[model.ElementID]state {
	seen := map[model.ElementID]state{}
	_ = view.State(i.key(), &seen) // unreadable state means that everything is new
	return seen
}
