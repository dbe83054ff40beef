// Package parser turns measurement events into observations: which value a section had, and under which parameters
// its service was executed at that time. Nothing here knows how events are made, and nothing is learnt here.
package parser

import (
	"math"
	"slices"
	"sync"

	"beagle/measure"
	"beagle/model"
)

// Parser is the measurement event parser of the design document. It reads
// events per thread in the order in which they happened:
//
//   - the values captured at a service's entry are the parameterisation of
//     everything that this execution of the service does;
//   - values captured at an external call are the call's parameter results;
//   - a transition that is entered is the branch's decision;
//   - bodies of a loop that follow one another directly are one count;
//   - what a service does inside an execution of itself is part of that execution;
//   - demands translate directly; those of one execution count once (repeated).
//
// Its memory is bounded whatever the program does: see collector and thread.
// It may be used from several goroutines.
type Parser struct {
	mu         sync.Mutex
	order      measure.Order
	clock      measure.Clock
	sections   []target // parallel to Order.Sections
	collectors []collector
	elements   []model.ElementID // parallel to collectors
	parameters []parameters      // of each service
	threads    threads
	launch     int32
	services   []int32         // parallel to collectors: of the element; -1: it has no section
	ran        []bool          // services that were entered, in any launch, by the first entry of their SEFF
	first      []int32         // of each entry: the first one of its SEFF
	misfits    misfits         // since the last results
	owners     *measure.Owners // of the sections
}

type target struct {
	service int32
	demand  []demandTarget
	tally   tally
	short   bool         // wall time counts where the clock is auto
	count   []*collector // loops, branches
	args    []argTarget
}

type demandTarget struct {
	demand measure.Time
	to     *collector
}

type argTarget struct {
	position int32
	char     model.Characterisation
	to       *collector
}

// New makes a parser for the events of an order. Elements are those whose results are wanted.
func New(order measure.Order, elements []model.Element, clock measure.Clock) *Parser {
	p := &Parser{
		order: order, clock: clock, threads: threads{}, misfits: misfits{outside: map[int32]int64{}},
		sections: make([]target, len(order.Sections)), parameters: make([]parameters, len(order.Services)),
		collectors: make([]collector, len(elements)), elements: make([]model.ElementID, len(elements)),
		services: make([]int32, len(elements)), ran: make([]bool, len(order.Services)),
	}
	for i := range order.Services {
		p.parameters[i] = newParameters(slices.Concat(order.Services[i].Inputs, order.Services[i].Parts))
	}
	p.first, p.owners = order.First(), measure.OwnersOf(&order)
	byPCM := map[string][]int{}
	for i, e := range elements {
		p.elements[i], p.services[i] = e.ID, -1
		p.collectors[i] = newCollector(e.Kind.Noisy())
		byPCM[e.PCMID] = append(byPCM[e.PCMID], i)
	}
	for i, s := range order.Sections {
		t := &p.sections[i]
		t.service = int32(s.Service)
		for _, k := range byPCM[s.PCMID] {
			e, to := &elements[k], &p.collectors[k]
			p.services[k] = int32(s.Service)
			if s.Service < len(p.first) {
				p.services[k] = p.first[s.Service]
			}
			switch {
			case s.Kind == measure.Demand && e.Kind == model.InternalAction:
				t.demand = append(t.demand, demandTarget{measure.TimeOf(e.Resource), to})
			case s.Kind == measure.LoopBody && e.Kind == model.Loop, s.Kind == measure.Transition && e.Kind == model.Branch:
				t.count = append(t.count, to)
			case s.Kind == measure.Call && e.Kind == model.CallParameter:
				position := e.Position
				if part := slices.IndexFunc(s.Parts, func(p model.Input) bool { return p.Name == e.Argument.Name && p.Index == e.Position }); part >= 0 {
					position = measure.PartsAt + part
				}
				t.args = append(t.args, argTarget{int32(position), e.Argument.Char, to})
			}
		}
	}
	return p
}

// Events takes a batch of events; it is a Sink.
func (p *Parser) Events(batch []measure.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var th *thread
	for i := range batch {
		e := &batch[i]
		if th == nil || th.id != e.Thread {
			if th = p.threads.of(e.Thread); th == nil {
				p.misfits.dropped++
				continue
			}
		}
		p.launch = e.Launch
		p.event(th, e)
	}
}

// event takes in one event of a thread, the caller holding the lock.
func (p *Parser) event(th *thread, e *measure.Event) {
	th.clock++
	switch e.Kind {
	case measure.DemandCaptured, measure.SectionEntered, measure.SectionLeft, measure.LoopCounted:
		if p.target(e.Section) != nil && p.anothers(th, e.Section) {
			return
		}
	default:
	}
	switch e.Kind {
	case measure.ServiceEntered:
		if e.Section >= 0 && int(e.Section) < len(p.order.Services) {
			p.ran[p.first[e.Section]] = true
			th.enter(e.Section, max(e.Weight, 1), p.first)
		}
	case measure.ServiceLeft:
		th.leave(p, e.Section)
	case measure.ParameterCaptured:
		p.parameter(th, e)
	case measure.CallEntered:
		th.openCall(e.Section)
	case measure.CallLeft:
		th.closeCall(e.Section)
	case measure.DemandCaptured:
		p.demand(th, e)
	case measure.SectionEntered:
		p.entered(th, e)
	case measure.SectionLeft:
		if t := p.target(e.Section); t != nil && p.order.Sections[e.Section].Kind == measure.LoopBody {
			th.leftBody(p, e.Section)
		}
	case measure.LoopCounted:
		p.count(th, e.Section, float64(e.Count), e.Weight)
	}
}

func (p *Parser) target(section int32) *target {
	if section < 0 || int(section) >= len(p.sections) {
		return nil
	}
	return &p.sections[section]
}

// anothers reports whether what a thread did in a section of the order belongs to another execution than the
// innermost one of its service.
func (p *Parser) anothers(th *thread, section int32) bool {
	f := th.execution(p.sections[section].service)
	return f != nil && f.again || p.owners.Anothers(section, len(th.frames), func(depth int) int32 { return th.frames[depth].service })
}

func (p *Parser) parameter(th *thread, e *measure.Event) {
	switch th.capturing {
	case serviceValues:
		f := th.top()
		p.parameters[f.service].capture(f, e)
	case argumentValues, returnedValues:
		c := &th.calls[len(th.calls)-1]
		t := p.target(c.section)
		if t == nil || p.anothers(th, c.section) {
			return
		}
		for i := range t.args {
			a := &t.args[i]
			if a.position != e.Index || a.char != e.Char || e.Value.Kind == model.None {
				continue
			}
			// The value that is passed is the result.
			if th.capturing == returnedValues && c.passed&(1<<(i&63)) != 0 {
				continue
			}
			c.passed |= 1 << (i & 63)
			p.observe(a.to, th, t.service, e.Value, e.Weight)
		}
	case nothing:
	}
}

// demand observes a time.
func (p *Parser) demand(th *thread, e *measure.Event) {
	t := p.target(e.Section)
	if t == nil {
		return
	}
	t.tally.add(e)
	th.timed.place(p.sections, e)
	for _, d := range t.demand {
		time := e.Wall
		switch {
		case d.demand == measure.Waiting && e.CPU < 0:
			continue
		case d.demand == measure.Waiting:
			time = max(0, e.Wall-e.CPU)
		case p.clock != measure.WallTime:
			time = e.Processing(p.clock == measure.AutoClock && t.short)
		}
		if time < 0 {
			continue
		}
		weight := max(e.Weight, 1)
		if f := th.execution(t.service); f != nil {
			f.repeat(d.to, float64(time)/1e9, weight)
		} else {
			p.observe(d.to, th, t.service, model.NumberValue(float64(time)/1e9), weight)
		}
	}
}

func (p *Parser) entered(th *thread, e *measure.Event) {
	t := p.target(e.Section)
	if t == nil {
		return
	}
	switch s := &p.order.Sections[e.Section]; s.Kind {
	case measure.Transition:
		p.count(th, e.Section, float64(s.Branch), e.Weight)
	case measure.LoopBody:
		th.enteredBody(p, e.Section)
	default: // only bodies are entered
	}
}

func (p *Parser) count(th *thread, section int32, value, weight float64) {
	t := p.target(section)
	if t == nil {
		return
	}
	for _, to := range t.count {
		p.observe(to, th, t.service, model.NumberValue(value), weight)
	}
}

// observe adds an observation with the parameters of the innermost execution of the service.
func (p *Parser) observe(to *collector, th *thread, service int32, value model.Value, weight float64) {
	f := th.execution(service)
	if f == nil {
		p.misfits.outside[service]++
		f = &noExecution
	}
	if weight == 0 {
		weight = 1
	}
	to.add(f, value, weight)
}

// noExecution stands for the parameterisation of what was observed outside of its service: none is known.
var noExecution frame

// Flush ends a launch: what its threads left open is closed, and their state is forgotten.
func (p *Parser) Flush() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, th := range p.threads {
		th.flush(p)
	}
	clear(p.threads)
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
