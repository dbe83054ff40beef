package whatif

import (
	"context"
	"fmt"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"beagle/internal/quantity"
	"beagle/model"
	"beagle/predict"
)

// crossing is where another action becomes the one that takes most, over the range of an input.
type crossing struct {
	number int
	lines  []string
}

// reach is how far the range of an input goes to both sides of its present value, in which crossings are looked for: as far as
// twenty keys, two decades; rangePoints are the places that are predicted in it, two a decade, and both ends.
const (
	reach       = 100
	rangePoints = 9
)

// look looks for crossings over the chosen input, in the background. While one input is dragged its range stays.
func (s *Screen) look() tea.Cmd {
	if !s.top && !s.both || len(s.controls) == 0 {
		return nil
	}
	over := s.controls[s.cursor.At].over
	if over == s.over {
		return nil
	}
	s.over, s.crossed = over, nil
	s.ranged++
	value, err := strconv.ParseFloat(s.controls[s.cursor.At].at(&s.now.question), 64)
	if over == (model.Variable{}) || err != nil || !(value > 0) || s.now.answer == nil {
		return nil
	}
	number, q := s.ranged, copied(s.now.question)
	q.Steps, q.Precision = stepsPoint, 0.05
	sweep := predict.Sweep{From: max(1, value/reach), To: value * reach, Points: rangePoints}
	return func() tea.Msg { return crossing{number, crossings(s.env.Ctx, q, over, sweep)} }
}

func crossings(ctx context.Context, q predict.Question, over model.Variable, sweep predict.Sweep) (lines []string) {
	points, err := predict.Spots(ctx, q, over, sweep)
	if err != nil {
		return []string{"Crossings are not known: " + err.Error()}
	}
	for _, o := range predict.Overtakes(points) {
		lines = append(lines, fmt.Sprintf("%s overtakes %s between %s = %s and %s", o.Now.Name, o.Was.Name, over, quantity.Short(o.From), quantity.Short(o.To)))
	}
	if len(lines) == 0 {
		lines = []string{fmt.Sprintf("The same action is first for %s from %s to %s", over, quantity.Short(sweep.From), quantity.Short(sweep.To))}
	}
	return lines
}
