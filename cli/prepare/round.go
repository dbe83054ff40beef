package prepare

import (
	"fmt"
	"path/filepath"
	"slices"

	"beagle/extract"
	"beagle/extract/launches"
	"beagle/measure"
	"beagle/run/project"
)

// round is what is known of launches that were tried once each with the same components.
type round struct {
	ways  *ways
	times map[string]string // files in which tests say when their classes ran, by the launch's name
	few   map[string]string // launches of few classes, by the name of the launch that they are of
	left  []string          // launches that were not tried
	idle  []string          // those that are left out, and why
}

func newRound(w *ways) round {
	return round{ways: w, times: map[string]string{}, few: map[string]string{}}
}

// timed has tests say when each of their classes runs, in a file of a folder.
func (r *round) timed(folder string) func(measure.Launch) measure.Launch {
	return func(l measure.Launch) measure.Launch {
		file := filepath.Join(folder, fmt.Sprintf("%d.times", len(r.times)))
		r.times[l.Name] = file
		return launches.Timed(launches.Briefly(l), file)
	}
}

// ran are the classes of tests that a launch has run to their end.
func (r *round) ran(name string) []launches.Ran {
	if r.times[name] == "" {
		return nil
	}
	return launches.Times(r.times[name])
}

// more are the launches that are tried instead of one, on a machine where all takes so many
// times as long.
func (r *round) more(one project.Tried, crowded float64) []measure.Launch {
	all := r.ways.more(one, r.ran(one.Launch.Name), crowded)
	for _, l := range all {
		if r.ways.parts[l.Name].few {
			r.few[one.Launch.Name] = l.Name
		}
	}
	return all
}

// hasFew reports whether few classes of a launch were tried, too.
func (r *round) hasFew(name string) bool { return r.few[name] != "" }

// kept are the launches that are worth to be repeated, or that a person has written.
func (r *round) kept(tried []project.Tried) []project.Tried {
	return slices.DeleteFunc(r.less(tried), func(one project.Tried) bool { return !r.good(one) && !r.ways.own })
}

// less leaves out the launches of whole tests of which few classes did nearly the same, or
// these where they did not, or are not good.
func (r *round) less(tried []project.Tried) []project.Tried {
	out := map[string]bool{}
	for _, whole := range tried {
		name := r.few[whole.Launch.Name]
		if name == "" || whole.TooLong {
			continue
		}
		i := slices.IndexFunc(tried, func(one project.Tried) bool { return one.Launch.Name == name })
		if i < 0 {
			continue // there was no time
		}
		few, missing := tried[i], 0
		for id := range whole.When {
			if _, reached := few.When[id]; !reached {
				missing++
			}
		}
		if r.good(few) && 10*missing <= len(whole.When) {
			out[whole.Launch.Name] = true
		} else {
			out[name] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(tried), func(one project.Tried) bool { return out[one.Launch.Name] })
}

// evidence is what all launches did that were worth it, and tests until they were ended: whole
// tests show more of a program than the few of them that are measured. Those few are no evidence besides.
func (r *round) evidence(tried []project.Tried) (did []extract.Launched) {
	shows := func(one project.Tried) bool {
		return r.good(one) || r.ways.own || one.TooLong && one.Failed == "" && one.Reached > 0 && r.ways.tests(one.Launch.Name)
	}
	besides := map[string]bool{}
	for _, one := range tried {
		if r.hasFew(one.Launch.Name) && shows(one) {
			besides[r.few[one.Launch.Name]] = true
		}
	}
	for _, one := range tried {
		if shows(one) && !besides[one.Launch.Name] {
			did = append(did, extract.Launched{Name: one.Launch.Name, Did: one.Did})
		}
	}
	return did
}
