// Package fake is a project whose program and measurement tool are made up, for the tests of the rooms of run.
package fake

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "beagle/builtin"
	"beagle/internal/need"
	"beagle/links"
	"beagle/measure"
	"beagle/model"
	"beagle/run"
	"beagle/run/project"
)

// The program of these tests is work(n): it computes for n microseconds, runs its loop 2n+1 times, and takes the
// first transition where n > 5.
const (
	DemandID model.ElementID = "_compute#CPU"
	LoopID   model.ElementID = "_items"
	BranchID model.ElementID = "_large"
)

// Program stands for the measured program and the tool that measures it.
type Program struct {
	Started func(number int32)        // called at the start of each launch; may be nil
	Fails   error                     // what Prepare says
	Hold    func(ctx context.Context) // called before the last event; may be nil
	order   measure.Order
}

// Name is "fake", so that messages of tests show what measured.
func (p *Program) Name() string { return "fake" }

// Prepare keeps the order, and fails with Fails where a test set that.
func (p *Program) Prepare(_ context.Context, order measure.Order) (measure.Preparation, error) {
	p.order = order
	return p, p.Fails
}

// Notes says that nothing was moved or refused.
func (p *Program) Notes() []model.Problem { return nil }

// Close has nothing to give back.
func (p *Program) Close() error { return nil }

// Launch delivers the events of one launch at once: twelve executions of work(n), with n from 0 to 11.
func (p *Program) Launch(ctx context.Context, _ measure.Launch, number int32, sink measure.Sink) (measure.LaunchReport, error) {
	if p.Started != nil {
		p.Started(number)
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
		if n == 11 && p.Hold != nil {
			p.Hold(ctx)
		}
		sink.Events(batch)
		events += int64(len(batch))
	}
	return measure.LaunchReport{Events: events, Complete: true}, ctx.Err()
}

// UntilStopped holds a launch until it is stopped.
func UntilStopped(ctx context.Context) { <-ctx.Done() }

// Project is the model of work(n), its source and the links between them, in a folder of their own.
func Project(t *testing.T) *project.Project {
	t.Helper()
	dir := t.TempDir()
	cfg := run.Config{
		Project: dir, Model: filepath.Join(dir, "work.repository"), Links: filepath.Join(dir, "links.xml"),
		Sources: []string{filepath.Join(dir, "src")}, Output: run.Output{File: filepath.Join(dir, "out.repository")},
		Launch: []measure.Launch{{Name: "small", Command: []string{"true"}, Repeat: 2}, {Name: "large", Command: []string{"true"}}},
		Seed:   7,
	}
	if err := os.Mkdir(cfg.Sources[0], 0o700); err != nil {
		t.Fatal(err)
	}
	copyFile(t, testdata(t, "work.repository"), cfg.Model)
	source := copyFile(t, testdata(t, "Work.java"), filepath.Join(cfg.Sources[0], "Work.java"))
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
	p, err := project.Prepare(cfg)
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

// Wait waits until the run has ended, as a screen does.
func Wait(t *testing.T, r run.Run) run.Snapshot {
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

func testdata(t *testing.T, name string) string {
	t.Helper()
	return filepath.Join(need.Root(t), "run", "internal", "fake", "testdata", name)
}
