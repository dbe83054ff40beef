package prepare

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"beagle/cli/app"
	"beagle/config"
	"beagle/extract"
	"beagle/extract/launches"
	extracted "beagle/extract/project"
	"beagle/extract/rules"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/measure"
	"beagle/model"
	"beagle/run"
	"beagle/run/project"
)

// trial tries launches once each with probes, and lets what they do judge the model:
// launches that reach nothing are left out where somebody has not written them, the
// model, if one was extracted, becomes as they were where the source left a choice,
// and its usage model is what they did.
type trial struct {
	*app.App
	cfg     *run.Config
	project *extracted.Project
	found   []launches.Found
	judging *extract.Result  // the extraction of the model; nil: it is somebody else's
	own     bool             // a person has written the launches
	divides bool             // nobody has said what makes components
	file    string           // beagle.yaml
	direct  *launches.Direct // how tests run without their build; nil: not at all

	parts   map[string]part // of tests that took too long, by the launch's name
	clock   clock
	tried   round    // the launches, with the present components
	unbuilt []string // those of which the build makes no classes, and that it does not

	goesOn goingOn // what takes long just now

	stops bool // somebody has stopped the trial: what is known is kept, and nothing more is tried

	tries func(context.Context, run.Config, []measure.Launch, project.Trials) ([]project.Tried, error) // makes the launches
}

// try tries the launches, and lets the model become as they were. Where most of them
// enter no service of components that are large, as tests often enter what is inside, it
// tries them with smaller components, too, and takes these if more launches enter them.
func (t *trial) try(ctx context.Context) error {
	proposed := t.cfg.Launch
	tried, err := t.once(ctx)
	if err != nil || tried == nil {
		return err
	}
	first, best := t.judging, tried
	for {
		smaller := t.smaller(ctx, best)
		if smaller == nil {
			break
		}
		before, known := t.judging, t.tried
		t.Say("Most launches enter no service of components by %s: trying %d components by %s", before.Rule, len(smaller.Model.Components), smaller.Rule)
		if err := t.take(smaller, whole(ended(best, t.wants), t.parts)); err != nil {
			return err
		}
		again, err := t.once(ctx)
		if err != nil {
			return err
		}
		if t.useful(again) <= t.useful(best) {
			t.Say("They enter no more of these")
			t.tried = known
			if err := t.take(before, proposed); err != nil {
				return err
			}
			break
		}
		best = again
	}
	if t.judging != first {
		t.Say("Components are by %s, since launches enter more of them", t.judging.Rule)
		t.WarnAll(findingsOf(t.judging)) // what was found of other components says nothing of these
	}
	return t.keep(ctx, best)
}

// once tries the launches, each once; nil: none could be tried, and that was said.
func (t *trial) once(ctx context.Context) ([]project.Tried, error) {
	if t.parts == nil {
		t.parts = t.suites()
	}
	t.clock.rest()
	t.tried = newRound()
	t.Say("Trying %s, as soon as the probes are in, which takes as long as a build; Ctrl+C ends trying and keeps what was found", quantity.Plural(len(t.cfg.Launch), "launch, once", "launches, each once"))
	folder, remove, err := timesFolder()
	if err != nil {
		return nil, err
	}
	defer remove()
	how := project.Trials{Within: t.within, As: t.tried.timed(folder), Say: t.trying, After: t.after}
	t.goesOn.end = t.Waiting("putting the probes in")
	tried, err := t.tries(ctx, *t.cfg, t.cfg.Launch, how)
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
			Severity: model.Warning, Rule: "trial", Message: fmt.Sprintf("%s not tried, since trying the others took %s: %s", quantity.Plural(n, "launch was", "launches were"), quantity.Seconds(t.clock.took().Seconds()), strings.Join(t.tried.left[:min(n, mostTold)], ", ")),
			Hint: "name those that matter under launch: in beagle.yaml, as those that are there, and beagle run measures them",
		})
	}
	return tried, nil
}

// useful is how many launches are worth to be repeated.
func (t *trial) useful(tried []project.Tried) (n int) {
	for _, one := range tried {
		if t.good(one) {
			n++
		}
	}
	return n
}

// most bounds how many components a rule may make that nobody has chosen.
const most = 200

// smaller is the extraction by the next rule that makes more components, where most
// launches that ended well reached nothing of those that there are and that nobody has
// chosen; nil: it stays as it is.
func (t *trial) smaller(ctx context.Context, tried []project.Tried) *extract.Result {
	if t.own || t.judging == nil || !t.divides || !mostlyIdle(tried, t.wants) || t.clock.took() > trialsWithin/2 {
		return nil
	}
	finer := []string{rules.ByPackages, rules.BySubpackages, rules.ByInterfaces, rules.ByClasses}
	for _, rule := range finer[slices.Index(finer, t.judging.Rule)+1:] {
		choices := t.judging.Choices()
		choices.By = rule
		r, err := t.judging.Decide(ctx, choices)
		if n := len(t.judging.Model.Components); err == nil && len(r.Model.Components) > n && len(r.Model.Components) <= most {
			return r
		}
	}
	return nil
}

// ended are the launches that ended well.
func ended(tried []project.Tried, wants func(project.Tried) bool) (all []measure.Launch) {
	for _, one := range tried {
		if !one.TooLong && one.Failed == "" && !wants(one) {
			all = append(all, one.Launch)
		}
	}
	return all
}

// whole leaves out launches of few classes: with other components others may be the few.
func whole(all []measure.Launch, parts map[string]part) []measure.Launch {
	return slices.DeleteFunc(all, func(l measure.Launch) bool { return parts[l.Name].few })
}

// mostlyIdle reports whether most launches that ended well reached nothing.
func mostlyIdle(tried []project.Tried, wants func(project.Tried) bool) bool {
	idle := 0
	for _, one := range tried {
		if !one.TooLong && one.Failed == "" && !wants(one) && one.Reached == 0 {
			idle++
		}
	}
	return 2*idle > len(ended(tried, wants))
}

// take writes the model of an extraction and goes on with it.
func (t *trial) take(r *extract.Result, proposed []measure.Launch) error {
	w, err := r.Write(filepath.Dir(t.cfg.Model))
	if err != nil {
		return err
	}
	t.judging = r
	t.cfg.Model, t.cfg.Links, t.cfg.Extract.By, t.cfg.Launch = w.Repository, w.Links, r.Rule, proposed
	return nil
}

// stopped saves what was found before somebody stopped the trial.
func (t *trial) stopped(ctx context.Context, tried []project.Tried) error {
	t.stops = true
	if err := t.keep(ctx, tried); err != nil || len(t.cfg.Launch) == 0 {
		return err
	}
	t.Say("Stopped; %s kept in %s: beagle run goes on from there", quantity.Plural(len(t.cfg.Launch), "launch is", "launches are"), safe.Shown(t.file))
	return config.Save(t.file, *t.cfg)
}

// keep keeps the launches that are worth it, and lets what they did judge the model.
func (t *trial) keep(ctx context.Context, tried []project.Tried) error {
	kept := t.needed(slices.DeleteFunc(t.tried.less(tried, t.good), func(one project.Tried) bool { return !t.good(one) && !t.own }))
	for i := range kept {
		t.without(&kept[i])
	}
	t.cfg.Launch = launchesOf(kept)
	if len(kept) == 0 {
		return nil
	}
	if t.judging != nil {
		var did []extract.Launched
		for _, one := range kept {
			did = append(did, extract.Launched{Name: one.Launch.Name, Did: one.Did})
		}
		if err := judged(ctx, t.App, t.cfg, t.judging, t.evidence(tried), did); err != nil {
			return err
		}
		if err := t.trialMeans(tried); err != nil {
			return err
		}
	}
	if t.own {
		return nil
	}
	if t.judging != nil && !t.stops {
		var err error
		if kept, err = t.narrow(kept); err != nil {
			return err
		}
		t.cfg.Launch = launchesOf(kept)
	}
	t.standIns()
	t.uncovered(kept)
	took := time.Duration(0) // of all, once
	for _, one := range kept {
		took += one.Took + launches.More(&one.Launch)
	}
	n := repeats(took)
	for i := range t.cfg.Launch {
		t.cfg.Launch[i].Repeat = n
	}
	t.Say("Each is launched %d times a pass, which takes %s: repeat in beagle.yaml says how often", n, quantity.Seconds(float64(n)*took.Seconds()))
	if limit := measuringWithin(time.Duration(n) * took); t.cfg.Timeout.Kind == "" || t.cfg.Timeout.Kind == "adaptive" {
		t.cfg.Timeout = run.Timeout{Kind: "constant", Limit: run.Duration(limit)}
		t.Say("Measuring ends after %s with what there is: timeout in beagle.yaml", quantity.Seconds(limit.Seconds()))
		t.Say("In another terminal \"beagle attach\" shows what is learnt meanwhile, and \"beagle enough --force\" ends measuring sooner: what was measured until then is learnt from and written")
	}
	return nil
}

// without takes from a launch that nobody has written the first values of what varies, with which it
// failed, where others are left.
func (t *trial) without(one *project.Tried) {
	if t.own || len(one.Without) == 0 {
		return
	}
	vary := maps.Clone(one.Launch.Vary)
	for name, values := range vary {
		if len(values) > 2 && values[0] == one.Without[name] {
			vary[name] = values[1:]
		}
	}
	one.Launch.Vary = vary
}

// launchesOf are what trials were of.
func launchesOf(tried []project.Tried) (all []measure.Launch) {
	for _, one := range tried {
		all = append(all, one.Launch)
	}
	return all
}

// after says what a launch did, and gives what is tried instead of it.
func (t *trial) after(one project.Tried) []measure.Launch {
	t.goesOn.rest()
	more := t.more(one)
	how, good := t.worth(one)
	if t.own { // somebody has said that it is to be made
		how = strings.TrimSuffix(how, ": left out")
	}
	t.Say("  %s: %s", one.Launch.Name, how)
	if !good && len(more) == 0 {
		t.tried.idle = append(t.tried.idle, one.Launch.Name+" "+strings.TrimSuffix(how, ": left out"))
	}
	return more
}

// trying says which launch is tried now. Time is counted from the first one: to build a
// copy with probes takes as long as the project's build does.
func (t *trial) trying(name string) {
	t.clock.start()
	t.goesOn.rest()
	t.SayLine("Trying " + name)
	t.goesOn.end = t.Waiting("trying " + name)
}

// goingOn is something that is said to go on each minute; the zero value is nothing.
type goingOn struct{ end func() }

// rest ends saying so.
func (g *goingOn) rest() {
	if g.end != nil {
		g.end()
		g.end = nil
	}
}

// repeats is how often each launch is made where all of them take so long once. What a
// compiler decides, it decides once a launch: of two launches next to nothing can be said of
// the next one, and one judges nothing, however many executions it holds.
func repeats(took time.Duration) int {
	switch {
	case took > 4*time.Minute:
		return 2
	case took > 45*time.Second:
		return 3
	}
	return 5
}

// Measuring a program that nobody knows takes some passes, of which each has fewer of its
// launches; it ends by itself, and after this in any case.
const (
	leastMeasured = 15 * time.Minute
	mostMeasured  = 40 * time.Minute
	passes        = 4 // whole ones
)

// measuringWithin is how long measuring may take of which a pass takes so long.
func measuringWithin(pass time.Duration) time.Duration {
	return max(leastMeasured, min(passes*pass, mostMeasured)).Round(time.Minute)
}

// worth says what a launch did, and whether it is worth to be repeated.
func (t *trial) worth(one project.Tried) (how string, good bool) {
	how = fmt.Sprintf("reached %d of %d elements in %s", one.Reached, one.Of, quantity.Seconds(one.Took.Seconds()))
	if len(one.Without) > 0 {
		how += " and failed with " + saidOf(one.Without)
	}
	switch {
	case one.TooLong && t.tried.hasFew(one.Launch.Name):
		return how + " and had not ended: tried with the few classes that reached these, and the rest in parts", false
	case one.TooLong && len(t.parts[one.Launch.Name].classes) > 1:
		return how + " and had not ended: tried in parts", false
	case one.TooLong:
		return how + " and had not ended: left out", false
	case one.Failed != "" && t.tried.hasFew(one.Launch.Name):
		return how + " and failed (" + one.Failed + "): tried with the few classes that reached most of these and whose tests passed", false
	case one.Failed != "" && t.instead(one) != nil:
		return how + " and failed without the build (" + one.Failed + "): tried with it", false
	case one.Failed != "":
		return how + " and failed (" + one.Failed + "): left out", false
	case t.wants(one):
		return how + " and says how it is used: it wants arguments: left out", false
	case one.Reached == 0 && one.Cause != "":
		return how + ", since it ran no service of a component, and said \"" + one.Cause + "\": left out", false
	case one.Reached == 0 && one.Last != "" && t.reads(one): // it may want other arguments
		return how + ", since it ran no service of a component, and said \"" + one.Last + "\": left out", false
	case one.Reached == 0:
		return how + ", since it ran no service of a component: left out", false
	case t.tried.hasFew(one.Launch.Name):
		return how + ": tried with the few classes that reach these", true
	}
	return how, true
}

// good reports whether a launch is worth to be repeated.
func (t *trial) good(one project.Tried) bool {
	_, good := t.worth(one)
	return good
}

// usage is in what programs print that want other arguments.
var usage = regexp.MustCompile(`(?im)^\W*usage\b`)

// wants reports whether a program only said which arguments it wants.
func (t *trial) wants(one project.Tried) bool {
	return usage.MatchString(one.Output) && t.reads(one)
}

// reads reports whether a program reads arguments that it was not given.
func (t *trial) reads(one project.Tried) bool {
	return slices.ContainsFunc(t.found, func(f launches.Found) bool { return f.Reads && f.Launch.Name == one.Launch.Name })
}

// corrections is how often a model is corrected: one that is bound otherwise may be entered
// otherwise, too.
const corrections = 3

// judged lets what launches did judge the model, and writes it as it is then, used as those
// do that are kept.
func judged(ctx context.Context, a *app.App, cfg *run.Config, r *extract.Result, did, kept []extract.Launched) error {
	j := r.Judge(did)
	for range corrections {
		var err error
		if r, err = r.With(ctx, j.Choices, did); err != nil {
			return err
		}
		if j = r.Judge(did); !j.Corrects {
			break
		}
	}
	if j.Corrects {
		for _, name := range j.Choices.Services { // what cannot be had
			a.Warn(model.Problem{Severity: model.Warning, Rule: "entry-seen", Message: name + " was entered from outside, and is no entrance of the model", Hint: "it is no part of the usage model; name a method with a body: extract: {services: [...]}"})
		}
	}
	r.Use(kept)
	w, err := r.Write(filepath.Dir(cfg.Model))
	if err != nil {
		return err
	}
	chosen := r.Choices()
	if len(chosen.Bind) > len(cfg.Extract.Bind) {
		a.Say("Bound as the launches did: %s", told(chosen.Bind))
	}
	if more := slices.DeleteFunc(slices.Clone(chosen.Services), func(name string) bool {
		return name == rules.Uncalled || slices.Contains(cfg.Extract.Services, name)
	}); len(more) > 0 {
		a.Say("Entered from outside, too: %s", strings.Join(more[:min(len(more), 8)], ", "))
	}
	cfg.Extract.Bind, cfg.Extract.Services = chosen.Bind, chosen.Services
	cfg.Model, cfg.Links = w.Repository, w.Links
	for _, p := range j.Problems {
		a.Warn(p)
	}
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

// tellWays says which services have several implementations, and what launches saw of each.
func tellWays(a *app.App, r *extract.Result) {
	all := slices.DeleteFunc(slices.Clone(r.Problems), func(p model.Problem) bool { return p.Rule != rules.SeveralWays })
	for _, p := range all[:min(len(all), mostWays)] {
		a.Say("%s", p.Message)
	}
	if more := len(all) - mostWays; more > 0 {
		a.Say("%s more with several implementations: beagle extract --output json lists them", quantity.Plural(more, "service", "services"))
	}
}

// told says which interfaces are bound to which classes.
func told(bind map[string]string) string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(bind)) {
		all = append(all, name+" to "+bind[name])
	}
	return strings.Join(all, ", ")
}

// saidOf are values as a person reads them.
func saidOf(values map[string]string) string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		all = append(all, name+" = "+values[name])
	}
	return strings.Join(all, ", ")
}
