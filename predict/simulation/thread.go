package simulation

import (
	"errors"

	"beagle/pcm/stoex"
)

const (
	mostFrames = 10_000
	mostValues = 1 << 20
)

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

type frame struct {
	call    int32 // the operation that called
	base    int
	node    int32
	started float64
}

func (t *thread) begin(s *Scenario, index int32) {
	t.pc, t.base, t.node, t.scenario = int32(s.Entry), 0, 0, index
	t.frames, t.turns, t.parent, t.children = t.frames[:0], t.turns[:0], nil, 0
	t.values = t.values[:0]
	t.grow(s.Slots)
}

func (t *thread) grow(slots int) {
	for range slots {
		t.values = append(t.values, stoex.Undefined)
	}
}

// run steps through the thread's operations until it has to wait. The thread has ended where it returns true.
func (e *engine) run(t *thread) (ended bool) {
	for !e.over() {
		op := &e.program.Code[t.pc]
		e.step()
		if op.Watch != nil {
			e.watch(t, op)
		}
		switch op.Kind {
		case Demand:
			if e.demand(t, op) {
				return false
			}
		case Wait:
			if e.wait(t, op) {
				return false
			}
		case Call:
			if e.call(t, op) {
				return false
			}
		case Return:
			if e.leave(t) {
				return false
			}
		case Repeat:
			turns := e.count(t, op)
			if turns <= 0 {
				t.pc = op.To
				continue
			}
			t.turns = append(t.turns, turns)
			t.pc++
		case Next:
			last := len(t.turns) - 1
			if t.turns[last]--; t.turns[last] > 0 {
				t.pc = op.To
				continue
			}
			t.turns = t.turns[:last]
			t.pc++
		case Draw:
			e.draw(t, op, op.Inputs, t.base, t.base)
			t.pc++
		case Guard:
			if e.truth(t, op) {
				t.pc++
			} else {
				t.pc = op.To
			}
		case Stuck:
			e.fail(op, "", errors.New("no guard of the branch is true"), "make the guards exhaustive: the last one may be true")
			t.pc++
		case Choose:
			u := e.random.Float64()
			ways := op.Ways
			i := 0
			for i < len(ways)-1 && u >= ways[i].Limits {
				i++
			}
			t.pc = ways[i].To
		case Jump:
			t.pc = op.To
		case Fork:
			if e.fork(t, op) {
				return false
			}
		case Join:
			return true
		case Acquire:
			if e.acquire(t, op) {
				return false
			}
		case Release:
			e.release(op)
			t.pc++
		case End:
			return true
		}
	}
	return true
}
