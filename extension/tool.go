package extension

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"beagle/extension/wire"
	"beagle/measure"
	"beagle/measure/launch"
	"beagle/model"
)

func toolOf(x *Extension, said wire.InitializeResult) measure.ToolKind {
	kind := measure.ToolKind{
		Doc: x.Doc + " (extension)",
		New: func(o measure.ToolOptions) measure.Tool { return &tool{x, o} },
	}
	if said.Language != nil {
		kind.Suffixes = said.Language.Suffixes
	}
	return kind
}

type tool struct {
	x *Extension
	o measure.ToolOptions
}

func (t *tool) Name() string { return t.x.Name }

var sectionKinds = map[measure.SectionKind]string{
	measure.Demand: "demand", measure.LoopBody: "loop-body", measure.Transition: "transition", measure.Call: "call",
}

func section(s model.Section) wire.Section {
	return wire.Section{Unit: s.Unit, File: s.File, First: s.First, Last: s.Last}
}

func (t *tool) Prepare(ctx context.Context, order measure.Order) (measure.Preparation, error) {
	if err := os.MkdirAll(t.o.WorkDir, 0o700); err != nil {
		return nil, err
	}
	params := wire.OrderParams{
		Project: t.o.Project, Sources: t.o.Sources, Work: t.o.WorkDir, Clock: t.o.Clock, Build: t.o.Build,
		Sections: []wire.OrderSection{}, Services: []wire.OrderService{},
	}
	for _, s := range order.Sections {
		params.Sections = append(params.Sections, wire.OrderSection{
			Kind: sectionKinds[s.Kind], Code: section(s.Code), Element: string(s.Element), Service: s.Service,
			Branch: s.Branch, Else: s.Else, Callee: s.Callee, Args: s.Args,
		})
	}
	for _, s := range order.Services {
		service := wire.OrderService{Name: s.Name, Inputs: []wire.OrderInput{}, Code: section(s.Code)}
		for _, input := range slices.Concat(s.Inputs, s.Parts) {
			service.Inputs = append(service.Inputs, wire.OrderInput{Name: input.Name, Position: input.Index, Type: input.Type})
		}
		params.Services = append(params.Services, service)
	}
	var result wire.OrderResult
	if err := t.x.Call(ctx, wire.PrepareOrder, params, &result); err != nil {
		return nil, err
	}
	return &prepared{tool: t, order: order, request: params, notes: problems(result.Problems)}, nil
}

type prepared struct {
	tool    *tool
	order   measure.Order
	request wire.OrderParams
	notes   []model.Problem
	failed  int // of the extension, when it was told the order
}

func (p *prepared) Notes() []model.Problem { return p.notes }

func (p *prepared) Close() error { return nil }

// Launch implements measure.Preparation: the extension says what is run, and the program leaves its events in segment
// files.
func (p *prepared) Launch(ctx context.Context, l measure.Launch, number int32, sink measure.Sink) (report measure.LaunchReport, err error) {
	t := p.tool
	folder := filepath.Join(t.o.WorkDir, "records", strconv.Itoa(int(number)))
	if err := os.RemoveAll(folder); err != nil {
		return report, err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return report, err
	}
	if failures := t.x.Failures(); failures != p.failed { // it was started again, and knows nothing of the order
		p.failed = failures
		if err := t.x.Call(ctx, wire.PrepareOrder, p.request, &wire.OrderResult{}); err != nil {
			return report, err
		}
	}
	dir := l.Dir
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(t.o.Project, dir)
	}
	sent, err := arrive(&p.order, number, sink)
	if err != nil {
		return report, err
	}
	defer sent.receiver.Close()
	var how wire.LaunchResult
	params := wire.LaunchParams{Name: l.Name, Number: int(number), Command: l.Command, Dir: dir, Env: l.Env, Records: folder, Kieker: sent.address()}
	if err := t.x.Call(ctx, wire.PrepareLaunch, params, &how); err != nil {
		return report, err
	}
	if len(how.Command) == 0 {
		return report, t.x.wrong("it gave no command for launch %q", l.Name)
	}
	spec := launch.Spec{
		Name: fmt.Sprintf("launch %q", l.Name), Command: how.Command, Dir: how.Dir, Env: how.Env,
		Output: filepath.Join(t.o.WorkDir, fmt.Sprintf("launch-%d.log", number)),
	}
	if spec.Dir == "" {
		spec.Dir = dir
	}
	if spec.Env == nil {
		spec.Env = l.Env
	}
	result, err := launch.Start(ctx, spec, l.Server())
	if err != nil {
		return report, err
	}
	read := segments{order: &p.order, launch: number, sink: sink}
	damaged := read.folder(ctx, folder)
	arrived, lost := sent.finish(ctx)
	read.files, read.ended = read.files+arrived.files, read.ended+arrived.ended
	read.events, read.lost = read.events+arrived.events, read.lost+arrived.lost
	report = measure.LaunchReport{
		ExitCode: result.ExitCode, Signal: result.Signal, Output: result.Output, Events: read.events, Lost: read.lost,
		Complete: read.complete() && result.Signal == "" && !result.Stopped,
		Problems: slices.Concat(problems(how.Problems), result.Problems, damaged, lost),
	}
	if read.files == 0 {
		report.Problems = append(report.Problems, model.Problem{
			Severity: model.Warning, Rule: "records", Message: fmt.Sprintf("launch %q reached none of the instrumented code", l.Name),
			Hint: "see whether the command runs the program whose sources are linked",
		})
	}
	return report, os.RemoveAll(folder)
}
