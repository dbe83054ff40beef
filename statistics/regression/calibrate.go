package regression

import (
	"math"
	"slices"

	"beagle/internal/scratch"
	"beagle/statistics/dataset"
	"beagle/statistics/robust"
)

// Calibrate chooses the offset that makes the residuals of a good model most alike over
// the range of values, by the likelihood of a Laplace distribution, and returns the noise
// with that model's spread as Sigma. f is that model's value at each point, and k the
// number of its fitted coefficients. The transformation to ln(y + offset) is chosen as
// Box and Cox do ("An analysis of transformations", 1964): by the likelihood of the
// values, so that the logarithm of the scale counts too.
func Calibrate(d *dataset.Data, f []float64, k int) *Noise {
	best, bestLength := Noise{}, math.Inf(1)
	room := scratch.Take(d.Points())
	defer room.Give()
	residuals := room.Values
	points := float64(d.Points())
	for i, n := range offsetsOf(d) {
		n.noise.Residuals(residuals, d.Y, f)
		sum := 0.0
		for _, r := range residuals {
			sum += min(math.Abs(r), 1e300)
		}
		length := points*math.Log(max(sum/points, dataset.NoiseFloor)) + n.logs
		if i > 0 {
			length += 3 // purely relative noise is what measurements have
		}
		if length < bestLength {
			best, bestLength = *n.noise, length
			best.Sigma = max(robust.Scale(residuals, k), dataset.NoiseFloor)
		}
	}
	return &best
}

// scaledNoise is a noise and the sum of the logarithms of its scale at the measured
// values: what turns the density of residuals into one of values.
type scaledNoise struct {
	noise *Noise
	logs  float64
}

// offsetsKey is the key under which data keep the offsets that Calibrate compares.
type offsetsKey struct{}

// offsetsOf are the noises that Calibrate compares: without an offset, and with
// quantiles of the values.
func offsetsOf(d *dataset.Data) []scaledNoise {
	return d.Memo(offsetsKey{}, func() any { //nolint:forcetypeassert // this function alone knows the key
		offsets := []float64{0}
		if d.Relative() && d.Points() >= 20 {
			sizes := slices.Clone(d.Y)
			slices.Sort(sizes)
			for _, q := range []float64{0.05, 0.2, 0.5, 0.9} {
				offsets = append(offsets, robust.Quantile(sizes, q))
			}
			offsets = append(offsets, 10*sizes[len(sizes)-1])
		}
		all := make([]scaledNoise, len(offsets))
		for i, offset := range offsets {
			n := scaledNoise{noise: NewNoise(d, offset)}
			for _, y := range d.Y {
				n.logs += math.Log(n.noise.Scale(y))
			}
			all[i] = n
		}
		return all
	}).([]scaledNoise)
}
