package campaign

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"beagle/blackboard"
	"beagle/measure"
	"beagle/model"
)

// fakeTool answers every launch with a script's word.
type fakeTool struct {
	launch   func(ctx context.Context, l measure.Launch, number int32, sink measure.Sink) (measure.LaunchReport, error)
	prepared int
	fails    error
	launched []string
	closed   int
}

func (f *fakeTool) Name() string { return "fake" }

func (f *fakeTool) Prepare(context.Context, measure.Order) (measure.Preparation, error) {
	f.prepared++
	return f, f.fails
}

func (f *fakeTool) Launch(ctx context.Context, l measure.Launch, number int32, sink measure.Sink) (measure.LaunchReport, error) {
	f.launched = append(f.launched, l.Name)
	return f.launch(ctx, l, number, sink)
}

func (f *fakeTool) Notes() []model.Problem { return nil }
func (f *fakeTool) Close() error           { f.closed++; return nil }

func counts(sink measure.Sink, number int32, n int64) measure.LaunchReport {
	events := append(enterWork(float64(n), "x"), measure.Event{Kind: measure.LoopCounted, Section: 0, Count: n}, leaveWork)
	for i := range events {
		events[i].Launch = number
	}
	sink.Events(events)
	return measure.LaunchReport{Events: int64(len(events)), Complete: true}
}

var onlyLoop = []model.Element{loop}

func steps(t *testing.T, c *Controller, board *blackboard.Board, n int) error {
	t.Helper()
	for range n {
		if len(board.ToMeasure()) == 0 {
			return nil
		}
		view := board.Contribute("measure")
		if err := c.Step(t.Context(), view); err != nil {
			return err
		}
		if err := view.Commit(); err != nil {
			t.Fatal(err)
		}
	}
	return nil
}

func newBoard() *blackboard.Board {
	board := blackboard.New(onlyLoop, 1, nil)
	view := board.Contribute("test")
	view.Measure("loop")
	_ = view.Commit()
	return board
}

func problemsOf(board *blackboard.Board) string {
	var all []string
	for _, p := range board.Problems() {
		all = append(all, p.Error())
	}
	return strings.Join(all, "\n")
}

func TestEveryLaunchIsMadeAsOftenAsWanted(t *testing.T) {
	tool := &fakeTool{launch: func(_ context.Context, _ measure.Launch, number int32, sink measure.Sink) (measure.LaunchReport, error) {
		return counts(sink, number, int64(number)), nil
	}}
	c := &Controller{Tool: tool, Launches: []measure.Launch{{Name: "a", Repeat: 3}, {Name: "b"}, {Name: "c", Repeat: 2}}}
	board := newBoard()
	if err := steps(t, c, board, 6); err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(tool.launched, ""), "abcaca"; got != want {
		t.Errorf("launched %s, want %s: repetitions spread over the round", got, want)
	}
	if len(board.ToMeasure()) != 0 || board.Observations("loop") != 6 || tool.prepared != 1 {
		t.Errorf("to measure %v, %d observations, prepared %d times", board.ToMeasure(), board.Observations("loop"), tool.prepared)
	}
	table := board.Table("loop")
	for i, launch := range table.Launch {
		if float64(launch) != table.Target.Num[i] {
			t.Errorf("row %d is of launch %d, want %g", i, launch, table.Target.Num[i])
		}
	}
	if p := c.Progress(); p.Done != 6 || p.Planned != 6 || p.Launch != "" || StateOf(board).Events != 30 {
		t.Errorf("progress %+v", p)
	}
}

func TestALaunchThatFailsIsReportedAndTheOthersGoOn(t *testing.T) {
	tool := &fakeTool{launch: func(_ context.Context, l measure.Launch, number int32, sink measure.Sink) (measure.LaunchReport, error) {
		switch l.Name {
		case "cannot start":
			return measure.LaunchReport{}, model.Problem{Message: "command jva was not found", Hint: "check its spelling"}
		case "crashes":
			report := counts(sink, number, 3)
			report.ExitCode, report.Complete, report.Output = 1, false, "/tmp/out"
			return report, nil
		case "loses":
			report := counts(sink, number, 4)
			report.Lost = 17
			return report, nil
		case "does nothing":
			return measure.LaunchReport{Complete: true}, nil
		}
		return counts(sink, number, 5), nil
	}}
	c := &Controller{Tool: tool, Launches: []measure.Launch{{Name: "cannot start"}, {Name: "crashes"}, {Name: "loses"}, {Name: "does nothing"}, {Name: "works"}}}
	board := newBoard()
	if err := steps(t, c, board, 5); err != nil {
		t.Fatal(err)
	}
	if board.Observations("loop") != 3 {
		t.Errorf("%d observations, want those of the three launches that brought some", board.Observations("loop"))
	}
	for _, want := range []string{"command jva was not found", `launch "crashes": the program ended with exit code 1`, `launch "loses": 17 records were lost`, `launch "does nothing": it ended well but executed nothing`} {
		if !strings.Contains(problemsOf(board), want) {
			t.Errorf("problems\n%s\ndo not say %q", problemsOf(board), want)
		}
	}
}

func TestARoundThatBringsNothingIsAnErrorThatSaysWhy(t *testing.T) {
	tool := &fakeTool{launch: func(context.Context, measure.Launch, int32, measure.Sink) (measure.LaunchReport, error) {
		return measure.LaunchReport{ExitCode: 1, Problems: []model.Problem{{Severity: model.Error, Rule: "launch", Message: "class Main was not found"}}}, nil
	}}
	c := &Controller{Tool: tool, Launches: []measure.Launch{{Name: "a", Repeat: 2}}}
	err := steps(t, c, newBoard(), 2)
	if err == nil || !strings.Contains(err.Error(), "class Main was not found") {
		t.Errorf("error %v, want the first launch's failure", err)
	}
}

func TestAnElementThatNoLaunchReachesIsNamed(t *testing.T) {
	tool := &fakeTool{launch: func(_ context.Context, _ measure.Launch, number int32, sink measure.Sink) (measure.LaunchReport, error) {
		sink.Events(append(enterWork(1, "x"), leaveWork))
		return measure.LaunchReport{Events: 4, Complete: true}, nil
	}}
	board := newBoard()
	if err := steps(t, &Controller{Tool: tool, Launches: []measure.Launch{{Name: "a"}}}, board, 1); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(problemsOf(board), "no launch executed it") || !strings.Contains(problemsOf(board), "id loop") {
		t.Errorf("problems\n%s", problemsOf(board))
	}
}

func TestAStoppedLaunchIsMadeAgain(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	tool := &fakeTool{}
	tool.launch = func(ctx context.Context, _ measure.Launch, number int32, sink measure.Sink) (measure.LaunchReport, error) {
		report := counts(sink, number, 7)
		if len(tool.launched) == 2 {
			stop()
			return report, ctx.Err()
		}
		return report, nil
	}
	c := &Controller{Tool: tool, Launches: []measure.Launch{{Name: "a"}, {Name: "b"}, {Name: "c"}}}
	board := newBoard()
	if err := steps(t, c, board, 1); err != nil {
		t.Fatal(err)
	}
	dropped := board.Contribute("measure")
	if err := c.Step(ctx, dropped); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v, want canceled", err)
	}
	if at := c.Progress(); at.Launch != "" || at.Phase != "" {
		t.Errorf("a launch that was stopped is said to go on: %+v", at)
	}
	if err := steps(t, c, board, 2); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(tool.launched, ""); got != "abbc" || board.Observations("loop") != 3 {
		t.Errorf("launched %s, %d observations; want abbc, 3", got, board.Observations("loop"))
	}
}

func TestAControllerThatTakesUpAnAnalysisGoesOnWithTheNextLaunch(t *testing.T) {
	tool := &fakeTool{launch: func(_ context.Context, _ measure.Launch, number int32, sink measure.Sink) (measure.LaunchReport, error) {
		return counts(sink, number, int64(number)), nil
	}}
	launches := []measure.Launch{{Name: "a"}, {Name: "b"}, {Name: "c"}}
	board := newBoard()
	if err := steps(t, &Controller{Tool: tool, Launches: launches}, board, 2); err != nil {
		t.Fatal(err)
	}
	if err := steps(t, &Controller{Tool: tool, Launches: launches}, board, 5); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(tool.launched, ""); got != "abc" {
		t.Errorf("launched %s, want abc", got)
	}
	view := board.Contribute("again")
	view.Measure("loop")
	if err := view.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := steps(t, &Controller{Tool: tool, Launches: launches}, board, 5); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(tool.launched, ""); got != "abcabc" {
		t.Errorf("launched %s, want a second round", got)
	}
	if n := board.Table("loop").Target.Num; len(n) != 6 || n[5] != 6 {
		t.Errorf("values %v: the numbers of launches do not go on", n)
	}
}

func TestNothingIsBuiltForProgramsThatAreNotThere(t *testing.T) {
	tool := &fakeTool{}
	launches := []measure.Launch{{Name: "a", Command: []string{"no-such-program"}}, {Name: "b", Command: []string{"no-such-program"}}}
	err := steps(t, &Controller{Tool: tool, Launches: launches}, newBoard(), 1)
	if err == nil || !strings.Contains(err.Error(), `launch "a": command no-such-program was not found`) || tool.prepared != 0 {
		t.Errorf("error %v, prepared %d times", err, tool.prepared)
	}
}

func TestWhatCannotBePreparedFails(t *testing.T) {
	tool := &fakeTool{fails: errors.New("Upload.java:7: ';' expected")}
	err := steps(t, &Controller{Tool: tool, Launches: []measure.Launch{{Name: "a"}}}, newBoard(), 1)
	if err == nil || !strings.Contains(err.Error(), "';' expected") {
		t.Errorf("error %v", err)
	}
	if err := steps(t, &Controller{Tool: tool}, newBoard(), 1); err == nil || !strings.Contains(err.Error(), "no launch configuration") {
		t.Errorf("error %v", err)
	}
}

func TestTheTimeoutIsFedWithEveryLaunch(t *testing.T) {
	tool := &fakeTool{launch: func(_ context.Context, _ measure.Launch, number int32, sink measure.Sink) (measure.LaunchReport, error) {
		return counts(sink, number, 1), nil
	}}
	timeout, err := measure.NewTimeout("adaptive", 0)
	if err != nil {
		t.Fatal(err)
	}
	timeout.Start(time.Now())
	c := &Controller{Tool: tool, Launches: []measure.Launch{{Name: "a", Repeat: 2}}, Timeout: timeout}
	if err := steps(t, c, newBoard(), 2); err != nil {
		t.Fatal(err)
	}
	// Two instant launches: 60 min -> 44 min -> 33.6 min.
	if left, ok := timeout.Left(time.Now()); !ok || left > 34*time.Minute || left < 33*time.Minute {
		t.Errorf("%v left, want about 33.6 min", left)
	}
}

func TestALaunchThatAPersonEndsIsKeptAndTheNextOneIsMade(t *testing.T) {
	c := &Controller{Launches: []measure.Launch{{Name: "server"}, {Name: "client"}}}
	c.Tool = &fakeTool{launch: func(ctx context.Context, l measure.Launch, number int32, sink measure.Sink) (measure.LaunchReport, error) {
		report := counts(sink, number, 7)
		if l.Name == "server" { // never ends by itself
			if !c.EndLaunch() {
				t.Error("there is no launch to end")
			}
			<-ctx.Done()
			report.Signal = "killed"
			return report, ctx.Err()
		}
		return report, nil
	}}
	board := blackboard.New(onlyLoop, 1, nil)
	if err := steps(t, c, board, 5); err != nil {
		t.Fatal(err)
	}
	if at := StateOf(board); at.Number != 2 || at.Failure != nil || board.Observations("loop") != 2 || len(board.ToMeasure()) != 0 {
		t.Errorf("%+v, %d observations", at, board.Observations("loop"))
	}
	said := board.Problems()
	if len(said) == 0 || said[0].Rule != "launch-ended" || said[0].Severity != model.Info {
		t.Errorf("%+v", said)
	}
	if c.EndLaunch() {
		t.Error("a launch was ended that is not there")
	}
}
