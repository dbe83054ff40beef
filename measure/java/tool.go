// Package java measures Java programs: it puts probes into their sources outside the user's tree, has them compiled,
// and turns what the probes record into measurement events while the program runs.
//
// Probes get into a program in two ways: in a copy of the project that its own build compiles, or by an agent that
// loads the rewritten classes of a program as it is built. A probe that the compiler rejects gets another form or
// none, and all is compiled again.
package java

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"beagle/measure"
	"beagle/measure/java/probed"
	"beagle/model"
)

// Options say what is measured and how.
type Options measure.ToolOptions

// NewTool makes a measurement tool for Java programs.
func NewTool(options Options) measure.Tool { return &tool{options} }

type tool struct{ Options }

func (t *tool) Name() string { return "java" }

func (t *tool) Prepare(ctx context.Context, order measure.Order) (measure.Preparation, error) {
	work, err := filepath.Abs(t.WorkDir)
	if err != nil {
		return nil, err
	}
	project, err := filepath.Abs(t.Project)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(work, 0o700); err != nil {
		return nil, fmt.Errorf("the work folder cannot be made: %w", err)
	}
	p := &preparation{work: work, order: order, machines: t.Elsewhere}
	if onlyRecords(t.Launches) {
		p.sources = probed.Rewrite(order, t.Clock != "wall", false)
		return p, nil
	}
	if t.Probe == "kieker" {
		p.kieker = &kiekerProbes{Wanted: t.Kieker, Work: work, Say: t.say}
		if err := p.kieker.Find(ctx); err != nil {
			return nil, err
		}
	}
	t.say("instrumenting")
	p.sources = probed.Rewrite(order, t.Clock != "wall", false)
	if len(p.sources.Files) == 0 {
		return nil, errors.Join(append([]error{errors.New("nothing can be measured: no section could be instrumented")}, asErrors(p.sources.Notes)...)...)
	}
	choice, err := t.choose(ctx, p.sources)
	if err != nil {
		return nil, err
	}
	if choice.Delivery == Overlay {
		if len(p.sources.Runtimes.Names()) > 1 { // of several modules; an overlay has one for all
			p.sources = probed.Rewrite(order, t.Clock != "wall", true)
		}
		p.delivery, err = t.overlaid(ctx, project, work, p.sources)
		if err == nil || len(t.Build) == 0 || t.Delivery == Overlay || ctx.Err() != nil {
			p.note(choice.problem())
			return p, err
		}
		choice = Choice{Copy, model.AsProblem(err, "instrument").Message}
		p.sources = probed.Rewrite(order, t.Clock != "wall", false)
	}
	p.note(choice.problem())
	t.say(choice.String())
	p.delivery, err = t.copied(ctx, project, work, p.sources)
	return p, err
}

// overlaid prepares the program as it is built.
func (t *tool) overlaid(ctx context.Context, project, work string, sources *probed.Sources) (delivery, error) {
	folder := filepath.Join(work, "overlay")
	if err := os.RemoveAll(folder); err != nil {
		return nil, err
	}
	o := &overlayDelivery{
		Project: project, Sources: sources, Launches: t.Launches, Say: t.say,
		Strict: len(t.Build) > 0 && t.Delivery == "", Anyway: t.Delivery == Overlay,
	}
	if err := o.Write(folder); err != nil {
		return nil, err
	}
	if len(t.Build) == 0 || t.Delivery == Overlay {
		return o, nil // the first launch says where the classes are
	}
	for i := range t.Launches {
		if err := o.Prepare(ctx, &t.Launches[i]); err != nil {
			return nil, err
		}
	}
	return o, nil
}

func (t *tool) copied(ctx context.Context, project, work string, sources *probed.Sources) (delivery, error) {
	c := &copyDelivery{
		Place: probed.Place{Project: project, Copy: filepath.Join(work, "copy", filepath.Base(project))}, Sources: sources,
		Builder: t.Build, Work: work, Say: t.say,
	}
	t.say("copying " + project)
	if err := c.Tree(ctx); err != nil {
		return nil, err
	}
	if err := sources.Write(c.Place); err != nil {
		return nil, err
	}
	return c, c.Build(ctx)
}

func (o *Options) say(text string) {
	if o.Log != nil {
		fmt.Fprintln(o.Log, text)
	}
}

func asErrors(problems []model.Problem) []error {
	list := make([]error, len(problems))
	for i, p := range problems {
		list[i] = p
	}
	return list
}
