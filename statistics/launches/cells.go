package launches

import (
	"cmp"
	"math"
	"slices"

	"beagle/model"
)

// Alike numbers the rows of a table by their parameterisations, from 0 in the order of
// their first row: those that are alike have one number. Texts are alike where they are
// equal, numbers within a quarter of an octave.
func Alike(t *model.Table) []int32 { return cellsOf(t) }

// cellsOf numbers parameterisations that are alike: texts equal, numbers within
// a quarter of an octave, since programs that draw their inputs hardly ever
// draw the same ones. What tells launches apart and varies by less than that is
// taken exactly: what it costs would be taken for the launches' own levels.
func cellsOf(t *model.Table) []int32 {
	cells := make([]int32, t.Rows())
	for c := range t.Columns {
		column := &t.Columns[c]
		// Each column splits the cells that the columns before it made; the pair of both
		// numbers is a cell's new key.
		known := map[[2]int32]int32{}
		exactly := map[float64]int32{}
		confounded := column.Kind == model.Number && confoundedWithLaunch(t, column.Num)
		for i := range cells {
			at := int32(math.MinInt32)
			switch x := column.Num[i]; {
			case math.IsNaN(x):
			case confounded:
				if _, seen := exactly[x]; !seen {
					exactly[x] = int32(len(exactly))
				}
				at = exactly[x]
			case column.Kind == model.Number:
				at = octave(x)
			default:
				at = int32(x)
			}
			key := [2]int32{cells[i], at}
			number, ok := known[key]
			if !ok {
				number = int32(len(known))
				known[key] = number
			}
			cells[i] = number
		}
	}
	return cells
}

// octave numbers the quarter of an octave in which a number lies.
func octave(x float64) int32 {
	return int32(math.Copysign(math.Floor(4*math.Log2(1+min(math.Abs(x), math.MaxFloat64))), x))
}

// confoundedWithLaunch reports whether a number was the same all through each launch,
// another in some launches, and always within one quarter of an octave: nothing but the
// launches shows what it costs.
func confoundedWithLaunch(t *model.Table, values []float64) bool {
	of := map[int32]float64{}
	several := false
	for i, launch := range t.Launch {
		x := values[i]
		if first, seen := of[launch]; seen && first != x || math.IsNaN(x) || octave(x) != octave(values[0]) {
			return false
		}
		of[launch] = x
		several = several || x != values[0]
	}
	return several
}

// cellMedian is the median logarithm of what a launch measured in a cell.
type cellMedian struct {
	cell   int32
	launch int // index into the launches
	log    float64
}

// mediansOf lists them, cell by cell and in a cell launch by launch, and the launches in
// ascending order. Values that are not positive have no logarithm and do not count.
func mediansOf(t *model.Table, cells []int32) (medians []cellMedian, launches []int32) {
	launches = slices.Compact(slices.Sorted(slices.Values(t.Launch)))
	var all []cellMedian
	for i, y := range t.Target.Num {
		if l, ok := slices.BinarySearch(launches, t.Launch[i]); ok && y > 0 {
			all = append(all, cellMedian{cells[i], l, math.Log(y)})
		}
	}
	slices.SortFunc(all, func(a, b cellMedian) int {
		if a.cell != b.cell {
			return int(a.cell) - int(b.cell)
		}
		if a.launch != b.launch {
			return a.launch - b.launch
		}
		return cmp.Compare(a.log, b.log)
	})
	for from := 0; from < len(all); {
		to := from
		for to < len(all) && all[to].cell == all[from].cell && all[to].launch == all[from].launch {
			to++
		}
		medians = append(medians, all[(from+to-1)/2])
		from = to
	}
	return medians, launches
}

// components are the groups of launches that can be compared, each with the others of its
// group, if over several steps: the connected components of the graph in which launches
// that measured one cell are neighbours (union find).
func components(medians []cellMedian, launches int) (groups [][]int) {
	of := make([]int, launches)
	for l := range of {
		of[l] = l
	}
	root := func(l int) int {
		for of[l] != l {
			l = of[l]
		}
		return l
	}
	for i := 1; i < len(medians); i++ {
		if medians[i].cell == medians[i-1].cell {
			a, b := root(medians[i-1].launch), root(medians[i].launch)
			of[max(a, b)] = min(a, b)
		}
	}
	index := map[int]int{}
	for l := range of {
		r := root(l)
		if _, ok := index[r]; !ok {
			index[r] = len(groups)
			groups = append(groups, nil)
		}
		groups[index[r]] = append(groups[index[r]], l)
	}
	return groups
}

// cellsIn is how many cells each group of launches saw.
func cellsIn(medians []cellMedian, groups [][]int) []int {
	count := make([]int, len(groups))
	for i, m := range medians {
		if i == 0 || medians[i-1].cell != m.cell {
			count[slices.IndexFunc(groups, func(group []int) bool { return slices.Contains(group, m.launch) })]++
		}
	}
	return count
}
