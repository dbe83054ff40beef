// Package observed keeps what launches did, in the words of a model: which services were entered from outside, how
// often and with which arguments, which service was entered inside which, and which code sections were reached.
package observed

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"sync"

	"beagle/measure"
	"beagle/model"
)

const maxSamples = 2000

// Launch is what one launch configuration did.
type Launch struct {
	Reached []bool    // by section of the order
	Ran     []bool    // by service of the order
	Entries []*Entry  // in the order in which they were entered first
	Nested  []Nesting // which services called which
	Ways    []Way     // which implementations of services with several were entered

	Timed []Timed // by section of the order: what its executions took

	// Probe is what probes take in a call of a service in which no other runs, in ns on average; by SEFF.
	Probe map[string]float64
}

// Way is one of several implementations of a service.
type Way struct {
	SEFF  string  // id of the service effect specification
	Of    string  // the classes whose implementation it is, as in model.Section
	Count float64 // executions
}

// Entry is a service that was entered from outside of all others.
type Entry struct {
	SEFF    string   // id of the service effect specification
	Count   float64  // executions
	Took    float64  // ns that their actions took, as if all had taken what the later ones did
	Samples []Sample // at random where there are more than are kept

	seen int
}

// Sample is the arguments of one execution, and for how many it stands.
type Sample struct {
	Values map[model.Variable]model.Value // of the parameters that were observed
	Weight float64                        // executions that it stands for, at least 1
}

// Nesting is a service that was entered while another one was executed.
type Nesting struct {
	Outer, Inner string  // SEFFs
	Count        float64 // executions of the callee
	Took         float64 // ns that the actions of these took, as of an Entry
}

// Observer is a sink that keeps what a launch did.
type Observer struct {
	mu      sync.Mutex
	order   *measure.Order
	random  *rand.Rand
	launch  Launch
	entries map[int32]*Entry
	nested  map[[2]int32]float64
	threads map[thread]*stack
	first   []int32   // of each entry of a service: the first one of its SEFF
	counts  []float64 // executions of each
	owners  *measure.Owners
	took    map[[2]int32]float64 // ns of a section, by the service around its own (-1: none) and section
	reading []Timed              // by service: what probes took to read its parameters
	around  Timed                // what probes took beside that in calls without other probes inside
}

type thread struct {
	launch int32
	id     int64
}

type frame struct {
	service int32
	around  int32 // the service inside which it runs, also where that execution was left out; -1: none
	entered int64 // ns
	alone   bool  // no probes ran inside its last section
	again   bool  // it runs inside an execution of its service, and is part of that
}

// stack are the services that a thread executes.
type stack struct {
	services []frame
	open     map[model.Variable]model.Value
}

// New is an observer of launches that are measured by an order.
func New(order *measure.Order) *Observer {
	return &Observer{
		took: map[[2]int32]float64{}, reading: make([]Timed, len(order.Services)),
		owners: measure.OwnersOf(order),
		first:  order.First(), counts: make([]float64, len(order.Services)),
		order: order, random: rand.New(rand.NewPCG(1, 1)), launch: Launch{Reached: make([]bool, len(order.Sections)), Ran: make([]bool, len(order.Services)), Timed: make([]Timed, len(order.Sections))},
		entries: map[int32]*Entry{}, nested: map[[2]int32]float64{}, threads: map[thread]*stack{},
	}
}

// Events takes in what happened in the program.
func (o *Observer) Events(batch []measure.Event) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for i := range batch {
		o.event(&batch[i])
	}
}

// event takes in what happened in the program.
func (o *Observer) event(e *measure.Event) {
	key := thread{e.Launch, e.Thread}
	s := o.threads[key]
	if s == nil {
		s = &stack{}
		o.threads[key] = s
	}
	if o.reaches(e) {
		if o.owners.Anothers(e.Section, len(s.services), func(depth int) int32 { return s.services[depth].service }) {
			s.open = nil
			return
		}
		o.launch.Reached[e.Section] = true
	}
	if e.Thread == measure.Replayed {
		return
	}
	switch e.Kind {
	case measure.ServiceEntered:
		o.entered(s, e)
	case measure.ServiceLeft:
		o.left(s, e)
	case measure.ParameterCaptured:
		if s.open != nil {
			if v, known := o.variable(s.services[len(s.services)-1].service, e); known {
				s.open[v] = e.Value
			}
		}
	case measure.DemandCaptured:
		s.open = nil
		o.timed(s, e)
	default:
		s.open = nil // what follows are no arguments of the service
	}
}

func (o *Observer) reaches(e *measure.Event) bool {
	switch e.Kind {
	case measure.DemandCaptured, measure.SectionEntered, measure.LoopCounted, measure.CallEntered:
		return e.Section >= 0 && int(e.Section) < len(o.launch.Reached)
	default:
		return false
	}
}

func (s *stack) runs(service int32) int {
	for i := len(s.services) - 1; i >= 0; i-- {
		if s.services[i].service == service {
			return i
		}
	}
	return -1
}

// left ends a service and those inside it that have no end, as after an exception.
func (o *Observer) left(s *stack, e *measure.Event) {
	s.open = nil
	at := s.runs(e.Section)
	if at < 0 {
		return
	}
	f := s.services[at]
	s.services = s.services[:at]
	if f.again || e.Wall <= 0 || f.entered <= 0 {
		return // its times are not known, or in those of another one
	}
	o.reading[e.Section].add(float64(e.Count), 1)
	if f.alone {
		o.around.add(max(0, float64(e.Time-f.entered-e.Count-e.Wall)), 1)
	}
}

func (o *Observer) entered(s *stack, e *measure.Event) {
	s.open = nil
	around := int32(-1)
	if unseen := e.Index - 1; unseen >= 0 && int(unseen) < len(o.order.Services) {
		around = unseen
	} else if n := len(s.services); n > 0 {
		around = s.services[n-1].inside()
	}
	if o.same(around, e.Section) || slices.ContainsFunc(s.services, func(f frame) bool { return o.same(f.service, e.Section) || o.same(f.around, e.Section) }) {
		s.services = append(s.services, frame{service: e.Section, around: around, again: true})
		return
	}
	weight := cmp.Or(e.Weight, 1)
	if e.Section >= 0 && int(e.Section) < len(o.launch.Ran) {
		o.launch.Ran[e.Section] = true
		o.counts[e.Section] += weight
	}
	if around >= 0 {
		o.nested[[2]int32{around, e.Section}] += weight
	} else if e.Section >= 0 && int(e.Section) < len(o.order.Services) {
		first := o.first[e.Section]
		entry := o.entries[first]
		if entry == nil {
			entry = &Entry{SEFF: o.order.Services[e.Section].SEFF}
			o.entries[first] = entry
			o.launch.Entries = append(o.launch.Entries, entry)
		}
		entry.Count += weight
		s.open = entry.sample(o.random, weight)
	}
	s.services = append(s.services, frame{service: e.Section, around: around, entered: e.Time})
}

func (o *Observer) same(a, b int32) bool {
	return a == b || min(a, b) >= 0 && int(max(a, b)) < len(o.first) && o.first[a] == o.first[b]
}

// inside is the service whose execution what begins now is inside of.
func (f *frame) inside() int32 {
	if f.again {
		return f.around
	}
	return f.service
}

func (e *Entry) sample(random *rand.Rand, weight float64) map[model.Variable]model.Value {
	e.seen++
	s := Sample{Values: map[model.Variable]model.Value{}, Weight: weight}
	if len(e.Samples) < maxSamples {
		e.Samples = append(e.Samples, s)
		return s.Values
	}
	if at := random.IntN(e.seen); at < maxSamples {
		e.Samples[at] = s
		return s.Values
	}
	return nil
}

func (o *Observer) variable(service int32, e *measure.Event) (v model.Variable, known bool) {
	s := &o.order.Services[service]
	v.Char = e.Char
	if part := int(e.Index) - len(s.Inputs); part >= 0 && part < len(s.Parts) {
		v.Name = s.Parts[part].Name
		return v, true
	}
	for _, input := range s.Inputs {
		if input.Index == int(e.Index) {
			v.Name = input.Name
			return v, true
		}
	}
	return v, false
}

// Result is what was observed; nothing may arrive any more.
func (o *Observer) Result() *Launch {
	o.mu.Lock()
	defer o.mu.Unlock()
	pairs := map[[2]int32]float64{}
	for pair, count := range o.nested {
		if s := o.order.Services; pair[0] >= 0 && pair[1] >= 0 && int(max(pair[0], pair[1])) < len(s) {
			pairs[[2]int32{o.first[pair[0]], o.first[pair[1]]}] += count
		}
	}
	took := o.pairs()
	for pair, count := range pairs {
		o.launch.Nested = append(o.launch.Nested, Nesting{o.order.Services[pair[0]].SEFF, o.order.Services[pair[1]].SEFF, count, took[pair]})
	}
	for first, entry := range o.entries {
		entry.Took = took[[2]int32{-1, first}]
	}
	o.launch.Probe = map[string]float64{}
	for i := range o.reading {
		if o.reading[i].All.Times > 0 {
			o.launch.Probe[o.order.Services[i].SEFF] = o.around.mean() + o.reading[i].mean()
		}
	}
	slices.SortFunc(o.launch.Nested, func(a, b Nesting) int {
		return cmp.Or(cmp.Compare(a.Outer, b.Outer), cmp.Compare(a.Inner, b.Inner))
	})
	o.launch.Ways = nil
	for i := range o.order.Services {
		first := int(o.first[i])
		if several := slices.Contains(o.first[first+1:], o.first[i]); several {
			s := &o.order.Services[i]
			o.launch.Ways = append(o.launch.Ways, Way{s.SEFF, s.Code.Of, o.counts[i]})
		}
	}
	return &o.launch
}
