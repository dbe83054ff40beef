package control

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"beagle/analysers/analyser"
	"beagle/judge"
	"beagle/model"
)

func TestWhatIsThereIsLearntBetweenLaunches(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := analysis(&launching{planned: 3, length: time.Minute}, enough())
		var turns []string
		a.Doing = func(now Activity) {
			if now.Element == nil {
				turns = append(turns, now.Tool)
			}
		}
		<-start(t, a)
		wantState(t, a, Finished)
		if got := strings.Join(turns, " "); got != "measure judge measure judge measure judge" {
			t.Errorf("turns: %s", got)
		}
		if n := len(a.Board.Judgement(loopElement.ID).History); n != 0 { // this judge says nothing of any element
			t.Errorf("%d points of history", n)
		}
		if got := a.Machine.Status().Reason; got != "enough" {
			t.Errorf("reason %q", got)
		}
	})
}

// A judge that is asked early must not have launches made, nor end the analysis.
func TestTheJudgeAskedEarlyDecidesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &launching{planned: 2, length: time.Minute}
		a := analysis(m, &rulings{answers: []judge.Ruling{{Measure: []model.ElementID{loopElement.ID}}, {Finished: true, Reason: "enough"}}})
		<-start(t, a)
		wantState(t, a, Finished)
		if m.started.Load() != 2 {
			t.Errorf("%d launches, want 2", m.started.Load())
		}
	})
}

// Who waits for measurements must not wait for learning.
func TestLearningEarlyTakesAQuarterOfTheTimeOfMeasuringAtMost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const launches = 10
		a := analysis(&launching{planned: launches, length: time.Minute}, enough())
		early, proposed := time.Duration(0), 0
		a.Analysers = []*analyser.Analyser{{Name: "slow", Run: func(ctx context.Context, _ *analyser.Pass) error {
			began := time.Now()
			select {
			case <-ctx.Done():
			case <-time.After(time.Hour):
				proposed++
			}
			if len(a.Board.ToMeasure()) > 0 {
				early += time.Since(began)
			}
			return ctx.Err()
		}}}
		<-start(t, a)
		wantState(t, a, Finished)
		if early == 0 || early > launches*time.Minute/4 {
			t.Errorf("%v of learning early beside %d launches of a minute", early, launches)
		}
		if proposed != 1 || len(a.Board.Problems()) != 0 {
			t.Errorf("the analyser came to its end %d times; problems %v", proposed, a.Board.Problems())
		}
	})
}
