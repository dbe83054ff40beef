package prepare

import (
	"fmt"
	"path/filepath"
	"slices"

	"beagle/extract/launches"
	"beagle/measure"
	"beagle/run/project"
)

// round is what is known of launches that were tried once each with the same components.
type round struct {
	times map[string]string // files in which tests say when their classes ran, by the launch's name
	few   map[string]string // launches of few classes, by the name of the launch that they are of
	left  []string          // launches that were not tried
	idle  []string          // those that are left out, and why
}

func newRound() round { return round{times: map[string]string{}, few: map[string]string{}} }

// timed has tests say when each of their classes runs, in a file of a folder.
func (r *round) timed(folder string) func(measure.Launch) measure.Launch {
	return func(l measure.Launch) measure.Launch {
		file := filepath.Join(folder, fmt.Sprintf("%d.times", len(r.times)))
		r.times[l.Name] = file
		return launches.Timed(launches.Once(l), file)
	}
}

// ran are the classes of tests that a launch has run to their end.
func (r *round) ran(name string) []launches.Ran {
	if r.times[name] == "" {
		return nil
	}
	return launches.Times(r.times[name])
}

// hasFew reports whether few classes of a launch were tried, too.
func (r *round) hasFew(name string) bool { return r.few[name] != "" }

// less leaves out the launches of whole tests of which few classes did nearly the same, or
// these where they did not, or are not good.
func (r *round) less(tried []project.Tried, good func(project.Tried) bool) []project.Tried {
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
		if good(few) && 10*missing <= len(whole.When) {
			out[whole.Launch.Name] = true
		} else {
			out[name] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(tried), func(one project.Tried) bool { return out[one.Launch.Name] })
}

// showing are the launches that show what a program does. Few classes show nothing besides
// the whole that they are of.
func (r *round) showing(tried []project.Tried, shows func(project.Tried) bool) (all []project.Tried) {
	besides := map[string]bool{}
	for _, one := range tried {
		if r.hasFew(one.Launch.Name) && shows(one) {
			besides[r.few[one.Launch.Name]] = true
		}
	}
	for _, one := range tried {
		if shows(one) && !besides[one.Launch.Name] {
			all = append(all, one)
		}
	}
	return all
}
