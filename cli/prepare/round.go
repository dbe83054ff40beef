package prepare

import (
	"slices"

	"beagle/extract"
	"beagle/run/project"
)

type round struct {
	ways *ways
	left []string // launches that were not tried
	idle []string // those that are left out, and why
}

func newRound(w *ways) round { return round{ways: w} }

func (r *round) kept(tried []project.Tried) []project.Tried {
	return slices.DeleteFunc(slices.Clone(tried), func(one project.Tried) bool { return !r.good(one) && !r.ways.own })
}

func (r *round) evidence(tried []project.Tried) (did []extract.Launched) {
	for _, one := range tried {
		if r.good(one) || r.ways.own || one.TooLong && one.Failed == "" && one.Reached() > 0 && r.ways.tests(one.Launch.Name) {
			did = append(did, extract.Launched{Name: one.Launch.Name, Did: one.Did})
		}
	}
	return did
}
