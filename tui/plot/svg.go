package plot

import (
	"fmt"
	"html"
	"math"
	"strings"

	"beagle/internal/quantity"
	"beagle/run"
	"beagle/tui/text"
)

// The size of a drawing in its own units, and the room around the plot itself.
const (
	svgWidth, svgHeight           = 640, 320
	svgLeft, svgRight             = 84, 16
	svgTop, svgBottom             = 14, 46
	svgPlotWidth                  = svgWidth - svgLeft - svgRight
	svgPlotHeight                 = svgHeight - svgTop - svgBottom
	svgNamespace                  = `xmlns="http://www.w3.org/2000/svg"`
	svgTicksAcross, svgTicksAlong = 5, 6
)

// Style is how drawings look: classes, which a page may set itself, with colours
// for light and dark surroundings and for paper.
const Style = `.plot{--ink:#1b1f24;--soft:#59636e;--grid:#d8dee4;--dot:#0b5cad;--line:#b3470a;--band:#0b5cad;color:var(--ink);max-width:100%;height:auto}
@media (prefers-color-scheme:dark){.plot{--ink:#e6e9ed;--soft:#a4adb8;--grid:#3a424c;--dot:#7cb7ff;--line:#ffa36b;--band:#7cb7ff}}
@media print{.plot{--ink:#000;--soft:#333;--grid:#bbb;--dot:#003f7f;--line:#8a3300;--band:#003f7f}}
.plot text{font:13px system-ui,sans-serif;fill:var(--soft)}.plot .grid{stroke:var(--grid);stroke-width:1;fill:none}
.plot .dots{stroke:var(--dot);stroke-width:5;stroke-linecap:round;fill:none;opacity:.55}.plot .far{fill:var(--dot)}
.plot .curve{stroke:var(--line);stroke-width:2.5;fill:none}.plot .bar{fill:var(--dot)}.plot .mid{stroke:var(--line);stroke-width:2;fill:none}
.plot .c0{fill:var(--dot)}.plot .c1{fill:var(--line)}.plot .c2{fill:var(--soft)}.plot .c3{fill:var(--grid)}.plot .in{fill:var(--ink)}`

// SVG writes the picture as a drawing with a name and a description for those
// who cannot see it. alone: a file of its own, which carries its own style.
func (p Picture) SVG(title, description string, alone bool) string {
	if len(p.Points) == 0 && len(p.Curve) == 0 {
		return drawing(title, description, alone, svgHeight/4, fmt.Sprintf(`<text x="%d" y="44">nothing was measured</text>`, svgLeft))
	}
	scale := p.scale()
	var b strings.Builder
	write, along := p.Tick, p.XTick
	if write == nil {
		write = quantity.Short
	}
	if along == nil {
		along = quantity.Short
	}
	across := func(v float64) float64 { return svgLeft + share(v, scale.x0, scale.x1)*svgPlotWidth }
	up := func(v float64) float64 { return svgTop + (1-share(v, scale.y0, scale.y1))*svgPlotHeight }
	if len(p.Categories) > 0 {
		for i, name := range p.Categories {
			y := up(float64(i))
			fmt.Fprintf(&b, `<path class="grid" d="M%d %.1fh%d"/><text x="%d" y="%.1f" text-anchor="end">%s</text>`, svgLeft, y, svgPlotWidth, svgLeft-8, y+4, html.EscapeString(text.Cut(text.Safe(name), 11)))
		}
	} else {
		for _, v := range steps(scale.y0, scale.y1, svgTicksAcross, p.LogY) {
			fmt.Fprintf(&b, `<path class="grid" d="M%d %.1fh%d"/><text x="%d" y="%.1f" text-anchor="end">%s</text>`, svgLeft, up(v), svgPlotWidth, svgLeft-8, up(v)+4, html.EscapeString(write(unscaled(v, p.LogY))))
		}
	}
	for _, v := range steps(scale.x0, scale.x1, svgTicksAlong, p.LogX) {
		fmt.Fprintf(&b, `<path class="grid" d="M%.1f %dv5"/><text x="%.1f" y="%d" text-anchor="middle">%s</text>`, across(v), svgTop+svgPlotHeight, across(v), svgTop+svgPlotHeight+20, html.EscapeString(along(unscaled(v, p.LogX))))
	}
	fmt.Fprintf(&b, `<path class="grid" d="M%d %dv%dh%d"/><text x="%d" y="%d" text-anchor="middle">%s</text>`, svgLeft, svgTop, svgPlotHeight, svgPlotWidth,
		svgLeft+svgPlotWidth/2, svgHeight-6, html.EscapeString(text.Safe(p.X)))
	b.WriteString(`<path class="dots" d="`)
	var far strings.Builder
	for _, q := range scale.points {
		x, y := across(q.X), up(q.Y)
		switch {
		case bad(x) || bad(y):
		case x < svgLeft: // far beside what is drawn
			fmt.Fprintf(&far, `<path class="far" d="M%d %.1fl9 5v-10z"/>`, svgLeft, max(svgTop, min(y, svgTop+svgPlotHeight)))
		case x > svgLeft+svgPlotWidth:
			fmt.Fprintf(&far, `<path class="far" d="M%d %.1fl-9 5v-10z"/>`, svgLeft+svgPlotWidth, max(svgTop, min(y, svgTop+svgPlotHeight)))
		case y < svgTop: // far above what is drawn
			fmt.Fprintf(&far, `<path class="far" d="M%.1f %dl5 9h-10z"/>`, x, svgTop)
		case y > svgTop+svgPlotHeight: // far below
			fmt.Fprintf(&far, `<path class="far" d="M%.1f %dl5 -9h-10z"/>`, x, svgTop+svgPlotHeight)
		default:
			fmt.Fprintf(&b, "M%.1f %.1fh0", x, y)
		}
	}
	b.WriteString(`"/>` + far.String())
	if d := path(scale.curve, across, up); d != "" {
		fmt.Fprintf(&b, `<path class="curve" d="%s"/>`, d)
	}
	return drawing(title, description, alone, svgHeight, b.String())
}

// path joins the points of a curve; a jump over more than half the height is left
// open: it is a step, not a slope.
func path(curve []run.Point, across, up func(float64) float64) string {
	var b strings.Builder
	last := math.NaN()
	for _, q := range curve {
		x, y := across(q.X), up(q.Y)
		if bad(x) || bad(y) || y < svgTop-1 || y > svgTop+svgPlotHeight+1 || x < svgLeft-1 || x > svgLeft+svgPlotWidth+1 {
			last = math.NaN()
			continue
		}
		if math.Abs(y-last) <= svgPlotHeight/2 {
			fmt.Fprintf(&b, "L%.1f %.1f", x, y)
		} else {
			fmt.Fprintf(&b, "M%.1f %.1f", x, y)
		}
		last = y
	}
	return b.String()
}

// drawing puts the frame around what is drawn.
func drawing(title, description string, alone bool, height int, inside string) string {
	style := ""
	if alone {
		style = "<style>" + Style + "</style>"
	}
	return fmt.Sprintf(`<svg %s class="plot" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-label="%s"><title>%s</title><desc>%s</desc>%s%s</svg>`+"\n",
		svgNamespace, svgWidth, height, svgWidth, height, html.EscapeString(text.Safe(title+". "+description)), html.EscapeString(text.Safe(title)), html.EscapeString(text.Safe(description)), style, inside)
}

// within are the numbers 1, 2 and 5 of the decades of a short logarithmic axis, of which
// powers of ten alone would leave one or none.
func within(low, high float64) (out []float64) {
	for decade := math.Floor(low); decade <= high; decade++ {
		for _, digit := range []float64{1, 2, 5} {
			if v := decade + math.Log10(digit); v >= low-1e-9 && v <= high+1e-9 {
				out = append(out, v)
			}
		}
	}
	if len(out) < 2 {
		return []float64{low, high}
	}
	return out
}

// steps are round values from low to high, about n of them; of a logarithmic
// axis, powers of ten.
func steps(low, high float64, n int, log bool) (out []float64) {
	if !(high > low) || bad(high-low) {
		return []float64{low}
	}
	size := math.Pow(10, math.Floor(math.Log10((high-low)/float64(n))))
	for _, times := range []float64{1, 2, 5, 10} {
		if (high-low)/(size*times) <= float64(n)+0.5 {
			size *= times
			break
		}
	}
	if log {
		if size = max(1, math.Ceil(size)); high-low < 2 {
			return within(low, high)
		}
	}
	for i := math.Ceil(low/size - 1e-9); i*size <= high+size*1e-9 && len(out) < 50; i++ {
		out = append(out, i*size)
	}
	if len(out) == 0 {
		return []float64{low, high}
	}
	return out
}
