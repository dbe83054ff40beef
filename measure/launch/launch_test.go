//go:build unix

package launch

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"beagle/internal/need"
	"beagle/model"
)

// TestMain is also the supervisor and the process that is killed of the tests of supervising.
func TestMain(m *testing.M) {
	switch {
	case len(os.Args) > 1 && os.Args[1] == SuperviseCommand:
		os.Exit(Supervise(os.Args[2:]))
	case len(os.Args) > 1 && os.Args[1] == "hold":
		hold(os.Args[2:])
	}
	need.Main(m)
}

// hold starts a program under supervision, passes on what it says, and waits to be killed.
func hold(command []string) {
	p, err := StartPiped(Spec{Command: command}, []string{os.Args[0], SuperviseCommand})
	if err != nil {
		panic(err)
	}
	_, _ = io.Copy(os.Stdout, p.Out)
	select {}
}

// sh is a launch of a shell script; the shell is the measured program here. Who
// obeys TERM ends at once, however busy the machine is: no grace ends before.
func sh(t *testing.T, script string) Spec {
	return Spec{
		Name:    `launch "test"`,
		Command: []string{"/bin/sh", "-c", script},
		Dir:     t.TempDir(),
		Output:  filepath.Join(t.TempDir(), "output.txt"),
		Grace:   time.Minute,
	}
}

func run(t *testing.T, spec Spec) Result {
	t.Helper()
	result, err := Run(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func kept(t *testing.T, result Result) string {
	t.Helper()
	data, err := os.ReadFile(result.Output)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func says(problems []model.Problem, text string) bool {
	for _, p := range problems {
		if strings.Contains(p.Error()+" "+p.Hint, text) {
			return true
		}
	}
	return false
}

func TestAProgramThatEndsWellHasNoProblems(t *testing.T) {
	spec := sh(t, `echo "$GREETING"; echo second >&2; pwd`)
	spec.Env = map[string]string{"GREETING": "hello; $(echo no shell)"}
	result := run(t, spec)
	if !result.OK() || len(result.Problems) != 0 {
		t.Errorf("result %+v, want OK without problems", result)
	}
	dir, _ := filepath.EvalSymlinks(spec.Dir)
	if got, want := kept(t, result), "hello; $(echo no shell)\nsecond\n"+dir+"\n"; got != want {
		t.Errorf("output %q, want %q", got, want)
	}
}

func TestArgumentsReachTheProgramUnchanged(t *testing.T) {
	result := run(t, Spec{Command: []string{"printf", "%s|", "a b", "$HOME", "*", `"`, ""}})
	if want := `a b|$HOME|*|"||`; result.Tail != want {
		t.Errorf("arguments %q, want %q", result.Tail, want)
	}
}

// Scripts find what lies beside them by the name that they were called by, and
// some only where that has no blanks.
func TestAScriptIsCalledByTheNameThatWasGiven(t *testing.T) {
	spec := Spec{Command: []string{"bin/run"}, Dir: filepath.Join(t.TempDir(), "a folder")}
	if err := os.MkdirAll(filepath.Join(spec.Dir, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(spec.Dir, "bin", "run"), []byte("#!/bin/sh\necho $(dirname $0)\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if result := run(t, spec); result.Tail != "bin\n" && result.Tail != "bin" {
		t.Errorf("it says %q", result.Tail)
	}
}

func TestBuildsAreToldTheJDKOnThePath(t *testing.T) {
	dir := t.TempDir()
	bin := filepath.Join(dir, "jdk", "bin")
	if err := os.MkdirAll(bin, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(bin, "javac"), []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin)
	home := func(settings map[string]string) (named string) {
		for _, one := range environment(settings, "mark") {
			if value, ok := strings.CutPrefix(one, "JAVA_HOME="); ok {
				named = value
			}
		}
		return named
	}
	t.Setenv("JAVA_HOME", "")
	if got := home(nil); filepath.Base(got) != "jdk" {
		t.Errorf("without JAVA_HOME it is %q", got)
	}
	if got := home(map[string]string{"PATH": "/elsewhere"}); got != "" {
		t.Errorf("for another PATH it is %q", got)
	}
	t.Setenv("JAVA_HOME", "/mine")
	if got := home(nil); got != "/mine" {
		t.Errorf("what is named becomes %q", got)
	}
}

func TestACrashIsReportedWithItsLastWords(t *testing.T) {
	result := run(t, sh(t, "echo Exception in thread main; exit 3"))
	if result.ExitCode != 3 || result.Signal != "" || result.OK() {
		t.Errorf("result %+v, want exit code 3", result)
	}
	if !says(result.Problems, "exit code 3") || !says(result.Problems, "Exception in thread main") {
		t.Errorf("problems %v do not tell the exit code and the last words", result.Problems)
	}
}

func TestASignalIsReportedByName(t *testing.T) {
	result := run(t, sh(t, "kill -SEGV $$"))
	if result.Signal != "SEGV" || !says(result.Problems, "signal SEGV") {
		t.Errorf("signal %q, problems %v, want SEGV", result.Signal, result.Problems)
	}
}

func TestAHangingProgramIsStoppedByTermThenKill(t *testing.T) {
	for name, script := range map[string]string{
		"obeys TERM":   `trap 'echo bye; exit 0' TERM; echo ready; while :; do sleep 0.05; done`,
		"ignores TERM": `trap '' TERM; echo ready; while :; do sleep 0.05; done`,
	} {
		t.Run(name, func(t *testing.T) {
			spec := sh(t, script)
			if name == "ignores TERM" {
				spec.Grace = 100 * time.Millisecond
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			go func() {
				for { // stop it only once its trap is set
					if data, _ := os.ReadFile(spec.Output); len(data) > 0 {
						cancel()
						return
					}
					time.Sleep(5 * time.Millisecond)
				}
			}()
			result, err := Run(ctx, spec)
			if err != nil {
				t.Fatal(err)
			}
			if !result.Stopped || result.OK() {
				t.Errorf("result %+v, want stopped", result)
			}
			if obeyed := strings.Contains(result.Tail, "bye"); obeyed != (name == "obeys TERM") {
				t.Errorf("output %q", result.Tail)
			}
			if name == "ignores TERM" && result.Signal != "KILL" {
				t.Errorf("signal %q, want KILL", result.Signal)
			}
		})
	}
}

func TestAFloodIsKeptAtBothEnds(t *testing.T) {
	spec := sh(t, "echo first; yes 'all work and no play' | head -c 3000000; echo; echo last")
	spec.Limit = 10_000
	result := run(t, spec)
	text := kept(t, result)
	if !strings.HasPrefix(text, "first\n") || !strings.HasSuffix(text, "\nlast\n") {
		t.Errorf("the kept output starts with %.20q and ends with %q", text, text[len(text)-20:])
	}
	if len(text) > 11_000 {
		t.Errorf("%d bytes were kept of 10000", len(text))
	}
	if result.Written != 3_000_012 || result.Dropped != result.Written-10_000 {
		t.Errorf("written %d, dropped %d", result.Written, result.Dropped)
	}
	if !says(result.Problems, "were not kept") {
		t.Errorf("problems %v do not mention the flood", result.Problems)
	}
}

func TestProcessesLeftBehindAreEndedAndNamed(t *testing.T) {
	for name, script := range map[string]string{
		"in the group":             `sleep 100 & echo $! > pid`,
		"out of the group":         `setsid sh -c 'echo ready > up; sleep 100; exit' & echo $! > pid; until [ -s up ]; do sleep 0.01; done`,
		"deaf to TERM":             `(trap '' TERM; echo ready > up; while :; do sleep 0.05; done) & echo $! > pid; until [ -s up ]; do sleep 0.01; done`,
		"without the output's end": `sleep 100 >/dev/null 2>&1 & echo $! > pid`,
	} {
		t.Run(name, func(t *testing.T) {
			spec := sh(t, script)
			if name == "deaf to TERM" {
				spec.Grace = 100 * time.Millisecond
			}
			result := run(t, spec)
			if len(result.Left) == 0 || !says(result.Problems, "left processes behind") {
				t.Errorf("left %v, problems %v", result.Left, result.Problems)
			}
			data, err := os.ReadFile(filepath.Join(spec.Dir, "pid"))
			if err != nil {
				t.Fatal(err)
			}
			id, err := strconv.Atoi(strings.TrimSpace(string(data)))
			if err != nil {
				t.Fatal(err)
			}
			if alive(id) {
				t.Errorf("process %d still runs", id)
				_ = syscall.Kill(id, syscall.SIGKILL)
			}
		})
	}
}

func TestAChildThatEndsSoonIsNotLeftBehind(t *testing.T) {
	spec := sh(t, "sleep 0.1 &")
	spec.settle = time.Minute // on a busy machine soon may be late
	if result := run(t, spec); len(result.Left) != 0 {
		t.Errorf("left %v", result.Left)
	}
}

func TestWhatCannotBeStartedSaysWhatToDo(t *testing.T) {
	dir := t.TempDir()
	script := filepath.Join(dir, "script")
	if err := os.WriteFile(script, []byte("#!/bin/sh\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name      string
		spec      Spec
		says, why string
	}{
		{"nothing", Spec{}, "no command", "write it as a list"},
		{"unknown", Spec{Command: []string{"no-such-program"}}, "no-such-program was not found", "spelling"},
		{"java", Spec{Command: []string{"java"}, Env: map[string]string{"PATH": dir}}, "java was not found", "install a JDK"},
		{"a line for a shell", Spec{Command: []string{"java -version"}}, "not found", "there is no shell"},
		{"not executable", Spec{Command: []string{script}}, "permission denied", "chmod +x"},
		{"relative", Spec{Command: []string{"./gone"}, Dir: dir}, "no such file", filepath.Join(dir, "gone")},
		{"no folder", Spec{Command: []string{"true"}, Dir: filepath.Join(dir, "gone")}, "working folder", "correct dir"},
		{"output", Spec{Command: []string{"true"}, Output: filepath.Join(dir, "gone", "out")}, "cannot be kept", "disk has room"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Run(t.Context(), test.spec)
			p, ok := err.(model.Problem) //nolint:errorlint // Run documents this type
			if !ok {
				t.Fatalf("error %v (%T), want a problem", err, err)
			}
			if !strings.Contains(p.Error(), test.says) || !strings.Contains(p.Hint, test.why) {
				t.Errorf("%q, hint %q; want %q and %q", p.Error(), p.Hint, test.says, test.why)
			}
		})
	}
}

func TestNothingStartsWhenTheContextHasEnded(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	spec := sh(t, "touch started")
	if _, err := Run(ctx, spec); err == nil {
		t.Error("no error")
	}
	if _, err := os.Stat(filepath.Join(spec.Dir, "started")); err == nil {
		t.Error("the program was started")
	}
}
