package regression

import (
	"math"
	"slices"

	"beagle/statistics/dataset"
	"beagle/statistics/robust"
)

// Calibrate chooses the offset that makes the residuals of a good model most
// alike over the range of values, by the likelihood of a Laplace distribution,
// and returns the noise with that model's spread as Sigma. k is the number of
// fitted coefficients.
func Calibrate(d *dataset.Data, f []float64, k int) *Noise {
	best, bestLength := (*Noise)(nil), math.Inf(1)
	residuals := make([]float64, d.Points())
	offsets := []float64{0}
	if d.Relative() && d.Points() >= 20 {
		sizes := slices.Clone(d.Y)
		slices.Sort(sizes)
		for _, q := range []float64{0.05, 0.2, 0.5, 0.9} {
			offsets = append(offsets, robust.Quantile(sizes, q))
		}
		offsets = append(offsets, 10*sizes[len(sizes)-1])
	}
	for i, offset := range offsets {
		n := NewNoise(d, offset)
		n.Residuals(residuals, d.Y, f)
		sum, logs := 0.0, 0.0
		for j, r := range residuals {
			sum += min(math.Abs(r), 1e300)
			logs += math.Log(n.Scale(d.Y[j]))
		}
		points := float64(d.Points())
		length := points*math.Log(max(sum/points, dataset.NoiseFloor)) + logs
		if i > 0 {
			length += 3 // purely relative noise is what measurements have
		}
		if length < bestLength {
			n.Sigma = max(robust.Scale(residuals, k), dataset.NoiseFloor)
			best, bestLength = n, length
		}
	}
	return best
}
