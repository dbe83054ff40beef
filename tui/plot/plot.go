package plot

import (
	"math"
	"slices"
	"strings"

	"beagle/internal/quantity"
	"beagle/run"
	"beagle/tui/text"
)

// Figure is what is drawn of an element: with characters, exactly so wide and
// high, or as a drawing that has a name and a description.
type Figure interface {
	// Draw gives height lines of width cells each.
	Draw(width, height int) []string
	// SVG is an svg element; alone: a file by itself, with its own colours and namespace.
	SVG(title, description string, alone bool) string
}

var (
	_ Figure = Picture{}
	_ Figure = Bars{}
	_ Figure = Shares{}
)

// Picture is measured points and the curve of an expression.
type Picture struct {
	Points, Curve []run.Point          // measured points, and what the expression says over the same axis
	Next          []float64            // values of X at which is measured next: marked on the axis
	X             string               // name of the horizontal axis
	Tick          func(float64) string // how values of Y are written; nil: quantity.Short
	XTick         func(float64) string // how values of X are written; nil: quantity.Short
	Categories    []string             // names of Y's values 0, 1, 2 … where Y is a category
	Block         bool                 // quarter blocks instead of Braille for the curve
	Noisy         bool                 // a few far outliers may be drawn as ↑ at the upper edge
	Zero          bool                 // the vertical axis begins at 0
	Equal         bool                 // both axes reach from and to the same values: what is equal lies on the diagonal
	LogX, LogY    bool                 // logarithmic axes; what is not above zero is left out
	Others        []Line               // of rivals, or of a person, in front of Curve
	Dashed        bool                 // Curve is interrupted, beside another that matters more
	Sparse        bool                 // Curve has few points: a large rise between two is a slope, not a step
	Scaled        *Picture             // whose scale it has, as several side by side have one; nil: its own

	PointStyle, CurveStyle, AxisStyle func(...string) string // nil: plain
}

// Line is a further curve.
type Line struct {
	Points []run.Point            // of the curve
	Dashed bool                   // the curve is interrupted
	Sparse bool                   // as of a picture
	Style  func(...string) string // nil: plain
}

// The marks of one cell. Points and the curve differ by shape, not only by
// colour.
const (
	blank  = 0
	pointy = '•'
	struck = '●' // a point on the curve
	beyond = '↑' // a point above the picture
	below  = '↓' // one below it
	before = '←' // and one beside it
	after  = '→'
	next   = '◇' // on the axis: where is measured next
)

// Draw draws the picture exactly width cells wide and height lines high. The
// last line is the horizontal axis' values.
func (p Picture) Draw(width, height int) []string {
	if width < 16 || height < 4 {
		return text.Pad(nil, max(0, height))
	}
	if len(p.Points) == 0 && len(p.Curve) == 0 {
		lines := text.Pad(nil, height)
		lines[height/2] = styled(p.AxisStyle, text.Cut("no measurements yet", width))
		return lines
	}
	s := p.scale()
	x0, x1, y0, y1 := s.x0, s.x1, s.y0, s.y1
	labels, margin := p.ticks(y0, y1, height-2, width/3)
	grid := newGrid(width-margin-1, height-2, p.Block)
	place := func(q run.Point) (float64, float64, bool) {
		x, y := share(q.X, x0, x1), share(q.Y, y0, y1)
		return x, y, !bad(x) && !bad(y)
	}
	for _, other := range p.Others {
		other.Points = p.scaled(other.Points)
		grid.curve(other, place)
	}
	grid.curve(Line{s.curve, p.Dashed, p.Sparse, p.CurveStyle}, place)
	grid.points(s.points, place)

	lines := make([]string, 0, height)
	for row := range height - 2 {
		axis := text.Right(labels[row], margin) + "┤"
		if labels[row] == "" {
			axis = strings.Repeat(" ", margin) + "│"
		}
		lines = append(lines, styled(p.AxisStyle, axis)+grid.line(row, p.PointStyle))
	}
	lines = append(lines,
		styled(p.AxisStyle, strings.Repeat(" ", margin)+"└")+p.axis(x0, x1, width-margin-1),
		styled(p.AxisStyle, strings.Repeat(" ", margin+1)+p.axisValues(unscaled(x0, p.LogX), unscaled(x1, p.LogX), width-margin-1)))
	return lines
}

// scale is what is drawn, on axes that may be logarithmic, and their ranges.
type scale struct {
	points, curve  []run.Point
	x0, x1, y0, y1 float64
}

// scale works out the ranges of both axes from what is drawn.
func (p Picture) scale() scale {
	p.Points, p.Curve = p.scaled(p.Points), p.scaled(p.Curve)
	if p.Scaled != nil {
		s := p.Scaled.scale()
		s.points, s.curve = p.Points, p.Curve
		return s
	}
	s := scale{points: p.Points, curve: p.Curve}
	places := p.Points
	for _, x := range p.Next { // is seen, too
		places = append(places[:len(places):len(places)], p.scaled([]run.Point{{X: x, Y: 1}})...)
	}
	s.x0, s.x1 = span(places, p.Curve, p.LogX, func(q run.Point) float64 { return q.X })
	s.y0, s.y1 = span(p.Points, p.Curve, p.LogY, func(q run.Point) float64 { return q.Y })
	if p.Zero && !p.LogY {
		s.y0 = min(0, s.y0)
	}
	if p.Noisy && !p.LogY {
		low, high := p.robust()
		s.y0, s.y1 = max(s.y0, low), min(s.y1, high)
	}
	if p.Noisy && p.LogY {
		s.y0, s.y1 = robustDecades(p.Points, s.y0, s.y1, func(q run.Point) float64 { return q.Y })
	}
	if p.Noisy && p.LogX {
		s.x0, s.x1 = robustDecades(p.Points, s.x0, s.x1, func(q run.Point) float64 { return q.X })
	}
	if len(p.Categories) > 0 {
		s.y0, s.y1 = 0, max(1, float64(len(p.Categories)-1))
	} else if p.Equal && p.LogX == p.LogY {
		s.x0, s.x1 = min(s.x0, s.y0), max(s.x1, s.y1)
		s.y0, s.y1 = s.x0, s.x1
	}
	return s
}

// robust is where a noisy picture ends so that one pause of the garbage collector
// does not press everything else to the ground: twice the highest of the curve and
// 95 in 100 points, and the same below zero.
func (p Picture) robust() (low, high float64) {
	values := make([]float64, 0, len(p.Points))
	for _, q := range p.Points {
		if !bad(q.Y) {
			values = append(values, q.Y)
		}
	}
	if len(values) == 0 {
		return math.Inf(-1), math.Inf(1)
	}
	slices.Sort(values)
	low, high = values[(len(values)-1)*5/100], values[(len(values)-1)*95/100]
	for _, q := range p.Curve {
		if !bad(q.Y) {
			low, high = min(low, q.Y), max(high, q.Y)
		}
	}
	if low >= 0 {
		low = math.Inf(-1)
	}
	if high <= 0 {
		high = math.Inf(1)
	}
	return 2 * low, 2 * high
}

// robustDecades is where a logarithmic axis ends so that neither one far too large nor
// one far too small value presses everything else to an edge: as far beyond 90 in 100
// points as these reach, and ten times at least.
func robustDecades(points []run.Point, from, to float64, of func(run.Point) float64) (low, high float64) {
	values := make([]float64, 0, len(points))
	for _, q := range points {
		if v := of(q); !bad(v) {
			values = append(values, v)
		}
	}
	if len(values) == 0 {
		return from, to
	}
	slices.Sort(values)
	low, high = values[(len(values)-1)*5/100], values[(len(values)-1)*95/100]
	beside := max(1, high-low)
	return max(from, low-beside), min(to, high+beside)
}

// ticks labels the lines of the vertical axis.
func (p Picture) ticks(y0, y1 float64, height, widest int) (labels []string, margin int) {
	write := p.Tick
	if write == nil {
		write = quantity.Short
	}
	labels = make([]string, height)
	if n := len(p.Categories); n > 0 {
		for i, name := range p.Categories {
			row := height - 1
			if n > 1 {
				row -= i * (height - 1) / (n - 1)
			}
			labels[row] = text.Cut(text.Safe(name), widest)
		}
	} else {
		labels[0], labels[height-1] = write(unscaled(y1, p.LogY)), write(unscaled(y0, p.LogY))
		if height >= 7 {
			labels[(height-1)/2] = write(unscaled(y1-(y1-y0)*float64((height-1)/2)/float64(height-1), p.LogY))
		}
	}
	for _, label := range labels {
		margin = max(margin, text.Width(label))
	}
	return labels, margin
}

// axis is the horizontal axis, with a mark where is measured next.
func (p *Picture) axis(x0, x1 float64, width int) string {
	cells := []rune(strings.Repeat("─", width))
	for _, x := range p.Next {
		if p.LogX {
			x = math.Log10(x)
		}
		if at := share(x, x0, x1); at >= 0 && at <= 1 {
			cells[int(math.Round(at*float64(width-1)))] = next
		}
	}
	var b strings.Builder
	for part := range strings.SplitAfterSeq(string(cells), string(next)) {
		line, marked := strings.CutSuffix(part, string(next))
		if b.WriteString(styled(p.AxisStyle, line)); marked {
			b.WriteString(styled(p.PointStyle, string(next)))
		}
	}
	return b.String()
}

// axisValues writes the ends of the horizontal axis and its name between them.
func (p *Picture) axisValues(x0, x1 float64, width int) string {
	write := p.XTick
	if write == nil {
		write = quantity.Short
	}
	left, right := write(x0), write(x1)
	room := width - text.Width(left) - text.Width(right) - 2
	log := map[[2]bool]string{{true, true}: " (both axes log)", {true, false}: " (log)", {false, true}: " (vertical axis log)"}[[2]bool{p.LogX, p.LogY}]
	name := text.Safe(p.X)
	if text.Width(name)+text.Width(log) <= room {
		name += log
	}
	name = text.Cut(name, room)
	gap := max(0, width-text.Width(left)-text.Width(right)-text.Width(name))
	return text.Fit(left+strings.Repeat(" ", gap/2)+name+strings.Repeat(" ", gap-gap/2)+right, width)
}

// scaled are the points on the axes, which may be logarithmic.
func (p *Picture) scaled(points []run.Point) []run.Point {
	if !p.LogX && !p.LogY {
		return points
	}
	out := make([]run.Point, 0, len(points))
	for _, q := range points {
		if p.LogX {
			q.X = math.Log10(q.X)
		}
		if p.LogY {
			q.Y = math.Log10(q.Y)
		}
		if !bad(q.X) && !bad(q.Y) {
			out = append(out, q)
		}
	}
	return out
}

// unscaled is the value at a place of an axis.
func unscaled(v float64, log bool) float64 {
	if log {
		return math.Pow(10, v)
	}
	return v
}

// span is the range of a coordinate; never empty.
func span(points, curve []run.Point, log bool, of func(run.Point) float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, set := range [][]run.Point{points, curve} {
		for _, q := range set {
			if v := of(q); !bad(v) {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	switch {
	case low > high:
		return 0, 1
	case low == high && low == 0: // nothing is below it
		return 0, 1
	case low == high:
		return low - max(1e-9, math.Abs(low)/2), high + max(1e-9, math.Abs(high)/2)
	case low > 0 && low < high/4 && !log:
		return 0, high // a cost is read against zero
	}
	return low, high
}

// share is where v lies between low and high; halves, since their difference
// may be more than a float64 holds.
func share(v, low, high float64) float64 { return (v/2 - low/2) / (high/2 - low/2) }

// bad reports whether a value cannot be drawn.
func bad(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }

// styled is a text in a style, where there is one.
func styled(style func(...string) string, s string) string {
	if style == nil {
		return s
	}
	return style(s)
}
