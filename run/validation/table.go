package validation

import (
	"math"
	"slices"

	"beagle/model"
)

const mostTexts = 32

func tableOf(executions []*execution) *model.Table {
	t := &model.Table{Target: model.Column{Kind: model.Number}}
	texts := map[model.Variable]map[string]float64{}
	for row, e := range executions {
		t.Target.Num, t.Seq, t.Launch = append(t.Target.Num, e.took), append(t.Seq, e.seq), append(t.Launch, e.launch)
		for k := range e.inputs {
			in := &e.inputs[k]
			column := t.Column(in.Variable)
			if column == nil {
				t.Columns = append(t.Columns, model.Column{Variable: in.Variable, Kind: in.Value.Kind})
				column = &t.Columns[len(t.Columns)-1]
				texts[in.Variable] = map[string]float64{}
			}
			x, known := in.Value.Num, texts[in.Variable]
			if in.Value.Kind == model.Text {
				if _, seen := known[in.Value.Str]; !seen && len(known) <= mostTexts {
					known[in.Value.Str] = float64(len(known))
				}
				x = known[in.Value.Str]
			}
			column.Num = append(filled(column.Num, row), x)[:row+1]
		}
	}
	t.Columns = slices.DeleteFunc(t.Columns, func(c model.Column) bool { return len(texts[c.Variable]) > mostTexts })
	for i := range t.Columns {
		t.Columns[i].Num = filled(t.Columns[i].Num, t.Rows())
	}
	return t
}

func filled(column []float64, rows int) []float64 {
	for len(column) < rows {
		column = append(column, math.NaN())
	}
	return column
}
