package wizard

// ticks are which rows of a list a person has chosen.
type ticks []bool

// count is how many are chosen.
func (t ticks) count() (n int) {
	for _, chosen := range t {
		if chosen {
			n++
		}
	}
	return n
}

// box is what stands before a row.
func box(chosen bool) string {
	if chosen {
		return "[x] "
	}
	return "[ ] "
}
