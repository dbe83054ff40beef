package prepare

import (
	"slices"

	"beagle/extract/launches"
	extracted "beagle/extract/project"
	"beagle/measure"
	"beagle/run/project"
)

type ways struct {
	project *extracted.Project
	found   []launches.Found
	own     bool             // a person has written the launches
	direct  *launches.Direct // how tests run without their build; nil: not at all
}

func (w *ways) unbuilt() (missing []string) {
	w.found = slices.DeleteFunc(w.found, func(f launches.Found) bool {
		gone := f.Unbuilt(w.project)
		if gone && !f.Single {
			missing = append(missing, f.Launch.Name)
		}
		return gone
	})
	return missing
}

func (w *ways) tests(name string) bool {
	return slices.ContainsFunc(w.found, func(f launches.Found) bool { return f.Tests != "" && f.Launch.Name == name })
}

// reads reports whether a program reads arguments that it was not given.
func (w *ways) reads(name string) bool {
	return slices.ContainsFunc(w.found, func(f launches.Found) bool { return f.Reads && f.Launch.Name == name })
}

func (w *ways) instead(one project.Tried) (measure.Launch, bool) {
	if w.own || one.Failed == "" {
		return measure.Launch{}, false
	}
	return w.direct.Built(w.found, &one.Launch)
}

func (w *ways) sourcesOf(l measure.Launch) (paths []string) {
	i := slices.IndexFunc(w.found, func(f launches.Found) bool { return f.Launch.Name == l.Name && f.Tests != "" })
	if i < 0 {
		return nil
	}
	others := map[string]bool{} // classes of tests that the launch does not run
	for _, f := range w.found {
		if one := w.found[i]; one.Single && f.Single && f.Tests == one.Tests && f.Class != one.Class {
			others[f.File] = true
		}
	}
	for _, path := range w.project.Tests() {
		if w.project.ModuleOf(path) == w.found[i].Tests && !others[path] {
			paths = append(paths, path)
		}
	}
	return paths
}
