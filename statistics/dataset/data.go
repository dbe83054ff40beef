package dataset

import (
	"fmt"
	"sync"

	"beagle/model"
)

// Data is a table made ready for learning: rows without holes, one point per
// row or, where parameterisations repeat often, per parameterisation.
type Data struct {
	Table   *model.Table   // that they were made from
	Columns []model.Column // usable variables; all have at least two distinct values
	Y       []float64      // the measured value of each point
	Weight  []float64      // observations behind each point
	Target  model.Column   // Kind and Levels of the measured value; Num is Y
	Noisy   bool           // the target carries measurement noise

	Observations int     // rows that were used
	Noise        float64 // relative standard deviation of replicates; NaN: unknown
	NoiseFreedom int     // degrees of freedom behind Noise
	Exact        bool    // replicates agree exactly wherever there are any
	Cells        int     // distinct parameterisations
	WarmUp       int     // rows left out as warm-up
	Rows         []int   // of the table behind the points
	Notes        []string
	Collinear    []Collinear // numbers that were left out as lines of others

	Extrapolation []model.Column // points on up to Far times the range
	level         float64        // Level, once it is known
	Independent   []float64      // of each point: independent observations behind it

	Resolution []float64 // of each point, relative: what its value may be off because it was rounded

	logs     logs
	memo     sync.Map
	ByLaunch [][]Share // of each point, what the launches say of it; nil: unknown
}

// Memo remembers what others work out from the data, under a key of their own
// type: it is made once and lives as long as the data. The data must not change.
func (d *Data) Memo(key any, value func() any) any {
	if known, ok := d.memo.Load(key); ok {
		return known
	}
	known, _ := d.memo.LoadOrStore(key, value())
	return known
}

// Points is the number of points.
func (d *Data) Points() int { return len(d.Y) }

// Column returns the column of a variable, or nil.
func (d *Data) Column(v model.Variable) *model.Column {
	for i := range d.Columns {
		if d.Columns[i].Variable == v {
			return &d.Columns[i]
		}
	}
	return nil
}

func (d *Data) note(format string, args ...any) {
	d.Notes = append(d.Notes, fmt.Sprintf(format, args...))
}
