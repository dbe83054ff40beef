package review

import (
	"fmt"
	"path/filepath"
	"strings"

	"beagle/run"
	"beagle/tui/evidence"
	"beagle/tui/text"
	"beagle/tui/words"
)

// Sizes at which the body changes its shape.
const (
	sideBySide = 112
	roomy      = 15
	tiny       = 6
)

// Body draws the review: the list, and the chosen element beside or below it.
func (r *Review) Body(width, height int) []string {
	if width >= sideBySide && height >= 10 {
		left := width * 7 / 12
		separator := r.env.Theme.Rule.Render(" │ ")
		return text.Beside(r.list(left, height), r.detail(width-left-3, height), left, width-left-3, height, separator)
	}
	under := height * 3 / 5
	if height < roomy {
		under = height / 2
	}
	lines := r.list(width, height-under)
	lines = append(lines, r.env.Theme.Rule.Render(strings.Repeat("─", width)))
	return append(lines, r.detail(width, under-1)...)
}

// list draws the elements with what is decided of each.
func (r *Review) list(width, height int) []string {
	th, s := r.env.Theme, &r.feed.Snapshot
	rest := width - 16 - 8 - 2
	samples := 0
	if width >= 72 {
		samples = 8
		rest -= samples + 2
	}
	longest := 12
	for _, i := range r.shown {
		longest = max(longest, text.Width(words.Name(&s.Elements[i].Element)))
	}
	name := min(longest, rest*9/20)
	expression := rest - name - 2
	head := "   " + text.Fit("Decision", 11) + "  " + text.Fit("Element", name) + "  " + text.Fit("Expression", expression) + text.Right("error", 8)
	if samples > 0 {
		head += "  " + text.Right("samples", samples)
	}
	head = text.Cut(head, width)
	lines := []string{th.Muted.Render(head)}
	if filter := r.filter.Draw(th); filter != "" {
		lines[0] = text.Cut(filter, width)
	}
	if len(r.shown) == 0 {
		empty := "there are no elements"
		if r.filter.Text != "" {
			empty = "no element matches the filter; esc shows all"
		}
		return text.Pad(append(lines, "", th.Muted.Render("  "+empty)), height)
	}
	from, to := r.cursor.Window(len(r.shown), height-1)
	for i := from; i < to; i++ {
		e := &s.Elements[r.shown[i]]
		p, _ := r.looking(e)
		shown, wrong := words.Expression(p), words.ErrorOf(p)
		if e.Decision.Choice == run.Edit {
			shown, _ = words.Decided(e)
			wrong = text.None
		}
		line := " " + text.Fit(decision(e), 12) + "  " + text.Fit(words.Name(&e.Element), name) + "  " + text.Fit(shown, expression) + text.Right(wrong, 8)
		if samples > 0 {
			line += "  " + text.Right(text.Count(e.Samples), samples)
		}
		style := th.Plain
		if e.Decision.Choice == run.Reject {
			style = th.Muted
		}
		lines = append(lines, th.Row(line, width, i == r.cursor.At, style))
	}
	return text.Pad(lines, height)
}

// decision is what was decided, as a mark and a word.
func decision(e *run.ElementState) string {
	switch e.Decision.Choice {
	case run.Accept:
		return "✓ accepted"
	case run.Reject:
		return "✗ keep old"
	case run.Edit:
		return "✎ edited"
	case run.Undecided:
	}
	return "· open"
}

// detail draws old and new value of the chosen element and the evidence.
func (r *Review) detail(width, height int) []string {
	e := r.element()
	if e == nil || height < 2 {
		return text.Pad(nil, max(0, height))
	}
	th := r.env.Theme
	lines := []string{evidence.Heading(th, e, width)}
	if width >= 70 && height < 20 {
		lines[0] = evidence.HeadingWithLegend(th, e, width)
		left := width / 2
		return append(lines, text.Beside(r.facts(e, left, height-1), evidence.Picture(r.env, r.feed, e, width-left-2, height-1),
			left, width-left-2, height-1, "  ")...)
	}
	if height > 12 {
		lines = append(lines, "")
	}
	facts := r.facts(e, width, height-len(lines))
	if height < 12 { // no room for both
		return text.Pad(append(lines, facts...), height)
	}
	lines = append(lines, evidence.UnderFacts(r.env, r.feed, e, facts, width, height-len(lines))...)
	if room := height - len(lines); room >= 4 && len(e.Proposals) > 0 {
		lines = append(lines, "")
		lines = append(lines, evidence.Proposals(th, e, width)...)
	}
	return text.Pad(lines, height)
}

func (r *Review) facts(e *run.ElementState, width, height int) []string {
	th := r.env.Theme
	p, at := r.looking(e)
	lines := evidence.Fact(th, "Old", words.Old(&e.Element), width, 2)
	if e.Decision.Choice == run.Edit {
		edited, _ := words.Decided(e)
		lines = append(lines, evidence.Fact(th, "Yours", th.Strong.Render(edited), width, 3)...)
	}
	switch {
	case p == nil:
		lines = append(lines, evidence.Fact(th, "New", th.Warn.Render("no expression; the old value stays"), width, 2)...)
	case p.Unsayable != "":
		lines = append(lines, evidence.Fact(th, "New", th.Warn.Render(words.Expression(p)), width, 3)...)
	default:
		lines = append(lines, evidence.Fact(th, "New", th.Strong.Render(words.Expression(p)), width, 4)...)
	}
	short := height < roomy // all that follows would not fit
	if p != nil {
		timed := []string(nil)
		if short && e.Times != nil {
			timed = evidence.Fact(th, "Timed", e.Times.Short(), width, 1)
		}
		if height < tiny { // the grade has the error already: how it was timed says more than a table that is cut
			lines = append(lines, evidence.Fact(th, "", evidence.Grades(p), width, 1)...)
			lines = append(lines, timed...)
			timed = nil
		} else {
			lines = append(lines, evidence.Fact(th, "", evidence.Grades(p), width, 2)...)
		}
		lines = append(lines, evidence.Errors(th, r.feed, e, at, width)...)
		if at == 0 {
			lines = append(lines, evidence.HeldOut(th, e, width)...)
		}
		if short {
			lines = append(lines, evidence.Verdict(th, e, width, 1)...)
		}
		if len(e.Proposals) > 1 {
			lines = append(lines, evidence.Fact(th, "Shown", fmt.Sprintf("proposal %d of %d   ← → others", at+1, len(e.Proposals)), width, 1)...)
		}
		lines = append(lines, timed...)
	}
	if !short || p == nil {
		lines = append(lines, evidence.Verdict(th, e, width, 2)...)
	}
	for _, w := range e.Warnings {
		lines = append(lines, evidence.Fact(th, "◆", text.Safe(w), width, 2)...)
	}
	if p != nil {
		lines = append(lines, evidence.Examined(th, r.feed, e, at, width)...)
		lines = append(lines, evidence.Fact(th, "Measured", evidence.Measured(e), width, 1)...)
		if !short {
			lines = append(lines, evidence.Launches(th, e, width)...)
		}
		lines = append(lines, evidence.Notes(th, e, width)...)
		lines = append(lines, evidence.Fact(th, "Why", text.Safe(p.Why), width, 2)...)
	}
	return lines[:min(len(lines), height)]
}

func fileName(path string) string {
	if path == "" {
		return ""
	}
	return filepath.Base(path)
}
