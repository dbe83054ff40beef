package prepare

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"beagle/cli/app"
	"beagle/extract"
	"beagle/extract/rules"
	"beagle/internal/quantity"
	"beagle/model"
)

func judged(ctx context.Context, t *trial, did, kept []extract.Launched) error {
	a, cfg := t.App, t.cfg
	settled, err := t.judging.Settle(ctx, t.candidates, did)
	if err != nil {
		return err
	}
	r, choice, j := settled.Result, settled.Choice, settled.Judgement
	if err := t.drive(ctx, choice); err != nil {
		return err
	}
	a.Say("Services of the model: %d of %d that ran; they explain %s of the time", choice.Services(), choice.Ran, quantity.Percent(choice.Share()))
	if j.Corrects {
		var missing []model.Problem // of hundreds of accessors in a library, whose tests call them
		for _, name := range j.Choices.Services {
			missing = append(missing, model.Problem{Severity: model.Warning, Rule: "entry-seen", Message: name + " was entered from outside, and is no entrance of the model", Hint: "it is no part of the usage model; name a method with a body: extract: {services: [...]}"})
		}
		a.WarnAll(missing)
	}
	t.judged = r
	for i := range kept {
		kept[i] = choice.Of(kept[i])
	}
	r.Use(kept)
	w, err := r.Write(filepath.Dir(cfg.Model))
	if err != nil {
		return err
	}
	choices := r.Choices()
	if len(choices.Bind) > len(cfg.Extract.Bind) {
		a.Say("Bound as the launches did: %s", told(choices.Bind))
	}
	if more := slices.DeleteFunc(slices.Clone(choices.Services), func(name string) bool {
		return name == rules.Uncalled || slices.Contains(cfg.Extract.Services, name)
	}); len(more) > 0 {
		a.Say("Entered from outside, too: %s", strings.Join(more[:min(len(more), 8)], ", "))
	}
	cfg.Extract.Bind, cfg.Extract.Services = choices.Bind, choices.Services
	cfg.Model, cfg.Links = w.Repository, w.Links
	a.WarnAll(j.Problems)
	tellWays(a, r)
	if j.Seen > 0 {
		a.Say("Calls between components: the launches made %d, of which the model has %d (%.1f %% of %.0f executions); %d of the model they did not make", j.Seen, j.Modelled, 100*j.Known/j.Calls, j.Calls, j.Unused)
		if hidden := j.Seen - j.Modelled - j.Circles; hidden > 0 {
			a.Say("  of those that it does not have, %d (%.1f %%) the source does not show: libraries, frameworks, reflection, what was handed in or another implementation of a service made them, inside of actions", hidden, 100*(j.Calls-j.Known-j.Circling)/j.Calls)
		}
		if j.Circles > 0 {
			a.Say("  of those that it does not have, %d (%.1f %%) are recursion by way of other components, which no Palladio model can have", j.Circles, 100*j.Circling/j.Calls)
		}
	}
	a.Say("The usage model is what %s did", quantity.Plural(len(kept), "launch", "launches"))
	return nil
}

// mostWays are the services with several implementations of which it is told what launches saw.
const mostWays = 8

func tellWays(a *app.App, r *extract.Result) {
	all := slices.DeleteFunc(slices.Clone(r.Problems), func(p model.Problem) bool { return p.Rule != rules.SeveralWays })
	for _, p := range all[:min(len(all), mostWays)] {
		a.Say("%s", p.Message)
	}
	if more := len(all) - mostWays; more > 0 {
		a.Say("%s more with several implementations: beagle extract --output json lists them", quantity.Plural(more, "service", "services"))
	}
}

func told(bind map[string]string) string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(bind)) {
		all = append(all, name+" to "+bind[name])
	}
	return strings.Join(all, ", ")
}
