package control

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"beagle/analysers/analyser"
	"beagle/blackboard"
	"beagle/judge"
	"beagle/model"
	"beagle/model/expression"
)

// grading says that the first proposal of each element is its best one.
type grading struct{ rulings }

func (g *grading) Judge(ctx context.Context, v judge.View) (judge.Ruling, error) {
	r, err := g.rulings.Judge(ctx, v)
	r.Verdicts, r.Grades = map[model.ElementID]blackboard.Verdict{}, map[model.ElementID][]blackboard.Grade{}
	for _, e := range v.Elements() {
		if all := v.Proposals(e.ID); len(all) > 0 {
			r.Verdicts[e.ID], r.Grades[e.ID] = blackboard.Verdict{}, make([]blackboard.Grade, len(all))
		}
	}
	return r, err
}

// abortedInLaunch is an analysis that was aborted in its second launch, before it learnt
// anything.
func abortedInLaunch(t *testing.T, j judge.Judge, more ...*analyser.Analyser) (a *Analysis, done <-chan struct{}) {
	t.Helper()
	a = analysis(&launching{planned: 3, length: 100 * time.Millisecond}, j)
	a.Analysers = append(a.Analysers, more...)
	done = start(t, a)
	time.Sleep(150 * time.Millisecond)
	if len(a.Board.Proposals(loopElement.ID)) > 0 {
		t.Fatal("something was learnt before the abort")
	}
	mustAsk(t, func() error { return a.Machine.Abort("by the user") })
	return a, done
}

// slow thinks until it is stopped, and has then a proposal that is not thought through.
func slow(after time.Duration) *analyser.Analyser {
	return &analyser.Analyser{Name: "slow", Run: func(ctx context.Context, p *analyser.Pass) error {
		select {
		case <-time.After(after):
		case <-ctx.Done():
		}
		p.Propose(blackboard.Proposal{Expression: expression.Constant(-1)})
		return nil
	}}
}

func TestWhatWasMeasuredBeforeAnAbortIsLearntFrom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, done := abortedInLaunch(t, &grading{*enough()})
		<-done
		wantState(t, a, Aborted)
		if n := len(a.Board.Proposals(loopElement.ID)); n != 1 {
			t.Errorf("%d proposals", n)
		}
		if a.Board.Judgement(loopElement.ID).Verdict == nil {
			t.Error("the judge was not asked")
		}
		if got := a.Board.Observations(loopElement.ID); got != 1 {
			t.Errorf("%d launches count; the one in flight is repeated when the analysis goes on", got)
		}
		if got := a.Machine.Status(); got.Reason != "by the user" || got.Parting {
			t.Errorf("%+v", got)
		}
	})
}

func TestAnAbortedAnalysisGoesOnAsIfNobodyHadAborted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := &grading{rulings{answers: []judge.Ruling{{Finished: true, Reason: "at the abort"}, {Finished: true, Reason: "asked what is next"}}}}
		a := analysis(&launching{planned: 1, length: 100 * time.Millisecond}, j)
		a.Analysers = append(a.Analysers, slow(time.Second))
		done := start(t, a)
		time.Sleep(500 * time.Millisecond) // everything is measured, and the slow one thinks
		mustAsk(t, func() error { return a.Machine.Abort("by the user") })
		<-done
		wantState(t, a, Aborted)
		if j.asked != 1 || len(a.Board.Proposals(loopElement.ID)) != 2 {
			t.Fatalf("the judge was asked %d times, of %d proposals", j.asked, len(a.Board.Proposals(loopElement.ID)))
		}
		again := analysis(&launching{planned: 1}, j)
		again.Board, again.Analysers = a.Board, a.Analysers
		if err := again.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		wantState(t, again, Finished)
		if got := again.Machine.Status().Reason; got != "asked what is next" {
			t.Errorf("finished since %q", got)
		}
	})
}

func TestLearningAfterAnAbortTakesAShortTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, done := abortedInLaunch(t, &grading{*enough()}, slow(time.Hour))
		synctest.Wait()
		if !a.Machine.Status().Parting {
			t.Error("nobody is told that something is learnt")
		}
		began := time.Now()
		<-done
		if took := time.Since(began); took > partTime {
			t.Errorf("it took %s", took)
		}
		wantState(t, a, Aborted)
		if all := a.Board.Proposals(loopElement.ID); len(all) != 1 || all[0].Analyser != "counter" {
			t.Errorf("proposals: %+v", all)
		}
		if a.Board.Judgement(loopElement.ID).Verdict == nil {
			t.Error("the judge was not asked, so nobody sees an expression")
		}
	})
}

func TestASecondAbortEndsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := &grading{*enough()}
		a, done := abortedInLaunch(t, j, slow(time.Hour))
		synctest.Wait()
		began := time.Now()
		mustAsk(t, func() error { return a.Machine.Abort("again") })
		<-done
		wantState(t, a, Aborted)
		if took := time.Since(began); took > 0 || j.asked > 0 {
			t.Errorf("it took %s, and the judge was asked %d times", took, j.asked)
		}
		if a.Machine.Status().Reason != "by the user" || len(a.Board.Proposals(loopElement.ID)) != 1 {
			t.Errorf("%+v, %d proposals", a.Machine.Status(), len(a.Board.Proposals(loopElement.ID)))
		}
	})
}

func TestWhatAnAnalyserFoundOfSomeElementsIsKeptAtAnAbort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		second := model.Element{ID: "_m", Kind: model.Loop}
		a := analysis(&both{launching{planned: 1, length: 100 * time.Millisecond}, second.ID}, &grading{*enough()})
		a.Board = blackboard.New([]model.Element{loopElement, second}, 1, nil)
		x := slow(2 * time.Second)
		a.Analysers = []*analyser.Analyser{x}
		done := start(t, a)
		time.Sleep(150 * time.Millisecond)
		mustAsk(t, func() error { return a.Machine.Abort("by the user") })
		<-done
		if first, other := len(a.Board.Proposals(loopElement.ID)), len(a.Board.Proposals(second.ID)); first != 1 || other != 0 {
			t.Errorf("%d and %d proposals; there was time for one of two elements", first, other)
		}
		again := analysis(&launching{planned: 1}, enough())
		again.Board, again.Analysers = a.Board, a.Analysers
		if err := again.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if first, other := len(a.Board.Proposals(loopElement.ID)), len(a.Board.Proposals(second.ID)); first != 1 || other != 1 {
			t.Errorf("%d and %d proposals after it went on", first, other)
		}
	})
}

// both measures two elements.
type both struct {
	launching
	second model.ElementID
}

func (b *both) Step(ctx context.Context, c blackboard.MeasurementView) error {
	err := b.launching.Step(ctx, c)
	if err == nil {
		c.AddResults(b.second, []blackboard.Observation{{Value: model.NumberValue(1)}})
		c.Measured(b.second)
	}
	return err
}
