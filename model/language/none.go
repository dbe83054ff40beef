package language

import (
	"fmt"

	"beagle/internal/foreign"
	"beagle/internal/quantity"
	"beagle/model"
)

// None is why the folders hold no source of a known language; nil: they hold some, or
// there are no folders.
func (s *Sources) None() error {
	if len(s.folders) == 0 || len(s.Files()) > 0 {
		return nil
	}
	p := model.Problem{
		Severity: model.Error, Rule: "sources", File: s.folders[0], Message: "there are no Java sources in this folder",
		Hint: "name the folders in which the program's packages begin",
	}
	for _, folder := range s.folders {
		if name, files := foreign.Sources(folder); files > 0 {
			p.File = folder
			p.Message += fmt.Sprintf(", but %s of %s", quantity.Plural(files, "file", "files"), name)
			p.Hint = "of other languages than Java Beagle reads what an extension reads (beagle extension), or recorded Kieker logs (beagle run --logs)"
			break
		}
	}
	return p
}
