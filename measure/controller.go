package measure

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"beagle/blackboard"
	"beagle/measure/launch"
	"beagle/model"
)

// Controller is the measurement controller of the design document: it has a
// tool carry out the launches for what is to be measured, and contributes what
// was observed. One step is one launch, so that a pause or a crash costs one
// launch at most. Where it stands lies on the blackboard.
type Controller struct {
	Tool     Tool
	Launches []Launch
	Entries  map[string]model.Section // linked entries of services, by SEFF id
	Clock    Clock
	Timeout  *Timeout        // fed with the end of each launch; may be nil
	Tap      func(Sink) Sink // sees the events on their way to the parser; may be nil
	Campaign Campaign        // how often launches are repeated

	mu       sync.Mutex
	progress Progress
	spent    time.Duration // in launches that are over
	flying   time.Time     // start of the launch in flight; zero: none
	key      string        // of the order that is prepared
	prepared Preparation
	sources  []Source // see Sources
	parser   *Parser
	ids      []model.ElementID        // parallel to the parser's elements
	wanted   []model.Element          // that it was prepared for
	reached  map[model.ElementID]bool // observed since it was prepared
}

// Progress is where the measurement stands.
type Progress struct {
	Phase   string // what happens now: "instrumenting", "launch 2 of 9: small files"; empty: nothing
	Launch  string // name of the launch in flight; empty: none
	Done    int    // launches done in this round
	Planned int    // launches of a round
	Events  int64  // of all launches, also of the one in flight
	Lost    int64
}

// Plan lays out the launches of a round. Repetitions are spread over it, so
// that what changes slowly on the machine does not look like a difference
// between launch configurations.
func Plan(launches []Launch) (plan []Launch) {
	for round := 0; ; round++ {
		before := len(plan)
		for i, l := range launches {
			if l.config = i; round < max(1, l.Repeat) {
				plan = append(plan, vary(l)...)
			}
		}
		if len(plan) == before {
			return plan
		}
	}
}

// Step makes the next launch and contributes what it brought; the last launch
// of a round ends it. A launch that fails is reported, and the next step goes
// on with the next one; a first round of which nothing came is an error. When
// the context ends, the launch is stopped and Step returns the context's error:
// the contribution then holds what had been observed, and committing or
// dropping it are both right. The launch is made again.
func (c *Controller) Step(ctx context.Context, view *blackboard.Contribution) error {
	var at position
	if err := view.State(positionKey, &at); err != nil {
		return err
	}
	all := at.plan(c.Launches)
	if len(all) == 0 {
		return model.Problem{Severity: model.Error, Rule: "no-launch", Message: "no launch configuration says how the program is started", Hint: "add one under launch: in beagle.yaml"}
	}
	wanted := chosen(view)
	if err := c.prepare(ctx, wanted, view); err != nil {
		return err
	}
	var asked blackboard.Asked
	if err := view.State(blackboard.AskedKey, &asked); err != nil {
		return err
	}
	switch {
	case at.Chosen && at.Answers == asked.Rounds:
		at.Order, at.Chosen = c.key, false
	case at.Order != c.key || at.Done >= len(at.of(all)) || at.Answers != asked.Rounds:
		at.begin(c.key, at.answer(c.Launches, asked, view.Table))
		at.Answers, all = asked.Rounds, at.plan(c.Launches)
	}
	plan := at.of(all)
	at.Planned = len(plan)
	err := c.launch(ctx, plan, &at, view)
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	if at.Done == len(plan) {
		if err := c.over(&at, wanted, view); err != nil {
			return err
		}
	}
	return view.SetState(positionKey, at)
}

// over ends a round.
func (c *Controller) over(at *position, wanted []model.Element, view *blackboard.Contribution) error {
	if at.Brought == 0 && at.Failure != nil {
		if at.Round == 0 {
			why := *at.Failure
			why.Message = "no launch brought any measurement; " + why.Message
			return why
		}
		at.Over = true // what brought nothing is not tried again
	}
	view.Measured(view.ToMeasure()...)
	view.Problem(at.doubts(wanted)...)
	if at.Round == 0 {
		view.Problem(c.unreached(wanted, at, view)...)
	}
	return nil
}

// launch makes one launch. An error means that it has to be made again.
func (c *Controller) launch(ctx context.Context, plan []Launch, at *position, view *blackboard.Contribution) error {
	l := plan[at.Done]
	c.say(Progress{
		Phase: fmt.Sprintf("launch %d of %d: %s", at.Done+1, len(plan), l.Name), Launch: l.Name,
		Done: at.Done, Planned: len(plan), Events: at.Events, Lost: at.Lost,
	})
	c.parser.Discard()
	c.parser.Choose(at.short())
	var sink Sink = c.parser
	if c.Tap != nil {
		sink = c.Tap(sink)
	}
	watch := launch.Watch()
	c.fly(true)
	report, err := c.prepared.Launch(ctx, l, at.Number+1, sink)
	took := c.fly(false)
	noise := watch.Stop()
	c.parser.Flush()
	times, overheads := c.parser.Times(), c.parser.overheads(report.Overheads)
	held := c.held(at, times, overheads)
	at.timed(times, overheads, held)
	for _, r := range c.parser.Results() {
		c.reached[r.Element] = true
		if held[r.Element] {
			at.hold(r.Element, l.Name)
			continue
		}
		view.AddResults(r.Element, r.Observations)
		view.Observed(r.Element, r.Missed)
	}
	view.Problem(c.parser.Problems()...)
	if stopped := ctx.Err(); stopped != nil {
		return stopped
	}

	name := fmt.Sprintf("launch %q", l.Name)
	if err != nil {
		view.Problem(failure(name, err))
	}
	view.Problem(judged(name, report)...)
	if failed := err != nil || report.ExitCode != 0 || report.Signal != ""; failed && at.Failure == nil {
		why := reason(name, report, err)
		at.Failure = &why
	}
	at.made(l.Name, took, report, noise)
	c.say(Progress{Done: at.Done, Planned: len(plan), Events: at.Events, Lost: at.Lost})
	if c.Timeout != nil {
		c.Timeout.Progress(time.Now())
	}
	return nil
}

// prepare instruments and builds for what is to be measured, unless that is
// done already.
func (c *Controller) prepare(ctx context.Context, wanted []model.Element, view *blackboard.Contribution) error {
	order, problems := NewOrder(wanted, c.Entries)
	key, err := digest(order, c.Launches, c.Tool.Name())
	if err != nil {
		return err
	}
	if c.prepared != nil && c.key == key {
		return nil
	}
	if len(order.Sections) == 0 {
		return model.Problem{Severity: model.Error, Rule: "no-links", Message: "nothing of what is to be measured is linked to the source", Hint: "beagle check says why, element by element"}
	}
	if err := c.startable(); err != nil {
		return err
	}
	if err := c.Close(); err != nil {
		return err
	}
	c.say(Progress{Phase: "instrumenting and building", Planned: len(Plan(c.Launches))})
	prepared, err := c.Tool.Prepare(ctx, order)
	if err != nil {
		c.say(Progress{})
		return err
	}
	view.Problem(problems...)
	view.Problem(prepared.Notes()...)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.prepared, c.key, c.parser = prepared, key, NewParser(order, wanted, c.Clock)
	c.wanted, c.ids, c.reached = wanted, c.ids[:0], map[model.ElementID]bool{}
	for _, e := range wanted {
		c.ids = append(c.ids, e.ID)
	}
	return nil
}

// startable is an error where no launch can be started because its program is
// nowhere on the PATH: people should not wait for a build to learn that.
// Programs that are named by a path may be what the build makes.
func (c *Controller) startable() error {
	var first error
	for _, l := range c.Launches {
		if len(l.Command) == 0 || strings.ContainsAny(l.Command[0], `/\`) {
			return nil
		}
		err := launch.Check(launch.Spec{Name: fmt.Sprintf("launch %q", l.Name), Command: l.Command, Env: l.Env})
		if err == nil {
			return nil
		}
		if first == nil {
			first = err
		}
	}
	return first
}

// unreached names the elements that no launch executed.
func (c *Controller) unreached(wanted []model.Element, at *position, view *blackboard.Contribution) (problems []model.Problem) {
	for _, e := range wanted {
		if why, _ := immeasurable(&e); why != "" || c.reached[e.ID] || len(at.Held[e.ID]) > 0 || view.Observations(e.ID) > 0 {
			continue
		}
		problems = append(problems, model.Problem{
			Severity: model.Warning, Rule: "unreached", Element: e.ID, Name: e.Name,
			Message: "no launch executed it, so nothing was measured", Hint: "add a launch configuration whose input reaches it",
		})
	}
	return problems
}

// Progress is where the measurement stands now.
func (c *Controller) Progress() Progress {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.progress
	if c.parser != nil && p.Launch != "" {
		p.Events += c.parser.Count()
	}
	return p
}

// Spent is how long the program has been running in launches, also in those
// that were ended early and in the one in flight.
func (c *Controller) Spent() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.flying.IsZero() {
		return c.spent
	}
	return c.spent + time.Since(c.flying)
}

// fly notes that a launch begins or ends, and says how long it took.
func (c *Controller) fly(begins bool) (took time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if begins {
		c.flying = time.Now()
		return 0
	}
	took = time.Since(c.flying)
	c.spent += took
	c.flying = time.Time{}
	return took
}

// Observed is how often each element was observed in the launch in flight.
func (c *Controller) Observed() map[model.ElementID]int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.parser == nil || c.progress.Launch == "" {
		return nil
	}
	observed := make(map[model.ElementID]int64, len(c.ids))
	for i, n := range c.parser.Samples() {
		observed[c.ids[i]] = n
	}
	return observed
}

// Close lets go of the instrumented program.
func (c *Controller) Close() error {
	c.mu.Lock()
	prepared := c.prepared
	c.prepared, c.parser, c.key = nil, nil, ""
	c.mu.Unlock()
	if prepared == nil {
		return nil
	}
	return prepared.Close()
}

func (c *Controller) say(p Progress) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.progress = p
}

// chosen are the elements that are to be measured.
func chosen(view *blackboard.Contribution) (wanted []model.Element) {
	ids := view.ToMeasure()
	for _, e := range view.Elements() {
		if slices.Contains(ids, e.ID) {
			wanted = append(wanted, e)
		}
	}
	return wanted
}

// digest says whether two orders are the same.
func digest(parts ...any) (string, error) {
	data, err := json.Marshal(parts)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8]), nil
}
