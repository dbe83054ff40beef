package parser

import (
	"slices"

	"beagle/blackboard"
	"beagle/internal/hash"
	"beagle/model"
)

// Bounds that no sane program meets, so that no program can fill our memory.
const (
	maxThreads = 1 << 16
	idle       = 1 << 12 // more threads than this: those that do nothing are forgotten
	maxDepth   = 1 << 16 // services that are open in one thread
	maxInputs  = 64      // characterised parameters of one execution
)

type thread struct {
	id        int64
	clock     int64   // number of the event
	frames    []frame // open executions of services, innermost last
	hidden    int     // executions deeper than maxDepth
	calls     []call  // open external calls, innermost last
	loops     []loop  // counts that are not finished
	timed     timedSections
	capturing capturing
}

type capturing uint8

const (
	nothing capturing = iota
	serviceValues
	argumentValues
	returnedValues
)

type frame struct {
	service int32
	inputs  []blackboard.Assignment // the parameterisation
	hash    uint64                  // of the parameterisation
	kept    []blackboard.Assignment // a copy of inputs that results share
	weight  float64                 // executions that it stands for
	times   []repeated              // demands so far
	again   bool                    // it runs inside an execution of its service, and is part of that
}

type call struct {
	section int32
	depth   int    // number of frames when it began
	passed  uint64 // bit per target: its value was captured
	closed  bool   // it has returned; values after it may follow
}

type threads map[int64]*thread

// of is the state of a thread, made at its first event.
func (all threads) of(id int64) *thread {
	th := all[id]
	if th != nil {
		return th
	}
	if len(all) >= idle && len(all)%idle == 0 {
		for id, th := range all {
			if len(th.frames) == 0 && len(th.loops) == 0 {
				delete(all, id)
			}
		}
	}
	if len(all) >= maxThreads {
		return nil
	}
	th = &thread{id: id}
	all[id] = th
	return th
}

func (th *thread) top() *frame { return &th.frames[len(th.frames)-1] }

func (th *thread) enter(service int32, weight float64, first []int32) {
	if len(th.frames) >= maxDepth {
		th.hidden++
		th.capturing = nothing
		return
	}
	again := slices.ContainsFunc(th.frames, func(f frame) bool { return first[f.service] == first[service] })
	if len(th.frames) < cap(th.frames) {
		th.frames = th.frames[:len(th.frames)+1] // reuses the buffer for inputs
	} else {
		th.frames = append(th.frames, frame{})
	}
	f := th.top()
	f.service, f.inputs, f.hash, f.kept, f.weight, f.times, f.again = service, f.inputs[:0], 0, nil, weight, f.times[:0], again
	th.capturing = serviceValues
}

func (th *thread) leave(p *Parser, service int32) {
	th.capturing = nothing
	if th.hidden > 0 {
		th.hidden--
		p.misfits.dropped++
		return
	}
	i := th.runs(service)
	if i < 0 {
		return
	}
	th.finishLoops(p, i)
	for k := len(th.frames) - 1; k >= i; k-- {
		th.frames[k].finish()
	}
	th.frames = th.frames[:i]
	for len(th.calls) > 0 && th.calls[len(th.calls)-1].depth > i {
		th.calls = th.calls[:len(th.calls)-1]
	}
}

func (th *thread) runs(service int32) int {
	i := len(th.frames) - 1
	for i >= 0 && th.frames[i].service != service {
		i--
	}
	return i
}

func (th *thread) execution(service int32) *frame {
	if i := th.runs(service); i >= 0 && th.hidden == 0 {
		return &th.frames[i]
	}
	return nil
}

func (f *frame) set(v model.Variable, value model.Value) {
	f.kept = nil // results share the old values
	for i := range f.inputs {
		if f.inputs[i].Variable == v {
			f.inputs[i].Value = value
			f.rehash()
			return
		}
	}
	if len(f.inputs) >= maxInputs {
		return
	}
	f.inputs = append(f.inputs, blackboard.Assignment{Variable: v, Value: value})
	f.hash = hash.Mix(hash.Mix(f.hash, v.Hash()), value.Hash())
}

func (f *frame) get(v model.Variable) (model.Value, bool) {
	for i := range f.inputs {
		if f.inputs[i].Variable == v {
			return f.inputs[i].Value, true
		}
	}
	return model.Value{}, false
}

func (f *frame) unset(v model.Variable) {
	for i := range f.inputs {
		if f.inputs[i].Variable == v {
			f.inputs = append(f.inputs[:i], f.inputs[i+1:]...)
			f.kept = nil
			f.rehash()
			return
		}
	}
}

func (f *frame) rehash() {
	f.hash = 0
	for _, a := range f.inputs {
		f.hash = hash.Mix(hash.Mix(f.hash, a.Variable.Hash()), a.Value.Hash())
	}
}

func (f *frame) keep() []blackboard.Assignment {
	if f.kept == nil && len(f.inputs) > 0 {
		f.kept = append(make([]blackboard.Assignment, 0, len(f.inputs)), f.inputs...)
	}
	return f.kept
}

// openCall notes a call whose arguments follow.
func (th *thread) openCall(section int32) {
	if n := len(th.calls); n > 0 && th.calls[n-1].closed {
		th.calls = th.calls[:n-1]
	}
	if len(th.calls) >= maxDepth {
		th.calls = th.calls[:0] // calls whose end never came
	}
	th.calls = append(th.calls, call{section: section, depth: len(th.frames)})
	th.capturing = argumentValues
}

// closeCall closes the innermost open call of a section. It stays on top until the next one, for the values after it.
func (th *thread) closeCall(section int32) {
	for i := len(th.calls) - 1; i >= 0; i-- {
		if c := &th.calls[i]; c.section == section && !c.closed {
			c.closed = true
			th.calls = th.calls[:i+1]
			th.capturing = returnedValues
			return
		}
	}
	th.capturing = nothing
}

func (th *thread) flush(p *Parser) {
	th.finishLoops(p, 0)
	for i := range th.frames {
		th.frames[i].finish()
	}
	th.frames, th.calls, th.hidden, th.capturing = th.frames[:0], th.calls[:0], 0, nothing
}

// repeated are the times of one demand within one execution of a service: of the body of a loop, say. They are no
// independent observations: a program that is warming up, or a machine that is busy, disturbs them all alike, and one
// long loop at such a moment would outweigh everything else. So an execution is one observation, with the mean of its
// times: how often the demand is executed times that mean is what the execution took, which their median would not
// give. It counts as much as the times of one execution it is the mean of, up to mostRepeated: the mean of few holds
// rare slow times seldom, that of many always, and would seem to grow with their number if both counted alike.
type repeated struct {
	to     *collector
	n      int64
	weight float64
	sum    float64 // of the times, each by its weight
}

// mostRepeated is how much an execution counts at most.
const mostRepeated = 15

func (f *frame) repeat(to *collector, seconds, weight float64) {
	var r *repeated
	for i := range f.times {
		if f.times[i].to == to {
			r = &f.times[i]
			break
		}
	}
	if r == nil {
		f.times = append(f.times, repeated{to: to})
		r = &f.times[len(f.times)-1]
	}
	r.n++
	r.weight += weight
	r.sum += weight * seconds
}

func (f *frame) finish() {
	for i := range f.times {
		if r := &f.times[i]; r.weight > 0 {
			r.to.addRepeated(f, r.sum/r.weight, r.n, r.weight)
		}
	}
	f.times = f.times[:0]
}

// addRepeated adds the mean of the times of an execution.
func (c *collector) addRepeated(f *frame, seconds float64, n int64, weight float64) {
	c.seen += n - 1
	counts := f.weight * min(max(float64(n), weight/f.weight), mostRepeated)
	c.weight += weight - counts
	c.add(f, model.NumberValue(seconds), counts)
}
