package prepare

import (
	"slices"

	"beagle/extract/launches"
	extracted "beagle/extract/project"
	"beagle/measure"
	"beagle/run/project"
)

// ways are the ways to launch a project: those that were found or that a person has written,
// and parts of its tests.
type ways struct {
	project *extracted.Project
	found   []launches.Found
	own     bool             // a person has written the launches
	direct  *launches.Direct // how tests run without their build; nil: not at all
	parts   map[string]part  // of tests, by the launch's name; nil: tests are not known yet
}

// part is a launch of some classes of a module's tests.
type part struct {
	dir     string
	name    string // of the whole
	classes []string
	first   int // place of the first class in the whole, from 1
	whole   bool
	built   bool // the build runs them
	few     bool // they are those of another launch that reach nearly all that it reaches
}

// whole begins with the modules' tests, each whole.
func (w *ways) whole() {
	w.parts = map[string]part{}
	for _, f := range w.found {
		if f.Tests == "" || f.Single {
			continue
		}
		p := part{dir: f.Tests, name: f.Launch.Name, first: 1, whole: true}
		for _, one := range w.found {
			if one.Single && one.Tests == f.Tests {
				p.classes = append(p.classes, one.Class)
			}
		}
		w.parts[p.name] = p
	}
}

// unbuilt takes away those of which the build has made no classes, and gives the names of
// all but single classes.
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

// tests reports whether a launch runs tests.
func (w *ways) tests(name string) bool {
	_, suite := w.parts[name]
	return suite || slices.ContainsFunc(w.found, func(f launches.Found) bool { return f.Tests != "" && f.Launch.Name == name })
}

// reads reports whether a program reads arguments that it was not given.
func (w *ways) reads(name string) bool {
	return slices.ContainsFunc(w.found, func(f launches.Found) bool { return f.Reads && f.Launch.Name == name })
}

// instead is the launch of the same tests by their build, of tests that failed without
// it; false: there is none.
func (w *ways) instead(one project.Tried) (measure.Launch, bool) {
	if w.own || one.Failed == "" {
		return measure.Launch{}, false
	}
	return w.direct.Built(w.found, &one.Launch)
}

// sourcesOf are the sources of the tests that a launch runs, and what else lies beside them.
func (w *ways) sourcesOf(l measure.Launch) (paths []string) {
	classes, dir := w.parts[l.Name].classes, w.parts[l.Name].dir
	others := map[string]bool{} // classes of tests that the launch does not run
	for _, f := range w.found {
		if f.Launch.Name == l.Name && f.Single {
			classes, dir = []string{f.Class}, f.Tests
		}
	}
	for _, f := range w.found {
		if f.Single && f.Tests == dir && !slices.Contains(classes, f.Class) {
			others[f.File] = true
		}
	}
	for _, path := range w.project.Tests() {
		if dir != "" && w.project.ModuleOf(path) == dir && !others[path] {
			paths = append(paths, path)
		}
	}
	return paths
}
