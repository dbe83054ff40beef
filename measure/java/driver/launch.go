package driver

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"

	"beagle/internal/safe"
	"beagle/measure/java/classes"
	"beagle/measure/java/jdk"
	"beagle/measure/launch"
)

const (
	// heap bounds the program's objects, inputs that of them which drivers keep.
	heap, inputs = "1g", 128 << 20
	// starting is how long a JVM may take to start and end beside what it was asked for.
	starting = 30 * time.Second
	// mostTexts are how many constants of the method's class are tried as texts.
	mostTexts = 200
	// maxSaid bounds what a launch may tell.
	maxSaid = 256 << 20
)

// report is what a launch told, a line each, by its first word.
type report [][]string

// all are the lines with a word, without it.
func (r report) all(word string) (lines [][]string) {
	for _, line := range r {
		if line[0] == word {
			lines = append(lines, line[1:])
		}
	}
	return lines
}

// last is the last line with a word; nil: there is none.
func (r report) last(word string) []string {
	lines := r.all(word)
	if len(lines) == 0 {
		return nil
	}
	return lines[len(lines)-1]
}

// run runs one launch of the driver for some seconds in a folder of its own, with a home and a temporary folder of its
// own.
func (d *Driver) run(ctx context.Context, seconds float64, more []string) (report, launch.Result, error) {
	d.runs++
	dir := filepath.Join(d.work, fmt.Sprintf("launch%d", d.runs))
	home, temp, empty := filepath.Join(dir, "home"), filepath.Join(dir, "tmp"), filepath.Join(dir, "empty")
	for _, folder := range []string{home, temp, empty} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return nil, launch.Result{}, err
		}
	}
	defer os.RemoveAll(dir)
	order, said := filepath.Join(dir, "order"), filepath.Join(dir, "said")
	if err := jdk.WriteFile(order, d.order(seconds, more)); err != nil {
		return nil, launch.Result{}, err
	}
	limited, cancel := context.WithTimeout(ctx, time.Duration(4*seconds*float64(time.Second))+starting)
	defer cancel()
	result, err := launch.Run(limited, launch.Spec{
		Name: "driver of " + d.Method.String(), Dir: empty, Grace: time.Second, Limit: 1 << 20,
		Command: append(append([]string{d.x.launcher()}, d.Options(home, temp)...), "beagle_drive.Main", order, said),
		Env:     map[string]string{"HOME": home, "USERPROFILE": home, "TMPDIR": temp, "TEMP": temp, "TMP": temp},
	})
	if err != nil {
		return nil, result, err
	}
	if err := ctx.Err(); err != nil {
		return nil, result, err
	}
	data, err := safe.ReadFile(said, maxSaid)
	if err != nil {
		data = nil // it never came so far
	}
	var r report
	for line := range strings.SplitSeq(strings.TrimSuffix(string(data), "\n"), "\n") {
		r = append(r, strings.Split(line, "\t"))
	}
	return r, result, nil
}

func (d *Driver) order(seconds float64, more []string) []byte {
	lines := append([]string{
		"driver\t" + d.Method.qualified(),
		"owner\t" + strings.ReplaceAll(d.Method.Class, "/", "."),
		"method\t" + d.Method.Name, "descriptor\t" + d.Method.Descriptor,
		"names\t" + strings.Join(d.Method.Names, ","),
		fmt.Sprintf("seconds\t%g", seconds), fmt.Sprintf("limit\t%g", d.limit), fmt.Sprintf("launch\t%d", d.runs), fmt.Sprintf("memory\t%d", int64(inputs)),
	}, append(d.x.hints(), more...)...)
	if d.x.Recorded != "" {
		lines = append(lines, "kept\t"+d.x.Recorded)
	}
	if d.Given != "" {
		lines = append(lines, "given\t"+d.Given)
	}
	lines = append(append(lines, d.choices...), d.makers...)
	if c := d.x.own[d.Method.Class]; c != nil {
		for _, text := range c.Texts[:min(len(c.Texts), mostTexts)] {
			if text != "" && len(text) < 100 && !strings.ContainsAny(text, "\t\n\r") {
				lines = append(lines, "text\t"+text)
			}
		}
	}
	return []byte(strings.Join(lines, "\n") + "\n")
}

// Order is what a launch at some places is told, for others that are to use the same inputs.
func (d *Driver) Order(places []Place) []byte { return d.order(1, points(places)) }

// firstBlackHole is the first Java whose compilers have black holes of their own, which take no time (JDK-8259316), as
// JMH has them use there.
const firstBlackHole = 17

// Options are those of the JVM, class path included, with a home and a temporary folder.
func (d *Driver) Options(home, temp string) []string {
	all := []string{
		// Methods wait for their compilation, which else ends later the less time the machine has: a launch warms up by
		// calls, whatever else runs.
		"-Xbatch", "-Xmx" + heap, "-XX:-UsePerfData", "-Djava.awt.headless=true", "-Duser.home=" + home, "-Djava.io.tmpdir=" + temp, "-Dfile.encoding=UTF-8",
	}
	java := d.x.java()
	if java >= 9 {
		for _, pack := range []string{"java.lang", "java.util", "java.io", "java.util.concurrent"} { // to see what calls change
			all = append(all, "--add-opens=java.base/"+pack+"=ALL-UNNAMED")
		}
	}
	if java >= 10 {
		all = append(all, "-XX:ActiveProcessorCount=2")
	}
	if java >= firstBlackHole {
		all = append(all, "-XX:+UnlockExperimentalVMOptions", "-XX:CompileCommand=quiet", "-XX:CompileCommand=blackhole,beagle_drive.Sink::hole", "-Dbeagle.hole=true")
	}
	return append(all, "-cp", d.classes+string(filepath.ListSeparator)+d.compiled+d.x.classPath())
}

// hints are what reflection does not know of the program: names of parameters, and which classes lie below which.
func (x *Index) hints() (lines []string) {
	for above, all := range x.below {
		sort.Strings(all)
		for _, name := range all {
			if c := x.own[name]; c.Flags&(classes.AccAbstract|classes.AccInterface) == 0 {
				lines = append(lines, "below\t"+dots(above)+"\t"+dots(name))
			}
		}
	}
	for name, c := range x.own {
		for i, m := range c.Members {
			if names := strings.Join(c.Methods[i].Names, ","); strings.Trim(names, ",") != "" && (m.Name == "<init>" || m.Flags&classes.AccStatic != 0) {
				lines = append(lines, "parameters\t"+dots(name)+"."+m.Name+m.Type+"\t"+names)
			}
		}
	}
	for _, h := range harms {
		for _, call := range h.calls {
			lines = append(lines, "harm\t"+dots(call))
		}
	}
	for _, name := range x.harmful() {
		lines = append(lines, "harm\t"+name)
	}
	sort.Strings(lines)
	return lines
}
