package attached

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"beagle/internal/need"
	"beagle/measure/java/jdk"
	"beagle/model"
)

func TestMain(m *testing.M) { need.Main(m) }

// compiled is the folder of the test program's classes.
func compiled(t *testing.T) string {
	t.Helper()
	need.Java(t)
	folder := t.TempDir()
	if err := jdk.Run(t.Context(), "", "", "-nowarn", "-g", "-source", "8", "-target", "8", "-d", folder, "testdata/Running.java"); err != nil {
		t.Fatal(err)
	}
	return folder
}

// program is a JVM that runs the test program.
type program struct {
	t    *testing.T
	run  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
	once sync.Once

	timed atomic.Int64 // calls of the first method, as far as Beagle knows
}

func start(t *testing.T, java, classes string, options ...string) *program {
	t.Helper()
	p := &program{t: t, run: exec.Command(java, append(options, "-cp", classes, "Running")...)}
	var err error
	if p.in, err = p.run.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := p.run.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.out = bufio.NewReader(out)
	if err := p.run.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.end)
	if said := p.line(); said != "ready" {
		t.Fatal(said)
	}
	return p
}

func (p *program) end() {
	p.once.Do(func() {
		_ = p.run.Process.Kill()
		_ = p.run.Wait()
	})
}

// line is the next line that the program prints; the JVM's own warnings are none.
func (p *program) line() string {
	for {
		said, err := p.out.ReadString('\n')
		if err != nil {
			p.t.Error("the program ended: ", err)
			return ""
		}
		if !strings.Contains(said, "warning") && !strings.Contains(said, "WARNING") {
			return strings.TrimSpace(said)
		}
	}
}

func (p *program) do(what string, times int) string {
	if _, err := fmt.Fprintln(p.in, what, times); err != nil {
		p.t.Fatal(err)
	}
	return p.line()
}

// measured attaches, has the program work as soon as the probes are in, and has them leave.
func (p *program) measured(order Order, work func(leave func())) (*Found, error) {
	jvm, err := Find(p.run.Process.Pid)
	if err != nil {
		p.t.Fatal(err)
	}
	ctx, leave := context.WithCancel(p.t.Context())
	defer leave()
	began := false
	var done sync.WaitGroup
	defer done.Wait()
	return Measure(ctx, jvm, order, func(f *Found) {
		if len(f.Watched) > 0 {
			p.timed.Store(int64(len(f.Watched[0].Observations)))
		}
		if f.GoingIn > 0 && !began {
			began = true
			done.Go(func() { work(leave) })
		}
	})
}

func javas() []string {
	all, _ := filepath.Glob("/usr/lib/jvm/*/bin/java")
	for home := range strings.SplitSeq(os.Getenv("BEAGLE_JDKS"), ":") {
		if home != "" {
			all = append(all, filepath.Join(home, "bin", "java"))
		}
	}
	var distinct []string
	for _, java := range all {
		if target, err := filepath.EvalSymlinks(java); err == nil && !slices.Contains(distinct, target) {
			distinct = append(distinct, target)
		}
	}
	return distinct
}

// Programs give the same results with probes as without, all calls are counted, and what was measured has its inputs.
func TestProbesCountEachCallAndChangeNoResult(t *testing.T) {
	classes := compiled(t)
	for _, java := range javas() {
		t.Run(strings.ReplaceAll(java, "/", "_"), func(t *testing.T) {
			p := start(t, java, classes)
			const times = 3001
			before := map[string]string{}
			kinds := []string{"sum", "shapes", "fails", "fibonacci", "forever"}
			for _, what := range kinds {
				before[what] = p.do(what, times)
			}
			for range 2 { // one can attach again
				found, err := p.measured(Order{Methods: []string{"Running"}, For: time.Minute, Budget: 1}, func(leave func()) {
					defer leave()
					for _, what := range kinds {
						if said := p.do(what, times); said != before[what] {
							t.Errorf("with probes it says %s, without %s", said, before[what])
						}
					}
				})
				if err != nil || len(found.Problems) > 0 {
					t.Fatal(err, found)
				}
				counts, inputs := map[string]int64{}, map[string][]string{}
				for _, w := range found.Watched {
					counts[w.Method.Name] = w.Counted
					for _, o := range w.Observations[:min(1, len(w.Observations))] {
						for v, value := range o.Inputs {
							inputs[w.Method.Name] = append(inputs[w.Method.Name], fmt.Sprintf("%s=%v", v, value))
						}
						slices.Sort(inputs[w.Method.Name])
					}
				}
				fibonacci := int64(0)
				for i := range times {
					fibonacci += []int64{1, 1, 3, 5, 9, 15, 25, 41, 67, 109}[i%10]
				}
				if counts["sum"] != times+times/2 || counts["shapes"] != times || counts["fails"] != times || counts["fibonacci"] != fibonacci || counts["forever"] != times {
					t.Error("calls were lost: ", counts)
				}
				want := "a.VALUE b.VALUE c.VALUE d.VALUE e.VALUE f.VALUE g.VALUE h.VALUE other.NUMBER_OF_ELEMENTS some.NUMBER_OF_ELEMENTS state.VALUE text.NUMBER_OF_ELEMENTS"
				var names []string
				for _, one := range inputs["shapes"] {
					name, _, _ := strings.Cut(one, "=")
					names = append(names, name)
				}
				if strings.Join(names, " ") != want {
					t.Errorf("inputs %v, want %s", inputs["shapes"], want)
				}
				if found.Overhead <= 0 || found.Classes != 1 {
					t.Errorf("%+v", found)
				}
			}
			if threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/comm", p.run.Process.Pid)); err == nil {
				for _, thread := range threads {
					if name, _ := os.ReadFile(thread); strings.HasPrefix(string(name), "beagle") {
						t.Errorf("a thread stays: %s", name)
					}
				}
			}
		})
	}
}

// A program that is killed while probes are in has lost nothing of what was measured before.
func TestWhatWasMeasuredOfAProgramThatDiesIsKept(t *testing.T) {
	p := start(t, "java", compiled(t))
	found, err := p.measured(Order{Methods: []string{"Running.sum"}, For: time.Minute, Budget: 1}, func(func()) {
		for p.timed.Load() < 500 {
			p.do("sum", 100)
		}
		p.end()
	})
	if err != nil || len(found.Watched) != 1 || len(found.Watched[0].Observations) < 500 {
		t.Fatal(err, found)
	}
	if len(found.Problems) != 1 || !strings.Contains(found.Problems[0].Message, "the program ended after") {
		t.Error(found.Problems)
	}
}

// However often a method is called, the learner gets so many rows; its calls are counted all the same.
func TestSoManyCallsOfAMethodAreTimedAndNoMore(t *testing.T) {
	p := start(t, "java", compiled(t))
	const calls = 40_000
	found, err := p.measured(Order{Methods: []string{"Running.tiny"}, For: 4 * time.Second, Budget: 1}, func(func()) {
		for range 100 {
			p.do("tiny", calls)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(found.Watched[0].Observations); n > 20_000 || n < 1000 {
		t.Errorf("%d calls were timed of %d", n, found.Watched[0].Counted)
	}
}

// A method that is called so often that counting alone takes more than the budget loses its probes, and is said.
func TestProbesOfAMethodThatIsCalledTooOftenGoOut(t *testing.T) {
	p := start(t, "java", compiled(t))
	found, err := p.measured(Order{Methods: []string{"Running.tiny"}, For: 30 * time.Second, Budget: 0.001}, func(leave func()) {
		defer leave()
		for begin := time.Now(); time.Since(begin) < 3*time.Second; {
			p.do("tiny", 1_000_000)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if w := found.Watched[0]; len(w.Problems) != 1 || !strings.Contains(w.Problems[0].Message, "its probes were taken out") {
		t.Errorf("%d calls, %+v, %v of %v", w.Counted, w.Problems, found.Overhead, found.Lasted)
	}
}

func TestTheEndComesWithTheCallsThatWereAskedFor(t *testing.T) {
	p := start(t, "java", compiled(t))
	found, err := p.measured(Order{Methods: []string{"Running.sum"}, For: time.Minute, Calls: 100, Budget: 1}, func(func()) {
		for p.timed.Load() < 100 {
			p.do("sum", 50)
		}
	})
	if err != nil || found.Lasted > 30*time.Second || len(found.Watched[0].Observations) < 100 {
		t.Fatal(err, found)
	}
}

func TestWhereOneCannotAttachIsSaidWithWhatToDo(t *testing.T) {
	classes := compiled(t)
	plain := start(t, "java", classes)
	closed := start(t, "java", classes, "-XX:+DisableAttachMechanism")
	deaf := start(t, "java", classes, "-Xrs")
	stopped := start(t, "java", classes)
	if err := stopped.run.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	if _, err := syscall.Wait4(stopped.run.Process.Pid, nil, syscall.WUNTRACED, nil); err != nil { // until it is
		t.Fatal(err)
	}
	order := Order{Methods: []string{"Running.sum"}, For: time.Second, Budget: 1}
	sleeps := exec.Command("sleep", "60")
	if err := sleeps.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = sleeps.Process.Kill(); _ = sleeps.Wait() }()
	for _, c := range []struct {
		pid     int
		methods string
		want    string
	}{
		{1 << 30, "", "there is none"},
		{sleeps.Process.Pid, "", "it is no JVM"},
		{closed.run.Process.Pid, "", "-XX:+DisableAttachMechanism"},
		{deaf.run.Process.Pid, "", "-Xrs"},
		{stopped.run.Process.Pid, "", "it is stopped"},
		{plain.run.Process.Pid, "Running.nowhere", "no loaded class has a method with a body of this name: Running.nowhere"},
		{plain.run.Process.Pid, "java.util.ArrayList", "no loaded class"},
	} {
		jvm, err := Find(c.pid)
		if err == nil {
			one := order
			if c.methods != "" {
				one.Methods = []string{c.methods}
			}
			_, err = Measure(t.Context(), jvm, one, nil)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%d %s: %v, want %s", c.pid, c.methods, err, c.want)
		}
		if p := model.AsProblem(err, ""); p.Hint == "" && !strings.Contains(c.want, "-X") && c.want != "it is stopped" {
			t.Errorf("%v: nothing is said of what to do", err)
		}
	}
	for _, p := range []*program{plain, closed, deaf} {
		if said := p.do("tiny", 3); said != "tiny 3" {
			t.Error("the program does not go on: ", said)
		}
	}
}

func TestTwoDoNotMeasureInOneJVM(t *testing.T) {
	p := start(t, "java", compiled(t))
	_, err := p.measured(Order{Methods: []string{"Running.sum"}, For: time.Minute, Budget: 1}, func(leave func()) {
		defer leave()
		jvm, err := Find(p.run.Process.Pid)
		if err != nil {
			t.Error(err)
			return
		}
		if _, err = Measure(t.Context(), jvm, Order{Methods: []string{"Running.sum"}, For: time.Second, Budget: 1}, nil); err == nil || !strings.Contains(err.Error(), "another Beagle") {
			t.Error(err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestJVMsAreListedByWhatTheyRun(t *testing.T) {
	p := start(t, "java", compiled(t))
	all, err := All()
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(all, func(j *JVM) bool { return j.PID == p.run.Process.Pid && j.Main == "Running" && j.Container == "" }) {
		t.Errorf("%+v", all)
	}
}
