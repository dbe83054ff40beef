package simulation

import (
	"errors"
	"fmt"
	"math"

	"beagle/model"
	"beagle/pcm/instance"
	"beagle/pcm/stoex"
)

type values struct {
	failures
	program *Program
	random  *stoex.Random
	frame   stoex.Frame
	current *thread   // whose expression is evaluated
	deep    int       // deferred values within deferred values
	most    []float64 // of the program's watched variables, the largest value so far; NaN: none
}

func newValues(p *Program, seed uint64) *values {
	v := &values{failures: failures{told: map[failure]bool{}}, program: p, random: stoex.NewRandom(seed)}
	for range p.Watched {
		v.most = append(v.most, math.NaN())
	}
	v.frame = stoex.Frame{Random: v.random, Resolve: v.resolve}
	return v
}

func (in *values) eval(t *thread, x *stoex.Compiled, base int) (stoex.Val, error) {
	if v, ok := x.Constant(); ok {
		return v, nil
	}
	outer, values := in.current, in.frame.Values
	in.current = t
	in.frame.Values = t.values[base:]
	v, err := x.Eval(&in.frame)
	in.current, in.frame.Values = outer, values
	return v, err
}

func (in *values) resolve(v stoex.Val) (stoex.Val, error) {
	expression, base, _ := v.Deferral()
	if in.deep++; in.deep > 1000 {
		in.deep = 0
		return v, errors.New("an INNER characterisation is given by itself")
	}
	out, err := in.eval(in.current, in.program.Deferred[expression], base)
	in.deep--
	return out, err
}

// watch notes the largest values of what an operation watches.
func (in *values) watch(t *thread, op *Op) {
	for _, w := range op.Watch {
		if x, ok := t.values[t.base+int(w.Place)].Float(); ok && !(x <= in.most[w.Number]) {
			in.most[w.Number] = x
		}
	}
}

func (in *values) amount(t *thread, op *Op, x *stoex.Compiled, what string) float64 {
	v, err := in.eval(t, x, t.base)
	if err != nil {
		in.fail(op, x.String(), err, "")
		return 0
	}
	number, ok := v.Float()
	switch {
	case !ok:
		in.fail(op, x.String(), fmt.Errorf("the %s is %s, not a number", what, v), "")
		return 0
	case math.IsInf(number, 1):
		in.fail(op, x.String(), fmt.Errorf("the %s is infinite", what), "")
		return 0
	case !(number > 0): // also NaN: simulators take it as no time
		return 0
	}
	return number
}

// count evaluates a number of turns.
func (in *values) count(t *thread, op *Op) int32 {
	v, err := in.eval(t, op.Expr, t.base)
	if err != nil {
		in.fail(op, op.Expr.String(), err, "")
		return 1
	}
	n, ok := v.Int()
	if !ok {
		in.fail(op, op.Expr.String(), fmt.Errorf("the number of turns is %s, not a whole number", v), "write Round(...) or Trunc(...): simulators convert no DOUBLE to an INT")
		return 1
	}
	return n
}

// truth evaluates a guard; see count.
func (in *values) truth(t *thread, op *Op) bool {
	v, err := in.eval(t, op.Expr, t.base)
	if err != nil {
		in.fail(op, op.Expr.String(), err, "")
		return true
	}
	yes, ok := v.Bool()
	if !ok {
		in.fail(op, op.Expr.String(), fmt.Errorf("the condition is %s, not a truth value", v), "")
		return true
	}
	return yes
}

func (in *values) draw(t *thread, op *Op, bindings []Binding, from, to int) (bytes float64) {
	for i := range bindings {
		b := &bindings[i]
		if b.Deferred >= 0 {
			if b.Place >= 0 {
				t.values[to+int(b.Place)] = stoex.Deferred(int(b.Deferred), from)
			}
			continue
		}
		v, err := in.eval(t, b.Expr, from)
		if err != nil {
			in.fail(op, b.From.Text, fmt.Errorf("%s: %w", b.Variable, err), "")
		}
		if b.Bytes {
			if n, ok := v.Float(); ok {
				bytes += n
			}
		}
		if b.Place >= 0 {
			t.values[to+int(b.Place)] = v
		}
	}
	return bytes
}

func (in *values) outside(op *Op, x *stoex.Compiled, what string) float64 {
	if x == nil {
		return 0
	}
	v, err := x.Eval(&in.frame)
	if err != nil {
		in.fail(op, x.String(), err, "")
		return 0
	}
	number, ok := v.Float()
	if !ok || number < 0 || number != number {
		in.fail(op, x.String(), negativeError{what, v}, "give a time that is never below 0; a clamp such as Max(0.0, ...) helps")
		return 0
	}
	return number
}

type failures struct {
	lenient bool // go on after errors, to find them all
	fatal   *model.Problem
	all     []model.Problem
	told    map[failure]bool
}

type failure struct {
	op   *Op
	text string
}

// fail reports an error of the model. The simulation ends, as Palladio's do, unless it is to find all errors.
func (f *failures) fail(op *Op, text string, err error, hint string) {
	if f.told[failure{op, text}] {
		return
	}
	f.told[failure{op, text}] = true
	at := instance.Element{}
	if op.Action != nil {
		at = op.Action.At()
	}
	message := err.Error()
	if text != "" {
		message = "\"" + text + "\": " + message
	}
	p := at.Problem(model.Error, "simulation", message, hint)
	f.all = append(f.all, p)
	if !f.lenient {
		f.fatal = &p
	}
}

var errNoWhole = errors.New("it is not a whole number")

type negativeError struct {
	what  string
	value stoex.Val
}

func (e negativeError) Error() string {
	return fmt.Sprintf("the %s is %s, which ends a simulation", e.what, e.value)
}
