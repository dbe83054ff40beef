package java

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"beagle/model"
)

// newFolder makes a folder; one that holds something is not touched. Where what is to be written there fails, undo
// takes away what is there by then, so that the same command can be given again.
func newFolder(path string) (undo func(failed *error), err error) {
	entries, err := os.ReadDir(path)
	made := os.IsNotExist(err)
	switch {
	case made:
		err = os.MkdirAll(path, 0o755)
	case len(entries) > 0:
		err = model.Problem{
			Severity: model.Error, File: path, Rule: "instrument",
			Message: "the folder is not empty", Hint: fmt.Sprintf("name a new folder, or remove %s first", path),
		}
	}
	return func(failed *error) {
		if *failed == nil {
			return
		}
		entries, _ := os.ReadDir(path)
		for _, entry := range entries {
			_ = os.RemoveAll(filepath.Join(path, entry.Name()))
		}
		if made {
			_ = os.Remove(path)
		}
		var p model.Problem
		if errors.As(*failed, &p) && strings.HasPrefix(p.File, path+string(filepath.Separator)) {
			p.File = "" // a log that is gone; its end is in the message
			*failed = p
		}
	}, err
}
