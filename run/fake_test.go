package run

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"beagle/analysers"
	"beagle/blackboard"
	"beagle/judge"
	"beagle/links"
	"beagle/measure"
	"beagle/model"
)

// The program of these tests is work(n): it computes for n microseconds, runs
// its loop 2n+1 times, and takes the first transition where n > 5.
const (
	demandID model.ElementID = "_compute#CPU"
	loopID   model.ElementID = "_items"
	branchID model.ElementID = "_large"
)

// program stands for the measured program and the tool that measures it.
type program struct {
	started func(number int32)        // called at the start of each launch; may be nil
	fails   error                     // what Prepare says
	hold    func(ctx context.Context) // called before the last event; may be nil
	order   measure.Order
}

func (p *program) Name() string { return "fake" }

func (p *program) Prepare(_ context.Context, order measure.Order) (measure.Preparation, error) {
	p.order = order
	return p, p.fails
}

func (p *program) Notes() []model.Problem { return nil }
func (p *program) Close() error           { return nil }

func (p *program) Launch(ctx context.Context, _ measure.Launch, number int32, sink measure.Sink) (measure.LaunchReport, error) {
	if p.started != nil {
		p.started(number)
	}
	events := int64(0)
	for n := range int64(12) {
		batch := []measure.Event{
			{Kind: measure.ServiceEntered},
			{Kind: measure.ParameterCaptured, Char: model.ValueOf, Value: model.NumberValue(float64(n))},
		}
		for i, s := range p.order.Sections {
			e := measure.Event{Section: int32(i)}
			switch s.Kind {
			case measure.Demand:
				e.Kind, e.Wall, e.CPU = measure.DemandCaptured, n*1000, n*1000
			case measure.LoopBody:
				e.Kind, e.Count = measure.LoopCounted, 2*n+1
			case measure.Transition:
				if (n > 5) != (s.Branch == 0) {
					continue
				}
				e.Kind = measure.SectionEntered
			default:
				continue
			}
			batch = append(batch, e)
		}
		batch = append(batch, measure.Event{Kind: measure.ServiceLeft})
		for i := range batch {
			batch[i].Launch = number
		}
		if n == 11 && p.hold != nil {
			p.hold(ctx)
		}
		sink.Events(batch)
		events += int64(len(batch))
	}
	return measure.LaunchReport{Events: events, Complete: true}, ctx.Err()
}

// untilStopped holds a launch until it is stopped.
func untilStopped(ctx context.Context) { <-ctx.Done() }

// project is the model of work(n), its source and the links between them, in a
// folder of their own.
func project(t *testing.T) *Project {
	t.Helper()
	dir := t.TempDir()
	cfg := Config{
		Project: dir, Model: filepath.Join(dir, "work.repository"), Links: filepath.Join(dir, "links.xml"),
		Sources: []string{filepath.Join(dir, "src")}, Output: Output{File: filepath.Join(dir, "out.repository")},
		Launch: []measure.Launch{{Name: "small", Command: []string{"true"}, Repeat: 2}, {Name: "large", Command: []string{"true"}}},
		Seed:   7,
	}
	if err := os.Mkdir(cfg.Sources[0], 0o700); err != nil {
		t.Fatal(err)
	}
	copyFile(t, "testdata/work.repository", cfg.Model)
	source := copyFile(t, "testdata/Work.java", filepath.Join(cfg.Sources[0], "Work.java"))
	at := func(statement string) links.Position {
		return links.Position{Unit: "Work", Offset: strings.Index(source, statement)}
	}
	last := at("sink += x;")
	file := links.File{Path: cfg.Links, Links: []links.Link{
		{Element: "_compute", First: at("long x = n;"), Last: &last},
		{Element: "_body", First: at("sink ^= i;")},
		{Element: "_yesBehaviour", First: at("sink++;")},
		{Element: "_noBehaviour", First: at("sink--;")},
	}}
	if err := links.Write(&file); err != nil {
		t.Fatal(err)
	}
	p, err := Prepare(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Chosen) != 3 || len(p.Problems) > 0 {
		t.Fatalf("%d elements are linked; %v", len(p.Chosen), p.Problems)
	}
	return p
}

func copyFile(t *testing.T, from, to string) string {
	t.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func fakeTools(t *testing.T, tool measure.Tool) tools {
	t.Helper()
	timeout, err := measure.NewTimeout("none", 0)
	if err != nil {
		t.Fatal(err)
	}
	return tools{
		measure: tool, analysers: analysers.All(),
		judge: judge.New(judge.Options{}), timeout: timeout,
	}
}

// started is an analysis of work(n) in this process.
func started(t *testing.T, p *Project, tool measure.Tool) *local {
	t.Helper()
	board := blackboard.New(p.Chosen, p.Config.Seed, nil)
	l := begin("test", p, board, fakeTools(t, tool), 0).start(t.Context())
	t.Cleanup(func() { _ = l.Close() })
	return l
}

// wait waits until the run has ended, as a screen does.
func wait(t *testing.T, r Run) Snapshot {
	t.Helper()
	patience := time.After(time.Minute)
	for {
		select {
		case _, open := <-r.Changed():
			if !open {
				return r.Snapshot()
			}
		case <-patience:
			t.Fatalf("the run does not end; it is %s: %s", r.Snapshot().State, r.Snapshot().Phase)
		}
	}
}
