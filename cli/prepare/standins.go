package prepare

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"beagle/extract"
	"beagle/extract/launches"
	"beagle/internal/quantity"
	"beagle/model"
)

// standIns notes and says which types that components use are replaced by tests that are kept:
// what stand-ins take is not what the program takes, and no measurement tells the two apart.
func (t *trial) standIns() {
	users := users(t.judging)
	var types, by []string
	for i := range t.cfg.Launch {
		l := &t.cfg.Launch[i]
		l.StandIns = nil
		for _, name := range launches.StandIns(t.ways.sourcesOf(*l)) {
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
		Message: fmt.Sprintf("tests put stand-ins (mocks) in the place of %s, used by %s: time that is spent there is what stand-ins take, not what the program takes", strings.Join(quantity.Some(slices.Compact(types), mostTold), ", "), strings.Join(quantity.Some(slices.Compact(by), mostTold), ", ")),
		Hint:    "for the program's own times add a launch that uses the real ones, such as the server with ready: and load:; stand_ins: in this file says what each launch replaces",
	})
}

func users(r *extract.Result) func(name string) []string {
	words := map[string]map[string]bool{}
	return func(name string) (all []string) {
		if r == nil {
			return nil
		}
		for _, c := range r.Divided {
			for _, class := range c.Classes {
				path := r.Program.Files[class.File].Path
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
