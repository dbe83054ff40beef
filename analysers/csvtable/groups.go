package csvtable

import (
	"fmt"
	"math"
	"regexp"
	"strings"
)

// ambiguous is the code of a number like 12,345 in a table that may have decimal
// commas: it is kept as 12.345.
const ambiguous = -1

// pointed is the code of a number like 12.345, whose point may group digits: it is kept as
// 12.345, which it is unless other numbers of the column have several points.
const pointed = -2

// groups is what the other numbers of a column tell of ambiguous ones.
type groups struct {
	sure     bool // a comma groups digits for certain, as in 1,234,567 and 1,234.5
	decimals bool // a comma begins a fraction for certain, as in 0,5
	small    bool // there are whole numbers below a thousand, without a comma
	large    bool // and others that have none, although they could be grouped

	points    bool // a point groups digits for certain, as in 1.234.567
	fractions bool // a point begins a fraction for certain, as in 0.5
}

// plain takes in a number without marks, or with one point, and returns its code.
func (g *groups) plain(text string, x float64) int32 {
	at := strings.IndexByte(text, '.')
	switch {
	case at < 0:
	case strings.ContainsAny(text, "eE"):
	case groupedByPoint(text, at):
		g.large = true
		return pointed
	default:
		g.fractions = true
	}
	switch {
	case strings.ContainsAny(text, ".eE"):
		g.large = true
	case x < 1000 && x > -1000:
		g.small = true
	default:
		g.large = true
	}
	return 0
}

// groupedByPoint reports whether the point at some place of a number may group digits: up
// to three of them before it, of which the first is no zero, and three behind it.
func groupedByPoint(text string, at int) bool {
	whole := strings.TrimLeft(text[:at], "+-")
	return len(text)-at == 4 && whole != "" && len(whole) <= 3 && whole[0] != '0'
}

// thousands reports whether ambiguous commas group digits: where numbers below a
// thousand stand without one, nothing above does and no comma begins a fraction.
func (g *groups) thousands() bool { return g.sure || g.small && !g.large && !g.decimals }

var groupings = []*regexp.Regexp{
	regexp.MustCompile(`^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$`),
	regexp.MustCompile(`^[+-]?[1-9]\d{0,2}(\.\d{3}){2,}(,\d+)?$`),
	regexp.MustCompile(`^[+-]?[1-9]\d{0,2}(['’ \x{a0}\x{2009}\x{202f}]\d{3})+([.,]\d+)?$`),
}

// grouped is a number whose digits are grouped by thousands without the groups;
// empty: it is none. It is not sure of a single comma, which may begin a fraction.
func grouped(text string) (digits string, sure bool) {
	if len(text) > 100 {
		return "", false
	}
	for i, form := range groupings {
		if !form.MatchString(text) {
			continue
		}
		mark, fraction := len(text), ""
		if at := strings.LastIndexAny(text, ".,"); at >= 0 && (i == 0 && text[at] == '.' || i == 1 && text[at] == ',' || i == 2) {
			mark, fraction = at, "."+text[at+1:]
		}
		whole := strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' || r == '+' || r == '-' {
				return r
			}
			return -1
		}, text[:mark])
		return whole + fraction, i > 0 || fraction != "" || strings.Count(text, ",") > 1
	}
	return "", false
}

// ungroup settles what ambiguous numbers are.
func (c *column) ungroup() {
	c.ungroupPoints()
	thousands, count, first := c.groups.thousands(), 0, 0.0
	for i, code := range c.code {
		if code != ambiguous {
			continue
		}
		if count++; count == 1 {
			first = c.values[i]
		}
		if c.code[i] = 0; thousands {
			c.values[i] *= 1000
		}
	}
	switch {
	case count == 0:
	case thousands:
		c.notes = append(c.notes, fmt.Sprintf("%s: the comma of %d values groups thousands: the first is %.0f", c.name, count, 1000*first))
	case !c.groups.decimals:
		c.notes = append(c.notes, fmt.Sprintf("%s: the comma of %d values is read as that of a fraction, though it could group thousands: the first is %g; write a point, or no mark between digits", c.name, count, first))
	}
}

// ungroupPoints settles what numbers with one point are.
func (c *column) ungroupPoints() {
	thousands, count, first := c.groups.points && !c.groups.fractions, 0, 0.0
	for i, code := range c.code {
		if code != pointed {
			continue
		}
		if c.code[i] = 0; thousands {
			c.values[i] = math.Round(1000 * c.values[i])
			if count++; count == 1 {
				first = c.values[i]
			}
		}
	}
	switch {
	case count > 0:
		c.notes = append(c.notes, fmt.Sprintf("%s: the point of %d values groups thousands, since others have several points: the first is %.0f", c.name, count, first))
	case c.groups.points && c.groups.fractions:
		c.notes = append(c.notes, c.name+": some values have several points, which group thousands, and in others a point begins a fraction: write no mark between digits")
	}
}

// merged are numbers that are written differently, beyond the digits that are
// reckoned with, and so count as one.
type merged struct {
	written map[float64]string
	count   int
	example [2]string
}

// see takes in a number; only long ones can be the same as others.
func (m *merged) see(text string, x float64) {
	const (
		digits = 16   // that every number is told apart by
		most   = 1000 // that are remembered
	)
	if len(text) <= digits {
		return
	}
	before, known := m.written[x]
	switch {
	case known && before != text:
		if m.count++; m.count == 1 {
			m.example = [2]string{before, strings.Clone(text)}
		}
	case !known && len(m.written) < most:
		if m.written == nil {
			m.written = map[float64]string{}
		}
		m.written[x] = strings.Clone(text)
	}
}

// note says that numbers count as one; empty: there are none.
func (m *merged) note(name string) string {
	if m.count == 0 {
		return ""
	}
	return fmt.Sprintf("%s: %d values differ from others only beyond the 16th digit, such as %s and %s, and count as the same: take away what they share", name, m.count, m.example[0], m.example[1])
}
