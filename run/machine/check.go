package machine

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/measure"
	"beagle/model"
	"beagle/run"
)

// Facts are what the other machine says of itself.
type Facts struct {
	Cores   int       `json:"cores"`
	Load    string    `json:"load,omitempty"` // of the last minute, as the system writes it; empty: unknown
	Free    int64     `json:"free"`           // MiB of the disk; less than 0: unknown
	Now     time.Time `json:"now"`            // by its clock
	Missing []string  `json:"missing"`        // programs that are not there
}

// Look finds out the facts of this machine; programs are looked for.
func Look(ctx context.Context, dir string, programs []string) Facts {
	f := Facts{Cores: runtime.NumCPU(), Now: time.Now(), Free: -1, Missing: []string{}}
	if table, err := exec.CommandContext(ctx, "df", "-Pk", dir).Output(); err == nil {
		if words := strings.Fields(string(table)); len(words) > 4 {
			if kib, err := strconv.ParseInt(words[len(words)-3], 10, 64); err == nil {
				f.Free = kib >> 10
			}
		}
	}
	if text, err := os.ReadFile("/proc/loadavg"); err == nil {
		f.Load, _, _ = strings.Cut(string(text), " ")
	}
	for _, program := range programs {
		_, err := exec.LookPath(program)
		if home := os.Getenv("JAVA_HOME"); err != nil && home != "" && strings.HasPrefix(program, "java") {
			_, err = exec.LookPath(filepath.Join(home, "bin", program))
		}
		if err != nil {
			f.Missing = append(f.Missing, program)
		}
	}
	return f
}

// Needs are the programs that an analysis starts by their name.
func Needs(c *run.Config) (programs []string) {
	if !c.Launches() {
		return nil
	}
	if c.Measure.Tool == measure.DefaultTool {
		programs = append(programs, "java", "javac")
	}
	add := func(command []string) {
		if len(command) > 0 && filepath.Base(command[0]) == command[0] && !slices.Contains(programs, command[0]) {
			programs = append(programs, command[0])
		}
	}
	add(c.Build)
	for i := range c.Launch {
		add(c.Launch[i].Command)
		add(c.Launch[i].Load)
		add(c.Launch[i].Stop)
	}
	return programs
}

// Check asks the machine for what an analysis needs. Lines say what is there, problems what is missing.
func (l *Link) Check(ctx context.Context, c *run.Config) (lines []string, problems []model.Problem, err error) {
	programs := Needs(c)
	asked := time.Now()
	var f Facts
	if err := l.Retry(ctx, Patience, func() error { return l.Ask(ctx, &f, append([]string{"look"}, programs...)...) }); err != nil {
		return nil, nil, err
	}
	answered := time.Now()
	off := f.Now.Sub(asked.Add(answered.Sub(asked) / 2)).Round(time.Second)
	found := slices.DeleteFunc(slices.Clone(programs), func(name string) bool { return slices.Contains(f.Missing, name) })
	lines = append(lines, "log-in: works, Beagle's program is there", fmt.Sprintf("system: %s/%s, %s, load %s", runtime.GOOS, runtime.GOARCH, quantity.Plural(f.Cores, "core", "cores"), safe.Line(f.Load)))
	if len(found) > 0 {
		lines = append(lines, "programs: "+safe.Line(strings.Join(found, ", ")))
	}
	if f.Free >= 0 {
		lines = append(lines, fmt.Sprintf("disk: %d MiB free", f.Free))
	}
	if f.Free == 0 {
		problems = append(problems, l.problem("the disk of "+l.String()+" is full", "make room there, or set machine.dir to a folder on another disk"))
	}
	lines = append(lines, fmt.Sprintf("clock: %v apart from this machine's, which changes no result", off.Abs()))
	for _, name := range f.Missing {
		get := "install it there"
		switch filepath.Base(name) {
		case "java", "javac":
			get = "install a JDK there (Debian: apt install default-jdk)"
		case "mvn":
			get = "install Maven there (Debian: apt install maven)"
		case "gradle", "ant":
			get = "install it there (Debian: apt install " + name + ")"
		}
		if name == "javac" && f.Missing[0] == "java" {
			continue // one JDK brings both
		}
		problems = append(problems, l.problem(fmt.Sprintf("%s has no %s", l, safe.Line(name)), get+", or put it into the PATH of commands that are given there: "+l.at.Try()+" 'echo $PATH'"))
	}
	return lines, problems, nil
}
