package report

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"beagle/model"
	"beagle/run"
)

// small is a run of three elements, of which one was not measured.
type small struct{ run.Run }

const hostile = `<script>alert("x")</script>`

func (small) Snapshot() run.Snapshot {
	best := run.Proposed{StoEx: "2 * n.VALUE", Analyser: "linear", Error: 0.02, Fitness: 3, Size: 3}
	guard := run.Proposed{Analyser: "rules", Size: 3, Transitions: []run.ProposedBranch{{ID: "t1", Name: "yes", Condition: `kind.VALUE == "a"`}, {ID: "t2", Name: "no", Condition: `kind.VALUE <> "a"`}}}
	return run.Snapshot{
		Run: "r", State: run.Finished, Model: "shop.repository", Started: time.Unix(0, 0),
		Elements: []run.ElementState{
			{Element: model.Element{ID: "_a#CPU", Kind: model.InternalAction, PCMID: "_a", Name: hostile, Component: "Shop", Service: "buy"}, Samples: 40, Noise: 0.1, Best: &best, Proposals: []run.Proposed{best}, Optimal: true, Warnings: []string{"a warning"}},
			{Element: model.Element{ID: "_b", Kind: model.Branch, PCMID: "_b", Name: "known", Component: "Shop", Service: "buy", Branches: []model.Option{{ID: "t1", Name: "yes"}, {ID: "t2", Name: "no"}}}, Samples: 40, Noise: -1, Best: &guard, Proposals: []run.Proposed{guard}},
			{Element: model.Element{ID: "_c", Kind: model.Loop, PCMID: "_c", Name: "never", Component: "Shop", Service: "sell"}, Noise: -1},
		},
		Validation: &run.Validation{HeldOut: true, Good: true, Parts: 2, Launches: 4, Calls: 3, Verdict: []string{"it predicts well"}, Services: []run.ServicePrediction{{
			Service: "Shop.buy", Entry: true, Calls: 3, MeasuredMean: 0.01, PredictedMean: 0.011, Unexplained: model.Unknown(),
			Points: []run.PointPrediction{{Measured: 0.01, Predicted: 0.011}, {Measured: 0.1, Predicted: 0.09}},
		}}},
		Problems: []model.Problem{
			{Severity: model.Warning, Message: "said twice"}, {Severity: model.Warning, Message: "said twice"}, {Severity: model.Info, Message: "a note"},
		},
	}
}

func (small) Detail(_ context.Context, id model.ElementID, _ run.Aspect) (run.Detail, error) {
	low := 0.02
	d := run.Detail{Element: id, Evidence: []run.Evidence{{Rows: 40, Points: 20, Training: &low, Intervals: []run.Interval{{Value: 2, Low: 1.9, High: 2.1}}}}}
	if id == "_b" {
		d.Axis, d.Levels, d.Categories = model.Variable{Name: "kind", Char: model.ValueOf}, []string{"a", "b"}, []string{"yes", "no"}
		for i := range 40 {
			p := float64(i % 2)
			d.Points = append(d.Points, run.Point{X: float64(i % 2), Y: float64(i % 2), N: 1, P: &p})
		}
		return d, nil
	}
	d.Axis, d.Variables = model.Variable{Name: "n", Char: model.ValueOf}, []model.Variable{{Name: "n", Char: model.ValueOf}}
	for i := range 40 {
		p := 2 * float64(i)
		d.Points, d.Curve = append(d.Points, run.Point{X: float64(i), Y: p + 0.5, N: 1, P: &p}), append(d.Curve, run.Point{X: float64(i), Y: p})
	}
	return d, nil
}

func (small) Diff(context.Context) (string, error) {
	return "--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new <i>\n", nil
}

func gathered(t *testing.T) *Page {
	t.Helper()
	p, err := Gather(t.Context(), small{}, About{Beagle: "1.0", Now: time.Unix(0, 0)})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestThePageHoldsEverythingAndFetchesNothing(t *testing.T) {
	data, err := gathered(t).HTML()
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	for _, want := range []string{
		"2 * n.VALUE", "a warning", "it predicts well", "Shop.buy: executions predicted", "said twice", "1 more elements were not measured", "never in Shop.sell", "new &lt;i&gt;", "not decided; the old value stays",
		`lang="en"`, `role="img"`, "<caption>", `scope="col"`, "prefers-color-scheme:dark", "@media print", "1.9", "2.1",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Count(page, "said twice") != 1 {
		t.Error("a problem that is said twice is shown twice")
	}
	if strings.Contains(page, hostile) {
		t.Error("a name became part of the page's code")
	}
	bare := strings.ReplaceAll(page, "http://www.w3.org/2000/svg", "")
	if found := regexp.MustCompile(`https?:|src=|@import|url\(|<link`).FindString(bare); found != "" {
		t.Errorf("the page fetches something: %s", found)
	}
}

func TestEveryPictureIsADrawingOfItsOwn(t *testing.T) {
	dir := t.TempDir()
	p := gathered(t)
	n, err := p.Plots(dir)
	if err != nil || n != 4 { // measured and predicted for the demand, bars of the branch, the service predicted
		t.Fatalf("%d pictures, %v", n, err)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.svg"))
	for _, file := range files {
		data, _ := os.ReadFile(file)
		decoder := xml.NewDecoder(strings.NewReader(string(data)))
		for {
			if _, err := decoder.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
		}
		if !strings.Contains(string(data), "<title>") || !strings.Contains(string(data), "<style>") {
			t.Errorf("%s has no name or no style", file)
		}
	}
	if _, err := p.Plots(dir); err == nil {
		t.Error("pictures were overwritten")
	}
}
