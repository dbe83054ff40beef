package plot

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strings"

	"beagle/internal/quantity"
	"beagle/tui/text"
)

// Bars is how often values lie where: of a constant, all that there is to see.
type Bars struct {
	Values    []float64              // heights, left to right
	Write     func(float64) string   // says a value
	Of        uint64                 // observations that the values stand for; 0: each stands for itself
	Low, High float64                // an interval to be marked, as that of a constant; both 0: none
	Style     func(...string) string // of the bars; nil: plain
}

// bin is how many values lie between two borders; the last one holds what is
// farther, too.
type bin struct {
	low, high float64
	count     int
}

// scale is the axis of the bars and what they cover. The linear axis ends where 99 % of the values lie. The logarithmic one,
// for positive values that span decades, has them all.
func (h Bars) scale() (low, high float64, s axis) {
	values := slices.DeleteFunc(slices.Clone(h.Values), bad)
	if len(values) == 0 {
		return math.NaN(), math.NaN(), linear
	}
	slices.Sort(values)
	low, high = values[0], values[(len(values)-1)*99/100]
	if low > 0 && high/low >= decades {
		return low, values[len(values)-1], logarithmic
	}
	return low, high, linear
}

// bins are at most so many bars, equally wide on the axis, and the largest count.
func (h Bars) bins(most int) (all []bin, largest int, s axis) {
	low, high, s := h.scale()
	if math.IsNaN(low) {
		return nil, 0, s
	}
	if high <= low {
		most = 1
	}
	from, to := s.of(low), s.of(high)
	border := func(i int) float64 { return s.value(from + (to-from)*float64(i)/float64(most)) }
	all = make([]bin, most)
	for i := range all {
		all[i].low, all[i].high = border(i), border(i+1)
	}
	for _, v := range h.Values {
		if bad(v) {
			continue
		}
		at := 0
		if most > 1 {
			at = max(0, min(most-1, int(math.Floor(share(s.of(v), from, to)*float64(most)))))
		}
		all[at].count++
		largest = max(largest, all[at].count)
	}
	return all, largest, s
}

// decades is the ratio of the largest to the smallest value from which on the axis is logarithmic: on a linear one nearly all
// values would be in the first bar.
const decades = 100

// axis maps values to places on it, and back.
type axis struct {
	of, value func(float64) float64
	log       bool
}

var (
	linear      = axis{func(v float64) float64 { return v }, func(v float64) float64 { return v }, false}
	logarithmic = axis{math.Log10, func(p float64) float64 { return math.Pow(10, p) }, true}
)

// Note marks a logarithmic scale; empty: it is linear.
func (h Bars) Note() string {
	if _, _, s := h.scale(); s.log {
		return " (log scale)"
	}
	return ""
}

// Draw draws one bar a line, from the smallest value to the largest; a few far
// ones share the last bar. Lines within the interval are marked.
func (h Bars) Draw(width, height int) []string {
	bins, most, _ := h.bins(min(height, 20))
	if len(bins) == 0 || height < 2 || width < 24 {
		return text.Pad(nil, max(0, height))
	}
	margin := 0
	for _, b := range bins {
		margin = max(margin, text.Width(h.Write(b.low)))
	}
	room := width - margin - 10
	if room > 30 { // the last line says how far it goes
		room -= 16
	}
	lines := make([]string, len(bins))
	for i, b := range bins {
		mark := " "
		if h.High > h.Low && b.high >= h.Low && b.low <= h.High {
			mark = "◂"
		}
		bar := strings.Repeat("█", (b.count*room+most-1)/most)
		from := h.Write(b.low)
		if far := slices.Max(h.Values); i == len(bins)-1 && i > 0 && far > b.high+(b.high-b.low) { // it holds what is farther, too
			return text.Pad(append(lines[:i], text.Right(from, margin)+mark+styled(h.Style, bar)+" "+quantity.Count(h.stands(b.count))+", up to "+h.Write(far)), height)
		}
		lines[i] = text.Right(from, margin) + mark + styled(h.Style, bar) + " " + quantity.Count(h.stands(b.count))
	}
	return text.Pad(lines, height)
}

// stands is for how many observations so many values stand.
func (h Bars) stands(values int) int64 {
	if h.Of == 0 {
		return int64(values)
	}
	return int64(math.Round(float64(values) * float64(h.Of) / float64(len(h.Values))))
}

// SVG writes the bars as a drawing, with the interval below them.
func (h Bars) SVG(title, description string, alone bool) string {
	bins, most, axis := h.bins(30)
	if len(bins) == 0 {
		return Picture{}.SVG(title, description, alone)
	}
	var b strings.Builder
	low, high := bins[0].low, bins[len(bins)-1].high
	wide := float64(svgPlotWidth) / float64(len(bins))
	for i, bar := range bins {
		tall := float64(svgPlotHeight) * float64(bar.count) / float64(most)
		fmt.Fprintf(&b, `<rect class="bar" x="%.1f" y="%.1f" width="%.1f" height="%.1f"><title>%s to %s: %d</title></rect>`,
			svgLeft+float64(i)*wide+0.5, svgTop+svgPlotHeight-tall, max(1, wide-1), tall, html.EscapeString(h.Write(bar.low)), html.EscapeString(h.Write(bar.high)), bar.count)
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="end">%d</text><path class="grid" d="M%d %dh%d"/>`, svgLeft-8, svgTop+10, most, svgLeft, svgTop+svgPlotHeight, svgPlotWidth)
	if high <= low {
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">%s</text>`, svgLeft+svgPlotWidth/2, svgTop+svgPlotHeight+20, html.EscapeString(h.Write(low)))
	} else {
		across := func(v float64) float64 {
			return svgLeft + max(0, min(1, share(axis.of(v), axis.of(low), axis.of(high))))*svgPlotWidth
		}
		for _, at := range steps(axis.of(low), axis.of(high), svgTicksAlong, axis.log) {
			v := axis.value(at)
			fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle">%s</text>`, across(v), svgTop+svgPlotHeight+20, html.EscapeString(h.Write(v)))
		}
		if h.High > h.Low {
			fmt.Fprintf(&b, `<path class="mid" d="M%.1f %dv-8M%.1f %dv-8M%.1f %dH%.1f"/><text x="%.1f" y="%d" text-anchor="middle">90 %% of the number</text>`, across(h.Low), svgHeight-18, across(h.High), svgHeight-18,
				across(h.Low), svgHeight-22, across(h.High), (across(h.Low)+across(h.High))/2, svgHeight-4)
		}
	}
	return drawing(title, description, alone, svgHeight, b.String())
}
