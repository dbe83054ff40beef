package launches

import (
	"math"

	"beagle/model"
	"beagle/statistics/robust"
)

// shortOf is the part of the longest launch's executions below which a launch is short.
const shortOf = 0.25

// shortLaunches are those with many fewer executions than others, in which their warming up
// cannot be seen. The longer ones of the same code say how many executions that takes: a test that
// runs it a few times in a JVM of its own says nothing of what it costs once it is compiled.
type shortLaunches struct {
	table *model.Table
	cells []int32
	all   []warmedUp
}

// warmedUp is a launch: its rows in order, and from which of them on it was warm, as far as it
// says itself.
type warmedUp struct {
	rows []int
	warm int
}

// mark marks the first rows of short launches that are as early as those that every longer launch
// was cold for, and much slower than its warm ones at the same inputs. Where some longer launch was
// warm at once, or nothing is as large, they stay: they may be slow for another reason.
func (s *shortLaunches) mark(cold []bool) {
	longest := 0.0
	for _, l := range s.all {
		longest = max(longest, s.executions(l.rows))
	}
	least := math.Inf(1) // executions
	warm := map[int32][]float64{}
	var short [][]int
	for _, l := range s.all {
		if s.executions(l.rows) < shortOf*longest {
			short = append(short, l.rows)
			continue
		}
		least = min(least, s.executions(l.rows[:l.warm]))
		for _, row := range l.rows[l.warm:] {
			warm[s.cells[row]] = append(warm[s.cells[row]], math.Log(s.table.Target.Num[row]))
		}
	}
	levels := map[int32]float64{}
	for _, rows := range short {
		var early []int
		var away []float64
		executions := 0.0
		for _, row := range rows {
			if executions += s.executions([]int{row}); executions > least {
				break
			}
			cell := s.cells[row]
			if len(warm[cell]) == 0 { // there is nothing warm to compare it with
				continue
			}
			if _, known := levels[cell]; !known {
				levels[cell] = robust.Median(warm[cell])
			}
			early, away = append(early, row), append(away, math.Log(s.table.Target.Num[row])-levels[cell])
		}
		if len(away) == 0 || robust.Median(away) < muchSlower {
			continue
		}
		for _, row := range early {
			cold[row] = true
		}
	}
}

// executions is how many some rows stand for.
func (s *shortLaunches) executions(rows []int) (sum float64) {
	for _, row := range rows {
		sum += s.table.WeightOf(row)
	}
	return sum
}
