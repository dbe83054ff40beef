package prepare

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"beagle/cli/app"
	"beagle/config"
	"beagle/extract"
	"beagle/extract/launches"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/measure"
	"beagle/model"
	"beagle/run"
	"beagle/run/project"
)

// trial tries launches once each with probes, and lets what they do judge the model: launches that
// reach nothing are left out where somebody has not written them, the model, if one was extracted,
// becomes as they were where the source left a choice, and its usage model is what they did.
type trial struct {
	*app.App
	cfg     *run.Config
	ways    ways            // to launch the program
	judging *extract.Result // the extraction of the model; nil: it is somebody else's
	file    string          // beagle.yaml

	candidates *extract.Result     // what the trial measures; nil: the model itself
	judged     *extract.Result     // the model as the trial has left it
	driven     map[string][]driven // implementations of services that can be driven, by their SEFFs
	instead    bool                // these alone can be launched

	drives  string         // Order.Drive
	asks    bool           // a person at a terminal decides whether drivers call services
	limit   time.Duration  // of measuring, where somebody has said it for this time
	busy    func() float64 // how many times as long a program takes as alone; nil: it is alone
	began   time.Time      // when the first launch was tried
	tried   round          // the launches, with the present components
	unbuilt []string       // why those cannot be launched that the build does not make
	goesOn  goingOn        // what takes long just now
	stops   bool           // somebody has stopped the trial: what is known is kept, and nothing more is tried

	tries func(context.Context, run.Config, []measure.Launch, project.Trials) ([]project.Tried, error) // makes the launches
}

func (t *trial) try(ctx context.Context) error {
	if len(t.cfg.Launch) > 0 {
		if ended, err := t.kept(ctx); ended || err != nil || len(t.cfg.Launch) > 0 {
			return err
		}
	}
	if err := t.driveInstead(ctx); err != nil || !t.instead {
		return err
	}
	_, err := t.kept(ctx)
	return err
}

// kept tries the launches and keeps those that are worth it; ended: there is nothing to be learnt from a trial.
func (t *trial) kept(ctx context.Context) (ended bool, err error) {
	tried, err := t.once(ctx)
	if err != nil || tried == nil {
		return true, err
	}
	return false, t.keep(ctx, tried)
}

// measured is what the trial measures: of a model that was extracted, all that may be its services.
func (t *trial) measured(ctx context.Context, folder string) (run.Config, error) {
	cfg := *t.cfg
	if t.judging == nil {
		return cfg, nil
	}
	var err error
	if t.candidates, err = t.judging.Candidates(ctx); err != nil {
		return cfg, err
	}
	w, err := t.candidates.Write(folder)
	if err != nil {
		return cfg, err
	}
	cfg.Model, cfg.Links, cfg.Select = w.Repository, w.Links, run.Selection{}
	return cfg, nil
}

// once tries the launches, each once; nil: none could be tried, and that was said.
func (t *trial) once(ctx context.Context) ([]project.Tried, error) {
	t.tried = newRound(&t.ways)
	t.Say("Trying %s, as soon as the probes are in, which takes as long as a build; Ctrl+C ends trying and keeps what was found", quantity.Plural(len(t.cfg.Launch), "launch, once", "launches, each once"))
	folder, err := os.MkdirTemp("", "beagle-trial-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	cfg, err := t.measured(ctx, filepath.Join(folder, "model"))
	if err != nil {
		return nil, err
	}
	how := project.Trials{Within: t.within, As: launches.Briefly, Say: t.trying, After: t.after, Inputs: t.inputs()}
	t.goesOn.end = t.Waiting("putting the probes in")
	tried, err := t.tries(ctx, cfg, t.cfg.Launch, how)
	t.goesOn.rest()
	if ctx.Err() != nil {
		return nil, errors.Join(ctx.Err(), t.stopped(context.WithoutCancel(ctx), tried))
	}
	if err != nil {
		t.Warn(model.AsProblem(err, "trial"))
		return nil, nil
	}
	if n := len(t.tried.left); n > 0 {
		t.Warn(model.Problem{
			Severity: model.Warning, Rule: "trial", Message: fmt.Sprintf("%s not tried, since trying the others took %s: %s", quantity.Plural(n, "launch was", "launches were"), quantity.Seconds(time.Since(t.began).Seconds()), strings.Join(t.tried.left[:min(n, mostTold)], ", ")),
			Hint: "name those that matter under launch: in beagle.yaml, as those that are there, and beagle run measures them",
		})
	}
	return tried, nil
}

func (t *trial) onlyBuilt() {
	missing := t.ways.unbuilt()
	for _, name := range missing {
		t.unbuilt = append(t.unbuilt, name+" cannot be launched, since the build does not make them")
	}
	if len(missing) > 0 {
		t.Say("Not built by the project's build, so not tried: %s", strings.Join(missing, ", "))
	}
}

func (t *trial) stopped(ctx context.Context, tried []project.Tried) error {
	t.stops = true
	if err := t.keep(ctx, tried); err != nil || len(t.cfg.Launch) == 0 {
		return err
	}
	t.Say("Stopped; %s kept in %s: beagle run goes on from there", quantity.Plural(len(t.cfg.Launch), "launch is", "launches are"), safe.Shown(t.file))
	return config.Save(t.file, *t.cfg)
}

func (t *trial) after(one project.Tried) []measure.Launch {
	t.goesOn.rest()
	var more []measure.Launch
	if built, found := t.ways.instead(one); found {
		more = append(more, built)
	}
	how, good := t.tried.worth(one)
	if t.ways.own { // somebody has said that it is to be made
		how = strings.TrimSuffix(how, leftOut)
	}
	t.Say("  %s: %s", one.Launch.Name, how)
	if !good && len(more) == 0 {
		t.tried.idle = append(t.tried.idle, one.Launch.Name+" "+strings.TrimSuffix(how, leftOut))
	}
	return more
}

func (t *trial) trying(name string) {
	if t.began.IsZero() {
		t.began = time.Now()
	}
	t.goesOn.rest()
	t.SayLine("Trying " + name)
	t.goesOn.end = t.Waiting("trying " + name)
}

// How long launches are tried.
const (
	trialWithin  = 90 * time.Second // each
	trialsWithin = 6 * time.Minute  // all; what is left then is not tried
	mostCrowded  = 2                // times as long as that on a machine that does other work
)

// within is how long a launch is tried: longer where the machine does other work, too. It
// is 0, and the launch is noted, where trying took so long that no more are tried. Those
// of a person are all tried.
func (t *trial) within(l measure.Launch) time.Duration {
	crowded := 1.0
	if t.busy != nil {
		crowded = min(t.busy(), mostCrowded)
	}
	limit := time.Duration(crowded * float64(trialWithin))
	if t.ways.own || t.began.IsZero() {
		return limit
	}
	left := time.Duration(crowded*float64(trialsWithin)) - time.Since(t.began)
	if left <= 0 {
		t.tried.left = append(t.tried.left, l.Name)
	}
	return max(0, min(limit, left))
}

// goingOn is something that is said to go on each minute; the zero value is nothing.
type goingOn struct{ end func() }

func (g *goingOn) rest() {
	if g.end != nil {
		g.end()
		g.end = nil
	}
}

func noLaunch(file string, drafts []launches.Found, idle []string) error {
	p := model.Problem{
		Severity: model.Error, Rule: "launch", File: file, Message: "the model is extracted, but nothing was found that could be launched to measure it: no class with main, and no test that runs a service",
		Hint: "write launch: into this file, with a command that uses the program, such as launch: [{command: [java, -cp, target/classes, demo.Main, input.txt]}], then: beagle model",
	}
	if len(drafts) > 0 {
		p.Message = "the model is extracted, but nothing was found that could be launched by itself to measure it: " + mainsOf(drafts)
		p.Hint = "their launches stand in this file as comments: put in what stands in capitals, take the # away, then: beagle model"
	}
	if n := len(idle); n > 0 {
		p.Message = "the model is extracted, but nothing that there is to launch measures it: " + strings.Join(idle[:min(n, mostTold)], "; ")
		if n > mostTold {
			p.Message += fmt.Sprintf("; and %d more", n-mostTold)
		}
		again := "have tests pass here that run services, remove the model's folder and this file, then: beagle model"
		if len(drafts) > 0 {
			again += "; " + mainsOf(drafts)
		}
		p.Hint = again + "; or: " + p.Hint
	}
	return p
}
