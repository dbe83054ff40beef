package validation

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"beagle/model"
	"beagle/run"
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/theme"
)

func judged() *run.Validation {
	upload := run.ServicePrediction{
		Service: "FileUpload.upload", Entry: true, HeldOut: true, Calls: 4406, WarmingUp: 1100, WarmUp: 2.8, Unsettled: 2, Launches: 6, MeasuredMean: 320e-6, PredictedMean: 283e-6,
		Error: run.PredictionError{Median: 0.091, P90: 0.45}, Bias: run.PredictionBias{Value: -0.12}, Before: &run.Before{Median: 1, P90: 1},
		Unexplained: 0.053, Gaps: []run.Gap{{Before: "digest", Share: 0.03}},
		Parts: []run.PartPrediction{
			{ID: "_digest", Name: "digest", Measured: 118e-6, Predicted: 101e-6, Blame: 0.6},
			{ID: "_store", Name: "ChunkStorage.store", Call: true, Measured: 43e-6, Predicted: 33e-6, Blame: 0.4},
		},
		Range: []run.InputRange{{Input: "content.BYTESIZE", Low: 2055, High: 523000}},
		Worst: []run.CallPrediction{{Measured: 0.02, Predicted: 0.0004, Launch: 3}},
	}
	for i := range 40 {
		x := 1e-5 * float64(1+i*i)
		upload.Points = append(upload.Points, run.PointPrediction{Measured: x * (0.8 + 0.01*float64(i)), Predicted: x})
	}
	return &run.Validation{
		HeldOut: true, Parts: 3, Launches: 6, Calls: 4406, Good: true,
		Services: []run.ServicePrediction{upload, {Service: "FileUpload.purge", Why: "the model has no service of that id", Unexplained: model.Unknown()}},
		Verdict:  []string{"good for FileUpload.upload: half of 4406 calls are predicted within 9.1 %", "FileUpload.purge cannot be predicted: the model has no service of that id"},
	}
}

func TestTheScreenLooksAsItDid(t *testing.T) {
	th := theme.New(true, false)
	v := judged()
	env := &screen.Env{Ctx: t.Context(), Theme: &th, Now: time.Now, Go: func(tea.Msg) tea.Cmd { return nil }}
	s := New(env, func() *run.Validation { return v }, func() tea.Cmd { return nil })
	pictures := ""
	see := func(what string) {
		for _, size := range [][2]int{{80, 21}, {120, 37}, {40, 7}} {
			lines := s.Body(size[0], size[1])
			if len(lines) != size[1] {
				t.Errorf("%s: %d lines of %d", what, len(lines), size[1])
			}
			for _, line := range lines {
				if w := ansi.StringWidth(line); w > size[0] {
					t.Errorf("%s: %d cells of %d: %q", what, w, size[0], line)
				}
			}
			pictures += fmt.Sprintf("%s, %dx%d\n%s\n\n", what, size[0], size[1], ansi.Strip(strings.Join(lines, "\n")))
		}
	}
	see("picture")
	s.Act(keys.View)
	see("verdict")
	s.Act(keys.View)
	s.Act(keys.Bottom)
	see("not predicted")
	golden.RequireEqual(t, []byte(pictures))
}
