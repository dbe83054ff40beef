package campaign

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"beagle/blackboard"
	"beagle/measure"
	"beagle/measure/launch"
	"beagle/model"
)

// Controller is the measurement controller of the design document.
type Controller struct {
	Tool     measure.Tool                                   // what measures
	Launches []measure.Launch                               // as configured, before anything varies
	Entries  model.Entries                                  // linked entries of services, by SEFF id
	Clock    measure.Clock                                  // processor time, wall clock, or the tool's choice
	Timeout  *measure.Timeout                               // fed with the end of each launch; may be nil
	Tap      func(measure.Order, measure.Sink) measure.Sink // sees the events of an order on their way to the parser; may be nil
	Landed   func()                                         // told that a launch has ended, before what it brought is contributed; may be nil
	Campaign Campaign                                       // how often launches are repeated

	mu       sync.Mutex
	progress Progress
	end      context.CancelFunc // of the launch in flight; nil: there is none
	program  *program           // nil: none is prepared
	sources  []measure.Source   // see Sources
	watch    stopwatch          // of launches
}

// Progress is where the measurement stands.
type Progress struct {
	Phase   string    // what happens now: "instrumenting", "launch 2 of 9: small files"; empty: nothing
	Launch  string    // name of the launch in flight; empty: none
	Where   string    // the same, with its machine where that is another one
	Began   time.Time // when the launch in flight was started
	Done    int       // launches done in this round
	Planned int       // launches of a round
}

// Step makes the next launch and contributes what it brought; the last launch of a round ends it. A launch that fails
// is reported, and the next step goes on with the next one; a first round of which nothing came is an error. When the
// context ends, the launch is stopped and Step returns the context's error: the contribution then holds what had been
// observed, and committing or dropping it are both right. The launch is made again.
func (c *Controller) Step(ctx context.Context, view blackboard.MeasurementView) error {
	at, err := StateIn(view)
	if err != nil {
		return err
	}
	all := at.plan(c.Launches)
	if len(all) == 0 {
		return model.Problem{Severity: model.Error, Rule: "no-launch", Message: "no launch configuration says how the program is started", Hint: "add one under launch: in beagle.yaml"}
	}
	p, err := c.prepare(ctx, toMeasure(view), view)
	if err != nil {
		return err
	}
	var asked blackboard.Asked
	if err := view.State(blackboard.AskedKey, &asked); err != nil {
		return err
	}
	switch {
	case at.Chosen && at.Answers == asked.Rounds:
		at.Order, at.Chosen = p.key, false
	case at.Order != p.key || at.Done >= len(at.of(all)) || at.Answers != asked.Rounds:
		at.begin(p.key, at.answer(c.Launches, asked, view.Table))
		at.Answers, all = asked.Rounds, at.plan(c.Launches)
	}
	plan := at.of(all)
	at.Planned = len(plan)
	err = c.launch(ctx, p, plan, &at, view)
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	if at.Done == len(plan) {
		if err := p.endRound(&at, view); err != nil {
			return err
		}
	}
	return view.SetState(stateKey, at)
}

func (c *Controller) launch(ctx context.Context, p *program, plan []measure.Launch, at *State, view blackboard.MeasurementView) error {
	l := plan[at.Done]
	c.say(Progress{
		Phase: fmt.Sprintf("launch %d of %d: %s", at.Done+1, len(plan), l.Where()), Launch: l.Name, Where: l.Where(), Began: time.Now(),
		Done: at.Done, Planned: len(plan),
	})
	defer func() { c.say(Progress{Done: at.Done, Planned: len(plan)}) }() // also of one that was ended
	p.recall(at.Memory)
	p.parser.Discard()
	p.parser.Choose(at.short())
	var sink measure.Sink = p.parser
	if c.Tap != nil {
		sink = c.Tap(p.order, sink)
	}
	if ahead, ok := p.Preparation.(measure.Ahead); ok {
		ahead.Ahead(ctx, l, plan[at.Done+1:], at.Number+2)
	}
	machine := launch.Watch()
	c.watch.start()
	inLaunch, cancel := measure.Ended(ctx)
	c.setEnd(cancel)
	report, err := p.Launch(inLaunch, l, at.Number+1, sink)
	c.setEnd(nil)
	ended := inLaunch.Err() != nil && ctx.Err() == nil
	cancel()
	if c.Landed != nil {
		c.Landed()
	}
	took := max(c.watch.stop(), report.Took)
	noise := machine.Stop()
	switch {
	case report.There != nil:
		noise = *report.There
	case l.Records != "" || l.Machine != "": // what is busy here and now did not disturb what was recorded
		noise = launch.Noise{Machine: l.Machine}
	}
	p.collect(&l, report, at, view)
	if stopped := ctx.Err(); stopped != nil {
		return stopped
	}

	name := fmt.Sprintf("launch %q", l.Name)
	if ended { // how it went down says nothing about it
		err, report.ExitCode, report.Signal = nil, 0, ""
		view.Problem(model.Problem{Severity: model.Info, Rule: "launch-ended", Message: name + " was ended by a person; its measurements are kept"})
	}
	if err != nil {
		view.Problem(failure(name, err))
	}
	if !ended {
		view.Problem(judged(name, report)...)
	}
	if failed := err != nil || report.ExitCode != 0 || report.Signal != ""; failed && at.Failure == nil {
		why := reason(name, report, err)
		at.Failure = &why
	}
	at.made(l.Name, took, report, noise)
	if c.Timeout != nil {
		c.Timeout.Progress(time.Now())
	}
	return nil
}

// EndLaunch ends the launch in flight as one that has done its work: what it brought is kept, and the next one is
// made. false: there is none.
func (c *Controller) EndLaunch() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.end == nil {
		return false
	}
	c.end()
	return true
}

func (c *Controller) setEnd(end context.CancelFunc) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.end = end
}

// prepare instruments and builds for what is to be measured, unless that is done already.
func (c *Controller) prepare(ctx context.Context, wanted []model.Element, view blackboard.MeasurementView) (*program, error) {
	order, problems := measure.NewOrder(wanted, c.Entries)
	key, err := digest(order, c.Launches, c.Tool.Name())
	if err != nil {
		return nil, err
	}
	if c.program != nil && c.program.key == key {
		return c.program, nil
	}
	if len(order.Sections) == 0 {
		return nil, model.Problem{Severity: model.Error, Rule: "no-links", Message: "nothing of what is to be measured is linked to the source", Hint: "beagle check says why, element by element"}
	}
	if err := c.startable(); err != nil {
		return nil, err
	}
	if err := c.Close(); err != nil {
		return nil, err
	}
	c.say(Progress{Phase: "instrumenting and building", Planned: len(measure.Plan(c.Launches))})
	prepared, err := c.Tool.Prepare(ctx, order)
	if err != nil {
		c.say(Progress{})
		return nil, err
	}
	view.Problem(problems...)
	view.Problem(prepared.Notes()...)
	p := newProgram(prepared, key, order, wanted, c.Clock)
	for _, l := range c.Launches {
		if l.Drives != "" {
			p.drives = append(p.drives, l.Drives)
		}
	}
	for i := range wanted {
		p.classes[wanted[i].ID] = wanted[i].BetweenClasses() && len(p.drives) < len(c.Launches)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.program = p
	return p, nil
}

// startable is an error where no launch can be started because its program is nowhere on the PATH.
func (c *Controller) startable() error {
	var first error
	for _, l := range c.Launches {
		err := Startable(&l)
		if err == nil {
			return nil
		}
		if first == nil {
			first = err
		}
	}
	return first
}

// Startable is an error where a command of a launch is nowhere on the PATH.
func Startable(l *measure.Launch) error {
	if l.Machine != "" {
		return nil // what is on the PATH there is for its worker to say
	}
	for what, command := range l.Commands() {
		if len(command) == 0 || filepath.Base(command[0]) != command[0] {
			continue // what the build makes, perhaps
		}
		name := fmt.Sprintf("launch %q", l.Name)
		if what != "" {
			name += ": " + what
		}
		if err := launch.Check(launch.Spec{Name: name, Command: command, Env: l.Env}); err != nil {
			return err
		}
	}
	return nil
}

// Progress is where the measurement stands now.
func (c *Controller) Progress() Progress {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.progress
}

// Spent is how long the program has been running in launches.
func (c *Controller) Spent() time.Duration { return c.watch.elapsed() }

// Observed is how often each element was observed in the launch in flight.
func (c *Controller) Observed() map[model.ElementID]int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.program == nil || c.progress.Launch == "" {
		return nil
	}
	return c.program.observed()
}

// Sources are those of the launch in flight, or of the latest one that had any; none where the tool has no
// connections to tell of.
func (c *Controller) Sources() []measure.Source {
	c.mu.Lock()
	p := c.program
	c.mu.Unlock()
	if p == nil {
		return nil
	}
	watched, ok := p.Preparation.(measure.Watched)
	if !ok {
		return nil
	}
	now := watched.Sources()
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(now) > 0 { // else the program of the next launch has not connected yet
		c.sources = now
	}
	return c.sources
}

// Close lets go of the instrumented program.
func (c *Controller) Close() error {
	c.mu.Lock()
	p := c.program
	c.program = nil
	c.mu.Unlock()
	if p == nil {
		return nil
	}
	return p.Close()
}

func (c *Controller) say(p Progress) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.progress = p
}
