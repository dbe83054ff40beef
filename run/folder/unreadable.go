package folder

import (
	"errors"
	"os"
	"strings"

	"beagle/blackboard/store"
	"beagle/model"
)

// Open opens the run's store. Where that fails, the error says what else of the
// run is left, and what can be done with it.
func (f Folder) Open() (*store.Store, error) {
	db, err := store.Open(f.Store())
	if err == nil {
		return db, nil
	}
	p := model.Problem{Severity: model.Error, Rule: "store", File: f.Store(), Message: err.Error()}
	errors.As(err, &p)
	var left []string
	for _, part := range []struct{ name, what string }{
		{"run.json", "run.json (the configuration that it began with)"},
		{"raw", "raw (the first measurement events of each launch)"},
		{"run.db.old", "run.db.old (the store before the run was last renewed)"},
	} {
		if _, err := os.Stat(f.Path(part.name)); err == nil {
			left = append(left, part.what)
		}
	}
	if len(left) > 0 {
		p.Message += "; left in the run's folder: " + strings.Join(left, ", ")
	}
	p.Hint = strings.TrimPrefix(p.Hint+"; beagle run measures anew with the same project, and the folder stays until beagle rm "+f.ID(), "; ")
	return nil, p
}
