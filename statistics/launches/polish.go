package launches

import (
	"math"

	"gonum.org/v1/gonum/stat"

	"beagle/statistics/robust"
)

// medianPolish is the effect of each launch, and its variance by chance alone. medians
// are sorted by cell. It iterates until no effect moves by more than 1e-9, at most 20
// times; launches that share no cell with another keep the effect 0.
func medianPolish(medians []cellMedian, launches int) (effect, chance []float64) {
	effect, chance = make([]float64, launches), make([]float64, launches)
	left := make([][]float64, launches)
	// A turn: each cell's level given the effects, then each launch's effect given the
	// levels.
	for range 20 {
		for l := range left {
			left[l] = left[l][:0]
		}
		for from := 0; from < len(medians); {
			to := from
			var values []float64
			for to < len(medians) && medians[to].cell == medians[from].cell {
				values = append(values, medians[to].log-effect[medians[to].launch])
				to++
			}
			if len(values) > 1 {
				// A mean: the median of three launches is one of them, which would
				// be away from it by nothing, and so would the median of that over
				// cells. What one launch is off by is taken out by its effect.
				middle := stat.Mean(values, nil)
				for _, m := range medians[from:to] {
					left[m.launch] = append(left[m.launch], m.log-middle)
				}
			}
			from = to
		}
		moved := 0.0
		for l := range effect {
			if len(left[l]) > 0 {
				next := robust.Median(left[l])
				moved = max(moved, math.Abs(next-effect[l]))
				effect[l] = next
			}
		}
		if moved < 1e-9 {
			break
		}
	}
	// What is left over beside cells and effects is the noise of a median in a cell.
	var away []float64
	for l := range left {
		for _, x := range left[l] {
			away = append(away, math.Abs(x-effect[l]))
		}
	}
	const ofMedians = math.Pi / 2
	noise := 0.0
	if len(away) > 0 {
		noise = robust.ToDeviation * robust.Median(away)
	}
	// Cells and launches took their share of the freedom, as in any two-way table.
	if cells := float64(len(away)) / float64(launches); cells > 1 && launches > 1 {
		noise *= math.Sqrt(cells / (cells - 1) * float64(launches) / float64(launches-1))
	}
	for l := range left {
		chance[l] = ofMedians * noise * noise / max(float64(len(left[l])), 1)
	}
	return effect, chance
}
