package plot

import (
	"math"
	"strings"

	"beagle/run"
)

// grid is a canvas of cells. Below the cells lie finer dots for the curve: two
// by four of Braille, or two by two quarter blocks.
type grid struct {
	width, height int
	down          int // dots a cell is high
	layers        []layer
	marks         []rune // of cells with measured points
}

// layer is the dots of one curve; of several in a cell the first is seen.
type layer struct {
	dots   []uint8
	style  func(...string) string
	dashed bool
}

// newGrid is an empty picture: characters of two by four dots (Braille), or blocks of one
// by two.
func newGrid(width, height int, block bool) *grid {
	g := &grid{width: max(1, width), height: max(1, height), down: 4}
	if block {
		g.down = 2
	}
	g.marks = make([]rune, g.width*g.height)
	return g
}

// placing is where a point lies in the picture; false: outside of it.
type placing func(run.Point) (x, y float64, ok bool)

// points draws points, each as a dot.
func (g *grid) points(points []run.Point, place placing) {
	for _, p := range points {
		x, y, ok := place(p)
		if !ok {
			continue
		}
		mark := pointy
		switch {
		case x < 0:
			mark, x, y = before, 0, max(0, min(1, y))
		case x > 1:
			mark, x, y = after, 1, max(0, min(1, y))
		case y > 1:
			mark, y = beyond, 1
		case y < 0:
			mark, y = below, 0
		}
		column := int(math.Round(x * float64(g.width-1)))
		row := int(math.Round((1 - y) * float64(g.height-1)))
		g.marks[row*g.width+column] = mark
	}
}

// curve draws straight lines between neighbouring points of the curve. A jump
// over more than half the height is left open, unless points are sparse: it is a step, not a slope.
func (g *grid) curve(l Line, place placing) {
	to := layer{make([]uint8, g.width*g.height), l.Style, l.Dashed}
	g.layers = append(g.layers, to)
	drawn := 0
	var lastX, lastY float64
	have := false
	for _, p := range l.Points {
		x, y, ok := place(p)
		if !ok {
			have = false
			continue
		}
		x *= float64(2*g.width - 1)
		y = (1 - y) * float64(g.down*g.height-1)
		steps := 1
		if have && (l.Sparse || math.Abs(y-lastY) <= float64(g.down*g.height)/2) {
			steps = max(1, int(math.Ceil(max(math.Abs(x-lastX), math.Abs(y-lastY)))))
		} else {
			lastX, lastY = x, y
		}
		steps = min(steps, 4096)
		for i := 1; i <= steps; i++ {
			t := float64(i) / float64(steps)
			if drawn++; l.Dashed && drawn/5%2 == 1 {
				continue
			}
			g.dot(to.dots, lastX+(x-lastX)*t, lastY+(y-lastY)*t)
		}
		lastX, lastY, have = x, y, true
	}
}

// braille are the bits of the dots of a Braille cell, by row and column.
var braille = [4][2]uint8{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// quarters are the glyphs of the sixteen fillings of a cell by quarters: bit 0
// upper left, 1 upper right, 2 lower left, 3 lower right.
var quarters = []rune(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")

// dot sets a dot; outside of the picture nothing.
func (g *grid) dot(dots []uint8, x, y float64) {
	column, row := int(math.Round(x)), int(math.Round(y))
	if column < 0 || row < 0 || column >= 2*g.width || row >= g.down*g.height {
		return
	}
	cell := row/g.down*g.width + column/2
	if g.down == 4 {
		dots[cell] |= braille[row%4][column%2]
	} else {
		dots[cell] |= 1 << (row%2*2 + column%2)
	}
}

// line renders one row; runs of equal marks share one style.
func (g *grid) line(row int, point func(...string) string) string {
	var out, part strings.Builder
	var style func(...string) string
	kind := -1
	flush := func() {
		if part.Len() > 0 {
			out.WriteString(styled(style, part.String()))
			part.Reset()
		}
	}
	for column := range g.width {
		cell := row*g.width + column
		glyph, now, by := ' ', 0, (func(...string) string)(nil)
		mark := g.marks[cell]
		if mark != 0 {
			glyph, now, by = mark, 1, point
		}
		for i, l := range g.layers {
			dots := l.dots[cell]
			if dots == blank || mark != 0 && (l.dashed || mark != pointy) {
				continue
			}
			if mark != 0 { // the curve is seen also where points lie thick, and points stay points
				glyph = struck
				break
			}
			if glyph, now, by = rune(0x2800+int(dots)), 2+i, l.style; g.down != 4 {
				glyph = quarters[dots&15]
			}
			break
		}
		if now != kind {
			flush()
			kind, style = now, by
		}
		part.WriteRune(glyph)
	}
	flush()
	return out.String()
}
