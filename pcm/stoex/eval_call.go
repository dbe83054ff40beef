package stoex

import (
	"fmt"
	"math"
)

func call(name string, args []Val, random *Random) (Val, error) {
	f, ok := library[name]
	switch {
	case !ok:
		return Val{}, fmt.Errorf("no simulator knows the function %s", name)
	case len(args) != f.args:
		return Val{}, fmt.Errorf("%s takes %d arguments (%s), here are %d", name, f.args, f.about, len(args))
	case f.random:
		a, err := distribution(name, args)
		if err != nil {
			return Val{}, err
		}
		if random == nil {
			return Val{}, errRandom
		}
		return random.draw(name, a), nil
	}
	for _, v := range args {
		if !v.number() {
			return v, fmt.Errorf("%s needs numbers, this is %s", name, v)
		}
	}
	x := args[0].float()
	switch name {
	case "Trunc": // rounds down, also below zero
		return wholeOf(args[0], math.Floor(x)), nil
	case "Ceil":
		return wholeOf(args[0], math.Ceil(x)), nil
	case "Round": // Math.round: halves go up
		floor := math.Floor(x)
		if x-floor >= 0.5 {
			floor++
		}
		return wholeOf(args[0], floor), nil
	case "Sqrt":
		return DoubleValue(math.Sqrt(x)), nil
	case "Log":
		y := args[1].float()
		if x <= 0 || x == 1 || y <= 0 {
			return Val{}, fmt.Errorf("the logarithm needs a base above 0 other than 1 and a value above 0, not %s and %s", args[0], args[1])
		}
		return DoubleValue(log(y) / log(x)), nil
	case "Min", "Max":
		return minMax(name, args[0], args[1])
	default:
		return deviation(name, args)
	}
}

// wholeOf is the value of a rounding function: whole numbers stay as they are.
func wholeOf(v Val, rounded float64) Val {
	if v.kind == valInt {
		return v
	}
	return IntValue(toInt(rounded))
}

func toInt(x float64) int32 {
	switch {
	case math.IsNaN(x):
		return 0
	case x >= math.MaxInt32:
		return math.MaxInt32
	case x <= math.MinInt32:
		return math.MinInt32
	default:
		return int32(x)
	}
}

// minMax is Min or Max of two numbers of one type. Palladio's simulators end at two types, so this is an error too.
func minMax(name string, a, b Val) (Val, error) {
	if a.kind != b.kind {
		return Val{}, fmt.Errorf("%s of a whole number and another ends the simulation: %s and %s", name, a, b)
	}
	if (a.float() < b.float()) == (name == "Min") {
		return a, nil
	}
	return b, nil
}

// deviation is a value and what it may deviate by, the larger of an absolute and a relative deviation.
func deviation(name string, args []Val) (Val, error) {
	value, absolute, relative := args[0], args[1], args[2]
	if absolute.kind != valDouble || relative.kind != valDouble {
		return Val{}, fmt.Errorf("%s needs deviations that are no whole numbers: write 2.0", name)
	}
	by := math.Max(absolute.d, value.float()*relative.d)
	result := math.Ceil(value.float() + by)
	if name == "MinDeviation" {
		result = math.Floor(value.float() - by)
	}
	if value.kind == valInt {
		return IntValue(toInt(result)), nil
	}
	return DoubleValue(result), nil
}
