// Package plot draws points and a curve with characters, for terminals: with
// braille patterns, four by two dots in a cell, or with plain ASCII.
package plot

import (
	"fmt"
	"math"
	"strings"
)

// Point is a place in the plane.
type Point struct{ X, Y float64 }

// Plot is what is drawn.
type Plot struct {
	Width, Height int // in cells, including the axes
	Points        []Point
	Curve         []Point // drawn through its points, in order
	X, Y          string  // names of the axes
	LogX, LogY    bool
	Plain         bool // ASCII only
}

// axis maps values to dots.
type axis struct {
	low, high float64
	log       bool
	dots      int
}

func newAxis(values []float64, log bool, dots int) axis {
	a := axis{low: math.Inf(1), high: math.Inf(-1), log: log, dots: dots}
	for _, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) || log && v <= 0 {
			continue
		}
		a.low, a.high = min(a.low, v), max(a.high, v)
	}
	if a.low > a.high {
		a.low, a.high = 0, 1
		a.log = false
	}
	if a.low == a.high {
		a.high = a.low + max(math.Abs(a.low)/10, 1e-12)
		a.low -= a.high - a.low
		a.log = false
	}
	return a
}

func (a axis) dot(v float64) (int, bool) {
	low, high := a.low, a.high
	if a.log {
		if v <= 0 {
			return 0, false
		}
		low, high, v = math.Log(low), math.Log(high), math.Log(v)
	}
	at := (v - low) / (high - low) * float64(a.dots-1)
	if math.IsNaN(at) || at < -0.5 || at > float64(a.dots)-0.5 {
		return 0, false
	}
	return int(math.Round(at)), true
}

// canvas is a grid of cells; layer 1 are points, layer 2 the curve.
type canvas struct {
	width, height int // cells
	perX, perY    int // dots in a cell
	dots          []uint8
	layer         []uint8
}

// braille is the bit of each dot in a cell, by column and row.
var braille = [2][4]uint8{{0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}}

func (c *canvas) set(x, y int, layer uint8) {
	cell := (c.height-1-y/c.perY)*c.width + x/c.perX
	if cell < 0 || cell >= len(c.dots) {
		return
	}
	c.dots[cell] |= braille[x%c.perX][c.perY-1-y%c.perY]
	c.layer[cell] |= layer
}

// Draw returns the lines of the plot.
func (p Plot) Draw() []string {
	const labels = 10
	width, height := max(p.Width-labels-1, 10), max(p.Height-3, 4)
	c := &canvas{width: width, height: height, perX: 2, perY: 4}
	if p.Plain {
		c.perX, c.perY = 1, 1
	}
	c.dots, c.layer = make([]uint8, width*height), make([]uint8, width*height)
	var xs, ys []float64
	for _, points := range [][]Point{p.Points, p.Curve} {
		for _, q := range points {
			xs, ys = append(xs, q.X), append(ys, q.Y)
		}
	}
	x, y := newAxis(xs, p.LogX, width*c.perX), newAxis(ys, p.LogY, height*c.perY)
	for _, q := range p.Points {
		if i, ok := x.dot(q.X); ok {
			if j, ok := y.dot(q.Y); ok {
				c.set(i, j, 1)
			}
		}
	}
	c.line(p.Curve, x, y)
	lines := []string{strings.Repeat(" ", labels) + " " + cut(p.Y, width)}
	for row := range height {
		label := ""
		switch row {
		case 0:
			label = number(y.high)
		case height - 1:
			label = number(y.low)
		}
		lines = append(lines, fmt.Sprintf("%*s %s", labels, label, strings.TrimRight(c.row(row, p.Plain), " ")))
	}
	left, right := number(x.low), number(x.high)
	if p.LogX {
		right += " (log)"
	}
	gap := width - len(left) - len(right)
	name := cut(p.X, max(gap-2, 0))
	rest := max(gap-len([]rune(name)), 0)
	lines = append(lines, strings.Repeat(" ", labels+1)+left+strings.Repeat(" ", rest/2)+name+strings.Repeat(" ", rest-rest/2)+right)
	return lines
}

// line draws the curve, joining its points.
func (c *canvas) line(curve []Point, x, y axis) {
	for i := range curve {
		if i == 0 {
			continue
		}
		x0, ok0 := x.dot(curve[i-1].X)
		x1, ok1 := x.dot(curve[i].X)
		y0, ok2 := y.dot(curve[i-1].Y)
		y1, ok3 := y.dot(curve[i].Y)
		if !ok0 || !ok1 || !ok2 || !ok3 {
			continue
		}
		steps := max(abs(x1-x0), abs(y1-y0), 1)
		for s := range steps + 1 {
			c.set(x0+(x1-x0)*s/steps, y0+(y1-y0)*s/steps, 2)
		}
	}
}

func (c *canvas) row(row int, plain bool) string {
	var b strings.Builder
	for column := range c.width {
		cell := row*c.width + column
		switch {
		case c.dots[cell] == 0:
			b.WriteByte(' ')
		case !plain:
			b.WriteRune(rune(0x2800 + int(c.dots[cell])))
		case c.layer[cell] == 1:
			b.WriteByte('o')
		case c.layer[cell] == 2:
			b.WriteByte('-')
		default:
			b.WriteByte('*')
		}
	}
	return b.String()
}

func abs(i int) int { return max(i, -i) }

func number(x float64) string { return fmt.Sprintf("%.4g", x) }

func cut(s string, width int) string {
	if r := []rune(s); len(r) > width {
		return string(r[:max(width, 0)])
	}
	return s
}
