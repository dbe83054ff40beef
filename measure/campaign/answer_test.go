package campaign

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"beagle/blackboard"
	"beagle/measure"
	"beagle/model"
)

func TestTheLaunchNearestToThePlaceAnswersTheJudge(t *testing.T) {
	tool := &fakeTool{launch: func(_ context.Context, l measure.Launch, number int32, sink measure.Sink) (measure.LaunchReport, error) {
		n, err := strconv.ParseInt(l.Command[1], 10, 64)
		if err != nil {
			t.Error(err)
		}
		return counts(sink, number, 3*n), nil // the service's parameter is not the program's argument
	}}
	launches := []measure.Launch{{Name: "n", Command: []string{"java", "{n}"}, Vary: map[string][]string{"n": {"10", "100", "1000"}}}}
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

// asking makes a controller's launches, asks for a place and makes those that
// answer, of a program that calls its service as calls says.
func asking(t *testing.T, l measure.Launch, place map[string]float64, calls func(values map[string]float64) map[string]float64) []string {
	t.Helper()
	names := slices.Sorted(maps.Keys(l.Vary))
	parameters := slices.Sorted(maps.Keys(place))
	table := &model.Table{}
	var where []blackboard.Assigned
	for _, name := range parameters {
		v := model.Variable{Name: name, Char: model.ValueOf}
		table.Columns = append(table.Columns, model.Column{Variable: v, Kind: model.Number})
		where = append(where, blackboard.Assigned{Variable: v, Value: place[name]})
	}
	at := &State{Made: map[int32]int{}}
	for i, launch := range at.plan([]measure.Launch{l}) {
		values := map[string]float64{}
		for _, name := range names {
			values[name], _ = strconv.ParseFloat(launch.Values[name], 64)
		}
		called := calls(values)
		at.Made[int32(i)+1] = i
		table.Launch = append(table.Launch, int32(i)+1)
		for c, name := range parameters {
			table.Columns[c].Num = append(table.Columns[c].Num, called[name])
		}
	}
	at.Only = at.answer([]measure.Launch{l}, blackboard.Asked{Rounds: 1, Where: map[model.ElementID][]blackboard.Assigned{"a": where}}, func(model.ElementID) *model.Table { return table })
	var got []string
	for _, launch := range at.of(at.plan([]measure.Launch{l})) {
		got = append(got, strings.Join(launch.Command, " "))
	}
	return got
}

func TestANewValueWithinARangeAnswersTheJudge(t *testing.T) {
	type numbers = map[string]float64
	same := func(v numbers) numbers { return numbers{"x": v["n"]} }
	for _, test := range []struct {
		name  string
		vary  map[string][]string
		place numbers
		calls func(numbers) numbers
		want  string
	}{
		{"as asked", map[string][]string{"n": {"100", "200", "300", "100..5000"}}, numbers{"x": 1200}, same, "java 1200"},
		{"no farther than the range", map[string][]string{"n": {"100", "200", "300", "100..1000"}}, numbers{"x": 1200}, same, "java 1000"},
		{"only listed values", map[string][]string{"n": {"100", "200", "300"}}, numbers{"x": 1200}, same, "java 300"},
		{"a value that was made", map[string][]string{"n": {"100", "200", "300", "100..5000"}}, numbers{"x": 200}, same, "java 200"},
		{"a square of the argument", map[string][]string{"n": {"10", "20", "30", "1..500"}}, numbers{"x": 3600}, func(v numbers) numbers { return numbers{"x": v["n"] * v["n"]} }, "java 60"},
		{"the second argument", map[string][]string{"n": {"10", "20", "40"}, "m": {"1", "1..8"}}, numbers{"x": 40, "y": 160}, func(v numbers) numbers { return numbers{"x": v["n"], "y": v["n"] * v["m"]} }, "java 40 4"},
		{"both arguments", map[string][]string{"n": {"10", "20", "10..500"}, "m": {"5", "10", "5..500"}}, numbers{"x": 80, "y": 40}, func(v numbers) numbers { return numbers{"x": v["n"], "y": v["m"]} }, "java 80 40"},
		{"what it does not change", map[string][]string{"n": {"10", "20", "10..500"}}, numbers{"x": 80}, func(numbers) numbers { return numbers{"x": 7} }, "java 10"},
	} {
		l := measure.Launch{Name: "l", Command: []string{"java", "{n}"}, Vary: test.vary}
		if test.vary["m"] != nil {
			l.Command = append(l.Command, "{m}")
		}
		if got := asking(t, l, test.place, test.calls); !slices.Equal(got, []string{test.want}) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// A launch that brought nothing says nothing of where its repetition came.
func TestARepetitionAnswersWhereTheFirstLaunchBroughtNothing(t *testing.T) {
	l := measure.Launch{Name: "l", Command: []string{"java", "{n}"}, Vary: map[string][]string{"n": {"100", "200", "300", "100..5000"}}, Repeat: 2}
	x := model.Variable{Name: "x", Char: model.ValueOf}
	table := &model.Table{Columns: []model.Column{{Variable: x, Kind: model.Number}}}
	at := &State{Made: map[int32]int{}}
	for i, launch := range at.plan([]measure.Launch{l}) {
		at.Made[int32(i)+1] = i
		if i >= 3 {
			n, _ := strconv.ParseFloat(launch.Values["n"], 64)
			table.Launch, table.Columns[0].Num = append(table.Launch, int32(i)+1), append(table.Columns[0].Num, n)
		}
	}
	asked := blackboard.Asked{Rounds: 1, Where: map[model.ElementID][]blackboard.Assigned{"a": {{Variable: x, Value: 1200}}}}
	if places := at.answer([]measure.Launch{l}, asked, func(model.ElementID) *model.Table { return table }); len(places) != 1 || at.plan([]measure.Launch{l})[places[0]].Values["n"] != "1200" {
		t.Errorf("launched are places %v of %v", places, at.plan([]measure.Launch{l}))
	}
}

// What is too long for the rest of the budget leaves it to shorter launches.
func TestTheBudgetIsSpentOnWhatFitsIntoIt(t *testing.T) {
	plan := []measure.Launch{{Name: "long"}, {Name: "half"}, {Name: "short"}}
	at := &State{Took: map[string]time.Duration{"long": 10 * time.Minute, "half": 5 * time.Minute, "short": time.Minute}}
	c := chooser{Campaign: Campaign{Precision: 0.01, Budget: 12 * time.Minute}, at: at, plan: plan}
	var needs []need
	for _, l := range plan {
		needs = append(needs, need{name: l.Name, half: 0.5, made: 1, few: 1, names: []string{l.Name}})
	}
	if places := c.allot(needs); !slices.Equal(places, []int{0, 2}) {
		t.Errorf("launched are %v", places)
	}
}
