package words

import "beagle/run"

// verdicts are what to do with an expression: a mark, and a word for a narrow
// column.
var verdicts = map[run.Trust]struct{ mark, short string }{
	run.Trusted: {"✓", "trust"}, run.Check: {"◆", "check"}, run.MeasureMore: {"?", "measure"}, run.NotYet: {"○", "not yet"},
}

// Verdict says in so many cells what to do with an element's expression: a mark
// and a word, or only the mark where there is room for no more.
func Verdict(e *run.ElementState, width int) string {
	v := verdicts[e.Trust()]
	switch {
	case width < 9:
		return v.mark
	case width < 14:
		return v.mark + " " + v.short
	}
	return v.mark + " " + string(e.Trust())
}
