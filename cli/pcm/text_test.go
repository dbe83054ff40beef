package pcm

import (
	"strings"
	"testing"

	"beagle/cli/app"
	"beagle/predict"
)

// answered is a prediction of a scenario that calls get three times, twice with arguments for
// which it takes the same.
func answered() *predict.Answer {
	one, two := 0.001, 0.002
	response := func(x *float64, n int64) predict.Response {
		return predict.Response{N: n, Mean: x, Median: x, P90: x, P99: x}
	}
	calls := []predict.Call{
		{Name: "get", Response: response(&one, 300)},
		{Name: "put", Response: response(&one, 100)},
		{Name: "get", Response: response(&one, 200)},
		{Name: "get", Response: response(&two, 50)},
	}
	w := func(name, kind string, parent int, share float64) predict.Where {
		return predict.Where{Name: name, Kind: kind, Parent: parent, Share: share, Seconds: share / 1000}
	}
	return &predict.Answer{
		Scenarios: []predict.Scenario{{Name: "tests", Response: response(&two, 100), Calls: calls}},
		Where: []predict.Where{
			w("all", "call", -1, 1), w("get", "call", 0, 0.3), w("look up", "cpu", 1, 0.3), w("put", "call", 0, 0.4),
			w("get", "call", 0, 0.3), w("look up", "cpu", 4, 0.2), w("wait", "delay", 4, 0.1),
		},
	}
}

func said() string {
	s := &app.Sheet{}
	writeAnswer(s, answered())
	return s.String()
}

func TestCallsThatTakeTheSameAreOneRow(t *testing.T) {
	var rows []string
	for line := range strings.SplitSeq(said(), "\n") {
		if f := strings.Fields(line); len(f) > 3 && (f[0] == "get" || f[0] == "put") {
			rows = append(rows, f[0]+" "+f[1]+" "+f[len(f)-1])
		}
	}
	if got := strings.Join(rows, ", "); got != "get 1 500, put 1 100, get 2 50" {
		t.Errorf("%s\n%s", got, said())
	}
}

func TestTheTimeOfOneServiceIsOneLineWithWhatIsBelowIt(t *testing.T) {
	_, where, _ := strings.Cut(said(), "where the time of a run goes\n")
	var lines []string
	for line := range strings.SplitSeq(strings.TrimSpace(where), "\n") {
		lines = append(lines, strings.Join(strings.Fields(strings.TrimLeft(line, "# ")), " "))
	}
	want := "60 % 600 µs get; 50 % 500 µs look up (cpu); 10 % 100 µs wait (delay); 40 % 400 µs put"
	if got := strings.Join(lines, "; "); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
