package project

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"beagle/internal/quantity"
	"beagle/internal/safe"

	"beagle/measure"
	"beagle/model"
	"beagle/run"
)

// TryOut builds the instrumented copy, runs one launch configuration once, with the first of values that vary, and
// says in words what it did: how it ended, which elements it reached, and the end of its output. Nothing is kept. A
// program that fails is an error that says so, and so is one that reaches none of the elements, from which nothing
// can be learnt; what it wrote is in the report then, too.
func TryOut(ctx context.Context, cfg run.Config, l measure.Launch) (report string, err error) {
	project, err := Prepare(cfg)
	if err != nil {
		return "", err
	}
	work, err := os.MkdirTemp("", "beagle-try-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(work)
	tool, err := NewTool(cfg, work, io.Discard, nil)
	if err != nil {
		return "", err
	}
	prepared, err := tool.Prepare(ctx, project.Order)
	if err != nil {
		return "", err
	}
	defer prepared.Close()
	one, which := firstOf(l)
	reached := &reach{sections: make([]bool, len(project.Order.Sections))}
	began := time.Now()
	done, err := prepared.Launch(ctx, one, 1, reached)
	if err != nil {
		return "", err
	}
	took := time.Since(began)
	of, said := reached.words(project)
	words := which + ending(done, took) + "\n" + said
	for _, p := range done.Problems {
		words += "\n" + p.Error()
	}
	if tail := safe.Tail(done.Output); tail != "" {
		words += "\n\nIts output ends with:\n" + tail
	}
	if done.ExitCode != 0 || done.Signal != "" {
		return words, model.Problem{
			Severity: model.Error, Rule: "launch", Message: fmt.Sprintf("launch %q failed: %s", l.Name, ending(done, took)),
		}
	}
	if of == 0 && len(project.Chosen) > 0 {
		return words, model.Problem{
			Severity: model.Error, Rule: "launch",
			Message: fmt.Sprintf("launch %q runs, but none of the elements that shall be measured: its output below may say why, such as tests that fail", l.Name),
		}
	}
	return words, nil
}

func ending(r measure.LaunchReport, took time.Duration) string {
	how := fmt.Sprintf("exit code %d", r.ExitCode)
	if r.Signal != "" {
		how = "ended by signal " + r.Signal
	}
	return fmt.Sprintf("%s after %.1f s, %d measurement events", how, took.Seconds(), r.Events)
}

func firstOf(l measure.Launch) (one measure.Launch, which string) {
	l.Repeat = 1
	plan := measure.Plan([]measure.Launch{l})
	if len(plan) == 0 {
		return l, ""
	}
	if len(plan) > 1 {
		var given []string
		for _, name := range slices.Sorted(maps.Keys(plan[0].Values)) {
			given = append(given, name+" = "+plan[0].Values[name])
		}
		which = fmt.Sprintf("Tried with %s, the first of %d combinations.\n", strings.Join(given, ", "), len(plan))
	}
	return plan[0], which
}

type reach struct {
	mu       sync.Mutex
	sections []bool
}

func (r *reach) Events(batch []measure.Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range batch {
		switch e := &batch[i]; e.Kind {
		case measure.DemandCaptured, measure.SectionEntered, measure.LoopCounted, measure.CallEntered:
			if int(e.Section) < len(r.sections) && e.Section >= 0 {
				r.sections[e.Section] = true
			}
		default: // services and parameters come along with these
		}
	}
}

const mostMissed = 10

func (r *reach) words(p *Project) (reached int, words string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	hit := map[model.ElementID]bool{}
	for i, s := range p.Order.Sections {
		hit[s.Element] = hit[s.Element] || r.sections[i]
	}
	var missed []string
	for i := range p.Chosen {
		if e := &p.Chosen[i]; !hit[e.ID] {
			missed = append(missed, e.Service+": "+e.Name)
		}
	}
	reached = len(p.Chosen) - len(missed)
	words = fmt.Sprintf("It reached %d of %d elements.", reached, len(p.Chosen))
	if reached > 0 && len(missed) > 0 {
		words += " Not reached: " + strings.Join(quantity.Some(missed, mostMissed), ", ")
	}
	return reached, words
}
