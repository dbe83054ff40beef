package dataset

import (
	"strconv"
	"sync"

	"beagle/model"
	"beagle/model/expression"
)

// mostLogs is how many logarithms are remembered.
const mostLogs = 16

// logs are the logarithms of single numbers at all points: they stand in a third
// of all terms, and take longer than everything else in them.
type logs struct {
	sync.Mutex
	columns []model.Column // of the data, and the logarithms; only ever grows
	places  map[expression.Node]int
}

// known replaces an expression's logarithms by columns that hold them, and returns the columns to
// compile with. It remembers up to mostLogs; further ones are left in the expression. The columns
// it returns are never changed afterwards, only others appended, so that they can be read without
// the lock.
func (l *logs) known(d *Data, n expression.Node) (expression.Node, []model.Column) {
	has := false
	expression.Walk(n, func(n expression.Node) bool {
		has = has || isLog(n)
		return !has
	})
	if !has {
		return n, d.Columns
	}
	l.Lock()
	defer l.Unlock()
	if l.places == nil {
		l.places = map[expression.Node]int{}
		l.columns = append(make([]model.Column, 0, len(d.Columns)+mostLogs), d.Columns...)
	}
	n = expression.Map(n, func(n expression.Node) expression.Node {
		if !isLog(n) {
			return n
		}
		place, known := l.places[n]
		if !known {
			values, err := Evaluate(n, d.Columns)
			if place = len(l.columns); err != nil || place == cap(l.columns) {
				return n
			}
			l.places[n] = place
			l.columns = append(l.columns, model.Column{Variable: model.Variable{Name: "\x00log " + strconv.Itoa(place)}, Kind: model.Number, Num: values})
		}
		return expression.Variable{Variable: l.columns[place].Variable}
	})
	return n, l.columns
}

// isLog reports whether a node is the logarithm of a number, or of it and one.
func isLog(n expression.Node) bool {
	b, ok := n.(expression.Binary)
	if !ok || b.Op != expression.Log {
		return false
	}
	if _, ok := b.Left.(expression.Constant); !ok {
		return false
	}
	if sum, ok := b.Right.(expression.Binary); ok && sum.Op == expression.Add && sum.Right == expression.Constant(1) {
		b.Right = sum.Left
	}
	_, ok = b.Right.(expression.Variable)
	return ok
}
