// Package fakerun is a run that measures nothing: it plays an analysis of a
// small file sharing service, the same every time, so that the screens can be
// tested and looked at without an engine.
package fakerun

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"beagle/blackboard"
	"beagle/model"
	"beagle/run"
)

// Start is when every fake analysis starts.
var Start = time.Date(2026, 1, 15, 9, 30, 0, 0, time.UTC)

// planned is the number of launches, perLaunch the steps that each takes.
const (
	planned   = 9
	perLaunch = 10
)

// Run is a fake analysis. Step moves it on.
type Run struct {
	mu        sync.Mutex
	snapshot  run.Snapshot
	decisions map[model.ElementID]run.Decision
	changed   chan struct{}
	closed    bool
	steps     int

	// Now is the clock of the records; nil: Start and a second a step.
	Now func() time.Time
	// Fail, where set, is what every request answers.
	Fail error
	// FailDetails is how many more times Detail fails.
	FailDetails int
	// Closed is set by Close.
	Closed bool
	// Aborts is how often it was asked to abort.
	Aborts int
	// Orders are those that were given.
	Orders []run.Order
	// Occupied is a file that is there already, written by somebody else.
	Occupied string
	Watching run.Watching    // why the screen is not in control
	Problems []model.Problem // besides those of its own
	Below    model.ElementID // the element whose expression is below the asked quality
	// Wrote is every output that Apply was asked for.
	Wrote []run.Output
	// Standing is what the run wrote before the screen came.
	Standing *run.Wrote
}

var _ run.Run = (*Run)(nil)

// New is a fake analysis of the given elements, before its first step.
func New(elements []model.Element) *Run {
	r := &Run{decisions: map[model.ElementID]run.Decision{}, changed: make(chan struct{}, 1)}
	r.snapshot = run.Snapshot{
		Run: "2026-01-15-0930-fileshare", Seq: 1, State: run.Preparing, Phase: "instrumenting 12 sections",
		Model: "model/fileshare.repository", Started: Start, Timeout: "adaptive: 10:00 for a launch", LaunchesPlanned: 0,
	}
	for _, e := range elements {
		r.snapshot.Elements = append(r.snapshot.Elements, run.ElementState{Element: e, Noise: -1})
	}
	return r
}

// Step is one second of the analysis.
func (r *Run) Step() {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := &r.snapshot
	switch s.State {
	case run.Preparing:
		s.State, s.Phase, s.LaunchesPlanned = run.Running, "", planned
	case run.Aborting:
		r.end(run.Aborted, "aborted by the user; what was measured is kept")
		return
	case run.Running:
	default:
		return
	}
	r.steps++
	s.Elapsed = run.Duration(time.Duration(r.steps) * time.Second)
	s.LaunchesDone = min(planned, r.steps/perLaunch)
	s.LaunchName = []string{"small files", "large files", "many files"}[s.LaunchesDone%3]
	s.Phase = fmt.Sprintf("launch %d of %d: %s", min(planned, s.LaunchesDone+1), planned, s.LaunchName)
	s.Progress = &run.Progress{Part: run.Launching, Unknown: max(0, 3-s.LaunchesDone-1)}
	if s.LaunchesDone > 0 {
		s.Progress.Left = run.Duration(planned*perLaunch-r.steps) * run.Duration(time.Second)
	}
	rate := 9000 + 4000*math.Sin(float64(r.steps)/3)
	s.RecordsPerSec = rate
	s.Records += int64(rate)
	s.LastRecord = Start.Add(time.Duration(s.Elapsed))
	if r.Now != nil {
		s.LastRecord = r.Now()
	}
	s.RateHistory = append(s.RateHistory, rate)
	s.RateHistory = s.RateHistory[max(0, len(s.RateHistory)-120):]
	for i := range s.Elements {
		r.learn(&s.Elements[i], i)
	}
	if r.steps == 12 {
		s.Problems = append(s.Problems, model.Problem{
			Severity: model.Warning, Message: "launch 2 ended with exit code 1; its measurements are kept",
			Hint: "Look at its output: runs/2026-01-15-0930-fileshare/launch-2.log",
		})
	}
	if s.LaunchesDone == planned {
		r.end(run.Finished, "no expression can be improved")
		return
	}
	r.signal()
}

// Finish plays the analysis to its end.
func (r *Run) Finish() *Run {
	for !r.Snapshot().State.Ended() {
		r.Step()
	}
	return r
}

// Die ends the analysis as if its process had been killed: what is known of it
// then comes from its store, and is older than what was seen.
func (r *Run) Die() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.snapshot.Seq = 0
	r.end(run.Aborted, "its process was ended from outside")
}

// Steps plays n seconds.
func (r *Run) Steps(n int) *Run {
	for range n {
		r.Step()
	}
	return r
}

func (r *Run) end(state run.State, reason string) {
	r.snapshot.State, r.snapshot.Reason, r.snapshot.Progress, r.snapshot.Finishing = state, reason, nil, false
	r.snapshot.Seq++
	if !r.closed {
		r.closed = true
		close(r.changed)
	}
}

// signal tells watchers that something changed.
func (r *Run) signal() {
	r.snapshot.Seq++
	if r.closed {
		return
	}
	select {
	case r.changed <- struct{}{}:
	default:
	}
}

// learn lets an element gather samples and better expressions.
func (r *Run) learn(e *run.ElementState, index int) {
	if !e.Linked() {
		e.Note = "not measured: it has no link into the source"
		return
	}
	e.Samples += int64(3 + 7*(index%5))
	if r.steps%perLaunch != 0 {
		return
	}
	e.Proposals = proposals(&e.Element, r.steps/perLaunch)
	e.Best = &e.Proposals[0]
	e.History = append(slices.Clone(e.History), float64(e.Best.Fitness))
	e.Optimal = r.steps >= 5*perLaunch
	e.Note = "the error still shrinks: measuring on"
	if e.Optimal {
		e.Note = "no other proposal explains the data better: nothing left to learn"
	}
	if e.Kind.Noisy() {
		e.Noise = 0.038
		e.Times = times(max(1, r.steps/perLaunch), index)
		e.HeldOut = &blackboard.HeldOut{
			Launches: r.steps / perLaunch, Parts: 3, Observations: 60, Error: 0.038, NineInTen: 0.11, Modelled: 0.98, Measured: 1, Total: -0.02, Low: -0.04, High: 0.01,
		}
	}
}

// times are those of a demand after some launches; of every other one these are
// of two kinds.
func times(launches, index int) *run.Times {
	cpu, between, half := 2.1e-4, 0.12, 0.3/float64(launches)
	t := &run.Times{
		Launches: launches, WarmUp: 40, Clock: "cpu", Wall: 2.3e-4, CPU: &cpu, Own: 4.2e-8, Nested: 1.1e-6, Share: 0.005,
	}
	if launches > 1 {
		t.Between, t.HalfWidth = &between, &half
	}
	if launches > 3 && index%2 == 0 {
		t.Kinds, t.Slower = 1.38, launches/2
	}
	return t
}

// ID names the run.
func (r *Run) ID() string { return "2026-01-15-0930-fileshare" }

// Changed signals a new snapshot.
func (r *Run) Changed() <-chan struct{} { return r.changed }

// Snapshot is the present state.
func (r *Run) Snapshot() run.Snapshot {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.snapshot
	s.Elements = slices.Clone(s.Elements)
	for i := range s.Elements {
		s.Elements[i].Decision = r.decisions[s.Elements[i].ID]
		if s.Elements[i].ID == r.Below {
			s.Elements[i].Below = "below the asked quality: the total is 60 % low"
		}
	}
	s.Watching, s.Wrote = r.Watching, r.Standing
	s.Problems = append(slices.Clone(s.Problems), r.Problems...)
	s.RateHistory = slices.Clone(s.RateHistory)
	return s
}

// Pause pauses a running analysis.
func (r *Run) Pause(context.Context) error { return r.turn(run.Running, run.Paused) }

// Continue resumes it.
func (r *Run) Continue(context.Context) error { return r.turn(run.Paused, run.Running) }

// Abort begins to abort it; the next Step ends it.
func (r *Run) Abort(context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.Fail != nil {
		return r.Fail
	}
	r.Aborts++
	r.snapshot.State = run.Aborting
	r.signal()
	return nil
}

// Steer notes the order.
func (r *Run) Steer(_ context.Context, o run.Order) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.Fail != nil {
		return r.Fail
	}
	r.Orders = append(r.Orders, o)
	if o == run.Enough {
		r.snapshot.Finishing = true
		r.signal()
	}
	return nil
}

// turn goes from one state to another; an error where the run is in none of the first.
func (r *Run) turn(from, to run.State) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.Fail != nil {
		return r.Fail
	}
	if r.snapshot.State != from {
		return fmt.Errorf("the analysis is %s", r.snapshot.State)
	}
	r.snapshot.State = to
	r.signal()
	return nil
}

// Decide records a decision.
func (r *Run) Decide(_ context.Context, id model.ElementID, d run.Decision) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.Fail != nil {
		return r.Fail
	}
	r.decisions[id] = d
	r.snapshot.Seq++
	return nil
}

// CheckExpression knows two mistakes: brackets that do not match, and a
// variable that no service has.
func (r *Run) CheckExpression(_ model.ElementID, _ int, text string) []model.Problem {
	switch {
	case strings.Count(text, "(") != strings.Count(text, ")"):
		return []model.Problem{{Severity: model.Error, Column: len(text), Message: "a bracket is not closed", Hint: "Close it with )."}}
	case strings.Contains(text, "nothing."):
		return []model.Problem{{Severity: model.Error, Column: 1 + strings.Index(text, "nothing."), Message: "nothing is no parameter of this service"}}
	case strings.TrimSpace(text) == "":
		return []model.Problem{{Severity: model.Error, Message: "an expression is missing"}}
	}
	return nil
}

// Diff is a diff of two lines per accepted element.
func (r *Run) Diff(context.Context) (string, error) {
	if r.Fail != nil {
		return "", r.Fail
	}
	var b strings.Builder
	b.WriteString("--- model/fileshare.repository\n+++ model/fileshare.calibrated.repository\n")
	for _, e := range r.Snapshot().Elements {
		if e.Decision.Changes() {
			fmt.Fprintf(&b, "@@ -%d +%d @@\n-  specification=\"0\"\n+  specification=\"learnt for %s\"\n", e.Line, e.Line, e.ID)
		}
	}
	return b.String(), nil
}

// Apply writes nothing and says that it did.
func (r *Run) Apply(_ context.Context, to run.Output) (run.Written, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.Fail != nil {
		return run.Written{}, r.Fail
	}
	if r.Occupied != "" && !to.Replace && to.File == r.Occupied {
		return run.Written{}, model.Problem{Severity: model.Error, Rule: run.Occupied, File: to.File, Message: "there is a file already that this analysis did not write"}
	}
	r.Wrote = append(r.Wrote, to)
	changed := 0
	for _, d := range r.decisions {
		if d.Changes() {
			changed++
		}
	}
	return run.Written{File: to.File, Changed: changed, Provenance: to.File + ".provenance.json"}, nil
}

// Undo forgets what was written last.
func (r *Run) Undo(context.Context) (run.Written, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.Wrote) == 0 {
		return run.Written{}, errors.New("nothing was written")
	}
	last := r.Wrote[len(r.Wrote)-1]
	r.Wrote = r.Wrote[:len(r.Wrote)-1]
	return run.Written{File: last.File}, nil
}

// Close lets go of the run.
func (r *Run) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.Closed = true
	return nil
}

// What Detail answers for an unknown element, and while FailDetails lasts.
var (
	errNoElement = errors.New("no such element")
	errGone      = errors.New("the process is gone")
)
