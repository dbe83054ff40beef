package blackboard

import (
	"beagle/model"
	"beagle/model/expression"
)

// Derived is a variable of the user's own, worked out from others.
type Derived struct {
	Variable model.Variable                         // its name, always with the characterisation VALUE
	Inputs   []model.Variable                       // that it is worked out from
	Value    func(inputs []model.Value) model.Value // a number or a flag; none: undefined for these

	Definition expression.Node // what it stands for in expressions of the model; nil: nothing does
	Unsayable  string          // why
}

func (r *results) derive(t *model.Table) {
	observed := t.Columns
	for i := range r.derived {
		if d := &r.derived[i]; t.Column(d.Variable) == nil {
			if column, ok := d.column(observed, t.Rows()); ok {
				t.Columns = append(t.Columns, column)
			}
		}
	}
}

// column is the variable's column; false: what it is worked out from was not observed, or it is defined nowhere.
func (d *Derived) column(observed []model.Column, rows int) (model.Column, bool) {
	from := make([]*model.Column, len(d.Inputs))
	for i, v := range d.Inputs {
		for c := range observed {
			if observed[c].Variable == v {
				from[i] = &observed[c]
			}
		}
		if from[i] == nil {
			return model.Column{}, false
		}
	}
	column := newColumn(d.Variable, rows)
	inputs := make([]model.Value, len(from))
	values := make([]model.Value, rows)
	for row := range values {
		known := true
		for i, c := range from {
			inputs[i] = c.Value(row)
			known = known && inputs[i].Kind != model.None
		}
		if known {
			values[row] = d.Value(inputs)
			column.see(values[row])
		}
	}
	for _, v := range values {
		column.add(v)
	}
	return column.column(), column.kind != model.None && column.kind != model.Text
}
