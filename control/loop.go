// Package control conducts an analysis.
package control

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"time"

	"beagle/analysers/analyser"
	"beagle/blackboard"
	"beagle/judge"
	"beagle/model"
	"beagle/statistics/dataset"
)

// Measurer is the measurement controller as the loop sees it.
type Measurer interface {
	// Step makes the next launch and contributes what it brought.
	Step(context.Context, blackboard.MeasurementView) error
}

// Campaigner is a Measurer that knows whether measurements are precise enough.
type Campaigner interface {
	// More has elements measured again and says why; empty: it is enough.
	More(blackboard.MeasurementView) (why string, err error)
}

// Analysis is one analysis: the blackboard and the tools that work on it.
type Analysis struct {
	Board     *blackboard.Board    // what is known; the tools see it by their views only
	Machine   *Machine             // state of the analysis: asks for pausing, continuing and aborting come here
	Measurer  Measurer             // nil: everything was measured already
	Analysers []*analyser.Analyser // in the order of the registry: of several able ones the first goes first
	Judge     judge.Judge          // grades, and says when it is enough
	Seed      uint64               // of what is random in analysers
	// Prepared is the board with its measurements made ready for learning; nil: nobody else needs them.
	Prepared *Prepared
	// Last is called when everything was learnt, before the analysis is finished. It may be nil.
	Last func(context.Context)
	// TimeUp reports that the analysis' time is over, and the rule in words.
	TimeUp func() (string, bool)
	// Elsewhere learns elements on other machines, too; nil: all are learnt here, one after another.
	Elsewhere Elsewhere
	Doing     func(Activity)
	// Now tells the time by which learning begins before everything was measured; nil: the machine's clock.
	Now func() time.Time
	// OutOfTime is set when the analysis ended by its timeout.
	OutOfTime atomic.Bool

	closing *closing
	early   early
}

type closing struct {
	reason string // by its timeout
	err    error  // because measuring failed
}

// Activity is what happens now.
type Activity struct {
	Tool    string         // "measure", an analyser's name, "judge", "last"
	Element *model.Element // that an analyser or the judge works on; nil: the activity begins
	Place   int            // of the element among those of the analysis
}

// Run conducts the analysis until it ended, and leaves the machine in a final state.
func (a *Analysis) Run(ctx context.Context) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the engine failed: %v\n%s", r, debug.Stack())
		}
		err = a.end(err)
	}()
	if a.closing = nil; a.Prepared == nil {
		a.Prepared = Prepare(a.Board)
	}
	if a.Machine.to(Running, "") == nil { // else it was aborted before it began
		err = a.loop(ctx)
	}
	return errors.Join(err, a.part(ctx))
}

func (a *Analysis) loop(ctx context.Context) error {
	for a.Machine.gate(ctx) {
		done, err := a.step(ctx)
		if done || err != nil {
			return err
		}
	}
	return nil
}

func (a *Analysis) end(err error) error {
	if err != nil {
		if a.Machine.to(Failed, err.Error()) == nil {
			return err
		}
	}
	switch status := a.Machine.Status(); status.State {
	case Aborting:
		return errors.Join(err, a.Machine.to(Aborted, status.Reason))
	case Preparing, Running, Paused: // the context ended
		_ = a.Machine.Abort("interrupted")
		return errors.Join(err, a.Machine.to(Aborted, "interrupted"))
	default:
		return err
	}
}

func (a *Analysis) step(ctx context.Context) (done bool, err error) {
	if reason, up := a.timeUp(); up && a.closing == nil {
		a.OutOfTime.Store(true)
		a.closing = &closing{reason: reason}
	}
	if a.closing == nil && a.Machine.isEnough() {
		a.closing = &closing{reason: "finished early by you"}
	}
	if a.closing == nil && a.Measurer != nil && len(a.Board.ToMeasure()) > 0 {
		if a.early.begun {
			return false, a.learnEarly(ctx)
		}
		began, before := a.now(), a.Board.Number()
		err := a.measure(ctx)
		a.early.launched(a.now().Sub(began), a.Board.Number() > before)
		if err == nil || !a.observed() {
			return false, err
		}
		a.closing = &closing{err: err}
	}
	began := a.now()
	if able := a.able(); able != nil {
		err := a.turn(ctx, able)
		a.early.learnt(a.now().Sub(began), false)
		return false, err
	}
	if a.closing == nil {
		done, err := a.ask(ctx)
		a.early.learnt(a.now().Sub(began), true)
		return done, err
	}
	_, err = a.rule(ctx, lastWord)
	if err = errors.Join(a.closing.err, err); err != nil {
		return true, err
	}
	return a.finish(ctx, a.closing.reason)
}

func (a *Analysis) observed() bool {
	return slices.ContainsFunc(a.Board.Elements(), func(e model.Element) bool { return a.Board.Observations(e.ID) > 0 })
}

func (a *Analysis) timeUp() (string, bool) {
	if a.TimeUp == nil {
		return "", false
	}
	return a.TimeUp()
}

// measure is one step of the measurer.
func (a *Analysis) measure(ctx context.Context) error {
	c := a.Board.Contribute("measure")
	a.tell(Activity{Tool: "measure"})
	inTurn, end := a.Machine.contribution(ctx)
	stop, landed := a.endInTime(), a.Machine.launching()
	err := guarded("measuring", func() error { return a.Measurer.Step(inTurn, c) })
	landed()
	stop()
	_, up := a.timeUp()
	up = up || a.Machine.isEnough()
	switch dropped := end(); {
	case dropped && !up:
		return nil // by pause or abort: the launch will be repeated, if at all
	case dropped: // out of time, or enough: what was measured until now counts
	case err != nil:
		return err
	}
	err = c.Commit()
	if errors.Is(err, blackboard.ErrEmpty) {
		if up {
			return nil
		}
		return errors.New("measuring brought nothing although elements are to be measured")
	}
	return err
}

func (a *Analysis) endInTime() (stop func()) {
	if a.TimeUp == nil {
		return func() {}
	}
	done := make(chan struct{})
	ticker := time.NewTicker(250 * time.Millisecond)
	go func() {
		defer ticker.Stop()
		for {
			select {
			case <-done:
				return
			case <-ticker.C:
				if _, up := a.TimeUp(); up {
					a.Machine.dropContribution()
					return
				}
			}
		}
	}()
	return func() { close(done) }
}

type ruled struct {
	Finished bool   `json:"finished"`
	Reason   string `json:"reason"`
	Aborted  bool   `json:"aborted,omitempty"` // it was asked at an abort, and not what is next
}

const ruledKey = "control.ruled"

// Reason is why an analysis went on when the judge was asked what is next; empty: it
// was not asked, or the analysis did not go on.
func Reason(board *blackboard.Board) string {
	var last ruled
	if board.State(ruledKey, &last) != nil || last.Finished {
		return ""
	}
	return last.Reason
}

func (a *Analysis) ask(ctx context.Context) (done bool, err error) {
	var last ruled
	if err := a.Board.State(ruledKey, &last); err != nil {
		return true, err
	}
	if a.Board.JustRuled() && !last.Aborted && len(a.Machine.toMeasureThere(false)) == 0 {
		if last.Finished {
			return a.finish(ctx, last.Reason)
		}
		return a.finish(ctx, "no further improvement found")
	}
	ruling, err := a.rule(ctx, whatNext)
	if err != nil || !ruling.Finished {
		return err != nil, err
	}
	return a.finish(ctx, ruling.Reason)
}

// question is why the judge is asked.
type question uint8

const (
	bestSoFar question = iota
	atAbort
	whatNext
	lastWord
)

// rule gives the control flow to the judge.
func (a *Analysis) rule(ctx context.Context, q question) (judge.Ruling, error) {
	c := a.Board.Contribute("judge")
	a.tell(Activity{Tool: "judge"})
	inTurn, end := a.Machine.contribution(ctx)
	var ruling judge.Ruling
	err := guarded("the judge", func() (err error) {
		ruling, err = a.Judge.Judge(inTurn, a.judged(c))
		return err
	})
	if end() {
		return judge.Ruling{}, nil
	}
	if err != nil {
		return judge.Ruling{}, err
	}
	for id, verdict := range ruling.Verdicts {
		c.Judge(id, ruling.Grades[id], verdict)
	}
	c.Ruled()
	if q == whatNext {
		if err := a.measureMore(c, &ruling); err != nil {
			return judge.Ruling{}, err
		}
	}
	last := ruled{Finished: ruling.Finished, Reason: ruling.Reason}
	switch q {
	case bestSoFar:
		return ruling, c.Commit()
	case atAbort:
		last = ruled{Reason: Reason(a.Board), Aborted: true}
	case whatNext, lastWord:
	}
	if err := c.SetState(ruledKey, last); err != nil {
		return judge.Ruling{}, err
	}
	return ruling, c.Commit()
}

func (a *Analysis) measureMore(c *blackboard.Contribution, ruling *judge.Ruling) error {
	for _, id := range a.Machine.toMeasureThere(true) {
		v, ok := ruling.Verdicts[id]
		place := v.Undecided.Numbers()
		if !ok || len(place) == 0 || slices.Contains(ruling.Measure, id) {
			continue // decided meanwhile, or measured there anyhow
		}
		ruling.Finished, ruling.Reason = false, "a person has an undecided element measured again"
		ruling.Measure = append(ruling.Measure, id)
		if ruling.Asked.Where == nil {
			ruling.Asked.Where = map[model.ElementID][]blackboard.Assigned{}
		}
		ruling.Asked.Where[id] = place
	}
	if !ruling.Finished {
		c.Measure(ruling.Measure...)
		return c.SetState(blackboard.AskedKey, ruling.Asked)
	}
	campaign, ok := a.Measurer.(Campaigner)
	if !ok {
		return nil
	}
	why, err := campaign.More(c)
	if why != "" {
		ruling.Finished, ruling.Reason = false, why
	}
	return err
}

type measured struct {
	*blackboard.Contribution
	of    *Analysis
	place int
}

// Data is the element's prepared data, and tells the progress of judging on the way.
func (m *measured) Data(e *model.Element) *dataset.Data {
	m.of.tell(Activity{Tool: "judge", Element: e, Place: m.place})
	m.place++
	return m.of.Prepared.Data(e)
}

// finish ends an analysis that was learnt from, after what is done last.
func (a *Analysis) finish(ctx context.Context, reason string) (done bool, err error) {
	if a.Last != nil {
		a.tell(Activity{Tool: "last"})
		inTurn, end := a.Machine.contribution(ctx)
		err := guarded("what is done last", func() error { a.Last(inTurn); return nil })
		if aborted := end(); aborted || err != nil {
			return true, err
		}
	}
	if a.closing == nil && len(a.Machine.toMeasureThere(false)) > 0 {
		return false, nil
	}
	err = a.Machine.to(Finished, reason)
	if errors.As(err, &TransitionError{}) {
		return true, nil // aborted at the last moment
	}
	return true, err
}

func (a *Analysis) tell(now Activity) {
	if a.Doing != nil {
		a.Doing(now)
	}
}

func guarded(who string, do func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%s panicked: %v\n%s", who, r, debug.Stack())
		}
	}()
	return do()
}
