// Package simulation runs a program: with queues at resources, as a discrete event simulation, or without
// contention, as if each user had the machines to himself. The same program, options and seed give the same
// result.
//
// Processor sharing is simulated by virtual time (Parekh and Gallager, 1993): all jobs of a server run at the same
// speed, so each is done when the work that a job has received since the server was empty reaches a number known
// at its arrival. An arrival so costs the logarithm of the jobs present, whatever they share.
package simulation

import (
	"context"
	"math"
)

type engine struct {
	*values
	*observed
	contention bool
	now        float64
	calendar   calendar
	servers    []server
	pools      []pool
	free       []*thread
	workloads  []Op // one a scenario, to report errors at
	budget
}

// newEngine prepares a simulation; with the same seed it runs the same way. It has no bound unless it is given one.
func newEngine(p *Program, seed uint64, contention bool) *engine {
	e := &engine{
		values: newValues(p, seed), observed: newObserved(p), contention: contention,
		budget: budget{next: math.MaxInt64}, calendar: newCalendar(len(p.Resources)), servers: make([]server, len(p.Resources)), pools: make([]pool, len(p.Passive)),
	}
	for i := range p.Scenarios {
		e.workloads = append(e.workloads, Op{Action: p.Scenarios[i].Element})
	}
	for i, r := range p.Resources {
		e.servers[i] = server{policy: r.Policy, cores: r.Replicas}
	}
	return e
}

func (e *engine) observe() {
	e.warm = true
	e.restart(e.now)
	for i := range e.servers {
		e.servers[i].account(e.now)
		e.servers[i].work = 0
	}
}

func (e *engine) take() *thread {
	if n := len(e.free); n > 0 {
		t := e.free[n-1]
		e.free = e.free[:n-1]
		return t
	}
	return &thread{}
}

func (e *engine) give(t *thread) { e.free = append(e.free, t) }

func (e *engine) start() {
	for i := range e.program.Passive {
		e.capacity(i)
	}
	for i := range e.program.Scenarios {
		s := &e.program.Scenarios[i]
		if s.InterArrival != nil {
			e.calendar.add(event{time: e.now + e.between(i), server: starting, scenario: int32(i)})
			continue
		}
		for range s.Population {
			t := e.take()
			t.begin(s, int32(i))
			t.started, t.measured = e.now, e.warm
			e.calendar.add(event{time: e.now, thread: t, server: asleep})
		}
	}
}

func (e *engine) capacity(i int) {
	p := &e.program.Passive[i]
	op := &Op{Action: p.Passive.Element}
	if p.Capacity == nil {
		return
	}
	v, err := p.Capacity.Eval(&e.frame)
	if n, ok := v.Int(); err == nil && ok {
		e.pools[i].free = int(n)
		return
	}
	if err == nil {
		err = errNoWhole
	}
	e.fail(op, p.Capacity.String(), err, "the capacity must be a whole number")
}

func (e *engine) between(scenario int) float64 {
	return e.outside(&e.workloads[scenario], e.program.Scenarios[scenario].InterArrival, "inter-arrival time")
}

// event carries out the next event; false: there is none, or an error, or the simulation is over.
func (e *engine) event() bool {
	if len(e.calendar.events) == 0 || e.over() {
		return false
	}
	ev := e.calendar.pop()
	t := ev.thread
	e.now = ev.time
	switch {
	case ev.server == starting:
		s := &e.program.Scenarios[ev.scenario]
		e.calendar.add(event{time: e.now + e.between(int(ev.scenario)), server: starting, scenario: ev.scenario})
		t = e.take()
		t.begin(s, ev.scenario)
		t.started, t.measured = e.now, e.warm
	case ev.server == asleep:
	case t == nil:
		t = e.servers[ev.server].done(&e.calendar, e.now, ev.server)
		e.finished(t)
	default:
		e.servers[ev.server].left(&e.calendar, e.now, ev.server)
		e.finished(t)
	}
	if e.run(t) && !e.spent {
		e.ended(t)
	}
	return !e.over()
}

// over reports whether the simulation ends here: at an error, or since it may not go on.
func (e *engine) over() bool { return e.fatal != nil || e.spent }

func (e *engine) ended(t *thread) {
	if parent := t.parent; parent != nil {
		t.parent = nil
		e.give(t)
		if parent.children--; parent.children == 0 {
			e.calendar.add(event{time: e.now, thread: parent, server: asleep})
		}
		return
	}
	if e.program.Code[t.pc].Kind != End {
		e.give(t) // a behaviour that nobody waits for
		return
	}
	s := &e.program.Scenarios[t.scenario]
	e.runs[t.scenario]++
	if t.measured {
		e.scenarios[t.scenario].add(e.now - t.started)
	}
	if s.InterArrival != nil || e.fatal != nil {
		e.give(t)
		return
	}
	think := e.outside(&e.workloads[t.scenario], s.ThinkTime, "think time")
	t.begin(s, t.scenario)
	t.started, t.measured = e.now+think, e.warm
	e.calendar.add(event{time: e.now + think, thread: t, server: asleep})
}

// walk runs one scenario once, alone; false: not to its end.
func (e *engine) walk(index int) bool {
	s := &e.program.Scenarios[index]
	t := e.take()
	t.begin(s, int32(index))
	e.now, t.started, t.measured = 0, 0, true
	e.run(t)
	e.give(t)
	if e.over() {
		return false
	}
	e.scenarios[index].add(e.now)
	return true
}

// budget bounds a simulation: how many operations it may carry out, and how long anybody waits for it.
type budget struct {
	steps int64 // operations carried out
	limit int64 // at which it ends
	next  int64 // at which it is looked whether it ends
	done  <-chan struct{}
	spent bool
}

const lookEvery = 1 << 14

// until gives a simulation so many more operations, and until the context is over.
func (b *budget) until(ctx context.Context, steps int64) {
	b.limit, b.next, b.done, b.spent = b.steps+steps, b.steps, ctx.Done(), false
}

func (b *budget) step() {
	if b.steps++; b.steps < b.next {
		return
	}
	select {
	case <-b.done:
		b.spent = true
	default:
		b.spent = b.steps >= b.limit
	}
	b.next = min(b.steps+lookEvery, b.limit)
}
