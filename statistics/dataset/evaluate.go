package dataset

import (
	"beagle/model"
	"beagle/model/expression"
)

// Evaluate is an expression's value on each row of columns. The error wraps model.ErrUndefined
// where a variable has no column; without columns there is one row.
func Evaluate(n expression.Node, columns []model.Column) ([]float64, error) {
	program, err := expression.Compile(n, columns)
	if err != nil {
		return nil, err
	}
	rows := 1
	if len(columns) > 0 {
		rows = len(columns[0].Num)
	}
	out := make([]float64, rows)
	program.Eval(out, 0)
	return out, nil
}

// Evaluate is an expression's value at each point; see Evaluate. The slice is the caller's.
// Logarithms of single variables are worked out once for all callers.
func (d *Data) Evaluate(n expression.Node) ([]float64, error) {
	program, err := expression.Compile(d.logs.known(d, n))
	if err != nil {
		return nil, err
	}
	out := make([]float64, d.Points())
	program.Eval(out, 0)
	return out, nil
}
