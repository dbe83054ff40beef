// Package ranges are the values that a name of a launch, or of a request, takes: a list, or a range such as 10..5000
// that is spread evenly over the logarithm, as sizes are.
package ranges

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// Range is from where to where a value may be chosen to answer the judge.
type Range struct {
	Low, High float64 // both ends may be chosen, too
	whole     bool    // only whole numbers
}

// parseRange reads a range such as 10..5000.
func parseRange(text string) (r Range, ok bool, err error) {
	low, high, found := strings.Cut(text, "..")
	var errLow, errHigh error
	r.Low, errLow = strconv.ParseFloat(low, 64)
	r.High, errHigh = strconv.ParseFloat(high, 64)
	isLow, isHigh := errLow == nil, errHigh == nil
	switch {
	case !found, !isLow && !isHigh: // such as ../data
		return Range{}, false, nil
	case !isLow || !isHigh || math.IsNaN(r.Low+r.High) || math.IsInf(r.Low, 0) || math.IsInf(r.High, 0):
		return Range{}, false, fmt.Errorf("%q is no range; write two numbers such as 10..5000", text)
	case r.Low >= r.High:
		return Range{}, false, fmt.Errorf("the range %q ends before it begins", text)
	}
	r.whole = isWhole(low) && isWhole(high)
	return r, true, nil
}

// Check says what is wrong with the values of a name: of a range there may be one, and all else must then be numbers.
func Check(values []string) error {
	ranges, word := 0, ""
	for _, value := range values {
		_, ok, err := parseRange(value)
		if err != nil {
			return err
		}
		if ok {
			ranges++
		} else if _, err := strconv.ParseFloat(value, 64); err != nil {
			word = value
		}
	}
	switch {
	case ranges > 1:
		return errors.New("there may be one range only")
	case ranges == 1 && word != "":
		return fmt.Errorf("%q is no number, but a range is among the values", word)
	}
	return nil
}

func isWhole(text string) bool {
	_, err := strconv.ParseInt(text, 10, 64)
	return err == nil
}

// Of is the range among values.
func Of(values []string) (Range, bool) {
	for _, value := range values {
		if r, ok, _ := parseRange(value); ok {
			return r, true
		}
	}
	return Range{}, false
}

// starts is how many values of a range are launched at first where no values are listed.
const starts = 5

// First are the values that are launched without having been asked for.
func First(values []string) []string {
	r, ok := Of(values)
	if !ok {
		return values
	}
	listed := slices.DeleteFunc(slices.Clone(values), func(value string) bool { _, ranges, _ := parseRange(value); return ranges })
	if len(listed) > 0 {
		return listed
	}
	low, high := SignedLog(r.Low), SignedLog(r.High)
	for i := range starts {
		listed = append(listed, r.Text(SignedExp(low+(high-low)*float64(i)/(starts-1))))
	}
	return slices.Compact(listed)
}

// Text is a value in the range, near to x, in few digits.
func (r Range) Text(x float64) string {
	short, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64)
	if r.whole {
		short = math.Round(short)
	}
	return strconv.FormatFloat(min(max(short, r.Low), r.High), 'f', -1, 64)
}

// Draw is one of the values: of a range any, even over the logarithm, else one of the list.
func Draw(values []string, random *rand.Rand) string {
	r, ok := Of(values)
	if !ok {
		return values[random.IntN(len(values))]
	}
	low, high := SignedLog(r.Low), SignedLog(r.High)
	return r.Text(SignedExp(low + (high-low)*random.Float64()))
}

// SignedLog is a logarithm that knows zero and negative numbers: below 1 the number itself.
func SignedLog(x float64) float64 {
	if math.Abs(x) <= 1 {
		return x
	}
	return math.Copysign(1+math.Log(math.Abs(x)), x)
}

// SignedExp is the number of a SignedLog.
func SignedExp(s float64) float64 {
	if math.Abs(s) <= 1 {
		return s
	}
	return math.Copysign(math.Exp(math.Abs(s)-1), s)
}
