package launches

import (
	"path/filepath"
	"slices"

	"beagle/measure"
	"beagle/measure/java/jdk"
)

// longest is how long a class path in a command may be that people read.
const longest = 400

// Shorten puts a long class path of a command into a file of a folder, so that the settings
// that hold the command can be read.
func Shorten(l *measure.Launch, project, folder string) error {
	if len(l.Command) < 4 || l.Command[1] != "-cp" || len(l.Command[2]) <= longest {
		return nil
	}
	file := filepath.Join(folder, l.Name+".args")
	if inside, err := filepath.Rel(project, file); err != nil || !filepath.IsLocal(inside) {
		return nil //nolint:nilerr // a file elsewhere would be in no copy of the project
	}
	named, err := filepath.Rel(filepath.Join(project, l.Dir), file)
	if err != nil {
		return err
	}
	if err := jdk.WriteFile(file, jdk.ArgumentFile(l.Command[1:3])); err != nil {
		return err
	}
	l.Command = slices.Concat(l.Command[:1], []string{"@" + filepath.ToSlash(named)}, l.Command[3:])
	return nil
}
