// Package quantity writes numbers, times and shares as people read them. Three significant digits are the rule, since
// nothing that is measured here has more.
package quantity

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// None is shown where there is no value.
const None = "–"

// Count writes a whole number with thousands separated: 12,345.
func Count(n int64) string {
	digits := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	return sign + b.String()
}

// Plural is "1 launch", "2 launches".
func Plural[N ~int | ~int64 | ~uint64](n N, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Count(int64(n)) + " " + many
}

// Short writes a number in at most about six cells: 1.84k, 12.3M, 0.0041.
func Short(x float64) string {
	switch a := math.Abs(x); {
	case math.IsNaN(x):
		return None
	case math.IsInf(x, 0):
		return "∞"
	case a == 0:
		return "0"
	case a >= 1e15 || a < 1e-3:
		return strings.Replace(strconv.FormatFloat(x, 'e', 1, 64), "e-0", "e-", 1)
	case a >= 1e12:
		return digits(x/1e12) + "T"
	case a >= 1e9:
		return digits(x/1e9) + "G"
	case a >= 1e6:
		return digits(x/1e6) + "M"
	case a >= 1e4:
		return digits(x/1e3) + "k"
	default:
		return digits(x)
	}
}

func digits(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1e5 {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	places := max(0, min(6, 2-int(math.Floor(math.Log10(math.Abs(x))))))
	s := strconv.FormatFloat(x, 'f', places, 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// Seconds writes a time in the unit that reads best: 12.3 ms.
func Seconds(s float64) string {
	a := math.Abs(s)
	switch {
	case math.IsNaN(s) || math.IsInf(s, 0):
		return Short(s)
	case a == 0:
		return "0 s"
	case a < 1e-6:
		return digits(s*1e9) + " ns"
	case a < 1e-3:
		return digits(s*1e6) + " µs"
	case a < 1:
		return digits(s*1e3) + " ms"
	default:
		return Short(s) + " s"
	}
}

// Percent writes a share: 4.1 %, 62 %; from 100 times on as so many times.
func Percent(share float64) string {
	p := share * 100
	switch {
	case math.IsNaN(p) || p < 0:
		return None
	case math.IsInf(p, 0):
		return "∞ %"
	case p == 0:
		return "0 %"
	case p < 0.1:
		return "<0.1 %"
	case p < 9.95:
		return strconv.FormatFloat(p, 'f', 1, 64) + " %"
	case p < 1e4:
		return strconv.FormatFloat(math.Round(p), 'f', 0, 64) + " %"
	case share < 1e6:
		return Count(int64(share)) + " times"
	default:
		return "over a million times"
	}
}

// Signed writes a difference as a share, with its sign where it has one to speak of: +4.1 %, -62 %, <0.1 %.
func Signed(share float64) string {
	switch said := Percent(math.Abs(share)); {
	case math.Abs(share) < 0.001, share >= 1e6: // as words it needs no sign
		return said
	case share > 0:
		return "+" + said
	case share < 0:
		return "-" + said
	default:
		return said
	}
}

// ParseSpan reads a time span as people write it.
func ParseSpan(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil {
		return 0, err
	}
	last := math.Inf(1)
	for unit := range strings.FieldsFuncSeq(text, func(r rune) bool { return r < 'A' }) {
		one, err := time.ParseDuration("1" + unit)
		if err != nil || float64(one) >= last {
			return 0, fmt.Errorf("%q has a unit twice, or a larger one behind a smaller one", text)
		}
		last = float64(one)
	}
	return d, nil
}

// Clock writes a time span as a clock does: 4:05, 1:02:03.
func Clock(d time.Duration) string {
	s := int64(max(0, d) / time.Second)
	if s < 3600 {
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

// Ago writes how long ago something was: "just now", "40 s ago", "3 days ago".
func Ago(d time.Duration) string {
	switch {
	case d < 2*time.Second:
		return "just now"
	case d < 2*time.Minute:
		return fmt.Sprintf("%d s ago", int(d.Seconds()))
	case d < 2*time.Hour:
		return fmt.Sprintf("%d min ago", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h ago", int(d.Hours()))
	default:
		return fmt.Sprintf("%d days ago", int(d.Hours()/24))
	}
}

// Some are the first names of a list, and how many more there are.
func Some(names []string, most int) []string {
	if more := len(names) - most; more > 0 {
		return append(names[:most:most], fmt.Sprintf("and %d more", more))
	}
	return names
}

// Inputs are values of named inputs, in the order of names: "n.VALUE = 20,000, width.VALUE = 80".
func Inputs(values map[string]any) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		value := values[name]
		if x, number := value.(float64); number {
			value = Count(int64(x))
			if x != math.Trunc(x) {
				value = Short(x)
			}
		}
		parts = append(parts, fmt.Sprintf("%s = %v", name, value))
	}
	return strings.Join(parts, ", ")
}
