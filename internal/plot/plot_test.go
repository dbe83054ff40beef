package plot

import (
	"math"
	"strings"
	"testing"
)

func TestADiagonalFillsThePlot(t *testing.T) {
	p := Plot{Width: 31, Height: 13, X: "n", Y: "time", Plain: true, Points: []Point{{0, 0}, {9, 9}}}
	for i := range 20 {
		p.Curve = append(p.Curve, Point{float64(i) * 9 / 19, float64(i) * 9 / 19})
	}
	lines := p.Draw()
	if len(lines) != 12 || !strings.HasSuffix(lines[1], "*") || !strings.Contains(lines[10], "0 *") {
		t.Errorf("plot is\n%s", strings.Join(lines, "\n"))
	}
	p.Plain = false
	if !strings.ContainsRune(strings.Join(p.Draw(), ""), '⡠') {
		t.Errorf("no braille in\n%s", strings.Join(p.Draw(), "\n"))
	}
}

func TestNothingPanics(t *testing.T) {
	values := []float64{0, 1, -1, math.NaN(), math.Inf(1), math.Inf(-1), 1e308, -1e308}
	for _, x := range values {
		for _, y := range values {
			for _, log := range []bool{false, true} {
				for _, size := range []int{0, 1, 80} {
					Plot{Width: size, Height: size, LogX: log, LogY: log, Points: []Point{{x, y}, {1, 2}}, Curve: []Point{{x, y}, {y, x}}}.Draw()
				}
			}
		}
	}
}
