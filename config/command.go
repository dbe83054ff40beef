package config

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"reflect"
	"strings"

	"beagle/internal/safe"
	"beagle/internal/shell"
	"beagle/run"
)

// Command is the command line that does what a run with these settings does:
// the project file, and a flag for everything that differs from it.
func Command(c run.Config) string {
	file := filepath.Join(c.Project, FileName)
	words := []string{"beagle", "run"}
	if name := safe.Shown(file); name != FileName {
		words = append(words, shell.Quote(name))
	}
	l, err := readFile(file)
	if err == nil {
		now, want := asSaved(asConfig(l, file)), asSaved(c)
		for i := range settings {
			row := &settings[i]
			if value := row.value(&want, c.Project); !reflect.DeepEqual(row.value(&now, c.Project), value) {
				words = append(words, "--set", shell.Quote(row.name+"="+row.given.inline(value)))
			}
		}
	}
	if c.Output.DryRun {
		words = append(words, "--dry-run")
	}
	if errors.Is(err, fs.ErrNotExist) {
		words = append(words, "# once the settings are saved") // a comment: copied and pasted it does no harm
	}
	return strings.Join(words, " ")
}

func (g given) inline(value any) string {
	switch value := value.(type) {
	case nil:
		return map[given]string{asWord: "", asList: "[]", asYAML: "{}"}[g]
	case string, bool, float64, int, uint64:
		return fmt.Sprint(value)
	default:
		return oneLine(value)
	}
}
