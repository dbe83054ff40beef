package stoex

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// Random is a source of random numbers: the same seed gives the same values.
type Random struct{ *rand.Rand }

// NewRandom starts a source.
func NewRandom(seed uint64) *Random { return &Random{rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))} }

// sample draws from a probability function.
func (r *Random) sample(f *PMF) (Val, error) {
	total := 0.0
	for _, s := range f.Samples {
		total += s.Probability
	}
	if total <= 0 {
		return Val{}, fmt.Errorf("no sample of this %s has a probability above 0", f.Kind)
	}
	u := r.Float64() * total
	below := 0.0
	for i, s := range f.Samples {
		if u < s.Probability || i == len(f.Samples)-1 {
			if f.Kind != DoublePDF {
				return sampleVal(f.Kind, s), nil
			}
			if numeric(s) < 0 {
				return Val{}, fmt.Errorf("a DoublePDF with a negative value ends the simulation")
			}
			share := 1.0
			if s.Probability > 0 {
				share = min(1, u/s.Probability)
			}
			return DoubleValue(below + float64(share*(numeric(s)-below))), nil
		}
		u -= s.Probability
		below = numeric(s)
	}
	return Val{}, fmt.Errorf("this %s has no samples", f.Kind)
}

func sampleVal(kind PMFKind, s Sample) Val {
	switch v := s.Value.(type) {
	case *Text:
		return TextValue(v.Value)
	case *Bool:
		return BoolValue(v.Value)
	}
	if kind == IntPMF {
		return IntValue(int32(numeric(s)))
	}
	return DoubleValue(numeric(s))
}

func (r *Random) draw(name string, a []float64) Val {
	switch name {
	case "Norm":
		return DoubleValue(a[0] + float64(a[1]*r.normal()))
	case "Exp":
		return DoubleValue(-log(1-r.Float64()) / a[0])
	case "Pois":
		return IntValue(toInt(r.poisson(a[0])))
	case "UniDouble":
		return DoubleValue(a[0] + float64((a[1]-a[0])*r.Float64()))
	case "UniInt":
		return IntValue(int32(a[0]) + int32(r.Int64N(int64(a[1])-int64(a[0])+1)))
	case "Lognorm":
		return DoubleValue(exp(a[0] + float64(a[1]*r.normal())))
	case "LognormMoments":
		mu, sigma := lognormFromMoments(a[0], a[1])
		return DoubleValue(exp(mu + float64(sigma*r.normal())))
	case "Gamma":
		return DoubleValue(a[1] * r.gamma(a[0]))
	default: // GammaMoments
		alpha, theta := gammaFromMoments(a[0], a[1])
		return DoubleValue(theta * r.gamma(alpha))
	}
}

// lognormFromMoments turns mean and standard deviation into the parameters of the underlying normal distribution.
func lognormFromMoments(mean, deviation float64) (mu, sigma float64) {
	ratio := deviation * deviation / (mean * mean)
	v := log(1 + ratio)
	if ratio < 1e-5 {
		v = ratio - float64(ratio*ratio)/2
	}
	return log(mean) - v/2, math.Sqrt(v)
}

func gammaFromMoments(mean, variation float64) (alpha, theta float64) {
	alpha = 1 / (variation * variation)
	return alpha, mean / alpha
}

func expected(name string, a []float64) float64 {
	switch name {
	case "Norm", "Pois", "LognormMoments", "GammaMoments":
		return a[0]
	case "Exp":
		return 1 / a[0]
	case "UniDouble", "UniInt":
		return (a[0] + a[1]) / 2
	case "Lognorm":
		return exp(a[0] + a[1]*a[1]/2)
	default: // Gamma
		return a[0] * a[1]
	}
}

func distribution(name string, args []Val) ([]float64, error) {
	a := make([]float64, len(args))
	for i, v := range args {
		x, ok := v.Float()
		if !ok || math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, fmt.Errorf("%s needs numbers, this is %s", name, v)
		}
		a[i] = x
	}
	bad := ""
	switch name {
	case "Norm":
		if a[1] < 0 {
			bad = "a standard deviation that is not negative"
		}
	case "Exp":
		if a[0] <= 0 {
			bad = "a rate above 0"
		}
	case "Pois":
		if a[0] < 0 {
			bad = "a mean that is not negative"
		}
	case "UniDouble":
		if a[0] > a[1] {
			bad = "a lower limit that is not above the upper one"
		}
	case "UniInt":
		_, okA := args[0].Int()
		_, okB := args[1].Int()
		if !okA || !okB || a[0] > a[1] {
			bad = "two whole numbers, the smaller one first"
		}
	case "Lognorm":
		if a[1] <= 0 {
			bad = "a sigma above 0"
		}
	default:
		if a[0] <= 0 || a[1] <= 0 {
			bad = "two numbers above 0"
		}
	}
	if bad != "" {
		return nil, fmt.Errorf("%s needs %s", name, bad)
	}
	return a, nil
}
