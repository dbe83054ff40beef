package simulation

import (
	"errors"
	"fmt"
	"math"
)

func (e *engine) demand(t *thread, op *Op) bool {
	work := e.amount(t, op, op.Expr, "resource demand")
	if !(work > 0) {
		t.pc++
		return false
	}
	rate := e.amount(t, op, e.program.Resources[op.To].Rate, "processing rate")
	if !(rate > 0) {
		e.fail(op, e.program.Resources[op.To].Rate.String(), errors.New("the processing rate is not above 0"), "")
		t.pc++
		return false
	}
	service := work / rate
	e.offered[op.To] += service
	t.since = e.now
	if !e.contention {
		e.now += service
		e.finished(t)
		return false
	}
	e.servers[op.To].arrive(&e.calendar, e.now, op.To, t, service)
	return true
}

func (e *engine) finished(t *thread) {
	if t.measured {
		e.profile.add(t.node, t.pc, e.now-t.since)
	}
	t.pc++
}

func (e *engine) wait(t *thread, op *Op) bool {
	time := e.amount(t, op, op.Expr, "delay")
	return e.sleep(t, time)
}

func (e *engine) sleep(t *thread, time float64) bool {
	if !e.contention {
		e.now += time
		t.pc++
		return false
	}
	t.pc++
	if time <= 0 {
		return false
	}
	e.calendar.add(event{time: e.now + time, thread: t, server: asleep})
	return true
}

func (e *engine) call(t *thread, op *Op) bool {
	if len(t.frames) >= mostFrames || len(t.values)+int(op.Slots) > mostValues {
		e.fail(op, "", fmt.Errorf("calls lie in one another more than %d deep", len(t.frames)), "a service calls itself without end")
		t.pc++
		return false
	}
	top := len(t.values)
	t.grow(int(op.Slots))
	bytes := e.draw(t, op, op.Inputs, t.base, top)
	t.frames = append(t.frames, frame{call: t.pc, base: t.base, node: t.node, started: e.now})
	t.node = e.profile.child(t.node, t.pc)
	t.base = top
	t.pc = op.To
	if op.Link == 0 {
		return false
	}
	t.pc--
	return e.sleep(t, e.transfer(t, op, bytes))
}

func (e *engine) transfer(t *thread, op *Op, bytes float64) float64 {
	time := e.amount(t, op, e.program.Latency[op.Link-1], "latency")
	if bytes > 0 {
		through := e.amount(t, op, e.program.Through[op.Link-1], "throughput")
		if !(through > 0) {
			e.fail(op, "", errors.New("the throughput of the link is not above 0"), "")
			return time
		}
		time += bytes / through
	}
	return time
}

func (e *engine) leave(t *thread) bool {
	last := len(t.frames) - 1
	f := t.frames[last]
	op := &e.program.Code[f.call]
	bytes := e.draw(t, op, op.Returns, t.base, f.base)
	top := t.base
	t.frames = t.frames[:last]
	t.base, t.node, t.pc = f.base, f.node, f.call
	t.values = t.values[:top]
	if op.Entry && t.measured {
		e.calls[op.Series].add(e.now - f.started)
	}
	if op.Link == 0 {
		t.pc++
		return false
	}
	return e.sleep(t, e.transfer(t, op, bytes))
}

// acquire takes a place of a passive resource.
func (e *engine) acquire(t *thread, op *Op) bool {
	if !e.contention {
		t.pc++
		return false
	}
	t.since = e.now
	if e.pools[op.To].acquire(t) {
		t.pc++
		return false
	}
	return true
}

func (e *engine) release(op *Op) {
	if !e.contention {
		return
	}
	if t := e.pools[op.To].release(); t != nil {
		e.finished(t)
		e.calendar.add(event{time: e.now, thread: t, server: asleep})
	}
}

func (e *engine) fork(t *thread, op *Op) bool {
	start := t.pc
	t.pc = op.To
	if !e.contention {
		e.forkAlone(t, op, start)
		return false
	}
	t.children = int(op.Slots)
	for i, way := range op.Ways {
		child := e.take()
		child.copyOf(t)
		child.pc = way.To
		child.node = e.profile.child(t.node, start)
		if i < int(op.Slots) {
			child.parent = t
		}
		e.calendar.add(event{time: e.now, thread: child, server: asleep})
	}
	return t.children > 0
}

// forkAlone runs the behaviours one after another, each from the same moment on.
func (e *engine) forkAlone(t *thread, op *Op, start int32) {
	from, end := e.now, e.now
	for i, way := range op.Ways {
		child := e.take()
		child.copyOf(t)
		child.pc, child.node = way.To, e.profile.child(t.node, start)
		e.now = from
		e.run(child)
		if i < int(op.Slots) {
			end = math.Max(end, e.now)
		}
		e.give(child)
	}
	e.now = end
}

func (t *thread) copyOf(other *thread) {
	t.values = append(t.values[:0], other.values...)
	t.frames, t.turns = t.frames[:0], t.turns[:0]
	t.base, t.scenario, t.started, t.measured = other.base, other.scenario, other.started, other.measured
	t.parent, t.children = nil, 0
}
