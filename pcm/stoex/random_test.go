package stoex

import (
	"math"
	"testing"
)

const draws = 200_000

// The references are those of SciPy 1.17.1 (scipy.stats: norm, expon, uniform,
// lognorm, gamma, poisson, randint), for the parameters in the order in which the
// simulator takes them: its own moments for one set of each are in the model
// input_functions that it simulated. These are all distributions that it knows.

// Of so many draws, as many lie below each quantile as should.
func TestContinuousDistributionsHaveTheirMomentsAndQuantiles(t *testing.T) {
	shares := []float64{0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99}
	for _, c := range []struct {
		text            string
		mean, deviation float64
		quantiles       []float64
	}{
		{"Norm(4.0, 0.5)", 4, 0.5, []float64{2.836826063, 3.359224217, 3.662755125, 4, 4.337244875, 4.640775783, 5.163173937}},
		{"Norm(-1.0, 2.0)", -1, 2, []float64{-5.652695748, -3.563103131, -2.3489795, -1, 0.3489795004, 1.563103131, 3.652695748}},
		{"Exp(5.0)", 0.2, 0.2, []float64{0.002010067171, 0.02107210313, 0.05753641449, 0.1386294361, 0.2772588722, 0.4605170186, 0.9210340372}},
		{"UniDouble(1.0, 3.0)", 2, 0.5773502692, []float64{1.02, 1.2, 1.5, 2, 2.5, 2.8, 2.98}},
		{"Lognorm(0.0, 0.5)", 1.133148453, 0.6039005332, []float64{0.3124927728, 0.5268835183, 0.7137340428, 1, 1.401082112, 1.897952707, 3.200074008}},
		{"Lognorm(1.5, 1.2)", 9.207330866, 16.52374958, []float64{0.2748259066, 0.9628459213, 1.994936659, 4.48168907, 10.06825798, 20.86059304, 73.08458353}},
		{"LognormMoments(2.0, 0.5)", 2, 0.5, []float64{1.094217965, 1.415227613, 1.6433906, 1.940285, 2.290816244, 2.660141625, 3.440544757}},
		{"LognormMoments(3.0, 6.0)", 3, 6, []float64{0.07013061198, 0.2639674633, 0.5701881933, 1.341640786, 3.156852459, 6.819022229, 25.66639516}},
		{"Gamma(2.0, 3.0)", 6, 4.242640687, []float64{0.4456642208, 1.595434825, 2.883836289, 5.03504097, 8.077903587, 11.66916051, 19.9150562}},
		{"Gamma(0.4, 2.0)", 0.8, 1.264911064, []float64{1.483078792e-05, 0.004697754482, 0.04712989287, 0.2901562833, 1.009612229, 2.259685651, 6.000193489}},
		{"GammaMoments(2.0, 0.5)", 2, 1, []float64{0.4116243432, 0.8723847814, 1.267660106, 1.836030374, 2.554713743, 3.340391534, 5.022558757}},
		{"GammaMoments(5.0, 1.6)", 5, 8, []float64{7.160063523e-05, 0.02603455387, 0.2756417979, 1.763719045, 6.269895912, 14.18177035, 37.99612093}},
		{"DoublePDF[(1.0;0.0)(2.0;0.5)(6.0;0.5)]", 2.75, 1.506928442, []float64{1.02, 1.2, 1.5, 2, 4, 5.2, 5.92}},
		{"2.0 * Norm(4.0, 0.5)", 8, 1, []float64{5.673652126, 6.718448434, 7.32551025, 8, 8.67448975, 9.281551566, 10.32634787}},
		{"Norm(4.0, 0.5) + Norm(-4.0, 0.5)", 0, 0.7071067812, []float64{-1.644976357, -0.9061938024, -0.476936276, 0, 0.476936276, 0.9061938024, 1.644976357}}, // two draws
	} {
		x := mustParse(t, c.text)
		random := NewRandom(11)
		below := make([]float64, len(shares))
		sum, squares := 0.0, 0.0
		for range draws {
			v, err := Eval(x, nil, random)
			if err != nil {
				t.Fatal(c.text, err)
			}
			d := v.float()
			sum, squares = sum+d, squares+d*d
			for i, q := range c.quantiles {
				if d < q {
					below[i]++
				}
			}
		}
		checkMoments(t, c.text, sum, squares, c.mean, c.deviation)
		for i, p := range shares {
			checkShare(t, c.text, below[i]/draws, p)
		}
	}
}

func TestDiscreteDistributionsHaveTheirMomentsAndShares(t *testing.T) {
	for _, c := range []struct {
		text            string
		mean, deviation float64
		from, step      int
		upTo            []float64 // shares up to from, from+step, ...
	}{
		{"Pois(3.0)", 3, 1.732050808, 0, 1, []float64{0.04978706837, 0.1991482735, 0.4231900811, 0.6472318888, 0.8152632445, 0.916082058, 0.9664914647, 0.9880954961, 0.9961970079}},
		{"Pois(0.2)", 0.2, 0.4472135955, 0, 1, []float64{0.8187307531, 0.9824769037, 0.9988515188}},
		{"Pois(40.0)", 40, 6.32455532, 28, 4, []float64{0.02937957893, 0.1153035849, 0.2963460408, 0.5419181784, 0.7656849472, 0.9075311614, 0.9719427746}},
		{"UniInt(1, 6)", 3.5, 1.707825128, 1, 1, []float64{0.1666666667, 0.3333333333, 0.5, 0.6666666667, 0.8333333333, 1}},
		{"UniInt(-2, 1)", -0.5, 1.118033989, -2, 1, []float64{0.25, 0.5, 0.75, 1}},
		{"IntPMF[(-1;0.3)(4;0.2)(2;0.5)]", 1.5, 1.802775638, -1, 1, []float64{0.3, 0.3, 0.3, 0.8, 0.8, 1}},
		{"DoublePMF[(-1.0;0.3)(4.0;0.2)(2.0;0.5)]", 1.5, 1.802775638, -1, 1, []float64{0.3, 0.3, 0.3, 0.8, 0.8, 1}},
		{"BoolPMF[(true;0.3)(false;0.7)] ? 1 : 0", 0.3, 0.4582575695, 0, 1, []float64{0.7, 1}}, // Bernoulli
		{`EnumPMF[("A";0.3)("B";0.7)] == "A" ? 1 : 0`, 0.3, 0.4582575695, 0, 1, []float64{0.7, 1}},
	} {
		x := mustParse(t, c.text)
		random := NewRandom(12)
		counts := make([]float64, len(c.upTo))
		sum, squares := 0.0, 0.0
		for range draws {
			v, err := Eval(x, nil, random)
			if err != nil {
				t.Fatal(c.text, err)
			}
			d := v.float()
			sum, squares = sum+d, squares+d*d
			for i := range counts {
				if d <= float64(c.from+i*c.step) {
					counts[i]++
				}
			}
		}
		checkMoments(t, c.text, sum, squares, c.mean, c.deviation)
		for i, p := range c.upTo {
			checkShare(t, c.text, counts[i]/draws, p)
		}
	}
}

// What the exact mean says and what is drawn are the same distribution.
func checkMoments(t *testing.T, text string, sum, squares, mean, deviation float64) {
	t.Helper()
	got := sum / draws
	if off := math.Abs(got - mean); off > 4*deviation/math.Sqrt(draws) {
		t.Errorf("%s: mean %v, want %v", text, got, mean)
	}
	// The variance of heavy tails is known badly: quantiles say the rest.
	if s := math.Sqrt(max(0, squares/draws-got*got)); math.Abs(s-deviation) > 0.06*deviation {
		t.Errorf("%s: standard deviation %v, want %v", text, s, deviation)
	}
	if exact, err := ExactMean(mustParse(t, text), nil); err != nil || math.Abs(exact-mean) > 1e-8*(1+math.Abs(mean)) {
		t.Errorf("%s: exactly %v (%v), want %v", text, exact, err, mean)
	}
}

// checkShare allows what four standard deviations of a share are.
func checkShare(t *testing.T, text string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 4*math.Sqrt(want*(1-want)/draws)+1e-12 {
		t.Errorf("%s: %v lie below, want %v", text, got, want)
	}
}

func mustParse(t *testing.T, text string) Expr {
	t.Helper()
	x, err := Parse(text)
	if err != nil {
		t.Fatal(text, err)
	}
	return x
}
