package predict

import (
	"fmt"
	"html"
	"io"
	"math"
	"strings"
	"time"

	"beagle/internal/stacks"
)

// Flame writes a flame graph of where the time goes as SVG: calls from top to bottom.
func (a *Answer) Flame(w io.Writer) error {
	const width, row, font = 1200, 22, 12
	deepest := 0
	left := make([]float64, len(a.Where)) // where a box begins
	used := make([]float64, len(a.Where)) // by its children so far
	depth := make([]int, len(a.Where))
	for i, n := range a.Where {
		if n.Parent >= 0 {
			depth[i] = depth[n.Parent] + 1
			left[i] = left[n.Parent] + used[n.Parent]
			used[n.Parent] += n.Share
		}
		deepest = max(deepest, depth[i])
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-label="Where the time of a run goes" font-family="sans-serif" font-size="%d">`+"\n", width, (deepest+1)*row+4, font)
	for i, n := range a.Where {
		x, wide := left[i]*width, n.Share*width
		if wide < 0.5 {
			continue
		}
		label := fmt.Sprintf("%s (%s): %.4g s, %.1f %%, %.4g times a run", n.Name, n.Kind, n.Seconds, 100*n.Share, n.PerRun)
		fmt.Fprintf(&b, `<g><title>%s</title><rect x="%.1f" y="%d" width="%.1f" height="%d" fill="%s" stroke="#fff"/>`, html.EscapeString(label), x, depth[i]*row+2, wide, row-1, colour(n.Kind))
		if most := int(wide / (font * 0.6)); most > 3 {
			text := n.Name
			if r := []rune(text); len(r) > most {
				text = string(r[:most-1]) + "…"
			}
			fmt.Fprintf(&b, `<text x="%.1f" y="%d">%s</text>`, x+3, depth[i]*row+row-6, html.EscapeString(text))
		}
		b.WriteString("</g>\n")
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// Stacks are the calls and actions of one run with their self times, for a profile.
func (a *Answer) Stacks() (all []stacks.Stack) {
	frames, own := make([][]string, len(a.Where)), make([]float64, len(a.Where))
	for i, n := range a.Where {
		own[i] = n.Seconds
		if n.Parent >= 0 {
			own[n.Parent] -= n.Seconds
			frames[i] = frames[n.Parent][:len(frames[n.Parent]):len(frames[n.Parent])]
		}
		name := n.Name
		if n.Kind != "call" {
			name = n.Label()
		}
		frames[i] = append(frames[i], name)
	}
	for i := range a.Where {
		if took := time.Duration(math.Round(own[i] * float64(time.Second))); took > 0 {
			all = append(all, stacks.Stack{Frames: frames[i], Own: took})
		}
	}
	return all
}

// colour is that of a kind of work in the flame graph: calls, processors, waiting, everything else.
func colour(kind string) string {
	switch kind {
	case "call":
		return "#cfd8e6"
	case "cpu":
		return "#f2b48c"
	case "wait":
		return "#e6cfe0"
	default:
		return "#cfe6d0"
	}
}
