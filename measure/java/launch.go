package java

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/measure"
	"beagle/measure/java/classes"
	"beagle/measure/java/probe"
	"beagle/measure/java/probed"
	"beagle/measure/launch"
	"beagle/model"
)

type preparation struct {
	work     string
	order    measure.Order
	sources  *probed.Sources
	delivery delivery
	kieker   *kiekerProbes // nil: Beagle's own probes record
	machines launch.Elsewhere

	begun map[int32]*elsewhereLaunch // on other machines, by their numbers
	early int                        // notes that came up with these, for the next report

	mu     sync.Mutex
	taking recording       // of the latest launch
	told   map[string]bool // of other threads, by section: once is enough
}

type delivery interface {
	Command(ctx context.Context, l *measure.Launch, env map[string]string) ([]string, map[string]string, error)
	Dir(dir string) string
	Needs(command []string) []string
	Packages() []string
	Close() error
}

var (
	_ delivery        = (*copyDelivery)(nil)
	_ delivery        = (*overlayDelivery)(nil)
	_ measure.Watched = (*preparation)(nil)
)

func (p *preparation) Notes() []model.Problem { return p.sources.Notes }

func (p *preparation) note(said model.Problem) { p.sources.Notes = append(p.sources.Notes, said) }

func (p *preparation) Close() error {
	for _, one := range p.begun {
		one.begun.Drop()
	}
	p.begun = nil
	if p.delivery == nil { // records are read only
		return nil
	}
	return p.delivery.Close()
}

func (p *preparation) Sources() []measure.Source {
	p.mu.Lock()
	taking := p.taking
	p.mu.Unlock()
	if taking == nil {
		return nil
	}
	return taking.Sources()
}

func (p *preparation) take(ctx context.Context, folder string, decoder *probe.Decoder, command []string, env map[string]string) (taking recording, err error) {
	if p.kieker == nil {
		taking = takeRecords(ctx, folder, decoder)
	} else if taking, err = p.kieker.Take(ctx, decoder, p.delivery.Packages(), command, env); err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.taking = taking
	return taking, nil
}

func (p *preparation) Launch(ctx context.Context, l measure.Launch, number int32, sink measure.Sink) (measure.LaunchReport, error) {
	if l.Records != "" {
		return p.replay(ctx, &l, number, sink)
	}
	said := len(p.sources.Notes) - p.early
	p.early = 0
	spec, folder, err := p.spec(ctx, &l, number)
	if err != nil {
		return measure.LaunchReport{}, errors.Join(append([]error{err}, asErrors(p.sources.Notes[said:])...)...)
	}
	decoder := &probe.Decoder{Table: p.sources.Table, Launch: number, Sink: sink}
	run := p.here
	if l.Machine != "" {
		run = p.there
	}
	result, there, ending, err := run(ctx, &l, spec, folder, decoder)
	if err != nil {
		return measure.LaunchReport{}, err
	}
	report := measure.LaunchReport{
		Took: result.Took, ExitCode: result.ExitCode, Signal: result.Signal, Output: result.Output,
		Events: decoder.Events, Lost: ending.Lost,
		Complete: ending.Complete && result.Signal == "" && !result.Stopped,
		Problems: slices.Concat(p.sources.Notes[said:], result.Problems, ending.Problems), // notes that Notes was too early for
	}
	if ending.Files > 0 && ending.Complete && !report.Complete {
		report.Problems = append(report.Problems, model.Problem{
			Severity: model.Warning, Rule: "incomplete",
			Message: fmt.Sprintf("launch %q was stopped: its records are kept, but executions that had not ended left none", l.Name),
			Hint:    "let the program end by itself",
		})
	}
	if result.ExitCode != 0 && overflowed(result.Output) {
		report.Problems = append(report.Problems, model.Problem{
			Severity: model.Warning, Rule: "stack",
			Message: fmt.Sprintf("launch %q ran out of stack: methods with probes need more of it, and threads for which the program says how much have no more", l.Name),
			Hint:    "see whether it does without probes; else give the program more, as in java -Xss16m",
		})
	}
	if ending.Files == 0 {
		report.Problems = append(report.Problems, model.Problem{
			Severity: model.Warning, Rule: "records",
			Message: fmt.Sprintf("launch %q reached none of the instrumented code", l.Name),
			Hint:    "see whether the command runs the classes that the build writes, as a user who may write to the run's work folder",
		})
	}
	report.Problems = append(report.Problems, saidByAgent(folder)...)
	report.Problems = append(report.Problems, p.elsewhere(decoder)...)
	report.Problems = append(report.Problems, p.never(decoder)...)
	report.Overheads, report.Runtime, report.There = decoder.Overheads(), ending.Runtime, there
	return report, os.RemoveAll(folder)
}

func (p *preparation) spec(ctx context.Context, l *measure.Launch, number int32) (s launch.Spec, folder string, err error) {
	folder = filepath.Join(p.work, "records", strconv.Itoa(int(number)))
	if err := os.RemoveAll(folder); err != nil {
		return s, "", err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return s, "", fmt.Errorf("the folder for records cannot be made: %w", err)
	}
	command, env, err := p.delivery.Command(ctx, l, classes.Environment(l.Command[0], l.Env))
	if err != nil {
		return s, "", err
	}
	command = moreStack(command, env)
	env[probe.EnvOut] = folder
	env[probe.EnvTable] = strconv.FormatInt(p.sources.Table.Hash(), 10)
	return launch.Spec{
		Name: fmt.Sprintf("launch %q", l.Name), Command: command, Dir: p.delivery.Dir(l.Dir), Env: env,
		Output: filepath.Join(p.work, fmt.Sprintf("launch-%d.log", number)),
	}, folder, nil
}

func (p *preparation) here(ctx context.Context, l *measure.Launch, spec launch.Spec, folder string, decoder *probe.Decoder) (result launch.Result, _ *launch.Noise, ending probe.Ending, err error) {
	taking, err := p.take(ctx, folder, decoder, spec.Command, spec.Env)
	if err != nil {
		return result, nil, ending, err
	}
	result, err = launch.Start(ctx, spec, l.Server())
	return result, nil, taking.Finish(ctx), err
}

// maxStackTrace bounds how much of a program's output is looked at for a stack overflow.
const maxStackTrace = 256 << 10

func overflowed(output string) bool {
	file, err := os.Open(output)
	if err != nil {
		return false
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil && info.Size() > maxStackTrace {
		_, _ = file.Seek(-maxStackTrace, io.SeekEnd)
	}
	data, _ := io.ReadAll(io.LimitReader(file, maxStackTrace))
	return bytes.Contains(data, []byte("java.lang.StackOverflowError"))
}

const (
	maxSaid  = 64 << 10
	maxLines = 20
)

func saidByAgent(records string) (problems []model.Problem) {
	file, err := os.Open(filepath.Join(records, "agent.txt"))
	if err != nil {
		return nil
	}
	defer file.Close()
	data, _ := io.ReadAll(io.LimitReader(file, maxSaid))
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	for i, line := range lines[:min(len(lines), maxLines)] {
		if slices.Contains(lines[:i], line) {
			continue
		}
		problems = append(problems, model.Problem{Severity: model.Warning, Rule: "agent", Message: safe.Line(line)})
	}
	return problems
}

func onlyRecords(launches []measure.Launch) bool {
	return len(launches) > 0 && !slices.ContainsFunc(launches, func(l measure.Launch) bool { return l.Records == "" })
}

func (p *preparation) replay(ctx context.Context, l *measure.Launch, number int32, sink measure.Sink) (measure.LaunchReport, error) {
	decoder := &probe.Decoder{Table: p.sources.Table, Launch: number, Sink: sink}
	follower := probe.Follower{Only: l.Records, Decoder: decoder}
	ending, err := follower.Finish(measure.Reading(ctx))
	if err != nil {
		return measure.LaunchReport{}, model.AsProblem(err, "records")
	}
	report := measure.LaunchReport{Events: decoder.Events, Lost: ending.Lost, Complete: ending.Complete, Problems: ending.Problems}
	if stopped := measure.Reading(ctx).Err(); stopped != nil {
		return report, stopped
	}
	for _, problem := range ending.Problems {
		if problem.Severity == model.Error {
			return report, errors.Join(problem)
		}
	}
	report.Problems = append(report.Problems, p.elsewhere(decoder)...)
	report.Overheads, report.Runtime = decoder.Overheads(), ending.Runtime
	return report, nil
}

// never warns of sections of which sampling recorded no execution, though they ran.
func (p *preparation) never(decoder *probe.Decoder) (problems []model.Problem) {
	never := decoder.Never()
	for _, id := range slices.Sorted(maps.Keys(never)) {
		if int(id) >= len(decoder.Table) || decoder.Table[id].Kind != probe.Section {
			continue
		}
		section := &p.order.Sections[decoder.Table[id].Index]
		key := fmt.Sprint("never ", id)
		if p.told[key] {
			continue
		}
		if p.told == nil {
			p.told = map[string]bool{}
		}
		p.told[key] = true
		what := "this ran"
		if section.Kind == measure.Transition {
			what = fmt.Sprintf("transition %d was taken", section.Branch+1)
		}
		problems = append(problems, model.Problem{
			Severity: model.Warning, Rule: "never-recorded", Element: section.Element, File: section.Code.File,
			Message: fmt.Sprintf("in a launch %s %s, in executions that sampling left out each time: learning knows nothing of these", what, quantity.Plural(int(never[id]), "time", "times")),
			Hint:    fmt.Sprintf("give the launch env: {%s: \"1000000\"}, so that as many executions of a service are recorded one by one", probe.EnvFull),
		})
	}
	return problems
}
