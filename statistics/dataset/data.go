package dataset

import (
	"sync"

	"beagle/model"
	"beagle/statistics/launches"
)

// Data is a table made ready for learning: points without holes, one of each observation or, where
// parameterisations repeat, of each parameterisation. It is shared by all who learn from it, and
// must not be changed; its methods may be called concurrently.
//
// Columns, Target, Y, Weight, Independent, Places, Resolution and, where it is known, ByLaunch have one
// value a point, in the same order. No value is NaN or infinite.
type Data struct {
	Columns []model.Column // usable variables, by point; all have at least two distinct values
	Target  model.Column   // the measured quantity: Kind and Levels, and Y as Num
	Noisy   bool           // equal inputs give different values: it carries measurement noise, or is left to chance
	Counted bool           // it is a count, in which the machine has no part: what scatters, the program does
	Observed
	Replicates
	Preparation

	// Extrapolation are points on up to ExtrapolationFactor times the observed range, on which
	// expressions have to stay sane.
	Extrapolation []model.Column

	level float64
	logs  logs
	memo  sync.Map
}

// Observed is what was observed at each point.
type Observed struct {
	Y           []float64 // the value: the median of replicates where there is noise, of counts that scatter their mean
	Weight      []float64 // observations behind it
	Independent []float64 // of these, as many as say something of their own
	Places      []float64 // rows behind it at different places in the order of their launches
	Resolution  []float64 // by how much the value may be off, relative to it, because it was rounded
	ByLaunch    [][]Share // what each launch says of it; nil: launches are not known
}

// Replicates is how far observations with equal inputs differ.
type Replicates struct {
	Noise        float64 // relative standard deviation of one observation; NaN: unknown
	NoiseFreedom int     // degrees of freedom behind Noise
	Exact        bool    // they agree exactly wherever there are any

	differences []difference // by pair; of counts by parameterisation
}

// Preparation is what was done to the table that was measured.
type Preparation struct {
	Measured     *model.Table     // the table itself
	Options      []Option         // what is known or wanted of it besides
	Table        *model.Table     // the same at the level that launches share, without their warm-up
	Scatter      launches.Scatter // how far launches agree
	Rows         []int            // of Table, that were used, in the order in which they were measured
	Observations int              // how many these are
	Cells        int              // distinct parameterisations
	WarmUp       int              // rows of Table left out because they were measured while code was cold
	Exceptions   float64          // share of counts that are not what most with the same inputs are, and are no points
	Contended    bool             // points are the lowest values of equal inputs, as others used the machine
	Notes        []string         // what is to be looked at: what was left out and what cannot be seen, in words for people
	Remarks      []string         // what was done on the way and takes nothing away: warm-up, even samples
	Collinear    []Collinear      // numbers that were left out as lines of others
}

// Memo remembers what others work out from the data, under a key of their own type: it is made
// once and lives as long as the data. Two who ask at the same time may both make it; both get
// the same one. value must not depend on anything but the data and the key.
func (d *Data) Memo(key any, value func() any) any {
	if known, ok := d.memo.Load(key); ok {
		return known
	}
	known, _ := d.memo.LoadOrStore(key, value())
	return known
}

// orderKey is the key under which data keep the order of the points by a column.
type orderKey struct{ column int }

// By is the points in the order of a column's values, as of Order. It is shared and must not be
// changed.
func (d *Data) By(column int) []int {
	return d.Memo(orderKey{column}, func() any { return Order(d.Columns[column].Num) }).([]int) //nolint:forcetypeassert // this function alone knows the key
}

// Points is the number of points; 0 where nothing of the table could be used.
func (d *Data) Points() int { return len(d.Y) }

// Column returns the column of a variable that is learnt from, or nil: it was not observed,
// did not vary, or follows from another one.
func (d *Data) Column(v model.Variable) *model.Column {
	for i := range d.Columns {
		if d.Columns[i].Variable == v {
			return &d.Columns[i]
		}
	}
	return nil
}

// Share is what one launch says of a point.
type Share struct {
	Launch  int32   // number of the launch
	Portion float64 // of the point's observations
	Median  float64 // their median
}

// sharesOf are what the launches say of one parameterisation, whose rows are in
// the order of their values; nil where launches are not known.
func sharesOf(table *model.Table, cell []int) (all []Share) {
	if table.Launch == nil {
		return nil
	}
	rows := map[int32][]int{}
	var order []int32
	for _, row := range cell {
		l := table.Launch[row]
		if rows[l] == nil {
			order = append(order, l)
		}
		rows[l] = append(rows[l], row)
	}
	for _, l := range order {
		all = append(all, Share{l, float64(len(rows[l])) / float64(len(cell)), at(rows[l], table.Target.Num, 0.5)})
	}
	return all
}
