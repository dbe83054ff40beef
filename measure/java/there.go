package java

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"beagle/measure"
	"beagle/measure/java/classes"
	"beagle/measure/java/probe"
	"beagle/measure/launch"
	"beagle/model"
)

type elsewhereLaunch struct {
	job   launch.Job // to know it again: where the plan changed, another launch has its number
	begun launch.Begun
}

// Ahead implements measure.Ahead: of each other machine that nothing runs on, the next launch begins.
func (p *preparation) Ahead(ctx context.Context, now measure.Launch, next []measure.Launch, number int32) {
	away := func(l measure.Launch) bool { return l.Machine != "" }
	if p.machines == nil || p.kieker != nil || p.delivery == nil || !slices.ContainsFunc(next, away) {
		return // where they should and cannot, their turn says why
	}
	said := len(p.sources.Notes)
	defer func() { p.early += len(p.sources.Notes) - said }()
	if now.Records == "" { // the first launch says where the program's classes are
		if _, _, err := p.delivery.Command(ctx, &now, classes.Environment(now.Command[0], now.Env)); err != nil {
			return
		}
	}
	var busy []string
	if now.Machine != "" {
		busy = append(busy, now.Machine)
	}
	seen := map[string]bool{"": true, now.Machine: true}
	for i := range next {
		l, number := &next[i], number+int32(i)
		if seen[l.Machine] || l.Records != "" {
			continue
		}
		seen[l.Machine] = true
		if p.begun[number] == nil && p.machines.Apart(ctx, l.Machine, busy) {
			spec, folder, err := p.spec(ctx, l, number)
			if err != nil {
				return // it is tried again when it is the launch's turn, which says so
			}
			job := p.job(l, spec, folder)
			begun, err := p.machines.Begin(ctx, l.Machine, job)
			if err != nil {
				return // likewise
			}
			if p.begun == nil {
				p.begun = map[int32]*elsewhereLaunch{}
			}
			p.begun[number] = &elsewhereLaunch{job, begun}
		}
		if p.begun[number] != nil {
			busy = append(busy, l.Machine)
		}
	}
}

func (p *preparation) job(l *measure.Launch, spec launch.Spec, folder string) launch.Job {
	return launch.Job{Spec: spec, Server: l.Server(), Needs: p.delivery.Needs(spec.Command), Records: folder}
}

// there runs the program of a launch on another machine, and takes its records when it has ended.
func (p *preparation) there(ctx context.Context, l *measure.Launch, spec launch.Spec, folder string, decoder *probe.Decoder) (result launch.Result, _ *launch.Noise, ending probe.Ending, err error) {
	problem := model.Problem{Severity: model.Error, Rule: "machine", Message: fmt.Sprintf("%s is to run on machine %s: ", spec.Name, l.Machine)}
	switch {
	case p.machines == nil:
		problem.Message += "no server was given over which workers could be asked"
		problem.Hint = "beagle run --nats URL, and beagle worker --launch " + l.Machine + " there"
		return result, nil, ending, problem
	case p.kieker != nil:
		problem.Message += "Kieker's probes send their records to a port of this one"
		problem.Hint = "set measure.probe: builtin, whose records are files"
		return result, nil, ending, problem
	}
	job := p.job(l, spec, folder)
	var begun launch.Begun
	if before := p.begun[decoder.Launch]; before != nil {
		delete(p.begun, decoder.Launch)
		if reflect.DeepEqual(before.job, job) {
			begun = before.begun
		} else {
			before.begun.Drop()
		}
	}
	if begun == nil {
		if begun, err = p.machines.Begin(ctx, l.Machine, job); err != nil {
			return result, nil, ending, err
		}
	}
	result, noise, err := begun.End(ctx)
	if err != nil {
		return result, nil, ending, err
	}
	return result, &noise, readRecords(ctx, folder, decoder), nil
}

var _ measure.Ahead = (*preparation)(nil)
