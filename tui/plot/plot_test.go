package plot

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"beagle/run"
	"beagle/tui/text"
)

func TestASparklineIsAsWideAsAskedAndShowsTheNewest(t *testing.T) {
	for _, test := range []struct {
		values []float64
		width  int
		want   string
	}{
		{nil, 3, "   "},
		{[]float64{5, 5}, 3, " ▁▁"},
		{[]float64{0, 1, 2, 3, 4, 5, 6, 7}, 8, "▁▂▃▄▅▆▇█"},
		{[]float64{9, 0, 7}, 2, "▁█"},
		{[]float64{1, math.NaN(), 2, math.Inf(1)}, 4, "▁ ██"},
		{[]float64{1}, 0, ""},
	} {
		if got := Spark(test.values, test.width); got != test.want {
			t.Errorf("Spark(%v, %d) = %q, want %q", test.values, test.width, got, test.want)
		}
	}
}

func TestABarFillsItsWidth(t *testing.T) {
	for _, share := range []float64{-1, 0, 0.3, 1, 7, math.NaN()} {
		done, rest := Bar(share, 10)
		if text.Width(done+rest) != 10 {
			t.Errorf("Bar(%v) is %q and %q", share, done, rest)
		}
	}
}

func line(n int) (points []run.Point) {
	for i := range n {
		points = append(points, run.Point{X: float64(i), Y: float64(i)})
	}
	return points
}

func TestAPictureIsExactlyAsLargeAsAsked(t *testing.T) {
	pictures := map[string]Picture{
		"nothing":    {},
		"points":     {Points: line(20)},
		"one point":  {Points: line(1), X: "a.VALUE"},
		"curve":      {Curve: line(50), Block: true},
		"not finite": {Points: []run.Point{{X: math.NaN(), Y: 1}, {X: 1, Y: math.Inf(1)}}},
		"huge":       {Points: []run.Point{{X: -math.MaxFloat64, Y: -math.MaxFloat64}, {X: math.MaxFloat64, Y: math.MaxFloat64}}},
		"category":   {Points: []run.Point{{X: 1, Y: 0}, {X: 2, Y: 1}}, Categories: []string{"known", "new"}},
		"evil":       {Points: line(3), X: "\x1b[2Jname", Categories: []string{"\x1b[2J", "a very long name of a transition that is cut"}},
	}
	for name, picture := range pictures {
		for _, size := range [][2]int{{16, 4}, {40, 8}, {120, 30}, {10, 2}, {5, 0}} {
			lines := picture.Draw(size[0], size[1])
			if len(lines) != size[1] {
				t.Errorf("%s %v: %d lines", name, size, len(lines))
			}
			for _, line := range lines {
				if text.Width(line) > size[0] || strings.ContainsRune(line, 0x1b) {
					t.Errorf("%s %v: %q", name, size, line)
				}
			}
		}
	}
}

func TestPointsRiseFromLeftToRight(t *testing.T) {
	lines := Picture{Points: line(30), X: "n.VALUE"}.Draw(40, 10)
	if !strings.HasSuffix(strings.TrimRight(lines[0], " "), "•") {
		t.Errorf("the largest is not at the upper right: %q", lines[0])
	}
	if !strings.Contains(lines[7], "┤•") {
		t.Errorf("the smallest is not at the lower left: %q", lines[7])
	}
	if !strings.Contains(lines[9], "n.VALUE") {
		t.Errorf("the axis has no name: %q", lines[9])
	}
}

func TestOneOutlierDoesNotPressTheRestToTheGround(t *testing.T) {
	points := append(line(30), run.Point{X: 15, Y: 5000})
	lines := Picture{Points: points, Noisy: true}.Draw(40, 10)
	if !strings.Contains(lines[0], "↑") || strings.Contains(lines[0], "5000") {
		t.Errorf("the outlier is not at the upper edge: %q", lines[0])
	}
	if picture := strings.Join(lines, ""); strings.Count(picture, "•") < 20 {
		t.Errorf("the others are not seen:\n%s", strings.Join(lines, "\n"))
	}
}

// A branch decision jumps; a slope between the two levels would say that
// there is something in between.
func TestAStepIsNotDrawnAsASlope(t *testing.T) {
	step := []run.Point{{X: 0, Y: 0}, {X: 10, Y: 0}, {X: 11, Y: 1}, {X: 20, Y: 1}}
	lines := Picture{Curve: step}.Draw(40, 12)
	for _, line := range lines[2:8] {
		if strings.ContainsFunc(line, func(r rune) bool { return r > 0x2800 && r <= 0x28ff }) {
			t.Errorf("something is drawn between the levels: %q", line)
		}
	}
}

func BenchmarkDraw(b *testing.B) {
	p := Picture{Points: line(2000), Curve: line(200)}
	for b.Loop() {
		p.Draw(100, 30)
	}
}

// The curve is seen also where points lie thick: by a mark of its own, not only by a
// colour.
func TestTheCurveIsSeenOverThePoints(t *testing.T) {
	p := Picture{Curve: []run.Point{{X: 0, Y: 5}, {X: 10, Y: 5}}}
	for x := range 11 {
		for y := range 11 {
			p.Points = append(p.Points, run.Point{X: float64(x), Y: float64(y)})
		}
	}
	lines := p.Draw(40, 13)
	if got := strings.Count(strings.Join(lines, ""), "●"); got != 11 {
		t.Errorf("%d of 11 points on the curve are told from others:\n%s", got, strings.Join(lines, "\n"))
	}
}

// One value that is far too small does not press all others to the edge.
func TestALogarithmicPictureIsRobust(t *testing.T) {
	p := Picture{LogX: true, LogY: true, Noisy: true}
	for i := range 100 {
		v := 1e-3 * (1 + float64(i)/25)
		p.Points = append(p.Points, run.Point{X: v, Y: v})
	}
	p.Points = append(p.Points, run.Point{X: 5e-9, Y: 5e-9}, run.Point{X: 2e-3, Y: 5e-9}, run.Point{X: 2e-3, Y: 40})
	s := p.scale()
	if s.x0 < -4.2 || s.y0 < -4.2 || s.y1 > -1.2 {
		t.Errorf("%+v", s)
	}
	drawn := strings.Join(p.Draw(60, 20), "\n")
	for _, mark := range []string{"←", "↓", "↑"} {
		if !strings.Contains(drawn, mark) {
			t.Errorf("no %s for a point beyond:\n%s", mark, drawn)
		}
	}
}

// A short logarithmic axis says more than one number.
func TestAShortLogarithmicAxisIsLabelled(t *testing.T) {
	for _, test := range []struct {
		low, high float64
		want      int
	}{{-3.8, -2.6, 4}, {0.1, 0.2, 2}, {-6, -1, 6}} {
		if got := steps(test.low, test.high, svgTicksAlong, true); len(got) != test.want {
			t.Errorf("from %v to %v: %v", test.low, test.high, got)
		}
	}
}

func TestWhereIsMeasuredNextIsMarkedOnTheAxis(t *testing.T) {
	p := Picture{Points: line(11), Next: []float64{5, 20}}
	lines := p.Draw(60, 8)
	axis := []rune(lines[6])
	if got := strings.Count(lines[6], "◇"); got != 2 || axis[len(axis)-1] != '◇' {
		t.Errorf("%d marks, the last one not at the end of the axis, which reaches to it:\n%s", got, strings.Join(lines, "\n"))
	}
	if p.LogX = true; text.Width(p.Draw(60, 8)[6]) != 60 {
		t.Error("the axis is not as wide as the picture")
	}
}

// Quantiles stand for the observations that they are of: the bars say how many of these.
func TestBarsCountTheObservationsThatValuesStandFor(t *testing.T) {
	bars := Bars{Values: slices.Concat(slices.Repeat([]float64{1}, 300), slices.Repeat([]float64{2}, 100)), Of: 4000, Write: func(float64) string { return "x" }}
	lines := strings.Join(bars.Draw(40, 4), "\n")
	if !strings.Contains(lines, " 3,000") || !strings.Contains(lines, " 1,000") {
		t.Errorf("%s", lines)
	}
}

func TestBarsOfValuesThatSpanDecadesAreEquallyWideInLogarithms(t *testing.T) {
	write := func(v float64) string { return strconv.FormatFloat(v, 'g', 3, 64) }
	spread := Bars{Values: []float64{1, 2, 20, 30, 300, 10_000}, Write: write}
	drawn := spread.Draw(40, 4)
	for i, want := range []string{"    1 █████████████████████████ 2", "   10 █████████████████████████ 2", "  100 █████████████ 1", "1e+03 █████████████ 1"} {
		if got := strings.TrimRight(drawn[i], " "); got != want {
			t.Errorf("line %d is %q, not %q", i, got, want)
		}
	}
	if spread.Note() == "" || (Bars{Values: []float64{1, 2, 50}, Write: write}).Note() != "" || (Bars{Values: []float64{0, 2, 5000}, Write: write}).Note() != "" {
		t.Error("the scale is not said, or a usual one is")
	}
}

// A response time that rises steeply before the load is too high has no step: its curve has few points.
func TestASparseCurveIsDrawnAsASlope(t *testing.T) {
	lines := Picture{Sparse: true, Curve: []run.Point{{X: 0, Y: 0}, {X: 9, Y: 0}, {X: 10, Y: 1}}}.Draw(40, 12)
	for _, line := range lines[:10] {
		if !strings.ContainsFunc(line, func(r rune) bool { return r > 0x2800 && r <= 0x28ff }) {
			t.Errorf("nothing is drawn at a height between: %q", line)
		}
	}
}
