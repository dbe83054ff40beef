package dashboard

import (
	"fmt"
	"strings"
	"time"

	"beagle/measure"
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
		lines := evidence.Fact(th, strings.ToUpper(word[:1])+word[1:], text.Safe(s.Reason), width, 2)
		lines = append(lines, t.fact("Records", text.Count(s.Records)+t.lost()+t.judged(), width))
		lines = append(lines, t.precision(width)...)
		if s.State != run.Finished {
			lines = append(lines, t.fact("Go on", "beagle resume "+text.Safe(t.feed.Run.ID())+t.env.Theme.Muted.Render("   what was measured is kept"), width))
		}
		return lines
	}
	lines := []string{t.now(width), t.records(width)}
	if height >= 14 {
		rule := text.Safe(s.Timeout)
		if rule == "" {
			rule = "none"
		}
		lines = append(lines, t.fact("Timeout", rule+t.judged(), width))
		lines = append(lines, t.precision(width)...)
		lines = append(lines, t.sources(width)...)
	}
	return lines
}

// precision says how well the demands are known, and what was on the machine.
func (t status) precision(width int) []string {
	p := t.feed.Snapshot.Precision
	if p == nil || p.Words() == "" {
		return nil
	}
	words := text.Safe(p.Words())
	if p.Expected > 0 {
		words += t.env.Theme.Muted.Render("   about " + measure.About(time.Duration(p.Expected)) + " to go")
	}
	lines := []string{t.fact("Demands", words, width)}
	if p.Busy > 0 {
		lines = append(lines, t.fact("Machine", t.env.Theme.Warn.Render(text.Safe(p.Machine)), width))
	}
	return lines
}

// lost says that records are missing.
func (t status) lost() string {
	if t.feed.Snapshot.Lost == 0 {
		return ""
	}
	return "   " + t.env.Theme.Bad.Render("◆ "+text.Count(t.feed.Snapshot.Lost)+" lost")
}

// judged says how often the judge was asked.
func (t status) judged() string {
	switch n := t.feed.Snapshot.Rounds; n {
	case 0:
		return ""
	case 1:
		return t.env.Theme.Muted.Render("   judged once")
	default:
		return t.env.Theme.Muted.Render("   judged " + text.Count(int64(n)) + " times")
	}
}

func (t status) fact(name, value string, width int) string {
	return text.Cut(t.env.Theme.Muted.Render(text.Fit(name, 9))+value, width)
}

// now is the first line: the launch while there is one.
func (t status) now(width int) string {
	th, s := t.env.Theme, &t.feed.Snapshot
	switch s.State {
	case run.Paused:
		done := fmt.Sprintf("after %d of %d launches; p goes on. ", s.LaunchesDone, s.LaunchesPlanned)
		return t.fact("Paused", done+text.Safe(s.Reason), width)
	case run.Aborting:
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
	phase := s.Phase
	if number, name, ok := strings.Cut(phase, ": "); ok && strings.HasPrefix(number, "launch ") {
		phase = name // which launch it is, the bar says already
	}
	if s.Pausing {
		phase = "pauses after this launch"
	}
	return t.fact("Launches", done+"   "+th.Strong.Render(text.Safe(phase)), width)
}

// records is the second line: how much arrived, how fast, and whether some is
// missing.
func (t status) records(width int) string {
	th, s := t.env.Theme, &t.feed.Snapshot
	line := text.Count(s.Records)
	if s.State == run.Running && s.Records > 0 {
		// Columns of their own keep the line quiet while the numbers change.
		line = text.Fit(line, max(11, text.Width(line)+2)) + text.Fit(text.Short(s.RecordsPerSec)+" a second", 15)
	}
	line += t.lost()
	if quiet := t.silent(); quiet > 5*time.Second {
		line += "   " + th.Warn.Render("last "+text.Ago(quiet))
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
		parts = append(parts, text.Clock(measured)+" measured")
	}
	if paused := time.Duration(t.feed.Snapshot.Paused); paused >= time.Second {
		parts = append(parts, text.Clock(paused)+" paused")
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

func (t status) state() string {
	th, s := t.env.Theme, &t.feed.Snapshot
	word := words.State(s.State)
	if s.Pausing && s.State == run.Running {
		return th.Warn.Bold(true).Render("◇ pausing")
	}
	if s.State == run.Finished && s.OutOfTime {
		return th.Warn.Bold(true).Render("✓ out of time")
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
	if s.State != run.Running || s.LastRecord.IsZero() {
		return 0
	}
	return t.env.Now().Sub(s.LastRecord)
}
