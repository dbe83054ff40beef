package launches

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"beagle/model"
	"beagle/statistics/leastsquares"
	"beagle/statistics/robust"
)

// Limits of what counts as a launch's warming up.
const (
	warmUpRows  = 40  // measurements of a launch from which it can be told
	warmUpParts = 20  // windows that a launch is looked at in
	warmUpLeast = 0.1 // by which a window is slower than the launch's second half
)

// mostCold is the share of a launch that may be left out as its warming up by comparison
// with its second half; where it was warming up for all of that and the second half falls, too, more goes
// (see settled), and leastWarm is what stays.
const (
	mostCold  = 0.5
	leastWarm = 0.25
)

// Cold marks the rows of a table that launches made while they were warming up, as Level
// leaves them out. The table has to know launches and sequence numbers.
func Cold(t *model.Table) []bool {
	cold, _ := warmUp(t, cellsOf(t))
	return cold
}

// late is what is known of launches that went on warming up for half of their rows or more.
type late struct {
	launches int     // that did
	known    int     // of them that have enough left to look at
	fall     float64 // logarithm by which the first half of what is left of these is slower than the second, summed
	variance float64 // of that sum, by chance
}

// mayFall is by how much at most, as a share, the values of these launches may still fall: as
// much as they last did, with what chance may hide of it (one side of 95 %); 0: nobody knows. It is a
// guess: what is compiled bit by bit falls less and less.
func (l *late) mayFall() float64 {
	if l.known == 0 {
		return 0
	}
	return -math.Expm1(-max(0, l.fall+1.645*math.Sqrt(l.variance)) / float64(l.known))
}

// warmUp marks the rows of each launch that it made while it was warming up:
// its first windows as long as their median stays above that of equal inputs in
// its second half by more than the noise, and more where that half falls itself. Whether a
// program ever reaches a steady state is open (Barrett et al., "Virtual Machine Warmup Blows Hot
// and Cold", 2017); this takes away the part that is plainly slower. What a launch
// did only at its start, as programs do that do everything once, is kept.
func warmUp(t *model.Table, cells []int32) (cold []bool, still late) {
	cold = make([]bool, t.Rows())
	byLaunch := map[int32][]int{}
	for i, y := range t.Target.Num {
		if y > 0 {
			byLaunch[t.Launch[i]] = append(byLaunch[t.Launch[i]], i)
		}
	}
	// Each launch by itself: its rows against the cells' medians of its own second half. In order,
	// so that sums are the same each time.
	short := shortLaunches{table: t, cells: cells}
	for _, launch := range slices.Sorted(maps.Keys(byLaunch)) {
		rows := byLaunch[launch]
		slices.SortFunc(rows, func(a, b int) int { return cmp.Compare(t.Seq[a], t.Seq[b]) })
		if len(rows) < warmUpRows {
			short.all = append(short.all, warmedUp{rows: rows})
			if initialised(t, cells, rows) {
				cold[rows[0]] = true
			}
			continue
		}
		away := slower(t, cells, rows)
		end := coldRows(away)
		if end > 0 && slices.ContainsFunc(away[:end], math.IsNaN) {
			compareWithin(t, rows, away, end)
		}
		left := 0
		for i, row := range rows[:end] {
			if cold[row] = !math.IsNaN(away[i]); cold[row] { // else there is nothing warm to compare it with
				left++
			}
		}
		from, fall, chance := settled(t, rows, end)
		for _, row := range rows[end:from] {
			if cold[row] = among(t, row, rows[from:]); cold[row] { // else, too
				left++
			}
		}
		if left == 0 {
			from = 0
		}
		short.all = append(short.all, warmedUp{rows, from})
		if !Late(left, len(rows)) {
			continue
		}
		if still.launches++; !math.IsNaN(fall) {
			still.known++
			still.fall += fall
			still.variance += chance * chance
		}
	}
	short.mark(cold)
	return cold, still
}

// matters is the share by which values may fall yet from which it is told.
const matters = 0.05

// told are the launches that may not have settled, and by how much at most they may fall yet; 0:
// they have, or it is too little to tell, or of the latter nobody knows.
func (l *late) told() (launches int, mayFall float64) {
	mayFall = l.mayFall()
	if l.known > 0 && mayFall < matters {
		return 0, 0
	}
	return l.launches, mayFall
}

// almostAll allows for the windows in which a launch is looked at.
const almostAll = 0.9

// Late reports whether a launch was warming up for so long, as so many of its rows, that it may
// never have been warm.
func Late(cold, rows int) bool { return float64(cold) >= almostAll*mostCold*float64(rows) }

// settled is from which row of a launch on its values no longer fall: what a program does a few
// hundred times a launch is compiled for good late in it, and its second half is then no
// reference. Where the launch was warming up for half of its rows, the first half of what is left goes,
// too, if it is slower at the same inputs than the second by more than chance. fall is the logarithm by
// which it is slower in what is left in the end, and chance its standard error; NaN: nothing
// can be said. rows are in the order of measuring.
//
// A launch that came to its second half's level before is no longer warming up, and what gets faster then
// has other reasons, such as users of a server who end before others. Of 21 loads of two servers the
// last eighth alone counted now and then while that was taken for warming up, and was 15 to 35 % below
// the second halves of its own launches and of others (docs/figures/learning.md).
//
// Inputs are compared by a regression, not cell by cell: where a cell holds one row, as of inputs
// that are drawn, it would be its own reference.
func settled(t *model.Table, rows []int, from int) (start int, fall, chance float64) {
	if !Late(from, len(rows)) {
		return from, math.NaN(), math.NaN()
	}
	for {
		part := thinned(rows[from:], enoughRows)
		half := len(part) / 2
		if half < warmUpRows || !sameInputs(t, part, 0, half) {
			return from, math.NaN(), math.NaN()
		}
		residual := detrended(t, part, leastsquares.Ones(len(part)))
		if residual == nil {
			return from, math.NaN(), math.NaN()
		}
		early, late := slices.Clone(residual[:half]), slices.Clone(residual[half:])
		fall = robust.Median(early) - robust.Median(late)
		// The standard error of a median is 1.2533 of a mean's.
		chance = 1.2533 * robust.Deviation(late) * math.Sqrt(2/float64(half))
		next := from + (len(rows)-from)/2
		if fall <= max(math.Log1p(warmUpLeast), 3*chance) || float64(len(rows)-next) < leastWarm*float64(len(rows)) {
			return from, fall, chance
		}
		from = next
	}
}

// enoughRows tell a fall of a tenth from chance, whatever the noise; more only take time.
const enoughRows = 1000

// thinned are so many of some rows at most, evenly spread.
func thinned(rows []int, most int) []int {
	stride := (len(rows) + most - 1) / most
	if stride <= 1 {
		return rows
	}
	some := make([]int, 0, most)
	for i := 0; i < len(rows); i += stride {
		some = append(some, rows[i])
	}
	return some
}

// muchSlower is the logarithm by which a row has to lie above what a regression over
// the launch's second half says of it to be cold by that alone.
var muchSlower = math.Log(2)

// compareWithin compares those of a launch's first rows whose inputs are like none of
// its second half, but lie among them, with a small regression over the second half:
// a program that draws its inputs hardly ever draws all of them again.
func compareWithin(t *model.Table, rows []int, away []float64, end int) {
	later := make([]float64, len(rows))
	for i := len(rows) / 2; i < len(rows); i++ {
		later[i] = 1
	}
	residual := detrended(t, rows, later)
	if residual == nil {
		return
	}
	for i, row := range rows[:end] {
		if math.IsNaN(away[i]) && residual[i] > muchSlower && among(t, row, rows[len(rows)/2:]) {
			away[i] = residual[i]
		}
	}
}

// among reports whether the inputs of a row lie within the range of those of others,
// or little beside it.
func among(t *model.Table, row int, others []int) bool {
	const beside = 1.5
	for _, c := range t.Columns {
		x, below, above := math.Abs(c.Num[row]), false, false
		for _, other := range others {
			below = below || math.Abs(c.Num[other]) <= beside*x
			above = above || beside*math.Abs(c.Num[other]) >= x
		}
		if !below || !above {
			return false
		}
	}
	return true
}

// slower is how much slower each row is than the median of its cell in the second half,
// as a logarithm; NaN where there is none. rows are in the order of measuring.
func slower(t *model.Table, cells []int32, rows []int) []float64 {
	late := map[int32][]float64{}
	for _, row := range rows[len(rows)/2:] {
		late[cells[row]] = append(late[cells[row]], math.Log(t.Target.Num[row]))
	}
	level := map[int32]float64{}
	for cell, values := range late {
		level[cell] = robust.Median(values)
	}
	away := make([]float64, len(rows))
	for i, row := range rows {
		if at, ok := level[cells[row]]; ok {
			away[i] = math.Log(t.Target.Num[row]) - at
		} else {
			away[i] = math.NaN()
		}
	}
	return away
}

// coldRows is the number of rows at the start that are too slow: windows of a twentieth
// of the launch, while their median is above the limit, up to mostCold of all.
func coldRows(away []float64) int {
	known := func(part []float64) []float64 { return slices.DeleteFunc(slices.Clone(part), math.IsNaN) }
	sizes := known(away[len(away)/2:])
	for i := range sizes {
		sizes[i] = math.Abs(sizes[i])
	}
	noise := robust.ToDeviation * robust.Median(sizes)
	window := max(10, len(away)/warmUpParts)
	// The standard error of a median is 1.2533 of a mean's.
	limit := max(math.Log1p(warmUpLeast), 3*1.2533*noise/math.Sqrt(float64(window)))
	end := 0
	for end+window <= int(mostCold*float64(len(away))) {
		part := known(away[end : end+window])
		if len(part) > 0 && robust.Median(part) <= limit {
			break
		}
		end += window
	}
	if end == 0 {
		end = firstOf(away, 3*noise)
	}
	return end
}

// firstOf are the rows at a launch's very start, in which classes are loaded and
// nothing is compiled yet: a few each of which takes several times as long as later.
func firstOf(away []float64, limit float64) (end int) {
	for end < len(away)/4 && away[end] > max(limit, math.Log(3)) {
		end++
	}
	return end
}

// initialised reports whether a launch of few rows, in order, did something with the first of them that it did
// never again: a random generator that is made, a driver that is loaded. Then that row took more than
// three times as long as each later one with the same inputs, of which there are some. Kept as one of
// few samples, it would stand for many executions.
func initialised(t *model.Table, cells []int32, rows []int) bool {
	const enough, times = 8, 3
	alike, most := 0, 0.0
	for _, row := range rows[1:] {
		if cells[row] == cells[rows[0]] {
			alike, most = alike+1, max(most, t.Target.Num[row])
		}
	}
	return alike >= enough && t.Target.Num[rows[0]] > times*most
}

// leaveOut takes the marked rows out of a table, in place, and says how many they were.
func leaveOut(t *model.Table, cold []bool) (left int) {
	keep := 0
	for i := range cold {
		if cold[i] {
			continue
		}
		for c := range t.Columns {
			t.Columns[c].Num[keep] = t.Columns[c].Num[i]
		}
		t.Target.Num[keep], t.Weight[keep], t.Launch[keep], t.Seq[keep] = t.Target.Num[i], t.Weight[i], t.Launch[i], t.Seq[i]
		keep++
	}
	left = len(cold) - keep
	for c := range t.Columns {
		t.Columns[c].Num = t.Columns[c].Num[:keep]
	}
	t.Target.Num, t.Weight, t.Launch, t.Seq = t.Target.Num[:keep], t.Weight[:keep], t.Launch[:keep], t.Seq[:keep]
	return left
}
