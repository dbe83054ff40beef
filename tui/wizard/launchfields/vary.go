// Package launchfields writes parts of a launch configuration as a line that a person can change, and
// reads such lines.
package launchfields

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"beagle/internal/ranges"
	"beagle/internal/shell"
	"beagle/measure"
	"beagle/tui/form"
)

// Vary is what takes the place of {name} in a launch: "n=10,100,1000
// mode=fast,slow". Values that hold commas cannot be written so; they are kept
// as the file has them.
func Vary(vary map[string][]string) *form.Field {
	f := form.Text("Vary", Varying(vary), "values of {name} in the command, e.g. n=10,100,1000 or n=10..5000; each is a launch")
	for _, values := range vary {
		if !strings.Contains(strings.Join(values, ""), ",") {
			continue
		}
		f.Off = func() string { return "values with commas are changed in beagle.yaml" }
	}
	return f
}

// Varying writes what takes the place of each name.
func Varying(vary map[string][]string) string {
	pairs := make([]string, 0, len(vary))
	for _, name := range slices.Sorted(maps.Keys(vary)) {
		pairs = append(pairs, name+"="+strings.Join(vary[name], ","))
	}
	return shell.Join(pairs)
}

// Varied reads such a field.
func Varied(f *form.Field, l *measure.Launch, kept map[string][]string) error {
	if f.Off != nil {
		l.Vary = kept
		return nil
	}
	pairs, err := shell.Split(f.Value())
	if err != nil {
		return fmt.Errorf("vary: %w", err)
	}
	launches := 1
	for _, pair := range pairs {
		name, list, ok := strings.Cut(pair, "=")
		values := strings.Split(list, ",")
		switch {
		case !ok || name == "" || slices.Contains(values, ""):
			return fmt.Errorf("vary: %q is not a name, = and values with commas between them", pair)
		case l.Vary[name] != nil:
			return fmt.Errorf("vary: %s stands there twice", name)
		case !l.Uses(name):
			return fmt.Errorf("vary: neither the command nor the environment contains {%s}", name)
		}
		if err := ranges.Check(values); err != nil {
			return fmt.Errorf("vary: %s: %w", name, err)
		}
		if l.Vary == nil {
			l.Vary = map[string][]string{}
		}
		l.Vary[name] = values
		if launches *= len(ranges.First(values)); launches > measure.MaxVaried {
			return fmt.Errorf("vary: more than %d launches", measure.MaxVaried)
		}
	}
	return nil
}
