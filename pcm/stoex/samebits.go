package stoex

import "math"

// What is drawn is the same on every machine, to the last bit.

// ln2 in two parts: the first one has so few digits that its products with the exponents of numbers are exact.
const (
	ln2High = 6.93147180369123816490e-01
	ln2Low  = 1.90821492927058770002e-10
)

// exp is e to the power x, within two units of the last place: 2^k times the Taylor series of what is left.
func exp(x float64) float64 {
	switch {
	case math.IsNaN(x), math.IsInf(x, 1):
		return x
	case x > 709.782712893384:
		return math.Inf(1)
	case x < -745.2:
		return 0
	}
	k := math.Round(x / math.Ln2)
	r := (x - float64(k*ln2High)) - float64(k*ln2Low)
	sum := 1.0
	for n := 14.0; n >= 1; n-- {
		sum = 1 + float64(r*sum)/n
	}
	return math.Ldexp(sum, int(k))
}

// log is the natural logarithm, within two units of the last place: of x = m 2^k it is k ln 2 + 2
// artanh((m-1)/(m+1)), by its series.
func log(x float64) float64 {
	switch {
	case math.IsNaN(x), math.IsInf(x, 1):
		return x
	case x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	}
	m, k := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, k = 2*m, k-1
	}
	s := (m - 1) / (m + 1)
	square, sum := float64(s*s), 0.0
	for n := 23.0; n >= 3; n -= 2 {
		sum = float64(square * (1/n + sum))
	}
	rest := float64(2*s) + float64(2*s*sum)
	return float64(float64(k)*ln2High) + (rest + float64(float64(k)*ln2Low))
}

// power is a to the power b: math.Pow, which multiplies only, for whole b.
func power(a, b float64) float64 {
	whole, rest := math.Modf(b)
	if rest == 0 || !(a > 0) || math.IsInf(a, 0) || math.IsInf(b, 0) || math.IsNaN(b) || math.Abs(b) > 1000 {
		return math.Pow(a, b)
	}
	if rest == 0.5 || rest == -0.5 {
		root := math.Sqrt(a)
		if rest < 0 {
			root = 1 / root
		}
		return math.Pow(a, whole) * root
	}
	return math.Pow(a, whole) * exp(float64(rest*log(a)))
}

// normal is a draw of the standard normal distribution (Marsaglia's polar method, 1964; of the two that it gives one
// is taken, so that there is no state).
func (r *Random) normal() float64 {
	for {
		x, y := float64(2*r.Float64())-1, float64(2*r.Float64())-1
		if s := float64(x*x) + float64(y*y); s > 0 && s < 1 {
			return x * math.Sqrt(-2*log(s)/s)
		}
	}
}

// gamma is a draw of the gamma distribution with scale 1 (Marsaglia and Tsang, "A simple method for generating gamma
// variables", 2000).
func (r *Random) gamma(shape float64) float64 {
	boost := 1.0
	if shape < 1 {
		boost = exp(log(1-r.Float64()) / shape)
		shape++
	}
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := r.normal()
		v := 1 + float64(c*x)
		if v <= 0 {
			continue
		}
		v = v * v * v
		square := float64(x * x)
		if log(1-r.Float64()) < square/2+float64(d*(1-v+log(v))) {
			return d * v * boost
		}
	}
}

// poisson is a draw of the Poisson distribution: by multiplying for small means (Knuth), else by transformed
// rejection (Hörmann, "The transformed rejection method for generating Poisson random variables", 1993, algorithm
// PTRS).
func (r *Random) poisson(mean float64) float64 {
	if mean < 10 {
		limit, product, k := exp(-mean), r.Float64(), 0.0
		for product > limit {
			product *= r.Float64()
			k++
		}
		return k
	}
	b := 0.931 + float64(2.53*math.Sqrt(mean))
	a := -0.059 + float64(0.02483*b)
	inverse := 1.1239 + 1.1328/(b-3.4)
	most := 0.9277 - 3.6224/(b-2)
	for {
		u, v := r.Float64()-0.5, r.Float64()
		us := 0.5 - math.Abs(u)
		k := math.Floor(float64((float64(2*a)/us+b)*u) + mean + 0.43)
		if us >= 0.07 && v <= most {
			return k
		}
		if k < 0 || us < 0.013 && v > us {
			continue
		}
		if log(v*inverse/(a/float64(us*us)+b)) <= float64(k*log(mean))-mean-logFactorial(k) {
			return k
		}
	}
}

// logFactorial is ln k!: by Stirling's series, from 10 on right to 12 digits.
func logFactorial(k float64) float64 {
	if k < 10 {
		product := 1.0
		for ; k > 1; k-- {
			product *= k
		}
		return log(product)
	}
	const halfLog2Pi = 0.91893853320467274178
	n := k + 1
	inverse := 1 / float64(n*n)
	tail := (1.0/12 - float64(inverse*(1.0/360-float64(inverse*(1.0/1260))))) / n
	return float64((n-0.5)*log(n)) - n + halfLog2Pi + tail
}
