// Package plot draws small pictures from characters: a sparkline, a bar, and
// measured points with a fitted curve.
//
// A Picture is data in, lines of text out, at any width and height from a few cells on;
// colours come from the caller. Points are drawn as Braille dots, or as blocks where a
// person asks for them. report draws the same pictures as SVG.
package plot

import (
	"math"
	"strings"
)

var blocks = []rune("▁▂▃▄▅▆▇█")

// Spark draws the last width values, newest at the right, between the smallest
// and the largest of them. A row of equal values lies low. It is exactly width
// cells wide, and blank where there is no value yet.
func Spark(values []float64, width int) string {
	low, high := extent(values[max(0, len(values)-width):])
	return spark(values, width, low, high)
}

// SparkFromZero is Spark between zero and the largest value: twice the height is twice the value.
func SparkFromZero(values []float64, width int) string {
	_, high := extent(values[max(0, len(values)-width):])
	return spark(values, width, 0, high)
}

func spark(values []float64, width int, low, high float64) string {
	if width <= 0 {
		return ""
	}
	values = values[max(0, len(values)-width):]
	var b strings.Builder
	b.WriteString(strings.Repeat(" ", width-len(values)))
	for _, v := range values {
		switch {
		case math.IsNaN(v):
			b.WriteByte(' ')
		case high <= low:
			b.WriteRune(blocks[0])
		case math.IsInf(v, 1):
			b.WriteRune(blocks[len(blocks)-1])
		default:
			level := int((v - low) / (high - low) * float64(len(blocks)-1))
			b.WriteRune(blocks[max(0, min(len(blocks)-1, level))])
		}
	}
	return b.String()
}

// Bar draws a share from 0 to 1 as two parts, together exactly width cells
// wide.
func Bar(share float64, width int) (done, rest string) {
	if math.IsNaN(share) {
		share = 0
	}
	full := int(math.Round(max(0, min(1, share)) * float64(width)))
	return strings.Repeat("━", full), strings.Repeat("─", max(0, width-full))
}

// extent is the smallest and largest finite value.
func extent(values []float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			low, high = min(low, v), max(high, v)
		}
	}
	return low, high
}
