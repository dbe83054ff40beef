package launches

import (
	"cmp"
	"math"
	"slices"

	"beagle/model"
	"beagle/statistics/robust"
)

// Limits of what counts as a launch's warming up.
const (
	warmUpRows  = 40  // measurements of a launch from which it can be told
	warmUpParts = 20  // windows that a launch is looked at in
	warmUpLeast = 0.1 // by which a window is slower than the launch's second half
)

// MostCold is the share of a launch that may be left out as its warming up.
const MostCold = 0.5

// Cold marks the rows of a table that launches made while they were warming up, as Level
// leaves them out. The table has to know launches and sequence numbers.
func Cold(t *model.Table) []bool { return warmUp(t, cellsOf(t)) }

// warmUp marks the rows of each launch that it made while it was warming up:
// its first windows as long as their median stays above that of equal inputs in
// its second half by more than the noise. Whether a program ever reaches a
// steady state is open (Barrett et al., "Virtual Machine Warmup Blows Hot and
// Cold", 2017); this takes away the part that is plainly slower. What a launch
// did only at its start, as programs do that do everything once, is kept.
func warmUp(t *model.Table, cells []int32) []bool {
	cold := make([]bool, t.Rows())
	byLaunch := map[int32][]int{}
	for i, y := range t.Target.Num {
		if y > 0 {
			byLaunch[t.Launch[i]] = append(byLaunch[t.Launch[i]], i)
		}
	}
	// Each launch by itself: its rows against the cells' medians of its own second half.
	for _, rows := range byLaunch {
		if len(rows) < warmUpRows {
			continue
		}
		slices.SortFunc(rows, func(a, b int) int { return cmp.Compare(t.Seq[a], t.Seq[b]) })
		away := slower(t, cells, rows)
		end := coldRows(away)
		if end > 0 && slices.ContainsFunc(away[:end], math.IsNaN) {
			compareWithin(t, rows, away, end)
		}
		for i, row := range rows[:end] {
			cold[row] = !math.IsNaN(away[i]) // else there is nothing warm to compare it with
		}
	}
	return cold
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
// of the launch, while their median is above the limit, up to MostCold of all.
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
	for end+window <= int(MostCold*float64(len(away))) {
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
