package tui

import (
	"fmt"
	"strings"

	"beagle/run"
	"beagle/tui/keys"
	"beagle/tui/live"
	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/theme"
)

// placeOf is what the tour calls the screen in front, by the run that it shows; nil:
// none.
func placeOf(top screen.Screen, feed *live.Feed) string {
	if under, ok := top.(*help); ok {
		top = under.under
	}
	if placed, ok := top.(screen.Placed); ok {
		return placed.Place()
	}
	scopes := top.Scopes()
	if len(scopes) == 0 {
		return ""
	}
	if scopes[0] == keys.Dashboard && feed != nil {
		switch state := feed.Snapshot.State; {
		case state.Ended():
			return "Dashboard: ended"
		case state == run.Preparing:
			return "Dashboard: preparing"
		default:
			return "Dashboard: running"
		}
	}
	return scopes[0].Title
}

// guide is the tour beside the screens.
type guide struct {
	tour *tour // that is taken; nil: none
}

// lines draws the tour in at most half of a body; none: nobody takes it.
func (g *guide) lines(th *theme.Theme, place string, width, room int) []string {
	if g.tour == nil {
		return nil
	}
	g.tour.place = place
	most := min(7, room/2)
	if width >= 100 {
		most = min(6, room/3)
	}
	return g.tour.lines(th, width, most)
}

// key does what the keys of the tour ask for; it reports whether one was, and what is
// to be said.
func (g *guide) key(key, place string) (taken bool, notice string) {
	binding, ok := keys.Find([]*keys.Scope{keys.Touring}, key)
	if g.tour == nil || !ok {
		return false, ""
	}
	if binding.Action == keys.TourNext {
		g.tour.place = place
		g.tour.next()
		return true, ""
	}
	g.tour = nil
	return true, "The tour has ended; beagle tour begins it again."
}

// TourText is the whole tour for those who read it without the screens.
func TourText() string {
	var b strings.Builder
	for i, s := range TourStops {
		fmt.Fprintf(&b, "%d. %s\n   Seen: %s\n   Why:  %s\n", i+1, s.Title, s.Seen, s.Why)
		if s.Do != "" {
			fmt.Fprintf(&b, "   Then: %s.\n", s.Do)
		}
	}
	return b.String()
}

// tour says which stop is shown at each place, and which stops a person has seen.
type tour struct {
	place string
	at    map[string]int // of each place, which of its stops is shown
	seen  map[*TourStop]bool
}

func newTour() *tour { return &tour{at: map[string]int{}, seen: map[*TourStop]bool{}} }

func (t *tour) here() []*TourStop {
	var all []*TourStop
	for i := range TourStops {
		if TourStops[i].Place == t.place {
			all = append(all, &TourStops[i])
		}
	}
	return all
}

// next goes on to the place's next stop, and from its last one to the first.
func (t *tour) next() {
	if n := len(t.here()); n > 0 {
		t.at[t.place] = (t.at[t.place] + 1) % n
	}
}

// lines draws the stop in at most height lines; a place without a stop takes one.
func (t *tour) lines(th *theme.Theme, width, height int) []string {
	here := t.here()
	title, ways := "Tour", "f4 ends it"
	var stop *TourStop
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
	if over := len(said) + 2 - height; over > 0 { // cut the explanation, and keep what to do
		said = said[:max(0, len(said)-over)]
	}
	for _, line := range append(said, do) {
		lines = append(lines, " "+line)
	}
	return lines[:min(len(lines), max(1, height))]
}
