package control

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"beagle/analysers/analyser"
	"beagle/blackboard"
	"beagle/judge"
	"beagle/model"
	"beagle/model/expression"
)

var loopElement = model.Element{ID: "_l", Kind: model.Loop}

// launches is a measurer that makes a number of launches of some length.
type launches struct {
	planned int
	length  time.Duration
	started atomic.Int32
}

func (l *launches) Step(ctx context.Context, c *blackboard.Contribution) error {
	l.started.Add(1)
	done := 0
	if err := c.State("launches", &done); err != nil {
		return err
	}
	select {
	case <-time.After(l.length):
	case <-ctx.Done():
		return ctx.Err()
	}
	c.AddResults(loopElement.ID, []blackboard.Observation{{Value: model.NumberValue(float64(done)), Seq: int64(done)}})
	if done++; done == l.planned {
		c.Measured(loopElement.ID)
	}
	return c.SetState("launches", done)
}

// counter proposes the number of rows once per number of rows.
type counter struct{ name string }

func (a counter) Info() analyser.Info { return analyser.Info{Name: a.name} }

func (a counter) CanContribute(v blackboard.ResultsReader) bool {
	seen := -1
	_ = v.State(a.name, &seen)
	return seen != v.Table(loopElement.ID).Rows()
}

func (a counter) Contribute(_ context.Context, v blackboard.ResultAnalyserView) error {
	rows := v.Table(loopElement.ID).Rows()
	v.Propose(blackboard.Proposal{Element: loopElement.ID, Expression: expression.Constant(rows)})
	return v.SetState(a.name, rows)
}

// rulings answers the judge's question from a list; the last answer repeats.
type rulings struct {
	asked   int
	answers []judge.Ruling
}

func (j *rulings) Judge(context.Context, blackboard.ProposalsReader) (judge.Ruling, error) {
	j.asked++
	return j.answers[min(j.asked, len(j.answers))-1], nil
}

func enough() *rulings { return &rulings{answers: []judge.Ruling{{Finished: true, Reason: "enough"}}} }

func analysis(m Measurer, j judge.Judge) *Analysis {
	return &Analysis{
		Board: blackboard.New([]model.Element{loopElement}, 1, nil), Machine: NewMachine(nil), Measurer: m,
		Results: []analyser.Result{counter{"counter"}}, Judge: j,
	}
}

func wantState(t *testing.T, a *Analysis, want State) {
	t.Helper()
	if got := a.Machine.Status(); got.State != want {
		t.Fatalf("state %s (%s), want %s", got.State, got.Reason, want)
	}
}

func TestAnalysisMeasuresThenAnalysesThenAsksTheJudge(t *testing.T) {
	a := analysis(&launches{planned: 3}, enough())
	var turns []string
	a.Doing = func(now Activity) { turns = append(turns, now.Tool) }
	if err := a.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	wantState(t, a, Finished)
	if got := strings.Join(turns, " "); got != "measure measure measure counter judge" {
		t.Errorf("turns: %s", got)
	}
	if a.Machine.Status().Reason != "enough" {
		t.Errorf("reason %q", a.Machine.Status().Reason)
	}
}

func TestAnalysisEndsWhenNobodyHasAnythingToAdd(t *testing.T) {
	judge := &rulings{answers: []judge.Ruling{{Reason: "go on"}}}
	a := analysis(&launches{planned: 1}, judge)
	if err := a.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	wantState(t, a, Finished)
	if judge.asked != 1 {
		t.Errorf("the judge was asked %d times", judge.asked)
	}
}

func TestJudgeCanHaveElementsMeasuredAgain(t *testing.T) {
	m := &launches{planned: 1}
	a := analysis(m, &rulings{answers: []judge.Ruling{{Measure: []model.ElementID{loopElement.ID}}, {Finished: true}}})
	a.Measurer = again{m}
	if err := a.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if m.started.Load() != 2 || a.Board.Rounds() != 2 {
		t.Errorf("%d launches, %d rounds", m.started.Load(), a.Board.Rounds())
	}
}

// again measures everything in one launch, whenever it is asked.
type again struct{ *launches }

func (m again) Step(ctx context.Context, c *blackboard.Contribution) error {
	m.started.Add(1)
	c.AddResults(loopElement.ID, []blackboard.Observation{{Value: model.NumberValue(float64(m.started.Load()))}})
	c.Measured(loopElement.ID)
	return nil
}

func TestPauseLetsTheLaunchInFlightFinish(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &launches{planned: 3, length: time.Minute}
		a := analysis(m, enough())
		done := start(t, a)
		time.Sleep(90 * time.Second) // within the second launch
		mustAsk(t, a.Machine.Pause)
		wantState(t, a, Running)
		time.Sleep(time.Hour)
		wantState(t, a, Paused)
		if got := a.Board.Observations(loopElement.ID); got != 2 {
			t.Fatalf("%d launches kept, want 2", got)
		}
		mustAsk(t, a.Machine.Continue)
		<-done
		wantState(t, a, Finished)
		if a.Board.Observations(loopElement.ID) != 3 || m.started.Load() != 3 {
			t.Errorf("%d launches started for 3 planned ones", m.started.Load())
		}
		if got := a.Machine.Status().Paused; got != time.Hour-30*time.Second {
			t.Errorf("paused for %v", got)
		}
	})
}

func TestSecondPauseEndsTheLaunchWhichIsRepeated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &launches{planned: 1, length: time.Hour}
		a := analysis(m, enough())
		done := start(t, a)
		time.Sleep(time.Minute)
		mustAsk(t, a.Machine.Pause)
		mustAsk(t, a.Machine.Pause)
		synctest.Wait()
		wantState(t, a, Paused)
		if a.Board.Number() != 0 {
			t.Fatal("the dropped launch left a trace")
		}
		mustAsk(t, a.Machine.Continue)
		<-done
		wantState(t, a, Finished)
		if m.started.Load() != 2 || a.Board.Observations(loopElement.ID) != 1 {
			t.Errorf("%d starts, %d observations", m.started.Load(), a.Board.Observations(loopElement.ID))
		}
	})
}

func TestAbortEndsTheLaunchAndKeepsWhatWasComplete(t *testing.T) {
	for _, paused := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			a := analysis(&launches{planned: 3, length: time.Minute}, enough())
			done := start(t, a)
			time.Sleep(90 * time.Second)
			if paused {
				mustAsk(t, a.Machine.Pause)
				mustAsk(t, a.Machine.Pause)
				synctest.Wait()
			}
			if err := a.Machine.Abort("by the user"); err != nil {
				t.Fatal(err)
			}
			<-done
			wantState(t, a, Aborted)
			if a.Board.Observations(loopElement.ID) != 1 || a.Board.Rounds() != 0 {
				t.Errorf("%d launches kept, %d rounds", a.Board.Observations(loopElement.ID), a.Board.Rounds())
			}
			var illegal TransitionError
			if err := a.Machine.Continue(); !errors.As(err, &illegal) {
				t.Errorf("continue after the end: %v", err)
			}
		})
	}
}

func TestTimeIsUpInTheMiddleOfALaunch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		judge := enough()
		a := analysis(&launches{planned: 100, length: time.Minute}, judge)
		begin := time.Now()
		a.TimeUp = func() (string, bool) { return "5 minutes are over", time.Since(begin) >= 5*time.Minute }
		<-start(t, a)
		wantState(t, a, Finished)
		if !a.OutOfTime.Load() || a.Machine.Status().Reason != "5 minutes are over" || judge.asked != 1 {
			t.Errorf("out of time %v, reason %q, judge asked %d times", a.OutOfTime.Load(), a.Machine.Status().Reason, judge.asked)
		}
		if took := time.Since(begin); took > 5*time.Minute+time.Second {
			t.Errorf("ended after %v", took)
		}
	})
}

// broken fails in its turn.
type broken struct {
	counter
	panics bool
}

func (b broken) CanContribute(blackboard.ResultsReader) bool { return true }

func (b broken) Contribute(context.Context, blackboard.ResultAnalyserView) error {
	if b.panics {
		panic("index out of range")
	}
	return errors.New("no idea")
}

func TestAnalyserThatFailsIsLeftOutAndTheOthersGoOn(t *testing.T) {
	for _, panics := range []bool{false, true} {
		a := analysis(&launches{planned: 1}, enough())
		a.Results = append(a.Results, broken{counter{"broken"}, panics})
		if err := a.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		wantState(t, a, Finished)
		if p := a.Board.Problems(); len(p) != 1 || !strings.Contains(p[0].Message, "broken") {
			t.Errorf("problems: %v", p)
		}
		if len(a.Board.Proposals(loopElement.ID)) != 1 {
			t.Error("the other analyser had no turn")
		}
	}
}

// talker can always contribute and never has anything to say.
type talker struct{ counter }

func (talker) CanContribute(blackboard.ResultsReader) bool                     { return true }
func (talker) Contribute(context.Context, blackboard.ResultAnalyserView) error { return nil }

func TestAnalyserWithNothingToAddDoesNotKeepTheAnalysisAlive(t *testing.T) {
	a := analysis(&launches{planned: 1}, &rulings{answers: []judge.Ruling{{}}})
	a.Results = append(a.Results, talker{counter{"talker"}})
	if err := a.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	wantState(t, a, Finished)
}

type panicking struct{}

func (panicking) Step(context.Context, *blackboard.Contribution) error { panic("engine") }

type failing struct{}

func (failing) Step(context.Context, *blackboard.Contribution) error {
	return errors.New("the build failed")
}

func TestFailureOfTheEngineIsAFailedAnalysis(t *testing.T) {
	for _, m := range []Measurer{panicking{}, failing{}} {
		a := analysis(m, enough())
		if err := a.Run(t.Context()); err == nil {
			t.Error("the failure is silent")
		}
		wantState(t, a, Failed)
	}
}

func TestChoiceAmongAnalysersDependsOnTheSeedOnly(t *testing.T) {
	order := func(seed uint64) string {
		a := analysis(&launches{planned: 1}, enough())
		a.Board = blackboard.New([]model.Element{loopElement}, seed, nil)
		a.Results = nil
		for i := range 4 {
			a.Results = append(a.Results, counter{fmt.Sprint("a", i)})
		}
		var turns []string
		a.Doing = func(now Activity) { turns = append(turns, now.Tool) }
		if err := a.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		return strings.Join(turns, " ")
	}
	seen := map[string]bool{}
	for seed := range uint64(20) {
		first, second := order(seed), order(seed)
		if first != second {
			t.Fatal("the same seed gives another order")
		}
		seen[first] = true
	}
	if len(seen) < 5 {
		t.Errorf("only %d orders for 20 seeds", len(seen))
	}
}

func start(t *testing.T, a *Analysis) <-chan struct{} {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = a.Run(t.Context())
	}()
	synctest.Wait()
	return done
}

func mustAsk(t *testing.T, ask func() error) {
	t.Helper()
	if err := ask(); err != nil {
		t.Fatal(err)
	}
}

func TestRequestsFromAllSidesLeaveALegalEnd(t *testing.T) {
	for i := range 50 {
		a := analysis(&launches{planned: 20, length: 20 * time.Microsecond}, enough())
		done := make(chan struct{})
		go func() { defer close(done); _ = a.Run(t.Context()) }()
		for range 3 {
			go func() { _ = a.Machine.Pause() }()
			go func() { _ = a.Machine.Continue() }()
		}
		if i%2 == 0 {
			go func() { _ = a.Machine.Abort("") }()
		}
		for {
			select {
			case <-done:
			default:
				_ = a.Machine.Continue()
				continue
			}
			break
		}
		if s := a.Machine.Status().State; s != Finished && s != Aborted {
			t.Fatalf("ended as %s", s)
		}
	}
}
