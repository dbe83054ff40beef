package csvtable

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// units are the units that numbers are read in, by what they measure and how many of the base unit they are. A number
// with another unit is read where all values of the column have the same.
var units = map[string]struct {
	base string
	size float64
}{
	"ns": {"seconds", 1e-9}, "us": {"seconds", 1e-6}, "µs": {"seconds", 1e-6}, "μs": {"seconds", 1e-6}, "ms": {"seconds", 1e-3},
	"s": {"seconds", 1}, "sec": {"seconds", 1}, "secs": {"seconds", 1}, "min": {"seconds", 60}, "h": {"seconds", 3600},
	"B": {"bytes", 1}, "kB": {"bytes", 1e3}, "KB": {"bytes", 1e3}, "MB": {"bytes", 1e6}, "GB": {"bytes", 1e9}, "TB": {"bytes", 1e12},
	"KiB": {"bytes", 1 << 10}, "MiB": {"bytes", 1 << 20}, "GiB": {"bytes", 1 << 30}, "TiB": {"bytes", 1 << 40},
}

// withUnit is a number with something behind it: a unit, or an error that was measured, too.
var withUnit = regexp.MustCompile(`^([-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)\s*(.*)$`)

// clock is a time as a clock shows it: 0:05.14, 1:02:03.
var clock = regexp.MustCompile(`^(?:(\d+):)?(\d+):([0-5]\d(?:\.\d+)?)$`)

// measure reads a number with a unit, a time as a clock shows it, or a number with its error. What says in what it is: the base
// unit, or the unit itself, of which size is 1. ok is false for any other text.
func measure(text string) (x float64, what string, ok bool) {
	if parts := clock.FindStringSubmatch(text); parts != nil {
		seconds := 0.0
		for _, part := range parts[1:] {
			value, _ := strconv.ParseFloat(part, 64) // empty: no hours
			seconds = 60*seconds + value
		}
		return seconds, "seconds", true
	}
	parts := withUnit.FindStringSubmatch(text)
	if parts == nil {
		return 0, "", false
	}
	x, err := strconv.ParseFloat(parts[1], 64)
	if err != nil {
		return 0, "", false
	}
	unit := strings.TrimSpace(parts[2])
	for _, sign := range []string{"±", "+-", "+/-"} {
		if _, behind, found := strings.Cut(unit, sign); found && strings.HasPrefix(unit, sign) {
			_, unit, _ = measureOf(strings.TrimSpace(behind))
			break
		}
	}
	if known, found := units[unit]; found {
		return x * known.size, known.base, true
	}
	if first, _ := utf8.DecodeRuneInString(unit); strings.Contains(unit, " ") || unit != "" && !strings.ContainsRune("%€$", first) && !(first >= 'a' && first <= 'z' || first >= 'A' && first <= 'Z') || strings.ContainsAny(unit, "0123456789") {
		return 0, "", false
	}
	return x, unit, true
}

// measureOf is the number and the unit behind it of an error that was measured, too.
func measureOf(text string) (number, unit string, ok bool) {
	parts := withUnit.FindStringSubmatch(text)
	if parts == nil {
		return "", text, false
	}
	return parts[1], strings.TrimSpace(parts[2]), true
}

// measured gathers what a column's texts measure.
type measured struct {
	texts, known int    // cells that are no plain numbers; of these, numbers with units
	what         string // of the first
	mixed        bool   // not all in the same
	usual        bool   // some in one of units
}

// grouping is a comma that groups digits.
var grouping = regexp.MustCompile(`(\d),(\d{3})\b`)

// see is told each text of the column, and gives its number; NaN where it has none. commas tells that numbers may have decimal
// commas.
func (m *measured) see(text string, commas bool) float64 {
	if hole(text) {
		return math.NaN()
	}
	if commas {
		text = strings.Replace(text, ",", ".", 1)
	} else {
		text = grouping.ReplaceAllString(text, "$1$2")
	}
	m.texts++
	x, what, ok := measure(text)
	if !ok {
		return math.NaN()
	}
	if m.known++; m.known == 1 {
		m.what = what
	}
	m.mixed = m.mixed || what != m.what
	m.usual = m.usual || what == "seconds" || what == "bytes"
	return x
}

// wrong reports whether most texts are numbers with units, which others of the column do not have.
func (m *measured) wrong(plainToo bool) bool {
	return 2*m.known > m.texts && (plainToo || m.mixed && m.usual || m.usual && m.known < m.texts)
}

// numbers reports whether all texts are numbers in one unit.
func (m *measured) numbers() bool { return m.known > 0 && m.known == m.texts && !m.mixed }

// note says how such a column was read.
func (m *measured) note(name string) string {
	if m.what == "" {
		return name + ": numbers with their errors were read without these"
	}
	return fmt.Sprintf("%s was read in %s", name, m.what)
}
