package control

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"sync/atomic"
	"time"

	"beagle/analysers/analyser"
	"beagle/blackboard"
	"beagle/judge"
	"beagle/model"
)

// Measurer is the measurement controller as the loop sees it: one step is one
// launch, so that a pause or a crash costs one launch at most.
type Measurer interface {
	// Step makes the next launch and contributes what it brought. When the last
	// launch of the order is done it says which elements are measured.
	Step(context.Context, *blackboard.Contribution) error
}

// Campaigner is a Measurer that knows whether measurements are precise enough.
// It is asked when the judge wants nothing more.
type Campaigner interface {
	// More has elements measured again and says why; empty: it is enough.
	More(*blackboard.Contribution) (why string, err error)
}

// Analysis is one analysis: the blackboard and the tools that work on it.
type Analysis struct {
	Board     *blackboard.Board
	Machine   *Machine
	Measurer  Measurer
	Results   []analyser.Result
	Proposals []analyser.Proposal
	Judge     judge.Judge
	// Prepare is called in state preparing, before anything else. It may be nil.
	Prepare func(context.Context) error
	// TimeUp reports that the analysis' time is over, and the rule in words.
	// The launch in flight is ended when that happens. It may be nil.
	TimeUp func() (string, bool)
	// Doing is told what happens now. It may be nil.
	Doing func(Activity)
	// OutOfTime is set when the analysis ended by its timeout.
	OutOfTime atomic.Bool

	idle map[string]int // analysers that had nothing to add, by position of the board
}

// Activity is what happens now.
type Activity struct {
	Tool         string // "measure", an analyser's name, "judge"
	Contribution *blackboard.Contribution
}

// Run conducts the analysis until it ended, and leaves the machine in a final
// state. A panic of the engine is a failed analysis, not a crash.
func (a *Analysis) Run(ctx context.Context) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the engine failed: %v\n%s", r, debug.Stack())
		}
		err = a.end(err)
	}()
	a.idle = map[string]int{}
	if err := a.prepare(ctx); err != nil {
		return err
	}
	if err := a.Machine.to(Running, ""); err != nil {
		return nil // aborted while it was being prepared
	}
	for a.Machine.gate(ctx) {
		done, err := a.step(ctx)
		if done || err != nil {
			return err
		}
	}
	return nil
}

func (a *Analysis) prepare(ctx context.Context) error {
	if a.Prepare == nil {
		return nil
	}
	flying, land := a.Machine.flight(ctx)
	err := guarded("preparing", func() error { return a.Prepare(flying) })
	if land() {
		return nil // aborted
	}
	return err
}

// end makes the last transition.
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

// step is one turn: the loop of the design document.
func (a *Analysis) step(ctx context.Context) (done bool, err error) {
	if reason, up := a.timeUp(); up {
		a.OutOfTime.Store(true)
		_, err := a.rule(ctx, nil)
		return true, errors.Join(err, a.finish(reason))
	}
	if len(a.Board.ToMeasure()) > 0 {
		return false, a.measure(ctx)
	}
	if pick := draw(a.Board.Seed(), a.ableResults()); pick != nil {
		return false, a.turn(ctx, pick.Info().Name, func(ctx context.Context, c *blackboard.Contribution) error {
			return pick.Contribute(ctx, c)
		})
	}
	if pick := draw(a.Board.Seed(), a.ableProposals()); pick != nil {
		return false, a.turn(ctx, pick.Info().Name, func(ctx context.Context, c *blackboard.Contribution) error {
			return pick.Contribute(ctx, c)
		})
	}
	return a.ask(ctx)
}

func (a *Analysis) timeUp() (string, bool) {
	if a.TimeUp == nil {
		return "", false
	}
	return a.TimeUp()
}

func (a *Analysis) measure(ctx context.Context) error {
	c := a.Board.Contribute("measure")
	a.doing("measure", c)
	flying, land := a.Machine.flight(ctx)
	stop := a.endInTime()
	err := guarded("measuring", func() error { return a.Measurer.Step(flying, c) })
	stop()
	_, up := a.timeUp()
	switch dropped := land(); {
	case dropped && !up:
		return nil // by pause or abort: the launch will be repeated, if at all
	case dropped: // out of time: what was measured until now counts
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

// endInTime ends the contribution in flight when the time is over.
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
					a.Machine.dropFlight()
					return
				}
			}
		}
	}()
	return func() { close(done) }
}

func (a *Analysis) ableResults() (able []analyser.Result) {
	for _, x := range a.Results {
		if a.able(x.Info().Name, func() bool { return x.CanContribute(a.Board) }) {
			able = append(able, x)
		}
	}
	return able
}

func (a *Analysis) ableProposals() (able []analyser.Proposal) {
	for _, x := range a.Proposals {
		if a.able(x.Info().Name, func() bool { return x.CanContribute(a.Board) }) {
			able = append(able, x)
		}
	}
	return able
}

// able asks an analyser, unless it had its turn at this very position of the
// analysis and added nothing.
func (a *Analysis) able(name string, can func() bool) bool {
	if at, ok := a.idle[name]; ok && at == a.Board.Number() || a.broken(name) {
		return false
	}
	able := false
	if err := guarded(name, func() error { able = can(); return nil }); err != nil {
		a.idle[name] = a.Board.Number()
		return false
	}
	return able
}

// turn gives an analyser the control flow. One that fails is left out from
// then on, and the analysis goes on without it.
func (a *Analysis) turn(ctx context.Context, name string, contribute func(context.Context, *blackboard.Contribution) error) error {
	c := a.Board.Contribute(name)
	a.doing(name, c)
	flying, land := a.Machine.flight(ctx)
	err := guarded(name, func() error { return contribute(flying, c) })
	if dropped := land(); dropped {
		return nil
	}
	if err != nil {
		return a.leaveOut(name, err)
	}
	if err := c.Commit(); errors.Is(err, blackboard.ErrEmpty) {
		a.idle[name] = a.Board.Number()
	} else if err != nil {
		return err
	}
	return nil
}

const brokenKey = "control.broken"

func (a *Analysis) broken(name string) bool {
	broken := map[string]string{}
	return a.Board.State(brokenKey, &broken) == nil && broken[name] != ""
}

func (a *Analysis) leaveOut(name string, why error) error {
	c := a.Board.Contribute(name)
	broken := map[string]string{}
	if err := c.State(brokenKey, &broken); err != nil {
		return err
	}
	broken[name] = why.Error()
	if err := c.SetState(brokenKey, broken); err != nil {
		return err
	}
	c.Problem(model.Problem{
		Severity: model.Error, Rule: "analyser-failed",
		Message: fmt.Sprintf("analyser %s failed and is left out: %v", name, why),
		Hint:    "the other analysers go on; report this with the run's folder",
	})
	return c.Commit()
}

// ruled is what the judge said last, for an analysis that is taken up again.
type ruled struct {
	Finished bool   `json:"finished"`
	Reason   string `json:"reason"`
}

const ruledKey = "control.ruled"

// ask puts the question to the judge whether the analysis is finished. When
// nobody contributed since it was asked last, it is, whatever the judge says.
func (a *Analysis) ask(ctx context.Context) (done bool, err error) {
	if a.Board.JustRuled() {
		var last ruled
		if err := a.Board.State(ruledKey, &last); err != nil {
			return true, err
		}
		if last.Finished {
			return true, a.finish(last.Reason)
		}
		return true, a.finish("nobody has anything to add")
	}
	campaign, _ := a.Measurer.(Campaigner)
	ruling, err := a.rule(ctx, campaign)
	if err != nil || !ruling.Finished {
		return err != nil, err
	}
	return true, a.finish(ruling.Reason)
}

// rule gives the control flow to the judge. What it says when it was
// interrupted counts for nothing. Where it would end the analysis, the campaign
// may want more launches, in the same contribution; a nil one never does.
func (a *Analysis) rule(ctx context.Context, campaign Campaigner) (judge.Ruling, error) {
	c := a.Board.Contribute("judge")
	a.doing("judge", c)
	flying, land := a.Machine.flight(ctx)
	var ruling judge.Ruling
	err := guarded("the judge", func() (err error) {
		ruling, err = a.Judge.Judge(flying, c)
		return err
	})
	if land() {
		return judge.Ruling{}, nil
	}
	if err != nil {
		return judge.Ruling{}, err
	}
	for id, verdict := range ruling.Verdicts {
		c.Judge(id, ruling.Grades[id], verdict)
	}
	c.Ruled()
	if !ruling.Finished {
		c.Measure(ruling.Measure...)
		if err := c.SetState(blackboard.AskedKey, ruling.Asked); err != nil {
			return judge.Ruling{}, err
		}
	} else if campaign != nil {
		why, err := campaign.More(c)
		if err != nil {
			return judge.Ruling{}, err
		}
		if why != "" {
			ruling.Finished, ruling.Reason = false, why
		}
	}
	if err := c.SetState(ruledKey, ruled{ruling.Finished, ruling.Reason}); err != nil {
		return judge.Ruling{}, err
	}
	return ruling, c.Commit()
}

func (a *Analysis) finish(reason string) error {
	err := a.Machine.to(Finished, reason)
	if errors.As(err, &TransitionError{}) {
		return nil // aborted at the last moment
	}
	return err
}

func (a *Analysis) doing(tool string, c *blackboard.Contribution) {
	if a.Doing != nil {
		a.Doing(Activity{Tool: tool, Contribution: c})
	}
}

// draw takes one of several by the seed.
func draw[T any](seed uint64, able []T) T {
	var none T
	switch len(able) {
	case 0:
		return none
	case 1:
		return able[0]
	}
	return able[rand.New(rand.NewPCG(seed, 0)).IntN(len(able))]
}

// guarded turns a panic into an error that says who panicked.
func guarded(who string, do func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%s panicked: %v\n%s", who, r, debug.Stack())
		}
	}()
	return do()
}
