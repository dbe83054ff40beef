package selection

import (
	"math"

	"beagle/statistics/dataset"
	"beagle/statistics/regression"
)

// commonNoise is the noise by which several models are compared: scaled by the
// reference's predictions, with the spread of the model that speaks for least,
// and never less than the replicates show. Those that are nil are out of the race.
func commonNoise(d *dataset.Data, models []*appraisal, reference int) *regression.Noise {
	best := models[reference]
	noise := best.noise(d)
	least := math.Inf(1)
	for _, m := range models {
		if m != nil {
			least = min(least, expectedSpread(m.under(d, &noise).spread, d.Points()-m.constants))
		}
	}
	if !math.IsInf(least, 1) { // else no model leaves enough over to tell
		noise.Sigma = least
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

// expectedSpread is the standard deviation to expect of noise, given what a model with so many degrees of freedom leaves
// over: the root of the posterior mean of the variance under Jeffreys' prior, spread^2 * free / (free - 2) (Gelman et al.,
// "Bayesian Data Analysis", section 3.2). With two or fewer there is none: of many such models one meets all points by
// chance, and says nothing of the noise.
func expectedSpread(spread float64, free int) float64 {
	const lost = 2 // degrees of freedom, by the mean of the inverse chi-squared distribution
	if free <= lost {
		return math.Inf(1)
	}
	return spread * math.Sqrt(float64(free)/float64(free-lost))
}
