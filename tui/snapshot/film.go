package snapshot

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Frame is a screen from a time on.
type Frame struct {
	At     time.Duration
	Screen string
}

// still: the last frame stays so long before the film begins again.
const still = 5 * time.Second

// Film draws frames, in the order of their times, as a drawing that moves, over and over; where somebody asked
// for less motion it is the last one. A row that stays is drawn once, so that a film is hardly larger than what changes
// in it.
func Film(frames []Frame, width int, dark bool) string {
	if len(frames) == 0 {
		return ""
	}
	width = max(1, min(width, widest))
	rows := make([][]string, 0, len(frames)) // drawings by frame and row
	height := 0
	for _, frame := range frames {
		var lines []string
		for y, line := range cellsOf(frame.Screen, width).Lines {
			var b strings.Builder
			row(&b, line, y, surroundings[dark])
			lines = append(lines, b.String())
		}
		rows, height = append(rows, lines), max(height, len(lines))
	}
	first, last := frames[0].At, frames[len(frames)-1].At
	whole := last - first + still
	var b strings.Builder
	begin(&b, width, height, dark)
	b.WriteString(group)
	var shown []string // times at which something is to be seen, each once
	for y := range height {
		at := func(i int) string {
			if y < len(rows[i]) {
				return rows[i][y]
			}
			return ""
		}
		for from := 0; from < len(rows); {
			to := from + 1
			for to < len(rows) && at(to) == at(from) {
				to++
			}
			begins, ends := 100*(frames[from].At-first).Seconds()/whole.Seconds(), 100.0
			if to < len(rows) {
				ends = 100 * (frames[to].At - first).Seconds() / whole.Seconds()
			}
			if at(from) != "" {
				b.WriteString(moving(&shown, begins, ends, at(from)))
			}
			from = to
		}
	}
	b.WriteString("</g><style>")
	for i, times := range shown {
		otherwise := "hidden"
		if strings.HasSuffix(times, "{visibility:visible}") { // to the end: what stands where nothing moves
			otherwise = "visible"
		}
		fmt.Fprintf(&b, "@keyframes k%d{%s}.k%d{visibility:%s;animation:k%d %.2fs step-end infinite}", i, times, i, otherwise, i, whole.Seconds())
	}
	b.WriteString("@media (prefers-reduced-motion:reduce){[class]{animation:none}}</style></svg>\n")
	return b.String()
}

// moving shows a drawing from one time to another; times are in hundredths of the film.
func moving(shown *[]string, begins, ends float64, drawn string) string {
	if begins == 0 && ends == 100 {
		return drawn
	}
	times := fmt.Sprintf("0%%{visibility:hidden}%.3f%%{visibility:visible}", begins)
	if begins == 0 {
		times = "0%{visibility:visible}"
	}
	if ends < 100 {
		times += fmt.Sprintf("%.3f%%{visibility:hidden}", ends)
	}
	i := slices.Index(*shown, times)
	if i < 0 {
		i = len(*shown)
		*shown = append(*shown, times)
	}
	return fmt.Sprintf(`<g class="k%d">%s</g>`, i, drawn)
}
