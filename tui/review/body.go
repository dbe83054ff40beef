package review

import (
	"fmt"
	"path/filepath"
	"strings"

	"charm.land/lipgloss/v2"

	"beagle/internal/quantity"
	"beagle/run"
	"beagle/tui/elements"
	"beagle/tui/evidence"
	"beagle/tui/screen"
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
		left := r.listed(width)
		separator := r.env.Theme.Rule.Render(" │ ")
		return text.Beside(r.table(left, height), r.detail(width-left-3, height), left, width-left-3, height, separator)
	}
	under := height * 3 / 5
	if height < roomy {
		under = height / 2
	}
	lines := r.table(width, height-under)
	lines = append(lines, r.env.Theme.Rule.Render(strings.Repeat("─", width)))
	return append(lines, r.detail(width, under-1)...)
}

// columns are the widths of the table's columns; zero: not shown.
type columns struct{ verdict, decision, name, place, expression, samples int }

// listed is how much of a width the list has beside the detail.
func (r *Review) listed(width int) int {
	const others = 1 + 1 + 14 + 1 + 10 + 2 + 2 + 8 // the widest verdict, decision and error, and what lies between
	return screen.Beside(width, others+10+r.list.Longest+r.list.Expression)
}

// fitColumns shares a width among the columns. The number of samples and the place give way to
// expressions that would be cut: the detail has both.
func fitColumns(width int, list *elements.List) columns {
	c := columns{verdict: 9, decision: 8}
	if width >= 100 {
		c.verdict, c.decision = 14, 10
	}
	rest := width - 2 - c.verdict - c.decision - 8 - 6
	if need := list.Longest + list.Expression + 10; width >= 100 || need <= rest {
		c.samples = 8
		rest -= c.samples + 2
	}
	if need := list.Longest + list.Expression + 2; width >= 150 || need+list.Place <= rest {
		c.place = min(list.Place, max(rest/4, rest-need))
		rest -= c.place + 2
	}
	c.name, c.expression = elements.Share(rest, list.Longest, list.Expression)
	return c
}

// table draws the elements, each with the verdict and what is decided of it.
func (r *Review) table(width, height int) []string {
	th := r.env.Theme
	r.listWidth = width
	c := fitColumns(width, r.list)
	line := func(verdict, decided, name, place, expression, wrong, samples string) string {
		cells := " " + verdict + " " + text.Fit(decided, c.decision) + "  " + elements.Fit(name, c.name) + "  "
		if c.place > 0 {
			cells += text.Fit(place, c.place) + "  "
		}
		if cells += text.Fit(expression, c.expression) + text.Right(wrong, 8); c.samples > 0 {
			cells += "  " + text.Right(samples, c.samples)
		}
		return cells
	}
	head := th.Muted.Render(text.Cut(" "+line(text.Fit("Verdict", c.verdict), "Decision", "Element", "Component and service", "Expression", "error", "samples"), width))
	var lines []string
	if filter := r.list.Filter.Draw(th); filter != "" {
		lines = []string{text.Cut(filter, width)}
	}
	if p := r.feed.Snapshot.Precision; p != nil && p.Busy > 0 {
		lines = append(lines, text.Cut(th.Warn.Render(text.Safe(" ◆ demands unreliable: "+p.Machine)), width))
	}
	r.listTop = len(lines)
	empty := "there are no elements"
	if r.list.Filter.Text != "" {
		empty = "No match; esc shows all."
	}
	return append(lines, r.list.Draw(th, head, func(e *run.ElementState, name string, chosen bool) (string, lipgloss.Style) {
		p, _ := r.looks.at(e)
		shown, wrong := words.Expression(p), words.ErrorOf(p)
		if e.Decision.Choice == run.Edit {
			shown, _ = words.Decided(e)
			wrong = quantity.None
		}
		if means(e) {
			shown, wrong = words.Mean(e.Measured), quantity.None
		}
		style := th.Plain
		if e.Decision.Choice == run.Reject {
			style = th.Muted
		}
		verdict := elements.Verdict(th, e, c.verdict, chosen || e.Decision.Choice == run.Reject)
		return line(verdict, decision(e, c.decision), name, words.Place(&e.Element), shown, wrong, elements.Count(e.Samples, c.samples)), style
	}, empty, width, height-len(lines))...)
}

// decision is what was decided, as a mark and a word where there is room for both.
func decision(e *run.ElementState, width int) string {
	mark, word, short := "·", "open", "open"
	switch e.Decision.Choice {
	case run.Accept:
		mark, word, short = "✓", "accepted", "accept"
	case run.Reject:
		mark, word, short = "✗", "keep old", "old"
	case run.Edit:
		mark, word, short = "✎", "edited", "edited"
	case run.TakeMean:
		mark, word, short = "≈", "mean", "mean"
	case run.Undecided:
	}
	if width < 10 {
		word = short
	}
	return mark + " " + word
}

// detail draws old and new value of the chosen element and the evidence.
func (r *Review) detail(width, height int) []string {
	e := r.list.Chosen()
	if e == nil && height >= 2 && r.list.Heading() {
		return text.Pad(append(text.Wrap(r.env.Theme.Title.Render(r.list.Summary()), width), "", "enter opens or closes it; space marks all of them for one decision"), height)
	}
	if e == nil || height < 2 {
		return text.Pad(nil, max(0, height))
	}
	th := r.env.Theme
	lines := []string{evidence.Heading(th, e, width)}
	if width >= 70 && height < 20 {
		lines[0] = evidence.HeadingWithLegend(th, r.feed, e, width)
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
	return text.Pad(lines, height)
}

// facts are what is known of an element and the proposal that is looked at.
func (r *Review) facts(e *run.ElementState, width, height int) []string {
	th := r.env.Theme
	p, at := r.looks.at(e)
	var lines []string
	if !r.opt.Table {
		lines = evidence.Fact(th, "Old", words.Old(&e.Element), width, 2)
	}
	lines = append(lines, evidence.Yours(th, r.feed, e, width)...)
	switch {
	case p == nil && e.Measured != nil:
		lines = append(lines, evidence.Fact(th, "New", th.Strong.Render(words.Mean(e.Measured))+", "+e.Measured.Words()+"; nothing was learnt", width, 3)...)
	case p == nil:
		lines = append(lines, evidence.Fact(th, "New", th.Warn.Render("no expression; the old value stays"), width, 2)...)
	case p.Unsayable != "":
		lines = append(lines, evidence.Fact(th, "New", th.Warn.Render(words.Expression(p)), width, 3)...)
	default:
		lines = append(lines, evidence.Fact(th, "New", th.Strong.Render(words.Expression(p)), width, 4)...)
		if height >= roomy {
			lines = append(lines, evidence.InUnits(th, p, width)...)
		}
		if at == 0 { // it is of the judge's choice
			lines = append(lines, evidence.Verdict(th, e, width, 3)...)
		}
		if e.Measured != nil {
			lines = append(lines, evidence.Fact(th, "Mean", words.Mean(e.Measured)+" of "+quantity.Plural(int64(e.Measured.Times+0.5), "execution", "executions")+": A takes it, space the above", width, 2)...)
		}
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
		if len(e.Proposals) > 1 {
			lines = append(lines, evidence.Fact(th, "Shown", fmt.Sprintf("proposal %d of %d   ← → others", at+1, len(e.Proposals)), width, 1)...)
		}
		lines = append(lines, evidence.Errors(th, r.feed, e, at, width)...)
		if at == 0 {
			lines = append(lines, evidence.HeldOut(th, e, width)...)
		}
		lines = append(lines, timed...)
	}
	warnings := e.Warnings
	if p == nil || p.Unsayable != "" {
		lines = append(lines, evidence.Verdict(th, e, width, 2)...)
	}
	if at == 0 {
		lines = append(lines, evidence.Fit(th, e, width, 2)...)
		warnings = evidence.Unsaid(e) // the verdict stands above
	}
	for _, w := range warnings {
		lines = append(lines, evidence.Fact(th, "◆", text.Safe(w), width, 2)...)
	}
	if p != nil {
		lines = append(lines, evidence.Examined(th, r.feed, e, at, width)...)
		lines = append(lines, evidence.Fact(th, "Measured", evidence.Measured(e), width, 1)...)
		if !short {
			lines = append(lines, evidence.Launches(th, e, width)...)
		}
		lines = append(lines, evidence.Notes(th, e, width, evidence.Few)...)
		lines = append(lines, evidence.Fact(th, "Why", text.Safe(p.Why), width, 2)...)
	}
	return lines[:min(len(lines), height)]
}

// fileName is the last part of a path.
func fileName(path string) string {
	if path == "" {
		return ""
	}
	return filepath.Base(path)
}
