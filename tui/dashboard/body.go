package dashboard

import (
	"fmt"
	"strings"

	"beagle/internal/quantity"
	"beagle/run"
	"beagle/tui/evidence"
	"beagle/tui/screen"
	"beagle/tui/text"
)

// Sizes at which the body changes its shape.
const (
	sideBySide = 112 // the detail stands beside the list
	roomy      = 17  // below it the detail has a screen of its own
)

// Body draws the dashboard.
func (d *Dashboard) Body(width, height int) []string {
	lines := d.status.lines(width, height)
	lines = append(lines, d.tabs(width))
	d.listTop = len(lines)
	rest := height - len(lines)
	switch {
	case d.problems:
		return append(lines, d.trouble.draw(d.env, width, rest)...)
	case width >= sideBySide && rest >= 10:
		const others = 3 + 9 + 2 + 2 + 8 // verdict and samples, and what lies between columns
		left := screen.Beside(width, others+2+d.elements.Longest+d.elements.Expression)
		separator := d.env.Theme.Rule.Render(" │ ")
		return append(lines, text.Beside(d.table(left, rest), d.detail(width-left-3, rest), left, width-left-3, rest, separator)...)
	case height < roomy:
		return append(lines, d.table(width, rest)...)
	default:
		under := max(7, rest*2/5) // the list is what there is to look through; enter and z show one at a time
		lines = append(lines, d.table(width, rest-under)...)
		lines = append(lines, d.env.Theme.Rule.Render(strings.Repeat("─", width)))
		return append(lines, d.detail(width, under-1)...)
	}
}

// tabs names the two lists, with a mark at the one that is shown.
func (d *Dashboard) tabs(width int) string {
	th, s := d.env.Theme, &d.feed.Snapshot
	elements := fmt.Sprintf("Elements %s", quantity.Count(int64(len(s.Elements))))
	problems := fmt.Sprintf("Problems %s", quantity.Count(int64(len(s.Problems))))
	chosen, other := func(s string) string { return th.Title.Render("▸ " + s) }, func(s string) string { return th.Muted.Render("  " + s) }
	left := chosen(elements) + "  " + other(problems)
	if d.problems {
		left = other(elements) + "  " + chosen(problems)
	}
	if filter := d.filter().Draw(th); filter != "" {
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
	e := d.elements.Chosen()
	if e == nil || height < 2 {
		return text.Pad(nil, height)
	}
	th := d.env.Theme
	rest := height - 1
	if width >= 70 && height < 20 {
		lines := []string{evidence.HeadingWithLegend(th, d.feed, e, width)}
		left := width * 9 / 20
		return append(lines, text.Beside(d.facts(e, left, rest), evidence.Picture(d.env, d.feed, e, width-left-2, rest),
			left, width-left-2, rest, "  ")...)
	}
	lines := []string{evidence.Heading(th, e, width), ""}
	lines = append(lines, evidence.UnderFacts(d.env, d.feed, e, evidence.Facts(th, d.feed, e, width), width, height-len(lines))...)
	return text.Pad(lines, height)
}

// facts are what is known of an element, shortened where there is no room for all.
func (d *Dashboard) facts(e *run.ElementState, width, height int) []string {
	if height < fewLines {
		return evidence.Brief(d.env.Theme, d.feed, e, width, height)
	}
	return evidence.Facts(d.env.Theme, d.feed, e, width)
}

// fewLines is the height below which facts are shortened.
const fewLines = 7
