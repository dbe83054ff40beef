package traces

import (
	"fmt"
	"strings"

	"beagle/internal/quantity"
	"beagle/traces"
	"beagle/tui/text"
)

// Title says from where the traces come, and how old the view is.
func (s *Screen) Title() (left, right string) {
	left = "traces"
	if s.state.Address != "" {
		left += " on " + s.state.Address
	}
	if s.frozen {
		return left, s.env.Theme.Warn.Render("FROZEN") + " for " + quantity.Clock(s.env.Now().Sub(s.at)) + ", reading goes on"
	}
	if ended := ended(&s.state); s.state.Address == "" && ended == len(s.state.Sources) && ended > 0 {
		return left, quantity.Plural(ended, "log", "logs") + " read"
	}
	return left, "live " + quantity.Clock(s.state.Uptime)
}

// ended is the number of sources from which nothing more comes.
func ended(state *traces.State) (n int) {
	for i := range state.Sources {
		if state.Sources[i].Ended {
			n++
		}
	}
	return n
}

// Body is what arrives, and one of the lists.
func (s *Screen) Body(width, height int) []string {
	lines := append(rates(&s.seen, width), s.tabs(width))
	s.top = len(lines)
	lines = append(lines, s.lists().draw(&s.seen, width, height-len(lines))...)
	return text.Pad(append(lines, s.preview(width, height-len(lines))...), height)
}

func (s *Screen) tabs(width int) string {
	names := []string{
		classesPage:  "classes " + quantity.Count(int64(len(s.state.Rows))),
		invalidPage:  fmt.Sprintf("invalid %s", quantity.Count(s.state.Counts.Invalid)),
		sourcesPage:  fmt.Sprintf("sources %s", quantity.Count(int64(len(s.state.Sources)))),
		machinesPage: fmt.Sprintf("machines %s", quantity.Count(int64(len(s.state.Machines)))),
	}
	if s.filter.Text != "" {
		names[classesPage] = fmt.Sprintf("classes %s of %s", quantity.Count(int64(len(s.classes.rows))), quantity.Count(int64(len(s.state.Rows))))
	}
	var shown []string
	for p, name := range names[:pagesOf(&s.state)] {
		if page(p) == s.page {
			shown = append(shown, s.env.Theme.Focus.Render(" "+name+" "))
		} else {
			shown = append(shown, " "+s.env.Theme.Muted.Render(name)+" ")
		}
	}
	left, right := strings.Join(shown, " "), ""
	if s.page == classesPage && s.opened == nil {
		right = s.env.Theme.Muted.Render("by " + s.classes.sort.String())
	}
	if filter := s.filter.Draw(s.env.Theme); filter != "" {
		if text.Width(left)+text.Width(filter)+text.Width(right)+3 > width { // the order can be seen in the list
			right = filter
		} else {
			right = filter + "  " + right
		}
	}
	return text.Between(left, right, width)
}

// lists is the list that is drawn, and that keys act on.
func (s *Screen) lists() view {
	switch {
	case s.opened != nil:
		return s.opened
	case s.page == invalidPage:
		return &s.invalid
	case s.page == sourcesPage:
		return &s.sources
	case s.page == machinesPage:
		return &s.machines
	default:
		return &s.classes
	}
}
