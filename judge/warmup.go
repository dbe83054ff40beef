package judge

import (
	"beagle/blackboard"
	"beagle/model/expression"
	"beagle/statistics/calibration"
	"beagle/statistics/dataset"
	"beagle/statistics/robust"
)

// warmUpOf is what the observations took that nothing was learnt from because the program
// was warming up, and what is predicted for them: who starts a program pays the
// difference, and no model of a warm one says it. Nil: none was left out, or nothing can be
// said of them.
func warmUpOf(d *dataset.Data, n expression.Node) *blackboard.WarmUp {
	if d.WarmUp+d.Scatter.WarmUp == 0 {
		return nil
	}
	table := d.Measured
	said := saidOf(calibration.Expression(d, n), table)
	if said == nil {
		return nil
	}
	counts := make([]bool, table.Rows())
	for _, row := range usedRows(d) {
		counts[row] = true
	}
	w := &blackboard.WarmUp{}
	for row, y := range table.Target.Num {
		weight := table.WeightOf(row)
		// What has no sensible value, or inputs of which nothing is said, was left out for that.
		if counts[row] || !robust.InRange(y) || !robust.InRange(said[row]) || !(weight > 0) {
			continue
		}
		w.Observations++
		w.Measured, w.Modelled = w.Measured+weight*y, w.Modelled+weight*said[row]
	}
	if w.Observations == 0 || !(w.Modelled > 0) {
		return nil
	}
	return w
}
