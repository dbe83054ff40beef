package plot

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"beagle/tui/text"
)

// Histogram draws how often values lie where, one bar a line, from the smallest
// to the largest; a few far ones share the last bar. write says a value.
func Histogram(values []float64, write func(float64) string, width, height int, style func(...string) string) []string {
	values = slices.DeleteFunc(slices.Clone(values), bad)
	if len(values) == 0 || height < 2 || width < 24 {
		return text.Pad(nil, max(0, height))
	}
	slices.Sort(values)
	low, high := values[0], values[(len(values)-1)*99/100]
	bins := min(height, 20)
	if high <= low {
		bins = 1
	}
	counts, most := make([]int, bins), 0
	for _, v := range values {
		at := 0
		if bins > 1 {
			at = max(0, min(bins-1, int(math.Floor(share(v, low, high)*float64(bins)))))
		}
		counts[at]++
		most = max(most, counts[at])
	}
	labels, margin := make([]string, bins), 0
	for i := range labels {
		labels[i] = write(low + (high-low)*float64(i)/float64(bins))
		margin = max(margin, text.Width(labels[i]))
	}
	room := width - margin - 10
	lines := make([]string, bins)
	for i, n := range counts {
		bar := strings.Repeat("█", (n*room+most-1)/most)
		lines[i] = text.Right(labels[i], margin) + " " + styled(style, bar) + fmt.Sprintf(" %d", n)
	}
	return text.Pad(lines, height)
}
