package selection

import (
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
)

// commonNoise is the noise by which several models are compared: scaled by the
// reference's predictions, with the spread of the model that leaves least over,
// and never less than the replicates show. Those that are nil are out of the race.
func commonNoise(d *dataset.Data, models []*appraisal, reference int) *regression.Noise {
	best := models[reference]
	noise := best.noise(d)
	for _, m := range models {
		if m != nil {
			noise.Sigma = min(noise.Sigma, m.under(d, &noise).spread)
		}
	}
	if d.Noisy && d.NoiseFreedom >= 5 {
		relative := noise.Relative(best.values)
		noise.Sigma = max(noise.Sigma, d.Noise/relative)
		if d.Noise > 100*dataset.NoiseFloor {
			noise.Sigma = max(noise.Sigma, regression.Bias/relative)
			noise.Slack = regression.Systematic / relative
		}
	}
	noise.Sigma = max(noise.Sigma, dataset.NoiseFloor)
	return &noise
}
