package dashboard

import (
	"fmt"
	"strings"
	"time"

	"beagle/measure"
	"beagle/run"
	"beagle/tui/evidence"
	"beagle/tui/plot"
	"beagle/tui/text"
	"beagle/tui/words"
)

// Sizes at which the body changes its shape.
const (
	sideBySide = 112 // the detail stands beside the list
	roomy      = 17  // below it the detail has a screen of its own
)

// Body draws the dashboard.
func (d *Dashboard) Body(width, height int) []string {
	lines := d.status(width, height)
	lines = append(lines, d.tabs(width))
	rest := height - len(lines)
	switch {
	case d.problems:
		return append(lines, d.problemList(width, rest)...)
	case width >= sideBySide && rest >= 10:
		left := width * 7 / 12
		separator := d.env.Theme.Rule.Render(" │ ")
		return append(lines, text.Beside(d.list(left, rest), d.detail(width-left-3, rest), left, width-left-3, rest, separator)...)
	case height < roomy:
		return append(lines, d.list(width, rest)...)
	default:
		under := max(8, rest/2)
		lines = append(lines, d.list(width, rest-under)...)
		lines = append(lines, d.env.Theme.Rule.Render(strings.Repeat("─", width)))
		return append(lines, d.detail(width, under-1)...)
	}
}

// status says what happens now and how far it is; after the end, how it ended.
func (d *Dashboard) status(width, height int) []string {
	th, s := d.env.Theme, &d.feed.Snapshot
	if s.State.Ended() {
		word := string(s.State)
		lines := evidence.Fact(th, strings.ToUpper(word[:1])+word[1:], text.Safe(s.Reason), width, 2)
		lines = append(lines, d.fact("Records", text.Count(s.Records)+d.lost()+d.judged(), width))
		lines = append(lines, d.precision(width)...)
		if s.State != run.Finished {
			lines = append(lines, d.fact("Go on", "beagle resume "+text.Safe(d.feed.Run.ID())+d.env.Theme.Muted.Render("   what was measured is kept"), width))
		}
		return lines
	}
	lines := []string{d.now(width), d.records(width)}
	if height >= 14 {
		rule := text.Safe(s.Timeout)
		if rule == "" {
			rule = "none"
		}
		lines = append(lines, d.fact("Timeout", rule+d.judged(), width))
		lines = append(lines, d.precision(width)...)
		lines = append(lines, d.sources(width)...)
	}
	return lines
}

// precision says how well the demands are known, and what was on the machine.
func (d *Dashboard) precision(width int) []string {
	p := d.feed.Snapshot.Precision
	if p == nil || p.Words() == "" {
		return nil
	}
	words := text.Safe(p.Words())
	if p.Expected > 0 {
		words += d.env.Theme.Muted.Render("   about " + measure.About(time.Duration(p.Expected)) + " to go")
	}
	lines := []string{d.fact("Demands", words, width)}
	if p.Busy > 0 {
		lines = append(lines, d.fact("Machine", d.env.Theme.Warn.Render(text.Safe(p.Machine)), width))
	}
	return lines
}

// lost says that records are missing.
func (d *Dashboard) lost() string {
	if d.feed.Snapshot.Lost == 0 {
		return ""
	}
	return "   " + d.env.Theme.Bad.Render("◆ "+text.Count(d.feed.Snapshot.Lost)+" lost")
}

// judged says how often the judge was asked.
func (d *Dashboard) judged() string {
	switch n := d.feed.Snapshot.Rounds; n {
	case 0:
		return ""
	case 1:
		return d.env.Theme.Muted.Render("   judged once")
	default:
		return d.env.Theme.Muted.Render("   judged " + text.Count(int64(n)) + " times")
	}
}

func (d *Dashboard) fact(name, value string, width int) string {
	return text.Cut(d.env.Theme.Muted.Render(text.Fit(name, 9))+value, width)
}

// now is the first line: the launch while there is one.
func (d *Dashboard) now(width int) string {
	th, s := d.env.Theme, &d.feed.Snapshot
	switch s.State {
	case run.Paused:
		done := fmt.Sprintf("after %d of %d launches; p goes on. ", s.LaunchesDone, s.LaunchesPlanned)
		return d.fact("Paused", done+text.Safe(s.Reason), width)
	case run.Aborting:
		return d.fact("Aborting", "the running launch is being stopped", width)
	case run.Preparing, run.Running, run.Aborted, run.Finished, run.Failed:
	}
	if s.LaunchesPlanned == 0 {
		phase := text.Safe(s.Phase)
		if phase == "" {
			phase = "preparing the analysis"
		}
		return d.fact("Now", phase, width)
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
	return d.fact("Launches", done+"   "+th.Strong.Render(text.Safe(phase)), width)
}

// records is the second line: how much arrived, how fast, and whether some is
// missing.
func (d *Dashboard) records(width int) string {
	th, s := d.env.Theme, &d.feed.Snapshot
	line := text.Count(s.Records)
	if s.State == run.Running && s.Records > 0 {
		// Columns of their own keep the line quiet while the numbers change.
		line = text.Fit(line, max(11, text.Width(line)+2)) + text.Fit(text.Short(s.RecordsPerSec)+" a second", 15)
	}
	line += d.lost()
	if quiet := d.silent(); quiet > 5*time.Second {
		line += "   " + th.Warn.Render("last "+text.Ago(quiet))
	}
	if n := min(30, width-text.Width(line)-12); s.State == run.Running && n >= 8 && len(s.RateHistory) > 1 {
		line += "   " + th.Accent.Render(strings.TrimLeft(plot.Spark(s.RateHistory, n), " "))
	}
	return d.fact("Records", line, width)
}

// tabs names the two lists, with a mark at the one that is shown.
func (d *Dashboard) tabs(width int) string {
	th, s := d.env.Theme, &d.feed.Snapshot
	elements := fmt.Sprintf("Elements %s", text.Count(int64(len(s.Elements))))
	problems := fmt.Sprintf("Problems %s", text.Count(int64(len(s.Problems))))
	chosen, other := func(s string) string { return th.Title.Render("▸ " + s) }, func(s string) string { return th.Muted.Render("  " + s) }
	left := chosen(elements) + other(problems)
	if d.problems {
		left = other(elements) + chosen(problems)
	}
	if filter := d.filter.Draw(th); filter != "" {
		left += "   " + filter
	}
	room := width - text.Width(left) - 1
	if room < 3 {
		return text.Cut(left, width)
	}
	return left + " " + th.Rule.Render(strings.Repeat("─", room))
}

// detail draws the chosen element: facts, and beside or below them the picture.
func (d *Dashboard) detail(width, height int) []string {
	e := d.element()
	if e == nil || height < 2 {
		return text.Pad(nil, height)
	}
	th := d.env.Theme
	rest := height - 1
	if width >= 70 && height < 20 {
		lines := []string{evidence.HeadingWithLegend(th, e, width)}
		left := width * 9 / 20
		return append(lines, text.Beside(evidence.Facts(th, d.feed, e, left), evidence.Picture(d.env, d.feed, e, width-left-2, rest),
			left, width-left-2, rest, "  ")...)
	}
	lines := []string{evidence.Heading(th, e, width), ""}
	lines = append(lines, evidence.UnderFacts(d.env, d.feed, e, evidence.Facts(th, d.feed, e, width), width, height-len(lines))...)
	if room := height - len(lines); room >= 4 && len(e.Proposals) > 0 {
		lines = append(lines, "")
		lines = append(lines, evidence.Proposals(th, e, width)...)
	}
	return text.Pad(lines, height)
}

func (d *Dashboard) problemList(width, height int) []string {
	th, s := d.env.Theme, &d.feed.Snapshot
	if len(s.Problems) == 0 {
		return text.Pad([]string{"", th.Muted.Render("  nothing went wrong so far")}, height)
	}
	var lines []string
	from, to := d.trouble.Window(len(s.Problems), height)
	for i := from; i < to; i++ {
		p := &s.Problems[i]
		line := text.Fit(words.Severity(p.Severity), 11) + words.Problem(p)
		lines = append(lines, th.Row(line, width, i == d.trouble.At, th.Plain))
	}
	return text.Pad(lines, height)
}
