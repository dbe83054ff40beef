package java

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"beagle/internal/quantity"
	"beagle/measure/java/classes"
	"beagle/measure/java/probed"
	"beagle/model"
)

// Elsewhere are the sources, by path, of parts of the program that no launch has on its class path.
func Elsewhere(sources *probed.Sources, found map[string]classes.Found) map[string]bool {
	built := map[string]bool{}
	for i := range sources.Files {
		file := &sources.Files[i]
		if _, ok := found[file.Class()]; ok {
			built[folder(file)] = true
		}
	}
	away := map[string]bool{}
	for i := range sources.Files {
		if file := &sources.Files[i]; len(built) > 0 && !built[folder(file)] {
			away[file.Path] = true
		}
	}
	return away
}

func folder(file *probed.File) string {
	return strings.TrimSuffix(filepath.ToSlash(file.Path), file.Class()+".java")
}

// leave takes the sources out that no launch runs: what they need to be compiled is not on any class path either.
func (o *overlayDelivery) leave(found map[string]classes.Found) {
	away := Elsewhere(o.Sources, found)
	if len(away) == 0 {
		return
	}
	o.note(model.Problem{
		Severity: model.Info, Rule: "elsewhere", File: o.Project,
		Message: fmt.Sprintf("no launch has the parts of the program on its class path that %s of: they are not measured", quantity.Plural(len(away), "source is", "sources are")),
		Hint:    "add a launch that uses them",
	})
	o.Sources.Files = slices.DeleteFunc(o.Sources.Files, func(file probed.File) bool { return away[file.Path] })
}
