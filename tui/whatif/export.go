package whatif

import (
	"cmp"
	"slices"
	"strconv"

	"beagle/run"
)

// exported are the columns of an exported curve; times are in seconds.
var exported = []string{"setting", "users or arrivals a second", "mean response time"}

// rows are the points of the curves, the present setting's first.
func (s *Screen) rows() (all [][]string) {
	add := func(name string, of *side) {
		curve := slices.Clone(of.curve)
		if a := of.answer; a != nil && len(a.Scenarios) > 0 && a.Scenarios[0].Mean != nil {
			curve = append(curve, run.Point{X: present(&of.question), Y: *a.Scenarios[0].Mean})
		}
		slices.SortStableFunc(curve, func(p, q run.Point) int { return cmp.Compare(p.X, q.X) })
		for _, p := range curve {
			all = append(all, []string{name, strconv.FormatFloat(p.X, 'g', 6, 64), strconv.FormatFloat(p.Y, 'g', 6, 64)})
		}
	}
	add("now", &s.now)
	if s.beside != nil {
		add("beside", s.beside)
	}
	return all
}
