package findings

import (
	"fmt"
	"strings"
)

const (
	diffContext = 3    // lines around a change
	diffEffort  = 4000 // differences beyond which a change is shown as one block
)

// unified is the difference of two texts in the unified format of diff -u;
// empty where there is none.
func unified(oldName, newName, oldText, newText string) string {
	a, b := splitLines(oldText), splitLines(newText)
	edits := lineDiff(a, b)
	var out strings.Builder
	for _, h := range hunks(edits) {
		if out.Len() == 0 {
			fmt.Fprintf(&out, "--- %s\n+++ %s\n", oldName, newName)
		}
		h.write(&out)
	}
	return out.String()
}

// splitLines keeps the line ends.
func splitLines(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// edit is one line: kept (' '), removed ('-') or added ('+').
type edit struct {
	sign byte
	line string
	a, b int // lines of the old and the new text before it
}

// lineDiff finds a shortest list of edits (Myers: An O(ND) difference
// algorithm and its variations, 1986) between what differs at start and end.
func lineDiff(a, b []string) []edit {
	start := 0
	for start < len(a) && start < len(b) && a[start] == b[start] {
		start++
	}
	end := 0
	for end < len(a)-start && end < len(b)-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	middle := shortest(a[start:len(a)-end], b[start:len(b)-end])
	edits := make([]edit, 0, start+len(middle)+end)
	for _, line := range a[:start] {
		edits = append(edits, edit{sign: ' ', line: line})
	}
	edits = append(edits, middle...)
	for _, line := range a[len(a)-end:] {
		edits = append(edits, edit{sign: ' ', line: line})
	}
	x, y := 0, 0
	for i := range edits {
		edits[i].a, edits[i].b = x, y
		if edits[i].sign != '+' {
			x++
		}
		if edits[i].sign != '-' {
			y++
		}
	}
	return edits
}

func shortest(a, b []string) []edit {
	n, m := len(a), len(b)
	limit := min(n+m, diffEffort)
	v := make([]int, 2*limit+3)
	var trace [][]int
	for d := 0; d <= limit; d++ {
		trace = append(trace, append([]int(nil), v[limit+1-d:limit+2+d]...))
		for k := -d; k <= d; k += 2 {
			at := limit + 1 + k
			x := v[at-1] + 1
			if k == -d || k != d && v[at-1] < v[at+1] {
				x = v[at+1]
			}
			y := x - k
			for x < n && y < m && a[x] == b[y] {
				x, y = x+1, y+1
			}
			v[at] = x
			if x >= n && y >= m {
				return backtrack(a, b, trace)
			}
		}
	}
	edits := make([]edit, 0, n+m)
	for _, line := range a {
		edits = append(edits, edit{sign: '-', line: line})
	}
	for _, line := range b {
		edits = append(edits, edit{sign: '+', line: line})
	}
	return edits
}

// backtrack follows the furthest paths back to the start. trace[d] holds, for
// diagonals -d to d, how far paths had come before d differences.
func backtrack(a, b []string, trace [][]int) []edit {
	x, y := len(a), len(b)
	var reversed []edit
	for d := len(trace) - 1; d > 0; d-- {
		v, k := trace[d], x-y
		at := func(k int) int {
			if k < -d || k > d {
				return 0
			}
			return v[k+d]
		}
		previous := k - 1
		if k == -d || k != d && at(k-1) < at(k+1) {
			previous = k + 1
		}
		fromX := at(previous)
		fromY := fromX - previous
		for x > fromX && y > fromY {
			x, y = x-1, y-1
			reversed = append(reversed, edit{sign: ' ', line: a[x]})
		}
		if previous == k+1 {
			y--
			reversed = append(reversed, edit{sign: '+', line: b[y]})
		} else {
			x--
			reversed = append(reversed, edit{sign: '-', line: a[x]})
		}
	}
	for x > 0 {
		x--
		reversed = append(reversed, edit{sign: ' ', line: a[x]})
	}
	edits := make([]edit, len(reversed))
	for i := range reversed {
		edits[len(edits)-1-i] = reversed[i]
	}
	return edits
}

type hunk []edit

// hunks cuts the edits into changes with their context.
func hunks(edits []edit) (all []hunk) {
	begin, last := -1, -1
	for i := range edits {
		if edits[i].sign == ' ' {
			continue
		}
		if begin >= 0 && i-last > 2*diffContext {
			all = append(all, edits[begin:min(len(edits), last+1+diffContext)])
			begin = -1
		}
		if begin < 0 {
			begin = max(0, i-diffContext)
		}
		last = i
	}
	if begin >= 0 {
		all = append(all, edits[begin:min(len(edits), last+1+diffContext)])
	}
	return all
}

func (h hunk) write(out *strings.Builder) {
	olds, news := 0, 0
	for _, e := range h {
		if e.sign != '+' {
			olds++
		}
		if e.sign != '-' {
			news++
		}
	}
	fmt.Fprintf(out, "@@ -%s +%s @@\n", span(h[0].a, olds), span(h[0].b, news))
	for _, e := range h {
		out.WriteByte(e.sign)
		out.WriteString(e.line)
		if !strings.HasSuffix(e.line, "\n") {
			out.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// span is a range of lines as the format wants it: an empty one starts after
// the line before.
func span(before, n int) string {
	switch n {
	case 0:
		return fmt.Sprintf("%d,0", before)
	case 1:
		return fmt.Sprint(before + 1)
	}
	return fmt.Sprintf("%d,%d", before+1, n)
}
