package dataset

import "beagle/model"

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
