package driver

import (
	"os"
	"path/filepath"

	"beagle/measure/java/javac"
)

// Command is a command that calls the method at places of its design for so many seconds, so that others may measure
// it: what it reads lies in a folder, which has to stay, as the driver's work folder has. Probes record nothing in the
// first half, in which code warms up (as many iterations as are measured, as in JMH). With batches, they say what a call
// takes on average of many that are not recorded.
func (d *Driver) Command(folder string, places []Place, seconds float64, batches bool) ([]string, error) {
	home, temp := filepath.Join(folder, "home"), filepath.Join(folder, "tmp")
	for _, dir := range []string{home, temp} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, err
		}
	}
	order, arguments := filepath.Join(folder, "order"), filepath.Join(folder, "arguments")
	more := points(places)
	if batches {
		more = append(more, "batches")
	}
	if err := javac.WriteFile(order, d.order(seconds, more)); err != nil {
		return nil, err
	}
	options := d.Options(home, temp)
	if d.x.java() > 8 { // which reads such files
		if err := javac.WriteFile(arguments, javac.ArgumentFile(options)); err != nil {
			return nil, err
		}
		options = []string{"@" + arguments}
	}
	return append(append([]string{d.x.launcher()}, options...), "beagle_drive.Main", order, os.DevNull), nil
}
