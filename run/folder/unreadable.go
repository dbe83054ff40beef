package folder

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"beagle/blackboard/store"
	"beagle/internal/safe"
	"beagle/model"
)

// Open opens the run's store. Where that fails, the error says what else of the
// run is left, and what can be done with it.
func (f Folder) Open() (*store.Store, error) {
	_, err := os.Stat(f.Store()) // opening would make an empty one
	if err == nil {
		db, err := store.Open(f.Store())
		if err == nil {
			return db, nil
		}
		return nil, f.unreadable(err)
	}
	return nil, f.unreadable(fmt.Errorf("the run's store cannot be read: %w", safe.Cause(err)))
}

func (f Folder) unreadable(err error) error {
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
	return p
}
