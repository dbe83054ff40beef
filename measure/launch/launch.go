// Package launch runs the programs that are measured, and the builds before them: as lists of arguments (never
// through a shell), each in a process group of its own, with its output kept and bounded, and stopped for good when
// it is to stop. launch.go runs a program to its end, serve.go one that does not end by itself, piped.go one that
// somebody speaks to, supervise.go has it end with this process. group_unix.go and group_windows.go end a program
// with everything that it started, output.go keeps what it writes within bounds, and noise.go with its systems says
// what else ran on the machine.
package launch

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"beagle/internal/safe"
	"beagle/model"
)

// Spec says what to run.
type Spec struct {
	Name    string            // what people call it, e.g. `launch "small files"` or "build"; empty: the command
	Command []string          // program and arguments
	Dir     string            // working folder; empty: ours
	Env     map[string]string // added to our environment, replacing what is there
	Output  string            // file that keeps the output; empty: only Result.Tail
	Limit   int64             // bytes of output kept, half from the start, half from the end; 0: 8 MiB
	Grace   time.Duration     // time between TERM and KILL; 0: 5 s
	Wrote   func([]byte)      // sees its output as it comes, quickly; may be nil

	settle time.Duration // 0: the constant
}

// Result says how it went.
type Result struct {
	ExitCode int             // of the program; -1 where a signal ended it
	Signal   string          // name of the signal that ended it, e.g. "KILL"; empty: it exited
	Stopped  bool            // we stopped it because the context ended
	Took     time.Duration   // how long it was there, until all that it had started had ended
	Output   string          // Spec.Output
	Written  int64           // bytes the program wrote
	Dropped  int64           // bytes of these that were not kept
	Tail     string          // the last lines it wrote, safe to print
	Left     []string        // processes it left behind, which were ended
	Problems []model.Problem // what a person should know of the launch
}

// OK reports whether the program ended by itself with exit code 0.
func (r *Result) OK() bool { return r.ExitCode == 0 && r.Signal == "" && !r.Stopped }

const (
	defaultLimit = 8 << 20
	defaultGrace = 5 * time.Second
	tailLines    = 20
	// settle is how long processes that the program leaves behind may take to end by themselves before they count as
	// left behind.
	settle = 300 * time.Millisecond
	dying  = 10 * time.Second
	// drain is how long output may still arrive after everybody has ended.
	drain = 2 * time.Second
	// marker is the environment variable by which processes are found that left the process group, e.g. by setsid.
	marker = "BEAGLE_LAUNCH"
)

// Run runs the program to its end and returns an error only where it could not be started.
func Run(ctx context.Context, spec Spec) (Result, error) {
	if spec.Limit <= 0 {
		spec.Limit = defaultLimit
	}
	if spec.Grace <= 0 {
		spec.Grace = defaultGrace
	}
	if spec.settle <= 0 {
		spec.settle = settle
	}
	path, err := find(&spec)
	if err != nil {
		return Result{}, err
	}
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	kept, err := newOutput(spec.Output, spec.Limit)
	if err != nil {
		return Result{}, problem(&spec, "its output cannot be kept: "+err.Error(), "check that the folder exists and that the disk has room")
	}
	reader, writer, err := os.Pipe()
	if err != nil {
		return Result{}, errors.Join(fmt.Errorf("no pipe for the output of %s: %w", spec.title(), err), kept.Close())
	}

	mark := newMark()
	cmd := &exec.Cmd{
		Path: path, Args: spec.Command, Dir: spec.Dir, Env: environment(spec.Env, mark),
		Stdout: writer, Stderr: writer, SysProcAttr: ownGroup(),
	}
	err = cmd.Start()
	_ = writer.Close()
	if err != nil {
		_ = reader.Close()
		_ = kept.Close()
		return Result{}, problem(&spec, "it could not be started: "+plain(err), "")
	}
	copied := make(chan struct{})
	go func() {
		defer close(copied)
		kept.copyFrom(reader, spec.Wrote)
	}()

	result := Result{Output: spec.Output}
	group := group{leader: cmd.Process.Pid, mark: mark}
	result.Stopped = wait(ctx, cmd, group, spec.Grace)
	result.ExitCode, result.Signal = ending(cmd.ProcessState)
	if left := group.clear(spec.settle, spec.Grace); !result.Stopped {
		result.Left = left
	}

	select {
	case <-copied:
	case <-time.After(drain): // somebody whom we may not end holds the pipe
	}
	_ = reader.Close() // ends the copying in any case
	<-copied
	if err := kept.Close(); err != nil {
		result.Problems = append(result.Problems, problem(&spec, "its output could not be kept: "+err.Error(), "check that the disk has room"))
	}
	result.Written, result.Dropped, result.Tail = kept.written, kept.dropped, kept.lastLines(tailLines)
	result.describe(&spec)
	return result, nil
}

func wait(ctx context.Context, cmd *exec.Cmd, group group, grace time.Duration) (stopped bool) {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait() // the state says how it ended
	}()
	select {
	case <-ended:
		return false
	case <-ctx.Done():
	}
	group.terminate()
	select {
	case <-ended:
	case <-time.After(grace):
		group.kill()
		<-ended
	}
	return true
}

func (r *Result) describe(spec *Spec) {
	add := func(severity model.Severity, message, hint string) {
		p := problem(spec, message, hint)
		p.Severity = severity
		r.Problems = append(r.Problems, p)
	}
	where := ""
	if spec.Output != "" {
		where = "its output is in " + spec.Output
	}
	if last := r.lastWords(); last != "" {
		where = strings.TrimPrefix(where+"; it ended with: "+last, "; ")
	}
	switch {
	case r.Stopped:
	case r.Signal != "":
		add(model.Error, "it was ended by signal "+r.Signal, where)
	case r.ExitCode != 0:
		add(model.Error, fmt.Sprintf("it ended with exit code %d", r.ExitCode), where)
	}
	if len(r.Left) > 0 {
		add(model.Warning, "the program left processes behind, which were ended: "+strings.Join(r.Left, ", "),
			"let the program wait for what it starts")
	}
	if r.Dropped > 0 {
		add(model.Warning, fmt.Sprintf("it wrote %d bytes of output; %d from the middle were not kept", r.Written, r.Dropped),
			"much output slows the measured program; turn its logging down")
	}
}

// lastWords is the first of the last lines that looks like an error, since what follows it is where it came from, or
// the last line that says something.
func (r *Result) lastWords() string {
	lines := strings.Split(r.Tail, "\n")
	if at := safe.FirstError(lines); at >= 0 {
		lines = lines[:at+1]
	}
	for _, line := range slices.Backward(lines) {
		if line = strings.TrimSpace(line); line != "" {
			if runes := []rune(line); len(runes) > 200 {
				line = string(runes[:200]) + "…"
			}
			return line
		}
	}
	return ""
}

func (s *Spec) title() string {
	if s.Name != "" {
		return s.Name
	}
	if len(s.Command) > 0 {
		return printable(s.Command[0])
	}
	return "launch"
}

func problem(spec *Spec, message, hint string) model.Problem {
	return model.Problem{Severity: model.Error, Message: spec.title() + ": " + message, Hint: hint, Rule: "launch"}
}

func environment(settings map[string]string, mark string) []string {
	env := os.Environ()
	if home := javaHome(); home != "" && settings["PATH"] == "" {
		env = append(env, "JAVA_HOME="+home)
	}
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		env = append(env, name+"="+settings[name])
	}
	return append(env, marker+"="+mark) // the last of a name wins
}

// javaHome is the folder of the JDK on the PATH where JAVA_HOME names none.
func javaHome() string {
	if os.Getenv("JAVA_HOME") != "" {
		return ""
	}
	javac, err := exec.LookPath("javac")
	if err != nil {
		return ""
	}
	if javac, err = filepath.EvalSymlinks(javac); err != nil {
		return ""
	}
	return filepath.Dir(filepath.Dir(javac))
}

// newMark is a text that no other launch has, by which its processes are recognised in their environment.
func newMark() string {
	var random [12]byte
	_, _ = rand.Read(random[:]) // never fails (crypto/rand)
	return hex.EncodeToString(random[:])
}

// Variable is an environment variable as a process sees it that is given env besides Beagle's own environment.
func Variable(env map[string]string, name string) string {
	if value, ok := env[name]; ok {
		return value
	}
	return os.Getenv(name)
}
