package measure

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"

	"beagle/blackboard"
	"beagle/model"
)

func TestEachCombinationOfVariedValuesIsALaunch(t *testing.T) {
	plan := Plan([]Launch{
		{Name: "sort", Command: []string{"java", "Main", "--n={n}", "{kind}"}, Env: map[string]string{"N": "{n}"}, Vary: map[string][]string{"n": {"10", "100"}, "kind": {"a", "b"}}},
		{Name: "once", Command: []string{"java", "{n}"}},
	})
	var got []string
	for _, l := range plan {
		got = append(got, l.Name+": "+strings.Join(l.Command[1:], " ")+" "+l.Env["N"])
	}
	want := []string{
		"sort, kind = a, n = 10: Main --n=10 a 10", "sort, kind = a, n = 100: Main --n=100 a 100",
		"sort, kind = b, n = 10: Main --n=10 b 10", "sort, kind = b, n = 100: Main --n=100 b 100", "once: {n} ",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestTheLaunchNearestToThePlaceAnswersTheJudge(t *testing.T) {
	tool := &fakeTool{launch: func(_ context.Context, l Launch, number int32, sink Sink) (LaunchReport, error) {
		n, err := strconv.ParseInt(l.Command[1], 10, 64)
		if err != nil {
			t.Error(err)
		}
		return counts(sink, number, 3*n), nil // the service's parameter is not the program's argument
	}}
	launches := []Launch{{Name: "n", Command: []string{"java", "{n}"}, Vary: map[string][]string{"n": {"10", "100", "1000"}}}}
	board := newBoard()
	if err := steps(t, &Controller{Tool: tool, Launches: launches}, board, 3); err != nil {
		t.Fatal(err)
	}
	variable := board.Table("loop").Columns[0].Variable
	ask := func(round int, value float64) {
		t.Helper()
		tool.launched = nil
		view := board.Contribute("judge")
		view.Measure("loop")
		asked := blackboard.Asked{Rounds: round, Where: map[model.ElementID][]blackboard.Assigned{"loop": {{Variable: variable, Value: value}}}}
		if err := view.SetState(blackboard.AskedKey, asked); err != nil {
			t.Fatal(err)
		}
		if err := view.Commit(); err != nil {
			t.Fatal(err)
		}
		// Another controller: what is known of launches lies on the blackboard.
		if err := steps(t, &Controller{Tool: tool, Launches: launches}, board, 5); err != nil {
			t.Fatal(err)
		}
		if len(board.ToMeasure()) != 0 {
			t.Fatal("the round does not end")
		}
	}
	for round, test := range []struct {
		at   float64
		want string
	}{{12000, "n, n = 1000"}, {250, "n, n = 100"}, {1, "n, n = 10"}} {
		if ask(round+1, test.at); !slices.Equal(tool.launched, []string{test.want}) {
			t.Errorf("at %g: %q, want %q", test.at, tool.launched, test.want)
		}
	}
}
