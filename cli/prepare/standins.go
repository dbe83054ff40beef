package prepare

import (
	"fmt"
	"path/filepath"
	"slices"

	"beagle/extract/launches"
	"beagle/measure"
	"beagle/model"
)

// standIns notes and says which types that components use are replaced by tests that are kept:
// what stand-ins take is not what the program takes, and no measurement tells the two apart.
func (t *trial) standIns() {
	users := t.users()
	var types, by []string
	for i := range t.cfg.Launch {
		l := &t.cfg.Launch[i]
		l.StandIns = nil
		for _, name := range launches.StandIns(t.sourcesOf(*l)) {
			if len(users(name)) > 0 {
				l.StandIns = append(l.StandIns, name)
				types, by = append(types, name), append(by, users(name)...)
			}
		}
	}
	if len(types) == 0 {
		return
	}
	slices.Sort(types)
	slices.Sort(by)
	t.Warn(model.Problem{
		Severity: model.Warning, Rule: "stand-ins", File: t.file,
		Message: fmt.Sprintf("tests put stand-ins (mocks) in the place of %s, used by %s: time that is spent there is what stand-ins take, not what the program takes", some(slices.Compact(types)), some(slices.Compact(by))),
		Hint:    "for the program's own times add a launch that uses the real ones, such as the server with ready: and load:; stand_ins: in this file says what each launch replaces",
	})
}

// sourcesOf are the sources of the tests that a launch runs, and what else lies beside them.
func (t *trial) sourcesOf(l measure.Launch) (paths []string) {
	classes, dir := t.parts[l.Name].classes, t.parts[l.Name].dir
	others := map[string]bool{} // classes of tests that the launch does not run
	for _, f := range t.found {
		if f.Launch.Name == l.Name && f.Single {
			classes, dir = []string{f.Class}, f.Tests
		}
	}
	for _, f := range t.found {
		if f.Single && f.Tests == dir && !slices.Contains(classes, f.Class) {
			others[f.File] = true
		}
	}
	for _, path := range t.project.Tests() {
		if dir != "" && t.project.ModuleOf(path) == dir && !others[path] {
			paths = append(paths, path)
		}
	}
	return paths
}

// users tells which components name a type in another source than its own.
func (t *trial) users() func(name string) []string {
	words := map[string]map[string]bool{}
	return func(name string) (all []string) {
		if t.judging == nil {
			return nil
		}
		for _, c := range t.judging.Divided {
			for _, class := range c.Classes {
				path := t.judging.Program.Files[class.File].Path
				if words[path] == nil {
					words[path] = launches.Words([]string{path})
				}
				if words[path][name] && filepath.Base(path) != name+".java" {
					all = append(all, c.Name)
					break
				}
			}
		}
		return all
	}
}
