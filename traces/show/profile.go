package show

import (
	"math"
	"time"

	"beagle/internal/stacks"
	"beagle/traces"
)

// Stacks are all calls with their self times.
func (v View) Stacks(r traces.Result) (all []stacks.Stack) {
	var visit func(t *Tree, above []string)
	visit = func(t *Tree, above []string) {
		frames, own := above, t.Total
		if !t.Entry {
			name := t.Operation.String()
			if t.Host != "" {
				name = t.Host + "::" + name
			}
			frames = append(above[:len(above):len(above)], name)
		}
		for _, child := range t.Children {
			if child.Async {
				visit(child, nil)
				continue
			}
			own -= child.Total
			visit(child, frames)
		}
		if took := time.Duration(math.Round(own)); took > 0 { // calls that overlap may take more than their caller
			all = append(all, stacks.Stack{Frames: frames, Own: took})
		}
	}
	visit(aggregatedTree(r.Classes, v.Deployment), nil)
	return all
}
