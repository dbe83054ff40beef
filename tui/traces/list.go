package traces

import "beagle/tui/screen"

// list is a cursor that knows how many rows there are.
type list struct {
	screen.Cursor
	count int
}

// window is the rows to draw when height lines are free.
func (l *list) window(count, height int) (from, to int) {
	l.count = count
	return l.Window(count, height)
}

func (l *list) cursor() *list { return l }

// view is a list with what is said of its chosen row.
type view interface {
	draw(s *seen, width, height int) []string
	cursor() *list
}
