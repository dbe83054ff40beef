package selection

import (
	"beagle/model"
	"beagle/model/expression"
)

var n = expression.Variable{Variable: model.Variable{Name: "n", Char: model.ValueOf}}

func bin(op expression.Op, l, r expression.Node) expression.Node {
	return expression.Binary{Op: op, Left: l, Right: r}
}

func tableOf(x []float64, f func(i int, x float64) float64) *model.Table {
	table := &model.Table{Columns: []model.Column{{Variable: n.Variable, Kind: model.Number, Num: x}}, Target: model.Column{Kind: model.Number}}
	for i, v := range x {
		table.Target.Num = append(table.Target.Num, f(i, v))
	}
	return table
}
