package simulation

import (
	"math"
)

type observed struct {
	runs      []int64 // of each scenario that ended, also before the warm-up
	scenarios []series
	calls     []series
	profile   profile
	offered   []float64 // service asked of each resource
	began     float64
	warm      bool
}

func newObserved(p *Program) *observed {
	o := &observed{
		scenarios: make([]series, len(p.Scenarios)), calls: make([]series, len(p.Series)),
		offered: make([]float64, len(p.Resources)), profile: newProfile(),
	}
	o.restart(0)
	return o
}

func (o *observed) restart(now float64) {
	for i := range o.scenarios {
		o.scenarios[i].restart()
	}
	for i := range o.calls {
		o.calls[i].restart()
	}
	for i := range o.profile.nodes { // threads under way keep their places in the tree
		o.profile.nodes[i].n, o.profile.nodes[i].time = 0, 0
	}
	clear(o.offered)
	o.began, o.runs = now, make([]int64, len(o.scenarios))
}

func (o *observed) least() int64 {
	least := int64(math.MaxInt64)
	for _, n := range o.runs {
		least = min(least, n)
	}
	return least
}

func (o *observed) precise(relative float64) bool {
	for i := range o.scenarios {
		if !precise(&o.scenarios[i], relative) {
			return false
		}
	}
	for i := range o.calls { // a call that is hardly ever made decides nothing
		if s := &o.calls[i]; s.n >= leastRuns && !precise(s, relative) {
			return false
		}
	}
	return true
}

func precise(s *series, relative float64) bool { return s.halfWidth() <= relative*s.mean }
