package java

import (
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
	"time"

	"beagle/internal/safe"
	"beagle/measure"
	"beagle/measure/java/probe"
	"beagle/measure/launch"
	"beagle/model"
)

// pollInterval is how often the growing records are looked at.
const pollInterval = 50 * time.Millisecond

// Launch implements measure.Preparation.
func (p *preparation) Launch(ctx context.Context, l measure.Launch, number int32, sink measure.Sink) (measure.LaunchReport, error) {
	records := filepath.Join(p.work, "records", strconv.Itoa(int(number)))
	if err := os.RemoveAll(records); err != nil {
		return measure.LaunchReport{}, err
	}
	if err := os.MkdirAll(records, 0o700); err != nil {
		return measure.LaunchReport{}, fmt.Errorf("the folder for records cannot be made: %w", err)
	}
	env := environment(&l)
	command, env, err := p.unchecked(p.arguments(l.Command), env)
	if err != nil {
		return measure.LaunchReport{}, err
	}
	said := len(p.notes)
	if p.overlay != nil {
		if err := p.overlay.prepare(ctx, p, &l); err != nil {
			return measure.LaunchReport{}, errors.Join(append([]error{err}, asErrors(p.notes[said:])...)...)
		}
		command = p.overlay.withAgent(&l, env, "swap", p.overlay.classes)
	}
	env[probe.EnvOut] = records
	env[probe.EnvTable] = strconv.FormatInt(p.table.Hash(), 10)
	decoder := &probe.Decoder{Table: p.table, Launch: number, Sink: sink}
	listening, err := p.listen(ctx, records, decoder, command, env)
	if err != nil {
		return measure.LaunchReport{}, err
	}
	p.mu.Lock()
	p.listening = listening
	p.mu.Unlock()
	result, err := launch.Run(ctx, launch.Spec{
		Name: fmt.Sprintf("launch %q", l.Name), Command: command, Dir: p.dir(l.Dir), Env: env,
		Output: filepath.Join(p.work, fmt.Sprintf("launch-%d.log", number)),
	})
	ending := listening.finish(ctx)
	if err != nil {
		return measure.LaunchReport{}, err
	}
	report := measure.LaunchReport{
		ExitCode: result.ExitCode, Signal: result.Signal, Output: result.Output,
		Events: decoder.Events, Lost: ending.Lost,
		Complete: ending.Complete && result.Signal == "" && !result.Stopped,
		Problems: slices.Concat(p.notes[said:], result.Problems, ending.Problems), // notes that Notes was too early for
	}
	if ending.Files > 0 && ending.Complete && !report.Complete {
		report.Problems = append(report.Problems, model.Problem{
			Severity: model.Warning, Rule: "incomplete",
			Message: fmt.Sprintf("launch %q was ended before its end: what it recorded until then is kept, executions that had not ended left no record", l.Name),
			Hint:    "let the program end by itself",
		})
	}
	if ending.Files == 0 {
		report.Problems = append(report.Problems, model.Problem{
			Severity: model.Warning, Rule: "records",
			Message: fmt.Sprintf("launch %q reached none of the instrumented code", l.Name),
			Hint:    "see whether the command runs the classes that the build writes, as a user who may write to the run's work folder",
		})
	}
	report.Problems = append(report.Problems, saidByAgent(records)...)
	report.Overheads = decoder.Overheads()
	return report, os.RemoveAll(records)
}

// Bounds of what the agents of a launch say.
const (
	maxSaid  = 64 << 10
	maxLines = 20
)

// saidByAgent is what kept the agents of a launch from their work, which the
// program's output is to be free of.
func saidByAgent(records string) (problems []model.Problem) {
	file, err := os.Open(filepath.Join(records, "agent.txt"))
	if err != nil {
		return nil
	}
	defer file.Close()
	data, _ := io.ReadAll(io.LimitReader(file, maxSaid))
	lines := unique(strings.Split(strings.TrimSpace(string(data)), "\n"))
	for _, line := range lines[:min(len(lines), maxLines)] {
		problems = append(problems, model.Problem{Severity: model.Warning, Rule: "agent", Message: safe.Line(line)})
	}
	return problems
}

// environment is what a launch is given besides Beagle's own environment. Where
// it may be Gradle's, a daemon that runs already would start the program with
// variables of its own, not with ours: Gradle is told to do without.
func environment(l *measure.Launch) map[string]string {
	env := map[string]string{}
	maps.Copy(env, l.Env)
	if !isJava(l.Command[0]) {
		const name = "GRADLE_OPTS"
		env[name] = strings.TrimSpace(lookup(env)(name) + " -Dorg.gradle.daemon=false")
	}
	return env
}

// listener takes the records of one launch while it runs.
type listener interface {
	// finish takes the rest when the program has ended.
	finish(ctx context.Context) probe.Ending
}

// listen begins to take the records that the probes of a launch will make.
func (p *preparation) listen(ctx context.Context, records string, decoder *probe.Decoder, command []string, env map[string]string) (listener, error) {
	if p.kieker != nil {
		packages := []string{probe.Package}
		if p.overlay == nil {
			packages = p.runtimes.names()
		}
		path, err := p.kieker.classPath(ctx, javaOf(command, env), packages)
		if err != nil {
			return nil, err
		}
		env[probe.EnvKieker] = path
		return p.kieker.listen(decoder, env)
	}
	f := &following{follower: probe.Follower{Dir: records, Start: time.Now().UnixNano(), Decoder: decoder}, ended: make(chan error, 1)}
	following, stop := context.WithCancel(context.WithoutCancel(ctx))
	f.stop = stop
	go func() { f.ended <- follow(following, &f.follower) }()
	return f, nil
}

// following follows the files of Beagle's own probes.
type following struct {
	follower probe.Follower
	stop     context.CancelFunc
	ended    chan error
}

func (f *following) finish(context.Context) probe.Ending {
	f.stop()
	followErr := <-f.ended
	ending, err := f.follower.Finish()
	for _, err := range []error{followErr, err} {
		if err != nil {
			ending.Complete = false
			ending.Problems = append(ending.Problems, asProblem(err))
		}
	}
	return ending
}

// follow reads records until the context ends.
func follow(ctx context.Context, follower *probe.Follower) error {
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
			if _, err := follower.Poll(); err != nil {
				return err
			}
		}
	}
}

// dir is the working folder of a launch, in the copy.
func (p *preparation) dir(dir string) string {
	if p.overlay != nil {
		if !filepath.IsAbs(dir) {
			return filepath.Join(p.project, dir)
		}
		return dir
	}
	if !filepath.IsAbs(dir) {
		return filepath.Join(p.copy, dir)
	}
	if inside, err := p.inCopy(dir); err == nil {
		return inside
	}
	return dir
}
