package cost

import (
	"bytes"
	"errors"
	"path/filepath"

	"beagle/cli/app"
	"beagle/internal/safe"
)

// endings maps the ending of a report's name to its format.
var endings = map[string]string{".json": "json", ".xml": "junit", ".sarif": "sarif", ".md": "markdown", ".txt": "text"}

// reportEndings lists the endings for messages and help.
const reportEndings = ".json, .xml (JUnit), .sarif, .md (Markdown) or .txt"

// reports are the files of --report, which get the outcome in addition to standard output, so that one measurement
// serves all formats.
type reports struct{ paths []string }

// check refuses names without a format, and folders that are not there, before anything is measured.
func (r *reports) check() error {
	for _, path := range r.paths {
		if endings[filepath.Ext(path)] == "" {
			return app.Hinted(app.Usage("--report %s: no format has this ending", safe.Line(path)), "end the name with "+reportEndings)
		}
		if err := app.InFolder(path); err != nil {
			return err
		}
	}
	return nil
}

// write replaces each file as a whole. One that cannot be written does not keep the others from it.
func (r *reports) write(v *verified) (err error) {
	for _, path := range r.paths {
		var text bytes.Buffer
		failed := formats[endings[filepath.Ext(path)]](&app.App{Out: safe.Terminal(&text)}, v)
		if failed == nil {
			_, failed = safe.WriteFile(path, text.Bytes(), safe.WriteOptions{})
		}
		err = errors.Join(err, failed)
	}
	return err
}
