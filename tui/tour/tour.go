package tour

import (
	"fmt"
	"strings"

	"beagle/tui/text"
	"beagle/tui/theme"
)

// Tour is where in the tour a person is.
type Tour struct {
	place string
	at    map[string]int // of each place, which of its stops is shown
	seen  map[*Stop]bool
}

// New is a tour that begins.
func New() *Tour { return &Tour{at: map[string]int{}, seen: map[*Stop]bool{}} }

// At goes to a place.
func (t *Tour) At(place string) { t.place = place }

func (t *Tour) here() []*Stop {
	var all []*Stop
	for i := range Stops {
		if Stops[i].Place == t.place {
			all = append(all, &Stops[i])
		}
	}
	return all
}

// Next goes on to the place's next stop, and from its last one to the first.
func (t *Tour) Next() {
	if n := len(t.here()); n > 0 {
		t.at[t.place] = (t.at[t.place] + 1) % n
	}
}

// Lines draw the stop in at most height lines; a place without a stop takes one.
func (t *Tour) Lines(th *theme.Theme, width, height int) []string {
	here := t.here()
	title, ways := "Tour", "f4 ends it"
	var stop *Stop
	if len(here) > 0 {
		stop = here[t.at[t.place]]
		t.seen[stop] = true
		title = "Tour: " + stop.Title
		if len(here) > 1 {
			title += fmt.Sprintf(" (%d of %d)", t.at[t.place]+1, len(here))
			ways = "f3 next · " + ways
		}
	}
	head := "── " + title + " "
	rest := width - text.Width(head) - text.Width(ways) - 4
	lines := []string{text.Cut(th.Accent.Render(head+strings.Repeat("─", max(0, rest)))+" "+th.Muted.Render(ways)+th.Accent.Render(" ──"), width)}
	if stop == nil {
		return lines
	}
	room := width - 2
	var said []string
	said = append(said, text.Wrap(stop.Seen, room)...)
	said = append(said, text.Wrap(th.Muted.Render("Why: ")+stop.Why, room)...)
	do := th.Key.Render("▸ " + stop.Do)
	if over := len(said) + 2 - height; over > 0 { // what to do stays
		said = said[:max(0, len(said)-over)]
	}
	for _, line := range append(said, do) {
		lines = append(lines, " "+line)
	}
	return lines[:min(len(lines), max(1, height))]
}

// Text is the whole tour for those who read it without the screens.
func Text() string {
	var b strings.Builder
	for i, s := range Stops {
		fmt.Fprintf(&b, "%d. %s\n   Seen: %s\n   Why:  %s\n", i+1, s.Title, s.Seen, s.Why)
		if s.Do != "" {
			fmt.Fprintf(&b, "   Then: %s.\n", s.Do)
		}
	}
	return b.String()
}
