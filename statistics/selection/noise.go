package selection

import (
	"math"

	"beagle/statistics/dataset"
	"beagle/statistics/regression"
)

// noiseOf is the noise that the best expression speaks for, and never less than the replicates show.
func noiseOf(d *dataset.Data, best *appraisal) *regression.Noise {
	noise := regression.Calibrate(d, best.values, best.constants)
	if more := expected(d, best.constants); !math.IsInf(more, 1) {
		noise.Sigma *= math.Sqrt(more)
	}
	if replicates(d) > 0 {
		noise.Sigma = max(noise.Sigma, noise.OfEqualInputs(d))
	}
	noise.Sigma = max(noise.Sigma, dataset.NoiseFloor)
	return noise
}
