package control

import (
	"context"
	"errors"
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
	"beagle/statistics/dataset"
)

var loopElement = model.Element{ID: "_l", Kind: model.Loop}

// launching is a measurer that makes a number of launches of some length.
type launching struct {
	planned int
	length  time.Duration
	started atomic.Int32
}

func (l *launching) Step(ctx context.Context, c blackboard.MeasurementView) error {
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

// counter proposes the number of rows.
func counter(name string) *analyser.Analyser {
	return &analyser.Analyser{Name: name, Run: func(_ context.Context, p *analyser.Pass) error {
		p.Propose(blackboard.Proposal{Expression: expression.Constant(p.Data.Table.Rows())})
		return nil
	}}
}

// rulings answers the judge's question from a list; the last answer repeats.
type rulings struct {
	asked   int
	answers []judge.Ruling
}

func (j *rulings) Judge(context.Context, judge.View) (judge.Ruling, error) {
	j.asked++
	return j.answers[min(j.asked, len(j.answers))-1], nil
}

func enough() *rulings { return &rulings{answers: []judge.Ruling{{Finished: true, Reason: "enough"}}} }

func analysis(m Measurer, j judge.Judge) *Analysis {
	return &Analysis{
		Board: blackboard.New([]model.Element{loopElement}, 1, nil), Machine: NewMachine(nil), Measurer: m,
		Analysers: []*analyser.Analyser{counter("counter")}, Judge: j,
	}
}

func wantState(t *testing.T, a *Analysis, want State) {
	t.Helper()
	if got := a.Machine.Status(); got.State != want {
		t.Fatalf("state %s (%s), want %s", got.State, got.Reason, want)
	}
}

func TestAnalysisMeasuresThenAnalysesThenAsksTheJudge(t *testing.T) {
	a := analysis(&launching{planned: 3}, enough())
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
	a := analysis(&launching{planned: 1}, judge)
	if err := a.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	wantState(t, a, Finished)
	if judge.asked != 1 {
		t.Errorf("the judge was asked %d times", judge.asked)
	}
}

func TestJudgeCanHaveElementsMeasuredAgain(t *testing.T) {
	m := &launching{planned: 1}
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
type again struct{ *launching }

func (m again) Step(ctx context.Context, c blackboard.MeasurementView) error {
	m.started.Add(1)
	c.AddResults(loopElement.ID, []blackboard.Observation{{Value: model.NumberValue(float64(m.started.Load()))}})
	c.Measured(loopElement.ID)
	return nil
}

func TestPauseLetsTheLaunchInFlightFinish(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &launching{planned: 3, length: time.Minute}
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
		m := &launching{planned: 1, length: time.Hour}
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
			a := analysis(&launching{planned: 3, length: time.Minute}, enough())
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
			if a.Board.Observations(loopElement.ID) != 1 || a.Board.Rounds() != 1 {
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
		a := analysis(&launching{planned: 100, length: time.Minute}, judge)
		begin := time.Now()
		a.TimeUp = func() (string, bool) { return "5 minutes are over", time.Since(begin) >= 5*time.Minute }
		<-start(t, a)
		wantState(t, a, Finished)
		if len(a.Board.Proposals(loopElement.ID)) == 0 {
			t.Error("no analyser was asked for what had been measured")
		}
		if !a.OutOfTime.Load() || a.Machine.Status().Reason != "5 minutes are over" || judge.asked != 5 { // early after four launches, and at the end
			t.Errorf("out of time %v, reason %q, judge asked %d times", a.OutOfTime.Load(), a.Machine.Status().Reason, judge.asked)
		}
		if took := time.Since(begin); took > 5*time.Minute+time.Second {
			t.Errorf("ended after %v", took)
		}
	})
}

// hanging is a measurer whose first launch brings something, and then does not end
// or fails with err.
type hanging struct{ err error }

func (m hanging) Step(ctx context.Context, c blackboard.MeasurementView) error {
	if c.Observations(loopElement.ID) > 0 {
		return m.err
	}
	c.AddResults(loopElement.ID, []blackboard.Observation{{Value: model.NumberValue(3)}})
	if m.err == nil {
		<-ctx.Done()
	}
	return ctx.Err()
}

// However the measuring ends, also in the first launch, what it brought is learnt from.
func TestWhatAHangingLaunchBroughtIsLearntFromWhenTheTimeIsUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		judge := enough()
		a := analysis(hanging{}, judge)
		begin := time.Now()
		a.TimeUp = func() (string, bool) { return "5 minutes are over", time.Since(begin) >= 5*time.Minute }
		<-start(t, a)
		wantState(t, a, Finished)
		if n := len(a.Board.Proposals(loopElement.ID)); n != 1 || judge.asked != 1 || !a.OutOfTime.Load() {
			t.Errorf("%d proposals, judge asked %d times, out of time %v", n, judge.asked, a.OutOfTime.Load())
		}
	})
}

func TestWhatAPersonEndsInAHangingLaunchIsLearntFrom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := analysis(hanging{}, enough())
		done := start(t, a)
		synctest.Wait() // in the launch
		mustAsk(t, a.Machine.Enough)
		<-done
		wantState(t, a, Finished)
		if n := len(a.Board.Proposals(loopElement.ID)); n != 1 {
			t.Errorf("%d proposals", n)
		}
	})
}

func TestWhatWasMeasuredBeforeALaunchFailedIsLearntFrom(t *testing.T) {
	judge := enough()
	a := analysis(hanging{err: errors.New("the program is gone")}, judge)
	if err := a.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "the program is gone") {
		t.Errorf("the failure is not said: %v", err)
	}
	wantState(t, a, Failed)
	if n := len(a.Board.Proposals(loopElement.ID)); n != 1 || judge.asked != 1 {
		t.Errorf("%d proposals, judge asked %d times", n, judge.asked)
	}
}

// An analyser that panics has no other turn on that element; others go on, and
// with beagle fit it is no panic of the program, either.
func TestAnalyserThatFailsIsLeftOutAndTheOthersGoOn(t *testing.T) {
	for _, fail := range []func() error{func() error { return errors.New("no idea") }, func() error { panic("index out of range") }} {
		a := analysis(&launching{planned: 1}, enough())
		turns := 0
		a.Analysers = append([]*analyser.Analyser{{Name: "broken", Run: func(_ context.Context, p *analyser.Pass) error {
			turns++
			p.Propose(blackboard.Proposal{Expression: expression.Constant(7)})
			return fail()
		}}}, a.Analysers...)
		if err := a.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		wantState(t, a, Finished)
		if p := a.Board.Problems(); len(p) != 1 || !strings.Contains(p[0].Message, "broken") || turns != 1 {
			t.Errorf("%d turns, problems: %v", turns, p)
		}
		if len(a.Board.Proposals(loopElement.ID)) != 2 {
			t.Error("the other analyser had no turn, or what was proposed before is lost")
		}
	}
}

// Measurements that cannot be made ready cost the turns on that element, not the
// analysis.
func TestMeasurementsThatCannotBePreparedDoNotEndTheAnalysis(t *testing.T) {
	a := analysis(&launching{planned: 1}, enough())
	a.Prepared = Prepare(a.Board)
	a.Prepared.Options = func(model.ElementID) []dataset.Option { panic("slice bounds out of range") }
	if err := a.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	wantState(t, a, Finished)
	if p := a.Board.Problems(); len(p) == 0 || !strings.Contains(p[0].Message, "slice bounds out of range") {
		t.Errorf("nobody is told: %v", p)
	}
}

func TestAnalyserWithNothingToAddDoesNotKeepTheAnalysisAlive(t *testing.T) {
	a := analysis(&launching{planned: 1}, &rulings{answers: []judge.Ruling{{}}})
	a.Analysers = append(a.Analysers, &analyser.Analyser{Name: "silent", Run: func(context.Context, *analyser.Pass) error { return nil }})
	if err := a.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	wantState(t, a, Finished)
}

type panicking struct{}

func (panicking) Step(context.Context, blackboard.MeasurementView) error { panic("engine") }

type failing struct{}

func (failing) Step(context.Context, blackboard.MeasurementView) error {
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

// What is learnt must not depend on how often the program was launched.
func TestAnalysersHaveTheirTurnsInTheOrderOfTheRegistry(t *testing.T) {
	a := analysis(&launching{planned: 1}, enough())
	improver := counter("improver")
	improver.Improves = []string{"a1", "late"}
	a.Analysers = []*analyser.Analyser{improver, counter("a0"), counter("a1"), {Name: "late", Improves: []string{"improver"}, Run: func(_ context.Context, p *analyser.Pass) error {
		p.Propose(blackboard.Proposal{Expression: expression.Constant(len(p.Proposals) + 40)})
		return nil
	}}}
	var turns []string
	a.Doing = func(now Activity) { turns = append(turns, now.Tool) }
	if err := a.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(turns, " "); got != "measure a0 a1 judge" {
		t.Errorf("turns: %s", got)
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
		a := analysis(&launching{planned: 20, length: 20 * time.Microsecond}, enough())
		done := make(chan struct{})
		go func() { defer close(done); _ = a.Run(t.Context()) }()
		for range 3 {
			go func() { _ = a.Machine.Pause() }()
			go func() { _ = a.Machine.Continue() }()
		}
		if i%2 == 0 {
			go func() { _ = a.Machine.Abort("") }()
		}
		for ended := false; !ended; {
			select {
			case <-done:
				ended = true
			case <-time.After(100 * time.Microsecond): // a pause may have begun since
				_ = a.Machine.Continue()
			}
		}
		if s := a.Machine.Status().State; s != Finished && s != Aborted {
			t.Fatalf("ended as %s", s)
		}
	}
}

func TestEnoughEndsTheLaunchKeepsWhatIsThereAndFinishes(t *testing.T) {
	for _, paused := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			a := analysis(&launching{planned: 5, length: time.Minute}, enough())
			done := start(t, a)
			time.Sleep(150 * time.Second) // within the third launch
			if paused {
				mustAsk(t, a.Machine.Pause)
				mustAsk(t, a.Machine.Pause)
				synctest.Wait()
				wantState(t, a, Paused)
			}
			mustAsk(t, a.Machine.Enough)
			<-done
			wantState(t, a, Finished)
			if got := a.Machine.Status().Reason; got != "finished early by you" {
				t.Errorf("reason %q", got)
			}
			if a.Board.Observations(loopElement.ID) != 2 || len(a.Board.Proposals(loopElement.ID)) != 2 || a.Board.Rounds() != 3 { // early after two launches, and at the end
				t.Errorf("%d launches, %d proposals, %d rounds", a.Board.Observations(loopElement.ID), len(a.Board.Proposals(loopElement.ID)), a.Board.Rounds())
			}
		})
	}
}

func TestALaunchIsRepeatedWhenAPersonSaysSo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &launching{planned: 2, length: time.Minute}
		a := analysis(m, enough())
		done := start(t, a)
		time.Sleep(30 * time.Second)
		mustAsk(t, a.Machine.Repeat)
		<-done
		wantState(t, a, Finished)
		if m.started.Load() != 3 || a.Board.Observations(loopElement.ID) != 2 {
			t.Errorf("%d starts, %d observations", m.started.Load(), a.Board.Observations(loopElement.ID))
		}
		if err := a.Machine.Repeat(); err == nil {
			t.Error("a launch was repeated after the end")
		}
	})
}
