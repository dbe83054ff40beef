package tui

import (
	"beagle/run"
	"beagle/tui/keys"
	"beagle/tui/live"
	"beagle/tui/screen"
	"beagle/tui/theme"
	"beagle/tui/tour"
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
	tour *tour.Tour // that is taken; nil: none
}

// lines draws the tour in at most half of a body; none: nobody takes it.
func (g *guide) lines(th *theme.Theme, place string, width, room int) []string {
	if g.tour == nil {
		return nil
	}
	g.tour.At(place)
	most := min(7, room/2)
	if width >= 100 {
		most = min(6, room/3)
	}
	return g.tour.Lines(th, width, most)
}

// key does what the keys of the tour ask for; it reports whether one was, and what is
// to be said.
func (g *guide) key(key, place string) (taken bool, notice string) {
	binding, ok := keys.Find([]*keys.Scope{keys.Touring}, key)
	if g.tour == nil || !ok {
		return false, ""
	}
	if binding.Action == keys.TourNext {
		g.tour.At(place)
		g.tour.Next()
		return true, ""
	}
	g.tour = nil
	return true, "The tour has ended; beagle tour begins it again."
}

// TourStops are the texts of the tour, and TourText all of them to read.
func TourStops() []tour.Stop { return tour.Stops }

// TourText is the tour for those who read it without the screens.
func TourText() string { return tour.Text() }
