package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"beagle/judge"
	"beagle/learn"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/decimal"
)

type answer struct {
	formula        expression.Node
	inside, beyond []float64 // its predictions of the held-out points
	seconds        float64   // CPU time
	analyser       string
	failed         string  // why there is no answer
	covered, known int     // intervals that hold the true value, and how many were examined
	beyondCovered  int     // the same beyond the range
	beyondKnown    int     // see beyondCovered
	nothing        bool    // it is said that nothing is left to learn
	right          bool    // the form is the true one
	undecided      bool    // it is said that the data do not decide
	unsure         bool    // it is said that the mean beyond the data is sure not even to a factor of two
	unwritten      bool    // it is below the asked quality, and not written into a model
	within         float64 // up to how many times what was measured it is written for; 0: for all
	gap            float64
}

type learner struct {
	name, version string
	spends        bool // uses the time that it is given
	learn         func(ctx context.Context, t *table, folder string, budget time.Duration) answer
	close         func()
}

func find(ctx context.Context, o options) (all []learner, err error) {
	wanted := func(name string) bool { return len(o.learners) == 0 || slices.Contains(o.learners, name) }
	if wanted("beagle") {
		runtime.GOMAXPROCS(1) // one core each
		all = append(all, learner{name: "beagle", learn: beagle(o), close: func() {}})
	}
	known := map[string]bool{"beagle": true}
	for _, python := range o.pythons {
		w := &worker{python: python}
		if err := w.start(ctx); err != nil {
			return nil, fmt.Errorf("%s: %w", python, err)
		}
		for _, name := range slices.Sorted(maps.Keys(w.versions)) {
			if known[name] || !wanted(name) {
				continue
			}
			known[name] = true
			fmt.Printf("%s: %s\n", name, w.versions[name])
			all = append(all, learner{
				name: name, version: w.versions[name], close: w.stop, learn: w.learn(name),
				spends: name == "gplearn" || name == "operon" || name == "cipm-gp",
			})
		}
		w.stop()
	}
	for _, name := range o.learners {
		if !known[name] {
			return nil, fmt.Errorf("no interpreter given by -python has the learner %q", name)
		}
	}
	return all, nil
}

func beagle(o options) func(context.Context, *table, string, time.Duration) answer {
	return func(ctx context.Context, t *table, _ string, budget time.Duration) answer {
		kind := model.InternalAction
		if t.setting.exact {
			kind = model.Loop
		} else if t.setting.decides() {
			kind = model.Branch
		}
		limited, cancel := context.WithTimeout(ctx, budget)
		defer cancel()
		data := t.table()
		start := cpuTime()
		result, err := learn.Table(limited, data, kind, learn.Options{Seed: t.seed})
		a := answer{seconds: cpuTime() - start}
		if err != nil {
			a.failed = err.Error()
			return a
		}
		for _, p := range result.Problems { // analysers that failed
			fmt.Fprintln(os.Stderr, p.Error())
		}
		if o.only != "" {
			explain(result)
		}
		if result.Verdict.Final < 0 {
			a.failed = judge.Reason(&result.Verdict)
			return a
		}
		best := result.Proposals[0]
		a.analyser = best.Analyser
		a.undecided = result.Verdict.Undecided != nil
		a.unwritten = len(result.Verdict.Below) > 0
		a.unsure = strings.Contains(judge.Reason(&result.Verdict), "not even to a factor of two")
		if w := result.Verdict.Within; w != nil {
			a.within = w.Factor
		}
		a.nothing = strings.Contains(judge.Reason(&result.Verdict), "nothing left to learn")
		if a.undecided {
			a.gap = result.Verdict.Undecided.Gap
		}
		if t.setting.decides() {
			a.decision(t, best.Branches)
			return a
		}
		said := result.Written(0)
		a.formula = decimal.Rounded(said)
		a.inside, a.beyond = t.evaluate(said, t.inside), t.evaluate(said, t.beyond)
		if o.coverage {
			t.coverage(kind, result, &a)
		}
		return a
	}
}

func explain(result learn.Result) {
	fmt.Println(judge.Reason(&result.Verdict), judge.Warnings(&result.Verdict))
	for i, p := range result.Proposals[:min(10, len(result.Proposals))] {
		g := result.Grades[i]
		if p.Expression == nil {
			p.Expression = chosen(p.Branches)
		}
		fmt.Printf("   %8.2f %.4f %2d %-10s %s\n", g.Fitness, g.RelativeError, g.Size, p.Analyser, expression.String(decimal.Rounded(p.Expression)))
	}
}

// worker is an interpreter that runs peers/worker.py.
type worker struct {
	python   string
	versions map[string]string
	command  *exec.Cmd
	in       io.WriteCloser
	lines    chan []byte
}

func (w *worker) start(ctx context.Context) error {
	_, here, _, _ := runtime.Caller(0)
	script := filepath.Join(filepath.Dir(here), "peers", "worker.py")
	name, args := w.python, []string{script}
	if taskset, err := exec.LookPath("taskset"); err == nil {
		name, args = taskset, []string{"-c", fmt.Sprint(os.Getpid() % runtime.NumCPU()), w.python, script}
	}
	w.command = exec.CommandContext(ctx, name, args...)
	w.command.Env = append(os.Environ(), "OMP_NUM_THREADS=1")
	var err error
	if w.in, err = w.command.StdinPipe(); err != nil {
		return err
	}
	out, err := w.command.StdoutPipe()
	if err != nil {
		return err
	}
	if err := w.command.Start(); err != nil {
		return err
	}
	w.lines = make(chan []byte, 1)
	go func(lines chan<- []byte) {
		defer close(lines)
		s := bufio.NewScanner(out)
		s.Buffer(nil, 64<<20)
		for s.Scan() {
			lines <- slices.Clone(s.Bytes())
		}
	}(w.lines)
	hello, err := w.line(time.Minute)
	if err != nil {
		return err
	}
	return json.Unmarshal(hello, &w.versions)
}

func (w *worker) line(limit time.Duration) ([]byte, error) {
	select {
	case line, ok := <-w.lines:
		if !ok {
			return nil, errors.New("it ended")
		}
		return line, nil
	case <-time.After(limit):
		return nil, errors.New("out of time")
	}
}

func (w *worker) stop() {
	if w.command == nil {
		return
	}
	_ = w.command.Process.Kill()
	for range w.lines { // until its output is closed
	}
	_ = w.command.Wait() // killed, so it says so
	w.command = nil
}

func (w *worker) learn(name string) func(context.Context, *table, string, time.Duration) answer {
	return func(ctx context.Context, t *table, folder string, budget time.Duration) answer {
		if w.command == nil {
			if err := w.start(ctx); err != nil {
				return answer{failed: err.Error()}
			}
		}
		order, err := json.Marshal(map[string]any{"peer": name, "folder": t.folder(folder), "budget": budget.Seconds()})
		if err != nil {
			return answer{failed: err.Error()}
		}
		if _, err := w.in.Write(append(order, '\n')); err != nil {
			w.stop()
			return answer{failed: err.Error()}
		}
		line, err := w.line(4*budget + 3*time.Minute) // neighbours may use the processor too, and then it lasts
		if err != nil {
			w.stop()
			return answer{failed: err.Error(), seconds: budget.Seconds()}
		}
		a := read(line, budget)
		if a.failed == "" && (len(a.inside) != len(t.inside) || len(a.beyond) != len(t.beyond)) {
			a.failed = fmt.Sprintf("it says %d and %d values of %d and %d points", len(a.inside), len(a.beyond), len(t.inside), len(t.beyond))
		}
		return a
	}
}

func read(line []byte, budget time.Duration) answer {
	var said struct {
		Expression     string
		Inside, Beyond []*float64
		Seconds        float64
		Error          string
	}
	if err := json.Unmarshal(line, &said); err != nil {
		return answer{failed: err.Error()}
	}
	a := answer{seconds: said.Seconds, failed: said.Error, inside: numbers(said.Inside), beyond: numbers(said.Beyond)}
	if a.failed == "" && said.Seconds > 2*budget.Seconds()+1 { // generously: some can only stop between rounds
		a.failed = "out of time"
	}
	if a.failed == "" {
		var err error
		if a.formula, err = parseFormula(said.Expression); err != nil {
			a.failed = err.Error()
		}
	}
	return a
}

func numbers(values []*float64) (out []float64) {
	for _, x := range values {
		if x == nil {
			out = append(out, math.NaN())
		} else {
			out = append(out, *x)
		}
	}
	return out
}
