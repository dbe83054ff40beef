package simulation

import (
	"errors"
	"fmt"
	"math"

	"beagle/pcm/stoex"
	"beagle/predict/program"
)

// Bounds of one user: calls within calls, turns of loops under way, places of
// all frames.
const (
	mostFrames = 10_000
	mostValues = 1 << 20
)

// thread is a user, or a behaviour that runs beside others.
type thread struct {
	pc     int32
	node   int32 // of the profile: where in the tree of calls
	base   int   // of the present frame in values
	values []stoex.Val
	frames []frame
	turns  []int32 // left of each loop under way

	scenario int32
	started  float64 // when the scenario began, or the wait or demand
	since    float64
	parent   *thread // of a forked behaviour that is waited for
	children int     // that this thread waits for
	measured bool    // began after the warm-up
}

// frame is what a call returns to.
type frame struct {
	call    int32 // the operation that called
	base    int
	node    int32
	started float64
	loops   int // loops under way when the call was made
}

// begin gives a thread the frame of a scenario.
func (t *thread) begin(s *program.Scenario, index int32) {
	t.pc, t.base, t.node, t.scenario = int32(s.Entry), 0, 0, index
	t.frames, t.turns, t.parent, t.children = t.frames[:0], t.turns[:0], nil, 0
	t.values = t.values[:0]
	t.grow(s.Slots)
}

// grow makes room above the present values.
func (t *thread) grow(slots int) {
	for range slots {
		t.values = append(t.values, stoex.Undefined)
	}
}

// run steps through the thread's operations until it has to wait. The thread
// has ended where it returns true.
func (e *engine) run(t *thread) (ended bool) {
	for e.problem == nil {
		op := &e.program.Code[t.pc]
		e.steps++
		switch op.Kind {
		case program.Demand:
			if e.demand(t, op) {
				return false
			}
		case program.Wait:
			if e.wait(t, op) {
				return false
			}
		case program.Call:
			if e.call(t, op) {
				return false
			}
		case program.Return:
			if e.leave(t) {
				return false
			}
		case program.Repeat:
			turns := e.count(t, op)
			if turns <= 0 {
				t.pc = op.To
				continue
			}
			t.turns = append(t.turns, turns)
			t.pc++
		case program.Next:
			last := len(t.turns) - 1
			if t.turns[last]--; t.turns[last] > 0 {
				t.pc = op.To
				continue
			}
			t.turns = t.turns[:last]
			t.pc++
		case program.Draw:
			e.draw(t, op, op.Inputs, t.base, t.base)
			t.pc++
		case program.Guard:
			if e.truth(t, op) {
				t.pc++
			} else {
				t.pc = op.To
			}
		case program.Stuck:
			e.fail(op, "", errors.New("no guard of the branch is true"), "make the guards exhaustive: the last one may be true")
			t.pc++
		case program.Choose:
			u := e.random.Float64()
			ways := op.Ways
			i := 0
			for i < len(ways)-1 && u >= ways[i].Limits {
				i++
			}
			t.pc = ways[i].To
		case program.Jump:
			t.pc = op.To
		case program.Fork:
			if e.fork(t, op) {
				return false
			}
		case program.Join:
			return true
		case program.Acquire:
			if e.acquire(t, op) {
				return false
			}
		case program.Release:
			e.release(op)
			t.pc++
		case program.End:
			return true
		}
	}
	return true
}

// eval evaluates an expression in the frame at base.
func (e *engine) eval(t *thread, x *stoex.Compiled, base int) (stoex.Val, error) {
	if v, ok := x.Constant(); ok {
		return v, nil
	}
	outer, values := e.current, e.frame.Values
	e.current = t
	e.frame.Values = t.values[base:]
	v, err := x.Eval(&e.frame)
	e.current, e.frame.Values = outer, values
	return v, err
}

// resolve evaluates a deferred value in the frame that gave it.
func (e *engine) resolve(v stoex.Val) (stoex.Val, error) {
	expression, base, _ := v.Deferral()
	if e.deep++; e.deep > 1000 {
		e.deep = 0
		return v, errors.New("an INNER characterisation is given by itself")
	}
	out, err := e.eval(e.current, e.program.Deferred[expression], base)
	e.deep--
	return out, err
}

// amount is a number that a demand, a wait or a rate asks for.
func (e *engine) amount(t *thread, op *program.Op, x *stoex.Compiled, what string) float64 {
	v, err := e.eval(t, x, t.base)
	if err != nil {
		e.fail(op, x.String(), err, "")
		return 0
	}
	number, ok := v.Float()
	switch {
	case !ok:
		e.fail(op, x.String(), fmt.Errorf("the %s is %s, not a number", what, v), "")
		return 0
	case math.IsInf(number, 1):
		e.fail(op, x.String(), fmt.Errorf("the %s is infinite", what), "")
		return 0
	case !(number > 0): // also NaN: simulators take it as no time
		return 0
	}
	return number
}

func (e *engine) count(t *thread, op *program.Op) int32 {
	v, err := e.eval(t, op.Expr, t.base)
	if err != nil {
		e.fail(op, op.Expr.String(), err, "")
		return 1
	}
	n, ok := v.Int()
	if !ok {
		e.fail(op, op.Expr.String(), fmt.Errorf("the number of turns is %s, not a whole number", v), "write Round(...) or Trunc(...): simulators convert no DOUBLE to an INT")
		return 1
	}
	return n
}

func (e *engine) truth(t *thread, op *program.Op) bool {
	v, err := e.eval(t, op.Expr, t.base)
	if err != nil {
		e.fail(op, op.Expr.String(), err, "")
		return true
	}
	yes, ok := v.Bool()
	if !ok {
		e.fail(op, op.Expr.String(), fmt.Errorf("the condition is %s, not a truth value", v), "")
		return true
	}
	return yes
}

// draw gives places of the frame at to values of expressions in the frame at
// from.
func (e *engine) draw(t *thread, op *program.Op, bindings []program.Binding, from, to int) (bytes float64) {
	for i := range bindings {
		b := &bindings[i]
		if b.Deferred >= 0 {
			if b.Place >= 0 {
				t.values[to+int(b.Place)] = stoex.Deferred(int(b.Deferred), from)
			}
			continue
		}
		v, err := e.eval(t, b.Expr, from)
		if err != nil {
			e.fail(op, b.From.Text, fmt.Errorf("%s: %w", b.Variable, err), "")
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
