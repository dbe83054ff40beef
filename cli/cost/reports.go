package cost

import (
	"os"
	"path/filepath"

	"beagle/cli/app"
	"beagle/internal/safe"
)

// endings of files' names, and their formats.
var endings = map[string]string{".json": "json", ".xml": "junit", ".sarif": "sarif", ".md": "markdown", ".txt": "text"}

// reportEndings are these for people.
const reportEndings = ".json, .xml (JUnit), .sarif, .md (Markdown) or .txt"

// reports are files that get the outcome beside standard output: a method is measured once for all of them.
type reports struct{ paths []string }

// check refuses names that say no format, before anything is measured.
func (r *reports) check() error {
	for _, path := range r.paths {
		if endings[filepath.Ext(path)] == "" {
			return app.Hinted(app.Usage("--report %s: no format has this ending", safe.Line(path)), "end the name with "+reportEndings)
		}
	}
	return nil
}

// write writes all files anew.
func (r *reports) write(v *verified) error {
	for _, path := range r.paths {
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
		if err != nil {
			return err
		}
		err = formats[endings[filepath.Ext(path)]](&app.App{Out: safe.Terminal(file)}, v)
		if closed := file.Close(); err == nil {
			err = closed
		}
		if err != nil {
			return err
		}
	}
	return nil
}
