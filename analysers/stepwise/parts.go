package stepwise

import (
	"maps"
	"math"
	"slices"

	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/dataset"
)

// parts is what a term is made of: a product of numbers, counted only where all
// switches are on.
type parts struct {
	numbers  []int // columns, sorted; one may stand there twice
	switches []int // indices of switches, sorted
}

// factors is how many factors a term has.
func (p parts) factors() int { return len(p.numbers) + len(p.switches) }

func (p parts) equal(other parts) bool {
	return slices.Equal(p.numbers, other.numbers) && slices.Equal(p.switches, other.switches)
}

// indicator is a flag, a level of an enumeration, or what begins with one of a number's few values.
type indicator struct {
	column    int
	condition expression.Node
	on        []float64 // 1 or 0 at each point
}

// indicators are the flags, and the levels of enumerations but for the most frequent.
func indicators(d *dataset.Data) (all []indicator) {
	for c, column := range d.Columns {
		v := expression.Variable{Variable: column.Variable}
		switch {
		case column.Kind == model.Bool:
			all = append(all, indicator{c, v, column.Num})
		case dataset.Flag(column):
			all = append(all, indicator{c, expression.Binary{Op: expression.Equal, Left: v, Right: expression.Constant(1)}, column.Num})
		case column.Kind == model.Text && len(column.Levels) <= 8:
			counts := make([]int, len(column.Levels))
			for _, x := range column.Num {
				counts[int(x)]++
			}
			usual := slices.Index(counts, slices.Max(counts))
			for level, count := range counts {
				if level == usual || count == 0 {
					continue
				}
				on := make([]float64, len(column.Num))
				for i, x := range column.Num {
					if int(x) == level {
						on[i] = 1
					}
				}
				all = append(all, indicator{c, expression.Binary{Op: expression.Equal, Left: v, Right: expression.Text(column.Levels[level])}, on})
			}
		case d.Noisy:
			for _, from := range settings(column) {
				on := make([]float64, len(column.Num))
				for i, x := range column.Num {
					if x >= from {
						on[i] = 1
					}
				}
				all = append(all, indicator{c, expression.Binary{Op: expression.GreaterEqual, Left: v, Right: expression.Constant(from)}, on})
			}
		}
	}
	return all
}

// Limits of a number that chooses between ways to work, as a level of compression or of logging does, and is no
// amount of anything.
const (
	fewestSettings = 3  // values
	mostSettings   = 10 // values
	rowsASetting   = 12 // at least
	largestSetting = 32
)

// settings are the values of a number but for the least, in ascending order, where it takes few small whole ones,
// each often: what it does may begin with any of them, and no formula says with which. nil: it is an amount.
func settings(c model.Column) []float64 {
	if c.Kind != model.Number {
		return nil
	}
	counts := map[float64]int{}
	for _, x := range c.Num {
		if counts[x]++; len(counts) > mostSettings || x < 0 || x > largestSetting || x != math.Trunc(x) {
			return nil
		}
	}
	if len(counts) < fewestSettings {
		return nil
	}
	for _, count := range counts {
		if count < rowsASetting {
			return nil
		}
	}
	return slices.Sorted(maps.Keys(counts))[1:]
}

// numbers are the columns that are no flags.
func numbers(d *dataset.Data) (all []int) {
	for c := range d.Columns {
		if d.Columns[c].Kind == model.Number && !dataset.Flag(d.Columns[c]) {
			all = append(all, c)
		}
	}
	return all
}

// builder makes terms of parts.
type builder struct {
	data       *dataset.Data
	indicators []indicator
}

// term multiplies the parts out; false where fewer than least points have it.
func (b builder) term(p parts) (term, bool) {
	const least = 3
	values := make([]float64, b.data.Points())
	on := 0
	for i := range values {
		values[i] = 1
		for _, s := range p.switches {
			values[i] *= b.indicators[s].on[i]
		}
		if values[i] != 0 {
			on++
		}
		for _, c := range p.numbers {
			values[i] *= b.data.Columns[c].Num[i]
		}
	}
	return term{values, p}, on >= least
}

// condition says that all switches of a term are on.
func (b builder) condition(switches []int) expression.Node {
	all := b.indicators[switches[0]].condition
	for _, s := range switches[1:] {
		all = expression.Binary{Op: expression.And, Left: all, Right: b.indicators[s].condition}
	}
	return all
}

// together are all terms with one more switch than another term, of another column.
func (b builder) together(p parts) (all []term) {
	for s := range b.indicators {
		if slices.ContainsFunc(p.switches, func(other int) bool { return b.indicators[other].column == b.indicators[s].column }) {
			continue
		}
		switches := append(slices.Clone(p.switches), s)
		slices.Sort(switches)
		if t, ok := b.term(parts{numbers: p.numbers, switches: switches}); ok {
			all = append(all, t)
		}
	}
	return all
}

// simpler are the terms with one switch less.
func (b builder) simpler(t term) (all []term) {
	if len(t.parts.switches) < 2 {
		return nil
	}
	for i := range t.parts.switches {
		if less, ok := b.term(parts{numbers: t.parts.numbers, switches: slices.Delete(slices.Clone(t.parts.switches), i, i+1)}); ok {
			all = append(all, less)
		}
	}
	return all
}
