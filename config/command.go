package config

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"

	"beagle/run"
)

// Command is the command line that does what a run with these settings does:
// the project file, and a flag for everything that differs from it.
func Command(c run.Config) string {
	file := filepath.Join(c.Project, FileName)
	words := []string{"beagle", "run"}
	if name := shown(file); name != FileName {
		words = append(words, Shell(name))
	}
	l, err := readFile(file)
	if err == nil {
		now, want := valuesOf(asConfig(l, file)), valuesOf(c)
		for _, k := range keys {
			if !reflect.DeepEqual(now[k.name], want[k.name]) {
				words = append(words, "--set", Shell(k.name+"="+inline(k, want[k.name])))
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

// inline is a value as --set takes it.
func inline(k key, v any) string {
	if v == nil {
		v = k.value
	}
	if v == nil {
		switch k.form {
		case texts, paths, launches:
			return "[]"
		case formulas:
			return "{}"
		default:
			return ""
		}
	}
	switch v := plain(v).(type) {
	case string, bool, float64, uint64:
		return fmt.Sprint(v)
	default:
		return oneLine(v)
	}
}

var harmless = regexp.MustCompile(`^[A-Za-z0-9_./:=@%+,-]+$`)

// Shell quotes a word for a shell where it needs that.
func Shell(word string) string {
	if harmless.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
