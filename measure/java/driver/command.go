package driver

import (
	"os"
	"path/filepath"
	"strings"

	"beagle/measure/java/jdk"
)

// OrderFile is the name of the file in a launch's folder that says what it calls with which inputs.
const OrderFile = "order"

// Command is a command that calls the method at places of its design for so many seconds, so that others may measure
// it: what it reads lies in a folder, which has to stay, as the driver's work folder has. Probes record nothing in the
// first half, in which code warms up (as many iterations as are measured, as in JMH). With batches, they say what a
// call takes on average of many that are not recorded.
func (d *Driver) Command(folder string, places []Place, seconds float64, batches bool) ([]string, error) {
	home, temp := filepath.Join(folder, "home"), filepath.Join(folder, "tmp")
	for _, dir := range []string{home, temp} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, err
		}
	}
	order, arguments := filepath.Join(folder, OrderFile), filepath.Join(folder, "arguments")
	more := points(places)
	if batches {
		more = append(more, "batches")
	}
	if err := jdk.WriteFile(order, d.order(seconds, more)); err != nil {
		return nil, err
	}
	options := d.Options(home, temp)
	options[len(options)-1] = d.x.inProject(options[len(options)-1])
	if d.x.java() > 8 { // which reads such files
		if err := jdk.WriteFile(arguments, jdk.ArgumentFile(options)); err != nil {
			return nil, err
		}
		options = []string{"@" + arguments}
	}
	return append(append([]string{d.x.launcher()}, options...), "beagle_drive.Main", order, os.DevNull), nil
}

// inProject has a class path name what lies in the project from its folder on, in which the command runs: in a copy of
// the project the classes of the copy are called, which have the probes.
func (x *Index) inProject(classPath string) string {
	if x.Project == "" {
		return classPath
	}
	parts := filepath.SplitList(classPath)
	for i, part := range parts {
		if rest, inside := strings.CutPrefix(part, x.Project+string(filepath.Separator)); inside && !strings.HasPrefix(part, x.Folder) {
			parts[i] = rest
		}
	}
	return strings.Join(parts, string(filepath.ListSeparator))
}
