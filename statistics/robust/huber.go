package robust

import "math"

// HuberLimit is where Huber's loss ("Robust estimation of a location parameter",
// 1964) turns from quadratic to linear, in units of the noise: an outlier is seen
// but does not rule.
const HuberLimit = 1.5

// HuberWeight is the weight, from 0 to 1, that makes least squares minimise Huber's loss of a
// residual r in units of the noise: 1 up to HuberLimit, then falling with 1/|r|.
func HuberWeight(r float64) float64 {
	if r = math.Abs(r); r > HuberLimit {
		return HuberLimit / r
	}
	return 1
}

// Loss is Huber's loss, in nats, of a residual in units of the noise. Beyond far it grows with the
// logarithm only, as that of heavy-tailed distributions does; unlike Huber's it so bounds what one
// outlier can cost. far is in units of the noise too, and larger than HuberLimit; loss and slope
// are continuous there.
//
// It is the negative logarithm of the density up to a constant: r^2/2 is a normal distribution's, a
// linear loss the exponential tails of Huber's least favourable one.
func Loss(r, far float64) float64 {
	r = math.Abs(r)
	switch {
	case r > far:
		return HuberLimit*(far-HuberLimit/2) + HuberLimit*far/2*math.Log(r/far)
	case r > HuberLimit:
		return HuberLimit * (r - HuberLimit/2)
	}
	return r * r / 2
}

// LossWeight is the weight that makes least squares minimise Loss with the same far; see
// HuberWeight.
func LossWeight(r, far float64) float64 {
	if r = math.Abs(r); r > far {
		return HuberLimit * far / 2 / (r * r)
	}
	return HuberWeight(r)
}
