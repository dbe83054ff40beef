package evidence

import (
	"cmp"
	"fmt"

	"beagle/run"
	"beagle/tui/keys"
	"beagle/tui/plot"
	"beagle/tui/theme"
	"beagle/tui/words"
)

// slider goes through what stood earlier: the rounds of learning where there were
// several, with the expression of each; else the launches, whose points alone change.
type slider struct {
	at     *int // the place, from 1; 0: the last
	all    int
	rounds bool
}

// slider is over what is known of the element.
func (z *Zoom) slider() slider {
	d := z.known()
	if d.Rounds > 1 {
		return slider{&z.aspect.Round, d.Rounds, true}
	}
	return slider{&z.aspect.Launches, d.Launches, false}
}

// off says why it cannot be moved on.
func (s slider) off(to keys.Action) string {
	switch {
	case s.all < 2:
		return "all was measured in one launch, and learnt at once"
	case to == keys.Earlier && *s.at == 1 && s.rounds:
		return "this is the first round"
	case to == keys.Earlier && *s.at == 1:
		return "this is the first launch"
	case to == keys.Later && *s.at == 0 && s.rounds:
		return "this is how it stands now"
	case to == keys.Later && *s.at == 0:
		return "these are all launches"
	}
	return ""
}

// move goes one on.
func (s slider) move(to keys.Action) {
	place := cmp.Or(*s.at, s.all) + 1
	if to == keys.Earlier {
		place -= 2
	}
	if *s.at = max(1, place); place >= s.all {
		*s.at = 0
	}
}

// facts say where it stands, and what stood there; at its end they are nothing.
func (s slider) facts(th *theme.Theme, stood *run.EarlierRound, width int) []string {
	if *s.at == 0 {
		return nil
	}
	done, rest := plot.Bar(float64(*s.at)/float64(s.all), min(20, s.all))
	if !s.rounds {
		return Fact(th, "Launches", fmt.Sprintf("%s%s  points of the first %d of %d; the expression is learnt from all", done, rest, *s.at, s.all), width, 2)
	}
	if stood == nil { // asked for, and not yet there
		return Fact(th, "Earlier", done+rest, width, 1)
	}
	lines := Fact(th, "Earlier", fmt.Sprintf("%s%s  after round %d of learning, from %s; ] goes on to now", done, rest, stood.Round, launches(stood.Launches)), width, 2)
	lines = append(lines, Fact(th, "Then", words.Expression(stood.Best), width, 3)...)
	if stood.Best == nil {
		return lines
	}
	return append(append(lines, InUnits(th, stood.Best, width)...), Fact(th, "", Grades(stood.Best), width, 2)...)
}

// launches says how many launches taught.
func launches(n int) string {
	if n == 1 {
		return "the first launch"
	}
	return fmt.Sprintf("the first %d launches", n)
}
