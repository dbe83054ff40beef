package prepare

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"time"

	"beagle/cli/app"
	"beagle/extract"
	"beagle/extract/launches"
	"beagle/internal/quantity"
	"beagle/measure"
	"beagle/model"
	"beagle/run"
	"beagle/run/project"
)

// What is tried of what was found: so many launches, each for so long.
const (
	maxTrials   = 6
	trialWithin = 3 * time.Minute
)

// proposed are the launches that are tried where nobody has named any, and the
// servers among what was found. Single classes of tests are left to a person.
func proposed(found []launches.Found) (all []measure.Launch, servers []string) {
	for _, f := range found {
		switch {
		case f.Server:
			servers = append(servers, f.Class)
		case len(all) < maxTrials && !f.Single:
			all = append(all, f.Launch)
		}
	}
	return all, servers
}

// try tries launches once each with probes, and lets what they do judge the model:
// launches that reach nothing are left out where somebody has not written them, the
// model, if one was extracted, becomes as they were where the source left a choice, and its usage model is
// what they did.
func try(ctx context.Context, a *app.App, cfg *run.Config, r *extract.Result, own bool) error {
	a.Say("Trying %s", quantity.Plural(len(cfg.Launch), "launch, once", "launches, each once"))
	tried, err := project.Trial(ctx, *cfg, cfg.Launch, trialWithin, func(name string) { a.SayLine("Trying " + name) })
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		a.Warn(model.AsProblem(err, "trial"))
		return nil
	}
	var kept []measure.Launch
	var did []extract.Launched
	for _, t := range tried {
		how, good := worth(t)
		a.Say("  %s: %s", t.Launch.Name, how)
		if good || own {
			kept = append(kept, t.Launch)
			did = append(did, extract.Launched{Name: t.Launch.Name, Did: t.Did})
		}
	}
	if cfg.Launch = kept; len(kept) == 0 || r == nil {
		return nil
	}
	return judged(ctx, a, cfg, r, did)
}

// worth says what a launch did, and whether it is worth to be repeated.
func worth(t project.Tried) (how string, good bool) {
	how = fmt.Sprintf("reached %d of %d elements in %s", t.Reached, t.Of, quantity.Seconds(t.Took.Seconds()))
	switch {
	case t.TooLong:
		return how + " and had not ended: left out", false
	case t.Failed != "":
		return how + " and failed (" + t.Failed + "): left out", false
	case t.Reached == 0:
		return how + ": left out", false
	}
	return how, true
}

// judged lets what launches did judge the model, and writes it as it is then.
func judged(ctx context.Context, a *app.App, cfg *run.Config, r *extract.Result, did []extract.Launched) error {
	j := r.Judge(did)
	if j.Corrects {
		again, err := r.With(ctx, j.Choices)
		if err != nil {
			return err
		}
		r, j = again, again.Judge(did)
		for _, name := range j.Choices.Services { // what cannot be had
			a.Warn(model.Problem{Severity: model.Warning, Rule: "entry-seen", Message: name + " was entered from outside, and is no entrance of the model", Hint: "it is no part of the usage model; name a method with a body: extract: {services: [...]}"})
		}
	}
	r.Use(did)
	w, err := r.Write(filepath.Dir(cfg.Model))
	if err != nil {
		return err
	}
	chosen := r.Choices()
	if len(chosen.Bind) > len(cfg.Extract.Bind) {
		a.Say("Bound as the launches did: %s", told(chosen.Bind))
	}
	if n := len(chosen.Services) - len(cfg.Extract.Services); n > 0 {
		a.Say("Entered from outside, too: %s", strings.Join(chosen.Services[len(cfg.Extract.Services):][:min(n, 8)], ", "))
	}
	cfg.Extract.Bind, cfg.Extract.Services = chosen.Bind, chosen.Services
	cfg.Model, cfg.Links = w.Repository, w.Links
	for _, p := range j.Problems {
		a.Warn(p)
	}
	if j.Seen > 0 {
		a.Say("Calls between components: the launches made %d, of which the model has %d (%.1f %% of %.0f executions); %d of the model they did not make", j.Seen, j.Modelled, 100*j.Known/j.Calls, j.Calls, j.Unused)
	}
	a.Say("The usage model is what %s did", quantity.Plural(len(did), "launch", "launches"))
	return nil
}

func told(bind map[string]string) string {
	var all []string
	for name := range maps.Keys(bind) {
		all = append(all, name+" to "+bind[name])
	}
	return strings.Join(all, ", ")
}
