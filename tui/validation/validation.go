// Package validation is the screen that shows how the learnt model predicts
// executions that did not teach it: the verdict, service by service, measured
// against predicted.
package validation

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"beagle/run"
	"beagle/tui/keys"
	"beagle/tui/screen"
)

// Screen is the screen.
type Screen struct {
	screen.List
	env    *screen.Env
	judged func() *run.Validation // nil: it was not judged
	leave  func() tea.Cmd
	words  bool // the verdict instead of the service's picture
}

// New is the screen for what judged gives when it is drawn. leave leaves Beagle.
func New(env *screen.Env, judged func() *run.Validation, leave func() tea.Cmd) *Screen {
	return &Screen{List: screen.List{Keys: keys.Validation}, env: env, judged: judged, leave: leave}
}

// Off is why there is nothing to show of a run; empty: there is.
func Off(s *run.Snapshot) string {
	switch {
	case s.Validation != nil:
		return ""
	case !s.State.Ended():
		return "the model is judged at the end of the analysis"
	}
	return "the model was not judged on launches that did not teach it; beagle validate does"
}

// Act chooses a service, or what is seen of it.
func (s *Screen) Act(action keys.Action) tea.Cmd {
	if s.Cursor.Move(action, len(s.judged().Services)) {
		return nil
	}
	switch action {
	case keys.View:
		s.words = !s.words
	case keys.Export:
		return s.env.Export("predicted", columns, rows(s.judged()))
	case keys.Back:
		return s.env.Go(screen.Close{})
	case keys.Leave, keys.Stop:
		return s.leave()
	default:
	}
	return nil
}

// Footer names what matters.
func (s *Screen) Footer() []keys.Action {
	return []keys.Action{keys.View, keys.Down, keys.Back, keys.Help, keys.Leave}
}

// Word says what the other view is.
func (s *Screen) Word(action keys.Action) string {
	if action == keys.View && s.words {
		return "picture"
	}
	return ""
}

// Title says what is seen.
func (s *Screen) Title() (left, right string) {
	left, right = "does the model predict the program?", s.env.Theme.Warn.Render("NOT EVERYWHERE")
	if s.judged().Good {
		right = s.env.Theme.Good.Render("YES")
	}
	return left, right
}

// columns are those of the exported table; times are in seconds, shares of one.
var columns = []string{"service", "calls", "measured mean", "predicted mean", "error", "p90 of the error", "mean off", "verdict", "why not predicted"}

func rows(v *run.Validation) (all [][]string) {
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
	for i := range v.Services {
		f := &v.Services[i]
		if f.Calls == 0 {
			all = append(all, []string{f.Service, "0", "", "", "", "", "", "", f.Why})
			continue
		}
		verdict := "off"
		if f.Good() {
			verdict = "good"
		}
		all = append(all, []string{
			f.Service, strconv.FormatInt(f.Calls, 10), number(f.MeasuredMean), number(f.PredictedMean),
			number(f.Error.Median), number(f.Error.P90), number(f.Bias.Value), verdict, "",
		})
	}
	return all
}
