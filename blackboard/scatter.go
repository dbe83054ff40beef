package blackboard

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"beagle/model"
)

// Scatter is how far launches of the program agree on a noisy quantity. The
// same program with the same inputs takes other times in another launch: its
// compiler decides once a launch, and memory lies elsewhere (Georges et al.,
// "Statistically Rigorous Java Performance Evaluation", 2007; Kalibera and
// Jones, "Rigorous Benchmarking in Reasonable Time", 2013). More executions in
// one launch say nothing about that; only more launches do.
type Scatter struct {
	Launches int     // that observed the element
	Between  float64 // relative standard deviation between launches; NaN: unknown
	// Half is the relative half width of the 95 % interval of the level that
	// launches share; NaN: unknown, as with fewer than two comparable launches.
	Half   float64
	Kinds  float64 // where launches are of two kinds: how many times as long the slower one takes; else 0
	Slow   int     // launches of the slower kind
	Odd    int     // launches so far off the others that their influence was bounded
	WarmUp int     // kept measurements left out of the table because the launch was warming up
}

// oddFactor bounds the influence of one launch: compilers decide between
// variants that differ by less, while a launch beside a backup does not.
const oddFactor = 2

// level takes the launches' own effects out of a table of a noisy quantity, so
// that each has the level that they share, and leaves out warm-up. What chance
// alone would make of the effects stays, and so do those of launches that compare
// in one cell only, as of a program that is launched with a size: taken out, they
// would hide by how much the launches of a size may all be off.
//
// The model is log(value) = parameterisation + launch, solved in the manner of
// median polish (Tukey, Exploratory Data Analysis, 1977), so that neither single measurements
// nor the form of the dependency matter. Launches are compared over what they
// share; those that share nothing with others stay as they are.
func level(t *model.Table) Scatter {
	cells := cellsOf(t)
	s := Scatter{WarmUp: leaveOut(t, warmUp(t, cells))}
	if s.WarmUp > 0 {
		cells = cellsOf(t)
	}
	medians, launches := mediansOf(t, cells)
	s.Launches = len(launches)
	effect, chance := polish(medians, len(launches))
	shared := components(medians, len(launches))
	saw := cellsIn(medians, shared)

	sum, freedom, spread, compared := 0.0, 0, 0.0, 0
	for g, group := range shared {
		spread += 1 / float64(len(group)) / float64(len(shared))
		effects := make([]float64, len(group))
		for i, l := range group {
			effects[i] = effect[l]
		}
		if len(group) > compared {
			compared = len(group)
			s.Kinds, s.Slow = kinds(effects)
		}
		center, odd := bounded(effects)
		s.Odd += odd
		errors := make([]float64, len(group))
		for i, l := range group {
			effects[i] -= center
			errors[i] = chance[l]
			off := max(-math.Log(oddFactor), min(effects[i], math.Log(oddFactor)))
			sum += off * off
		}
		Shrink(effects, errors)
		for i, l := range group {
			if effect[l] = effects[i]; saw[g] == 1 {
				effect[l] = 0
			}
		}
		freedom += len(group) - 1
	}
	s.Between, s.Half = math.NaN(), math.NaN()
	if freedom > 0 {
		s.Between = math.Sqrt(sum / float64(freedom))
		// A curve through several groups has two coefficients, about, that they
		// decide together: the mean variance of a fit with p coefficients at its
		// n points is p/n of one point's.
		p := min(float64(len(shared)), 2) / float64(len(shared))
		s.Half = distuv.StudentsT{Sigma: 1, Nu: float64(freedom)}.Quantile(0.975) * s.Between * math.Sqrt(spread*p)
	}
	number := map[int32]int{}
	for i, l := range launches {
		number[l] = i
	}
	for i := range t.Target.Num {
		t.Target.Num[i] *= math.Exp(-effect[number[t.Launch[i]]])
	}
	return s
}

// cellsOf numbers parameterisations that are alike: texts equal, numbers within
// a quarter of an octave, since programs that draw their inputs hardly ever
// draw the same ones.
func cellsOf(t *model.Table) []int32 {
	cells := make([]int32, t.Rows())
	for c := range t.Columns {
		column := &t.Columns[c]
		known := map[[2]int32]int32{}
		for i := range cells {
			at := int32(math.MinInt32)
			switch x := column.Num[i]; {
			case math.IsNaN(x):
			case column.Kind == model.Number:
				at = int32(math.Copysign(math.Floor(4*math.Log2(1+min(math.Abs(x), math.MaxFloat64))), x))
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

// cellMedian is the median logarithm of what a launch measured in a cell.
type cellMedian struct {
	cell   int32
	launch int // index into the launches
	log    float64
}

// mediansOf lists them, cell by cell, and the launches.
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

// polish is the effect of each launch, and its variance by chance alone.
func polish(medians []cellMedian, launches int) (effect, chance []float64) {
	effect, chance = make([]float64, launches), make([]float64, launches)
	left := make([][]float64, launches)
	for range 20 {
		for l := range left {
			left[l] = left[l][:0]
		}
		for from := 0; from < len(medians); {
			to := from
			var values []float64
			for to < len(medians) && medians[to].cell == medians[from].cell {
				values = append(values, medians[to].log-effect[medians[to].launch])
				to++
			}
			if len(values) > 1 {
				// A mean: the median of three launches is one of them, which would
				// be away from it by nothing, and so would the median of that over
				// cells. What one launch is off by is taken out by its effect.
				middle := average(values)
				for _, m := range medians[from:to] {
					left[m.launch] = append(left[m.launch], m.log-middle)
				}
			}
			from = to
		}
		moved := 0.0
		for l := range effect {
			if len(left[l]) > 0 {
				next := median(left[l])
				moved = max(moved, math.Abs(next-effect[l]))
				effect[l] = next
			}
		}
		if moved < 1e-9 {
			break
		}
	}
	var away []float64
	for l := range left {
		for _, x := range left[l] {
			away = append(away, math.Abs(x-effect[l]))
		}
	}
	const ofMedians = math.Pi / 2
	noise := 1.4826 * median(away)
	// Cells and launches took their share of the freedom, as in any two-way table.
	if cells := float64(len(away)) / float64(launches); cells > 1 && launches > 1 {
		noise *= math.Sqrt(cells / (cells - 1) * float64(launches) / float64(launches-1))
	}
	for l := range left {
		chance[l] = ofMedians * noise * noise / max(float64(len(left[l])), 1)
	}
	return effect, chance
}

// components are the groups of launches that can be compared, each with the
// others of its group, if over several steps.
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

// bounded is the mean of effects, each one's influence bounded. A mean, since
// compilers that decide one way or the other make two humps, between which a
// median jumps.
func bounded(effects []float64) (mean float64, odd int) {
	middle := median(slices.Clone(effects))
	away := make([]float64, len(effects))
	for i, e := range effects {
		away[i] = math.Abs(e - middle)
	}
	limit := max(math.Log(oddFactor), 3*1.4826*median(away))
	for _, e := range effects {
		off := e - middle
		if math.Abs(off) > limit {
			odd++
			off = math.Copysign(limit, off)
		}
		mean += off / float64(len(effects))
	}
	return middle + mean, odd
}

// median sorts the values.
func median(values []float64) float64 {
	slices.Sort(values)
	n := len(values)
	if n == 0 {
		return 0
	}
	return (values[(n-1)/2] + values[n/2]) / 2
}
