package regression

import (
	"math"

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
	for _, law := range Laws(d) {
		law.noise.Residuals(residuals, d.Y, f)
		sum := 0.0
		for _, r := range residuals {
			sum += min(math.Abs(r), 1e300)
		}
		length := points*math.Log(max(sum/points, dataset.NoiseFloor)) + law.logs
		if length < bestLength {
			best, bestLength = *law.noise, length
			best.Sigma = max(robust.Scale(residuals, k), dataset.NoiseFloor)
		}
	}
	return &best
}
