package tui

import (
	"beagle/run"
	"beagle/tui/keys"
	"beagle/tui/live"
	"beagle/tui/screen"
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

// guide draws the tour in at most half of a body; none: nobody takes it.
func (a *app) guide(width, room int) []string {
	if a.tour == nil {
		return nil
	}
	a.tour.At(placeOf(a.top(), a.feed))
	most := min(7, room/2)
	if width >= 100 {
		most = min(6, room/3)
	}
	return a.tour.Lines(a.env.Theme, width, most)
}

// toured does what the keys of the tour ask for; it reports whether one was.
func (a *app) toured(key string) bool {
	binding, ok := keys.Find([]*keys.Scope{keys.Touring}, key)
	if a.tour == nil || !ok {
		return false
	}
	if binding.Action == keys.TourNext {
		a.tour.At(placeOf(a.top(), a.feed))
		a.tour.Next()
		return true
	}
	a.tour, a.notice = nil, "The tour has ended; beagle tour begins it again."
	return true
}

// TourStops are the texts of the tour, and TourText all of them to read.
func TourStops() []tour.Stop { return tour.Stops }

// TourText is the tour for those who read it without the screens.
func TourText() string { return tour.Text() }
