package whatif

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"beagle/predict"
	"beagle/tui/keys"
	"beagle/tui/screen"
	"beagle/tui/theme"
)

// long is the screen for the shop whose orders have so many items that a run has more
// operations than an answer usually may cost.
func long(t *testing.T) *Screen {
	t.Helper()
	to := t.TempDir()
	if err := os.CopyFS(to, os.DirFS(filepath.Join("..", "..", "pcm", "instance", "testdata", "shop"))); err != nil {
		t.Fatal(err)
	}
	usage, err := filepath.Glob(filepath.Join(to, "*.usagemodel"))
	if err != nil || len(usage) != 1 {
		t.Fatal(usage, err)
	}
	content, err := os.ReadFile(usage[0])
	if err != nil {
		t.Fatal(err)
	}
	longer := strings.ReplaceAll(string(content), `IntPMF[(1;0.5)(3;0.5)]`, `150`)
	if !strings.Contains(longer, `specification="150"`) {
		t.Fatal("no order was made longer")
	}
	if err := os.WriteFile(usage[0], []byte(longer), 0o600); err != nil {
		t.Fatal(err)
	}
	q := predict.Question{Models: []string{to}, Seed: 1}
	q.Change.Users = 4
	terms, err := predict.TermsOf(q)
	if err != nil {
		t.Fatal(err)
	}
	th := theme.New(true, false)
	s := New(&screen.Env{Ctx: t.Context(), Theme: &th, Now: time.Now, Go: func(tea.Msg) tea.Cmd { return nil }}, "shop", q, terms, nil)
	for cmd := s.Init(); cmd != nil && len(s.now.curve) < 2; { // the other points take as long, and say no more
		cmd = s.Update(cmd())
	}
	return s
}

func TestAScenarioOfManyOperationsHasItsResponseTime(t *testing.T) {
	s := long(t)
	if got := s.now.answer.Scenarios[0]; got.Mean == nil || got.Throughput == nil {
		t.Errorf("nothing is known of it:\n%s", seen(s, 80, 21))
	}
	if len(s.now.curve) != 2 {
		t.Errorf("the curve has the points %v", s.now.curve)
	}
}

func TestTheActionsThatTakeTheTimeOfARunStandInTheirOrder(t *testing.T) {
	s := long(t)
	s.Act(keys.Save)
	s.Act(keys.View)
	top, sum := s.now.answer.Top(), 0.0
	for i, w := range top {
		if sum += w.Share; i > 0 && w.Seconds > top[i-1].Seconds {
			t.Errorf("%+v", top)
		}
	}
	if math.Abs(sum-1) > 1e-9 {
		t.Errorf("the shares sum to %g", sum)
	}
	if body := seen(s, 80, 21); !strings.Contains(body, top[0].Name+" ("+top[0].Kind+")") || !strings.Contains(body, "baseline") {
		t.Error(body)
	}
}

func TestNoThroughputIsSaidOfRunsNoneOfWhichEnded(t *testing.T) {
	s := long(t)
	q := s.now.question
	q.Steps = 1000
	a, err := predict.Predict(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	if got := a.Scenarios[0]; got.Mean != nil || got.Throughput != nil {
		t.Errorf("mean %v, throughput %v", got.Mean, got.Throughput)
	}
	s.now.answer = a
	if body := seen(s, 80, 21); !strings.Contains(body, "too few runs ended") {
		t.Error(body)
	}
}
