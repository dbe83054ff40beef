package measure

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// MaxVaried is the most launches that one launch configuration may stand for.
const MaxVaried = 1000

// starts is how many values of a range are launched at first where no values
// are listed.
const starts = 5

// vary makes a launch of each combination of a configuration's values: {name}
// in the command and the environment is replaced by the value.
func vary(l Launch) []Launch {
	all := []map[string]string{nil}
	for _, name := range slices.Sorted(maps.Keys(l.Vary)) {
		var next []map[string]string
		for _, each := range all {
			for _, value := range First(l.Vary[name]) {
				with := map[string]string{name: value}
				maps.Copy(with, each)
				next = append(next, with)
			}
		}
		all = next
	}
	launches := make([]Launch, len(all))
	for i, values := range all {
		launches[i] = l.given(values)
	}
	return launches
}

// Uses reports whether the command or the environment contains {name}.
func (l Launch) Uses(name string) bool {
	inside := func(text string) bool { return strings.Contains(text, "{"+name+"}") }
	return slices.ContainsFunc(l.Command, inside) || slices.ContainsFunc(slices.Collect(maps.Values(l.Env)), inside)
}

// given is the launch with a value for each name.
func (l Launch) given(values map[string]string) Launch {
	l.values = values
	command, env := slices.Clone(l.Command), maps.Clone(l.Env)
	for _, name := range slices.Sorted(maps.Keys(values)) {
		replace := strings.NewReplacer("{"+name+"}", values[name]).Replace
		l.Name += ", " + name + " = " + values[name]
		for i, word := range command {
			command[i] = replace(word)
		}
		for key, text := range env {
			env[key] = replace(text)
		}
	}
	l.Command, l.Env = command, env
	return l
}

// valueRange is from where to where a value may be chosen to answer the judge.
type valueRange struct {
	Low, High float64
	whole     bool // only whole numbers
}

// parseRange reads a range such as 10..5000. It is false for every other text,
// and an error for what was meant as a range.
func parseRange(text string) (r valueRange, ok bool, err error) {
	low, high, found := strings.Cut(text, "..")
	var errLow, errHigh error
	r.Low, errLow = strconv.ParseFloat(low, 64)
	r.High, errHigh = strconv.ParseFloat(high, 64)
	isLow, isHigh := errLow == nil, errHigh == nil
	switch {
	case !found, !isLow && !isHigh: // such as ../data
		return valueRange{}, false, nil
	case !isLow || !isHigh || math.IsNaN(r.Low+r.High) || math.IsInf(r.Low, 0) || math.IsInf(r.High, 0):
		return valueRange{}, false, fmt.Errorf("%q is no range; write two numbers such as 10..5000", text)
	case r.Low >= r.High:
		return valueRange{}, false, fmt.Errorf("the range %q ends before it begins", text)
	}
	r.whole = isWhole(low) && isWhole(high)
	return r, true, nil
}

// CheckVaried says what is wrong with the values of a name: of a range there may
// be one, and all else must then be numbers.
func CheckVaried(values []string) error {
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

// rangeOf is the range among values.
func rangeOf(values []string) (valueRange, bool) {
	for _, value := range values {
		if r, ok, _ := parseRange(value); ok {
			return r, true
		}
	}
	return valueRange{}, false
}

// First are the values that are launched without having been asked for: those
// that are listed or, of a range alone, a few spread evenly over the logarithm.
func First(values []string) []string {
	r, ok := rangeOf(values)
	if !ok {
		return values
	}
	listed := slices.DeleteFunc(slices.Clone(values), func(value string) bool { _, ranges, _ := parseRange(value); return ranges })
	if len(listed) > 0 {
		return listed
	}
	low, high := size(r.Low), size(r.High)
	for i := range starts {
		listed = append(listed, r.text(unsize(low+(high-low)*float64(i)/(starts-1))))
	}
	return slices.Compact(listed)
}

// Unasked is the range from which no value is launched unless the judge asks for
// one; empty: there is none.
func Unasked(values []string) string {
	for _, value := range values {
		if _, ok, _ := parseRange(value); ok && len(values) > 1 {
			return value
		}
	}
	return ""
}

// text is a value in the range, near to x, in few digits.
func (r valueRange) text(x float64) string {
	short, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64)
	if r.whole {
		short = math.Round(short)
	}
	return strconv.FormatFloat(min(max(short, r.Low), r.High), 'f', -1, 64)
}

// size is a logarithm that knows zero and negative numbers: below 1 the number
// itself.
func size(x float64) float64 {
	if math.Abs(x) <= 1 {
		return x
	}
	return math.Copysign(1+math.Log(math.Abs(x)), x)
}

// unsize is the number of a size.
func unsize(s float64) float64 {
	if math.Abs(s) <= 1 {
		return s
	}
	return math.Copysign(math.Exp(math.Abs(s)-1), s)
}
