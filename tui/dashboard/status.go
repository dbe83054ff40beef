package dashboard

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"beagle/internal/quantity"
	"beagle/run"
	"beagle/tui/evidence"
	"beagle/tui/live"
	"beagle/tui/plot"
	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/words"
)

// status is what a run does now and how far it is, in words.
type status struct {
	env  *screen.Env
	feed *live.Feed
}

// lines say what happens now and how far it is; after the end, how it ended.
func (t status) lines(width, height int) []string {
	th, s := t.env.Theme, &t.feed.Snapshot
	if s.State.Ended() {
		word := string(s.State)
		lines := evidence.Fact(th, strings.ToUpper(word[:1])+word[1:], text.Safe(run.Result(run.VerdictsOf(s.Elements), s.Reason)), width, 2)
		lines = append(lines, t.fact("Records", quantity.Count(s.Records)+t.lost()+t.judged(), width))
		lines = append(lines, t.precision(width, tall)...)
		if s.State != run.Finished {
			lines = append(lines, t.fact("Resume", "u, or beagle resume "+text.Safe(t.feed.Run.ID())+t.env.Theme.Muted.Render("   measurements are kept"), width))
		}
		return lines
	}
	lines := []string{t.now(width), t.records(width, height)}
	if height >= 14 {
		lines = append(lines, t.progress(width, height)...)
		rule := text.Safe(s.Timeout)
		if rule == "" {
			rule = "none"
		}
		validating := s.Progress != nil && s.Progress.Part == run.Validating      // no launch is to come
		if (height >= tall || s.Progress == nil) && !validating && !s.Finishing { // smaller screens have the list in its place
			lines = append(lines, t.fact("Timeout", rule+t.judged(), width))
		}
		lines = append(lines, t.precision(width, height)...)
		lines = append(lines, t.sources(width)...)
	}
	return lines
}

// precision says how well the demands are known, and what was on the machine.
func (t status) precision(width, height int) []string {
	p := t.feed.Snapshot.Precision
	if p == nil || p.Words() == "" {
		return nil
	}
	lines := []string{t.fact("Demands", text.Safe(p.Words()), width)}
	if p.Busy > 0 && height >= tall {
		lines = append(lines, t.fact("Machine", t.env.Theme.Warn.Render(text.Safe("demands unreliable: "+p.Machine)), width))
	}
	return lines
}

// tall is the height of the body from which on there is a line for each.
const tall = 30

// progress says where in the whole analysis it is, what is left as far as that is
// known, and why there is more than was configured.
func (t status) progress(width, height int) []string {
	th, p := t.env.Theme, t.feed.Snapshot.Progress
	if p == nil {
		return nil
	}
	parts := make([]string, len(run.Parts))
	for i, part := range run.Parts {
		if parts[i] = th.Muted.Render(string(part)); part == p.Part {
			parts[i] = th.Strong.Render("▸ " + string(part))
		}
	}
	var lines []string
	left := p.Words()
	if height < tall { // one line for both
		line := fmt.Sprintf("%d of %d: %s", slices.Index(run.Parts, p.Part)+1, len(run.Parts), th.Strong.Render(string(p.Part)))
		if left != "" {
			line += th.Muted.Render("   " + left)
		}
		lines = append(lines, t.fact("Phase", line, width))
	} else {
		lines = append(lines, t.fact("Phase", strings.Join(parts, th.Rule.Render(" · ")), width))
		if left != "" {
			lines = append(lines, t.fact("Left", left, width))
		}
	}
	if p.Why != "" && height >= tall {
		lines = append(lines, t.fact("Why more", text.Safe(p.Why), width))
	}
	return lines
}

// lost says that records are missing.
func (t status) lost() string {
	if t.feed.Snapshot.Lost == 0 {
		return ""
	}
	return "   " + t.env.Theme.Bad.Render("◆ "+quantity.Count(t.feed.Snapshot.Lost)+" lost")
}

// judged says how often the judge was asked.
func (t status) judged() string {
	switch n := t.feed.Snapshot.Rounds; n {
	case 0:
		return ""
	case 1:
		return t.env.Theme.Muted.Render("   judged once")
	default:
		return t.env.Theme.Muted.Render("   judged " + quantity.Count(int64(n)) + " times")
	}
}

func (t status) fact(name, value string, width int) string {
	return text.Cut(t.env.Theme.Muted.Render(text.Fit(name, labelled))+value, width)
}

// labelled is how wide the names of facts are.
const labelled = 9

// now is the first line: the launch while there is one.
func (t status) now(width int) string {
	th, s := t.env.Theme, &t.feed.Snapshot
	switch s.State {
	case run.Paused:
		done := fmt.Sprintf("after %d of %d launches; p continues. ", s.LaunchesDone, s.LaunchesPlanned)
		return t.fact("Paused", done+text.Safe(s.Reason), width)
	case run.Aborting:
		if s.LaunchName == "" && s.Phase != "" {
			return t.fact("Aborting", text.Safe(s.Phase), width)
		}
		return t.fact("Aborting", "the running launch is being stopped", width)
	case run.Preparing, run.Running, run.Aborted, run.Finished, run.Failed:
	}
	if s.LaunchesPlanned == 0 {
		phase := text.Safe(s.Phase)
		if phase == "" {
			phase = "preparing the analysis"
		}
		return t.fact("Now", phase, width)
	}
	bar := max(8, min(24, width/5))
	share := float64(s.LaunchesDone) / float64(s.LaunchesPlanned)
	full, rest := plot.Bar(share, bar)
	done := fmt.Sprintf("%s  %d of %d done", th.Accent.Render(full)+th.Rule.Render(rest), s.LaunchesDone, s.LaunchesPlanned)
	phase, step := s.Phase, ""
	if s.Step != "" {
		step = ", " + s.Step
	}
	if number, name, ok := strings.Cut(phase, ": "); ok && strings.HasPrefix(number, "launch ") {
		// Which launch it is, the bar says already; launches of modules differ in the ends of their names.
		phase = text.CutMiddle(text.Safe(name), max(16, width-labelled-text.Width(done)-3-text.Width(step)))
	}
	phase += step
	if s.Pausing {
		phase = "pausing after this launch"
	}
	return t.fact("Launches", done+"   "+th.Strong.Render(text.Safe(phase)), width)
}

// records is the second line: how much arrived, how fast, and whether some is
// missing.
func (t status) records(width, height int) string {
	th, s := t.env.Theme, &t.feed.Snapshot
	line := quantity.Count(s.Records)
	if s.State == run.Running && s.Records > 0 {
		// Columns of their own keep the line quiet while the numbers change.
		line = text.Fit(line, max(11, text.Width(line)+2)) + text.Fit(quantity.Short(s.RecordsPerSec)+"/s", 15)
	}
	line += t.lost()
	if p := s.Precision; p != nil && p.Busy > 0 && height < tall { // a taller screen has a line for it
		line += "   " + th.Warn.Render("◆ other programs use the CPU")
	}
	if quiet := t.silent(); quiet > 5*time.Second {
		line += "   " + th.Warn.Render("last "+quantity.Ago(quiet))
	}
	if n := min(30, width-text.Width(line)-12); s.State == run.Running && n >= 8 && len(s.RateHistory) > 1 {
		line += "   " + th.Accent.Render(strings.TrimLeft(plot.Spark(s.RateHistory, n), " "))
	}
	return t.fact("Records", line, width)
}

// times are what the elapsed time does not tell.
func (t status) times() string {
	var parts []string
	if measured := time.Duration(t.feed.Snapshot.Measured); measured >= time.Second {
		parts = append(parts, quantity.Clock(measured)+" measured")
	}
	if paused := time.Duration(t.feed.Snapshot.Paused); paused >= time.Second {
		parts = append(parts, quantity.Clock(paused)+" paused")
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// state is the state in a word, with what it waits for.
func (t status) state() string {
	th, s := t.env.Theme, &t.feed.Snapshot
	word := words.State(s.State)
	if s.Pausing && s.State == run.Running {
		return th.Warn.Bold(true).Render("◇ pausing")
	}
	if s.State == run.Finished && s.OutOfTime {
		return th.Warn.Bold(true).Render("✓ out of time")
	}
	if s.Finishing {
		return th.Warn.Bold(true).Render("◇ finishing")
	}
	switch s.State {
	case run.Finished:
		return th.Good.Bold(true).Render(word)
	case run.Failed, run.Aborted:
		return th.Bad.Bold(true).Render(word)
	case run.Paused, run.Aborting:
		return th.Warn.Bold(true).Render(word)
	case run.Preparing, run.Running:
	}
	return th.Accent.Bold(true).Render(word)
}

// silent is how long nothing was recorded, while something should be.
func (t status) silent() time.Duration {
	s := &t.feed.Snapshot
	if s.State != run.Running || s.LaunchName == "" || s.LastRecord.IsZero() {
		return 0
	}
	return t.env.Now().Sub(s.LastRecord)
}
