package plot

import (
	"cmp"
	"fmt"
	"html"
	"math"
	"slices"
	"strings"

	"beagle/internal/quantity"
	"beagle/run"
	"beagle/tui/text"
)

// Shares is how often what was decided, for each value of a name or a flag.
type Shares struct {
	Choices []string               // names of the values that were decided, the index of each being its number
	Values  []Share                // the most frequent first
	Style   func(...string) string // of bars in a terminal; nil: plain
}

// Share is how often what was decided at one value.
type Share struct {
	Value     string    // the name or flag that it is about
	Counts    []float64 // of each choice
	Predicted int       // the choice that the best expression says; -1: none
}

// mostValues is how many values are told apart; the rest is one.
const mostValues = 40

// SharesOf counts decisions: x of a point is the index of its value, y that of
// the choice.
func SharesOf(points []run.Point, values, choices []string) Shares {
	s := Shares{Choices: choices}
	at := map[int]int{}
	for _, p := range points {
		value, choice := int(p.X), int(p.Y)
		if bad(p.X) || bad(p.Y) || value < 0 || choice < 0 || choice >= len(choices) {
			continue
		}
		i, known := at[value]
		if !known {
			i = len(s.Values)
			at[value] = i
			name := fmt.Sprint(value)
			if value < len(values) {
				name = values[value]
			}
			s.Values = append(s.Values, Share{Value: name, Counts: make([]float64, len(choices)), Predicted: -1})
		}
		s.Values[i].Counts[choice] += max(p.N, 1)
		if p.P != nil {
			s.Values[i].Predicted = int(math.Round(*p.P))
		}
	}
	slices.SortStableFunc(s.Values, func(a, b Share) int { return cmp.Compare(b.total(), a.total()) })
	return s
}

// total is how many observations a value has.
func (s *Share) total() (sum float64) {
	for _, n := range s.Counts {
		sum += n
	}
	return sum
}

// said is what the expression says of a value, in words.
func (s *Shares) said(v *Share) string {
	if v.Predicted < 0 || v.Predicted >= len(s.Choices) {
		return ""
	}
	return "→ " + s.Choices[v.Predicted]
}

// fills tell the choices apart without colour.
var fills = []string{"█", "▒", "░", "·"}

// Draw draws a bar for each value, and what each filling means.
func (s Shares) Draw(width, height int) []string {
	if len(s.Values) == 0 || width < 24 || height < 2 {
		return text.Pad(nil, max(0, height))
	}
	var keys []string
	name, said := 0, 0
	for i, choice := range s.Choices {
		keys = append(keys, fills[i%len(fills)]+" "+text.Safe(choice))
		said = max(said, text.Width(text.Safe(choice))+2)
	}
	for _, v := range s.Values {
		name = max(name, text.Width(text.Safe(v.Value)))
	}
	name, said = min(name, width/4), min(said, width/4)
	room := max(4, width-name-said-12)
	legend := strings.Join(keys, "   ")
	for _, says := range []string{"   → what the expression says", "   → expression", "   → said"} {
		if text.Width(legend+says) <= width {
			legend += says
			break
		}
	}
	lines := []string{text.Cut(legend, width)}
	for i := range s.Values {
		v := &s.Values[i]
		if len(lines) == height-1 && i < len(s.Values)-1 {
			lines = append(lines, fmt.Sprintf("… and %d other values", len(s.Values)-i))
			break
		}
		var bar strings.Builder
		filled, sum := 0, 0.0
		for k, n := range v.Counts {
			sum += n
			to := int(math.Round(float64(room) * sum / v.total()))
			bar.WriteString(strings.Repeat(fills[k%len(fills)], max(0, to-filled)))
			filled = max(filled, to)
		}
		lines = append(lines, text.Fit(text.Safe(v.Value), name)+" "+styled(s.Style, bar.String())+" "+text.Right(quantity.Count(int64(v.total())), 8)+"  "+text.Cut(text.Safe(s.said(v)), said))
	}
	return text.Pad(lines, height)
}

// SVG writes the bars as a drawing.
func (s Shares) SVG(title, description string, alone bool) string {
	const row, left, right = 26, 130, 190
	values := s.Values
	var b strings.Builder
	for i, choice := range s.Choices {
		fmt.Fprintf(&b, `<rect class="c%d" x="%d" y="4" width="12" height="12"/><text x="%d" y="15">%s</text>`, i%4, 10+i*150, 27+i*150, html.EscapeString(text.Cut(text.Safe(choice), 18)))
	}
	y := row
	if len(values) > mostValues {
		values = values[:mostValues]
	}
	for i := range values {
		v := &values[i]
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="end">%s</text>`, left-8, y+16, html.EscapeString(text.Cut(text.Safe(v.Value), 16)))
		x := float64(left)
		for k, n := range v.Counts {
			wide := (svgWidth - left - right) * n / v.total()
			fmt.Fprintf(&b, `<rect class="c%d" x="%.1f" y="%d" width="%.1f" height="%d"><title>%s: %s</title></rect>`, k%4, x, y+3, wide, row-8, html.EscapeString(text.Safe(s.Choices[k])), quantity.Count(int64(n)))
			x += wide
		}
		fmt.Fprintf(&b, `<text x="%d" y="%d">%s  %s</text>`, svgWidth-right+8, y+16, quantity.Count(int64(v.total())), html.EscapeString(text.Cut(text.Safe(s.said(v)), 18)))
		y += row
	}
	if rest := len(s.Values) - len(values); rest > 0 {
		fmt.Fprintf(&b, `<text x="%d" y="%d">and %d other values</text>`, left, y+16, rest)
		y += row
	}
	return drawing(title, description, alone, y+6, b.String())
}
