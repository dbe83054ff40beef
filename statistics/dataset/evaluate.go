package dataset

import (
	"beagle/model"
	"beagle/model/expression"
)

// Evaluate is an expression's value on each row of columns. The error wraps model.ErrUndefined
// where a variable has no column; without columns there is one row.
func Evaluate(n expression.Node, columns []model.Column) ([]float64, error) {
	rows := 1
	if len(columns) > 0 {
		rows = len(columns[0].Num)
	}
	out := make([]float64, rows)
	if err := expression.Values(out, n, columns); err != nil {
		return nil, err
	}
	return out, nil
}

// EvaluateRows is an expression's value on each row of a table, also of one without columns. The error is of an
// expression that does not fit the columns.
func EvaluateRows(n expression.Node, t *model.Table) ([]float64, error) {
	program, err := expression.Compile(n, t.Columns)
	if err != nil {
		return nil, err
	}
	out := make([]float64, t.Rows())
	program.Eval(out, 0)
	return out, nil
}

// Evaluate is an expression's value at each point; see Evaluate. The slice is the caller's.
// Logarithms of single variables are worked out once for all callers.
func (d *Data) Evaluate(n expression.Node) ([]float64, error) {
	out := make([]float64, d.Points())
	if err := d.EvaluateTo(out, n); err != nil {
		return nil, err
	}
	return out, nil
}

// EvaluateTo is Evaluate into memory of the caller, one number a point.
func (d *Data) EvaluateTo(dst []float64, n expression.Node) error {
	n, columns := d.logs.known(d, n)
	return expression.Values(dst, n, columns)
}
