package judge

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"beagle/blackboard"
	"beagle/model"
	"beagle/model/expression"
	"beagle/statistics/calibration"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
	"beagle/statistics/robust"
	"beagle/statistics/selection"
)

// Limits of holding out.
const (
	mostParts  = 4     // of the observations that are predicted from the others
	fewestHeld = 5     // observations: of fewer nobody knows what is usual
	mostHeld   = 20000 // of more, an even sample
	fewestKind = 6     // observations of a launch that tell what is typical of it: of fewer no median is known at 95 %
)

// heldOutKey is the key under which data keep how an expression predicted them.
type heldOutKey struct{ node expression.Node }

// crossValidate is how the form of an expression, its numbers learnt from the other
// launches, predicts what each launch took: single observations as they were measured,
// with what is special to the launch, since nobody who uses the model knows the launch.
// Where fewer than two launches are known, every fourth observation is left out in turn.
// nil: there is too little to leave some out.
//
// It is cross-validation by groups (Roberts et al., "Cross-validation strategies for data
// with temporal, spatial, hierarchical, or phylogenetic structure", 2017). The form
// itself was chosen with all data, so it judges numbers and levels, not the choice. What
// it finds is remembered with the data.
func crossValidate(d *dataset.Data, n expression.Node) *blackboard.HeldOut {
	if n == nil || d.Target.Kind != model.Number || len(d.Rows) < fewestHeld || !d.Noisy && met(d, n) {
		return nil
	}
	return d.Memo(heldOutKey{n}, func() any { //nolint:forcetypeassert // this function alone knows the key
		h := holding{data: d, node: n, rows: measuredRows(d)}
		if calibration.Settled(d, n) {
			h.later = laterHalves(d.Measured, h.rows)
		}
		return h.crossValidate()
	}).(*blackboard.HeldOut)
}

// met reports whether an expression says every point exactly, so that no part of them would say otherwise.
func met(d *dataset.Data, n expression.Node) bool {
	f, err := d.Evaluate(n)
	return err == nil && exact(d.Y, f)
}

// measuredRows are the places in the table as it was measured of the rows that
// were used: those without warm-up and holes; of very many, an even sample.
func measuredRows(d *dataset.Data) []int {
	rows := usedRows(d)
	if stride := (len(rows) + mostHeld - 1) / mostHeld; stride > 1 {
		for i := range len(rows) / stride {
			rows[i] = rows[i*stride]
		}
		rows = rows[:len(rows)/stride]
	}
	return rows
}

// usedRows are the places of all these rows.
func usedRows(d *dataset.Data) []int {
	type place struct {
		launch int32
		seq    int64
	}
	at := func(t *model.Table, row int) (p place) {
		if p.seq = int64(row); t.Seq != nil {
			p.seq = t.Seq[row]
		}
		if t.Launch != nil {
			p.launch = t.Launch[row]
		}
		return p
	}
	used := make(map[place]bool, len(d.Rows))
	for _, row := range d.Rows {
		used[at(d.Table, row)] = true
	}
	var rows []int
	for row := range d.Measured.Rows() {
		if used[at(d.Measured, row)] {
			rows = append(rows, row)
		}
	}
	return rows
}

// laterHalves are the rows of each launch's second half, by the order in which they were measured, which need
// not be that of the table.
func laterHalves(t *model.Table, rows []int) map[int]bool {
	rows = dataset.InOrder(t, rows)
	late := make(map[int]bool, len(rows)/2+1)
	for from := 0; from < len(rows); {
		to := from + 1
		for to < len(rows) && (t.Launch == nil || t.Launch[rows[to]] == t.Launch[rows[from]]) {
			to++
		}
		for _, row := range rows[(from+to)/2 : to] {
			late[row] = true
		}
		from = to
	}
	return late
}

// holding is an expression with the observations that are left out of learning in turn.
type holding struct {
	data *dataset.Data
	node expression.Node
	rows []int // of the table as it was measured
	// later are those of launches' second halves, where what is written says nothing
	// of the first; nil: all count.
	later map[int]bool
}

// crossValidate leaves out each part in turn, predicts it from the others, and gathers single errors and totals.
// The interval of the total is Student's of the mean logarithm of modelled by measured totals over the
// parts; it stays unknown where a part has no positive total. nil: some fit failed, or no error is finite.
func (h holding) crossValidate() *blackboard.HeldOut {
	f := &blackboard.HeldOut{}
	var ratios, errors []float64
	var all []heldOutPoint
	// Each part in turn: learn without it, then hold what is said against it.
	early := blackboard.WarmUp{} // first halves that do not count
	for _, part := range h.parts(f) {
		said, usual := h.without(part)
		if said == nil {
			return nil
		}
		modelled, measured, before := 0.0, 0.0, len(all)
		for i, row := range part {
			y, weight := h.data.Measured.Target.Num[row], h.data.Measured.WeightOf(row)
			if h.later != nil && !h.later[row] {
				early.Observations++
				early.Modelled, early.Measured = early.Modelled+weight*said[i], early.Measured+weight*y
				continue
			}
			modelled, measured = modelled+weight*said[i], measured+weight*y
			all = append(all, heldOutPoint{modelled: said[i], measured: y, weight: weight})
			if away := math.Abs(said[i]-y) / math.Abs(y); !math.IsNaN(away) && !math.IsInf(away, 0) {
				errors = append(errors, away)
			}
		}
		if f.Launches > 0 {
			f.Launch = max(f.Launch, beside(all[before:], usual))
		}
		f.Observations += len(all) - before
		f.Modelled, f.Measured = f.Modelled+modelled, f.Measured+measured
		if modelled > 0 && measured > 0 {
			ratios = append(ratios, math.Log(modelled/measured))
		}
	}
	if len(errors) == 0 || math.IsNaN(f.Modelled) || math.IsInf(f.Modelled, 0) {
		return nil
	}
	// Over all parts: single errors, the total, and how the parts' totals scatter.
	slices.Sort(errors)
	f.Error, f.NineInTen = model.Figure(robust.Quantile(errors, 0.5)), model.Figure(robust.Quantile(errors, 0.9))
	f.Total = model.Figure(f.Modelled/f.Measured - 1)
	if !h.data.Counted { // of a count's mean the rare ones are a part as any
		f.Rare, f.WarmUp = rare(all), warmUpOf(h.data, h.node)
	}
	if early.Observations > 0 && early.Modelled > 0 {
		f.Early = &early
	}
	f.Low, f.High = model.Unknown(), model.Unknown()
	if len(ratios) >= 2 && len(ratios) == f.Parts {
		_, deviation := stat.MeanStdDev(ratios, nil)
		t := distuv.StudentsT{Sigma: 1, Nu: float64(len(ratios) - 1)}.Quantile(0.95)
		half := t * deviation / math.Sqrt(float64(len(ratios)))
		middle := math.Log(f.Modelled / f.Measured)
		f.Low, f.High = model.Figure(math.Expm1(middle-half)), model.Figure(math.Expm1(middle+half))
	}
	return f
}

// beside is how many times as long, or as short, some observations typically took by what was predicted for them,
// when others typically take usual times that; 0 where that is not known. A mean that seldom slow paths make is above what is
// typical in every launch: that tells no launch from the others.
func beside(some []heldOutPoint, usual float64) float64 {
	middle := typical(some)
	if !(middle > 0 && usual > 0) || len(some) < fewestKind {
		return 0
	}
	return max(middle/usual, usual/middle)
}

// typical is the median of how many times what was predicted for them observations took; 0: there are none.
func typical(some []heldOutPoint) float64 {
	ratios := make([]float64, 0, len(some))
	for _, o := range some {
		if o.modelled > 0 && o.measured > 0 {
			ratios = append(ratios, o.measured/o.modelled)
		}
	}
	if len(ratios) == 0 {
		return 0
	}
	return robust.Median(ratios)
}

// parts are the rows that are left out, part by part: launches, where there are
// several.
func (h holding) parts(f *blackboard.HeldOut) [][]int {
	table := h.data.Measured
	part := make(map[int32]int)
	if table.Launch != nil {
		for _, row := range h.rows {
			if _, known := part[table.Launch[row]]; !known {
				part[table.Launch[row]] = len(part)
			}
		}
	}
	f.Parts, f.Launches = min(len(part), mostParts), len(part)
	if len(part) < 2 {
		f.Parts, f.Launches = mostParts, 0
	}
	parts := make([][]int, f.Parts)
	if f.Launches == 0 { // equal inputs into different parts, as far as there are any
		order := slices.Clone(h.rows)
		slices.SortStableFunc(order, func(a, b int) int {
			for i := range table.Columns {
				if c := cmp.Compare(table.Columns[i].Num[a], table.Columns[i].Num[b]); c != 0 {
					return c
				}
			}
			return 0
		})
		for i, row := range order {
			parts[i%f.Parts] = append(parts[i%f.Parts], row)
		}
		return parts
	}
	for _, row := range h.rows {
		at := part[table.Launch[row]] % f.Parts
		parts[at] = append(parts[at], row)
	}
	return parts
}

// without is what the expression says of the rows of a part when its numbers were learnt from all
// others, and how many times what it says of these they typically took; nil where that cannot be. The table without
// the part is prepared anew, since levels of launches and warm-up must not be known from what is left
// out.
func (h holding) without(part []int) (said []float64, usual float64) {
	out := make(map[int]bool, len(part))
	for _, row := range part {
		out[row] = true
	}
	others := slices.DeleteFunc(slices.Clone(h.rows), func(row int) bool { return out[row] })
	train := rowsOf(h.data.Measured, others)
	known := append(slices.Clone(h.data.Options), dataset.Warm)
	if h.data.Table == h.data.Measured { // nothing was levelled in all of it
		known = append(known, dataset.Even)
	}
	d := dataset.Prepare(train, !h.data.Counted, known...)
	fitted := h.node
	if len(regression.EstimatesOf(d, h.node).Places) > 0 && d.Points() > 0 {
		c := selection.Compare(d, []expression.Node{h.node}, true)
		if c.Reference < 0 {
			return nil, 0
		}
		fitted = calibration.Expression(d, regression.TuneEstimates(d, h.node, c.Noise, 6))
	}
	if said = saidOf(fitted, rowsOf(h.data.Measured, part)); said == nil {
		return nil, 0
	}
	taught := make([]heldOutPoint, 0, len(others))
	for i, modelled := range saidOf(fitted, train) {
		if h.later == nil || h.later[others[i]] {
			taught = append(taught, heldOutPoint{modelled: modelled, measured: train.Target.Num[i]})
		}
	}
	return said, typical(taught)
}

// saidOf is what an expression says of the rows of a table; nil where it does not fit its columns.
func saidOf(n expression.Node, t *model.Table) []float64 {
	said, err := dataset.EvaluateRows(n, t)
	if err != nil {
		return nil
	}
	return said
}

// rowsOf is a part of a table, with columns of its own.
func rowsOf(t *model.Table, rows []int) *model.Table {
	part := &model.Table{Target: t.Target}
	part.Target.Num = dataset.Pick(t.Target.Num, rows)
	for _, c := range t.Columns {
		c.Num = dataset.Pick(c.Num, rows)
		part.Columns = append(part.Columns, c)
	}
	for _, row := range rows {
		if t.Weight != nil {
			part.Weight = append(part.Weight, t.Weight[row])
		}
		if t.Records != nil {
			part.Records = append(part.Records, t.Records[row])
		}
		if t.Launch != nil {
			part.Launch = append(part.Launch, t.Launch[row])
		}
		if t.Seq != nil {
			part.Seq = append(part.Seq, t.Seq[row])
		}
	}
	return part
}
