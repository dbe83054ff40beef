package validation

import (
	"maps"
	"slices"

	"beagle/measure"
	"beagle/model/prediction"
)

type execution struct {
	seff    string
	launch  int32
	seq     int64 // of the executions of its service in its launch
	call    int64 // of recorded logs: of all service calls in its log
	weight  float64
	key     float64 // rank among those of its service in its launch
	entry   bool    // no measured service was around it
	inputs  []prediction.Input
	clock   float64 // wall clock from its beginning to its end
	took    float64 // of that, without probes and without waiting that is no demand
	probes  float64 // of the clock, taken to be the probes'
	waited  float64 // of the clock, without a processor and outside of its actions
	parts   []measuredPart
	covered float64 // of took, by parts
	inner   float64 // its actions took, and those of the services that it calls: no probes of services are in it
	gaps    []gap
	sampled bool // some of what happened in it was not recorded: parts hold over many executions only
}

type measuredPart struct {
	id      string // of the action, or SEFF
	call    bool
	seconds float64
	inner   float64 // of a service
	inside  float64 // of these seconds of a service, during actions
}

type gap struct {
	after, before string // ids; empty: an end
	seconds       float64
}

type reader struct {
	order   measure.Order // whose sections and services events name
	clock   measure.Clock
	short   map[string]bool // actions for which wall time counts where the clock is auto, by id
	waiting map[string]bool // actions whose waiting is a demand, too
	perUnit float64         // seconds that a probe takes, where a tool does not say it of each service
	to      func(*execution)

	threads map[threadKey]*thread
	seen    map[seffLaunch]int64
}

type threadKey struct {
	launch int32
	thread int64
}

type seffLaunch struct {
	seff   string
	launch int32
}

type thread struct {
	open      []*open
	capturing bool // the values of the innermost execution follow
}

func (th *thread) runs(service int32) int {
	at := len(th.open) - 1
	for at >= 0 && th.open[at].service != service {
		at--
	}
	return at
}

func (th *thread) innermost() *open {
	for i := len(th.open) - 1; i >= 0; i-- {
		if !th.open[i].again {
			return th.open[i]
		}
	}
	return nil
}

type open struct {
	execution
	service int32
	began   int64
	off     float64 // seconds of demands without a processor, which are no work
	waiting float64 // seconds of demands without a processor, which are demands of waiting
	again   bool    // it runs inside an execution of its service, and is part of that
	events  float64
	spans   []span // outermost parts, in their order
}

type span struct {
	id         string
	call       bool
	begin, end int64
	seconds    float64 // that count
	inner      float64 // of these, in actions
}

const (
	mostOpen    = 4096
	mostThreads = 1 << 16
	mostSpans   = 4096
)

// event follows the executions of each thread, as the parser of measuring does.
func (r *reader) event(e measure.Event) error {
	if e.Thread == measure.Replayed {
		return nil
	}
	key := threadKey{e.Launch, e.Thread}
	th := r.threads[key]
	if th == nil {
		if len(r.threads) >= mostThreads {
			maps.DeleteFunc(r.threads, func(_ threadKey, th *thread) bool { return len(th.open) == 0 })
		}
		if len(r.threads) >= mostThreads {
			return nil
		}
		th = &thread{}
		r.threads[key] = th
	}
	order := &r.order
	switch e.Kind {
	case measure.ServiceEntered:
		if e.Section < 0 || int(e.Section) >= len(order.Services) || len(th.open) >= mostOpen {
			return nil
		}
		seff := order.Services[e.Section].SEFF
		again := slices.ContainsFunc(th.open, func(o *open) bool { return o.seff == seff })
		th.capturing = !again
		th.open = append(th.open, &open{
			service: e.Section, began: e.Time, again: again,
			execution: execution{seff: seff, launch: e.Launch, weight: max(1, e.Weight), entry: len(th.open) == 0},
		})
		return nil
	case measure.ParameterCaptured:
		if in := th.innermost(); in != nil {
			in.events++
			if th.capturing {
				in.capture(&order.Services[in.service], &e)
			}
		}
		return nil
	case measure.ServiceLeft:
		r.left(th, &e)
	case measure.DemandCaptured:
		r.demand(th, order, &e)
	default:
		if in := th.innermost(); in != nil {
			in.events++
		}
	}
	th.capturing = false
	return nil
}

func (o *open) capture(s *measure.Service, e *measure.Event) {
	at := int(e.Index)
	var name, kind string
	switch {
	case at < 0 || at >= len(s.Inputs)+len(s.Parts):
		return
	case at < len(s.Inputs):
		name, kind = s.Inputs[at].Name, s.Inputs[at].Type
	default:
		name, kind = s.Parts[at-len(s.Inputs)].Name, s.Parts[at-len(s.Inputs)].Type
	}
	in := prediction.Input{Value: e.Value, Whole: kind != "DOUBLE"}
	in.Variable.Name, in.Variable.Char = name, e.Char
	o.inputs = append(o.inputs, in)
}

func (r *reader) demand(th *thread, order *measure.Order, e *measure.Event) {
	if e.Section < 0 || int(e.Section) >= len(order.Sections) {
		return
	}
	s := &order.Sections[e.Section]
	at := th.runs(int32(s.Service))
	if at < 0 || th.open[at].again {
		return
	}
	in := th.open[at]
	in.events += 2
	times := max(1, max(1, e.Weight)/in.weight) // weights count executions of the program
	in.sampled = in.sampled || times > 1
	took, away := float64(e.Wall)/1e9, 0.0 // away: without a processor
	switch {
	case r.waiting[s.PCMID] && e.CPU >= 0:
		in.waiting += max(0, took-float64(e.CPU)/1e9) * times
	case r.waiting[s.PCMID] || r.clock == measure.WallTime: // by the clock, waiting is in what is learnt
		in.waiting += float64(e.Away) / 1e9 * times
	default: // as learning does
		away = min(took, max(0, float64(e.Wall-e.Processing(r.clock == measure.AutoClock && r.short[s.PCMID]))/1e9))
	}
	took -= away
	in.add(measuredPart{id: s.PCMID, seconds: took * times})
	in.off += away * times
	in.cover(span{id: s.PCMID, begin: e.Time, end: e.Time + e.Wall, seconds: took, inner: took}, times)
}

func (o *open) add(more measuredPart) {
	for i := range o.parts {
		if p := &o.parts[i]; p.id == more.id && p.call == more.call {
			p.seconds += more.seconds
			p.inner += more.inner
			p.inside += more.inside
			return
		}
	}
	o.parts = append(o.parts, more)
}

func (o *open) cover(s span, times float64) {
	for n := len(o.spans); n > 0 && times == 1 && o.spans[n-1].begin >= s.begin && s.begin > 0; n-- {
		within := o.spans[n-1]
		o.covered -= within.seconds
		o.inner -= within.inner
		if within.call && !s.call {
			o.add(measuredPart{id: within.id, call: true, inside: within.seconds})
		}
		o.spans = o.spans[:n-1]
	}
	o.covered += s.seconds * times
	o.inner += s.inner * times
	if len(o.spans) < mostSpans {
		o.spans = append(o.spans, s)
	} else {
		o.sampled = true
	}
}

func (r *reader) left(th *thread, e *measure.Event) {
	at := th.runs(e.Section)
	if at < 0 {
		return
	}
	o := th.open[at]
	whole := at == len(th.open)-1
	th.open = th.open[:at]
	if o.again || e.Time <= o.began || o.began == 0 {
		return // it is part of another one, or its times are not known
	}
	entered := o.began
	o.began = min(o.began+max(0, e.Count), e.Time-1) // before it probes read parameters
	o.clock = float64(e.Time-o.began) / 1e9
	o.probes = min(o.clock, (o.events+1)*r.perUnit)
	if e.Wall > 0 {
		o.probes = max(0, o.clock-float64(e.Wall)/1e9)
		o.waited = max(0, float64(e.Away)/1e9-o.waiting-o.off)
	}
	o.took = max(0, o.clock-o.off-o.waited-o.probes)
	if !o.sampled && o.took < o.covered { // clocks are compared every tenth of a millisecond: waiting before it may be in it
		o.took = min(o.covered, o.clock)
		o.waited = max(0, o.clock-o.off-o.probes-o.took)
	}
	if up := th.innermost(); up != nil {
		times := max(1, o.weight/up.weight)
		up.events += (o.events + 2) * times
		up.off += o.off * times
		up.waiting += o.waiting * times
		up.sampled = up.sampled || times > 1
		up.add(measuredPart{id: o.seff, call: true, seconds: o.took * times, inner: o.inner * times})
		up.cover(span{o.seff, true, entered, e.Time, o.took, o.inner}, times)
	}
	if !whole {
		return // an exception ended something inside it
	}
	if !o.sampled {
		o.findGaps(e.Time)
	}
	k := seffLaunch{o.seff, o.launch}
	o.seq = r.seen[k]
	r.seen[k]++
	r.to(&o.execution)
}

func (o *open) findGaps(end int64) {
	at, after := o.began, ""
	sum := 0.0
	note := func(before string, until int64) {
		if until > at {
			seconds := float64(until-at) / 1e9
			sum += seconds
			for i := range o.gaps {
				if o.gaps[i].after == after && o.gaps[i].before == before {
					o.gaps[i].seconds += seconds
					return
				}
			}
			o.gaps = append(o.gaps, gap{after, before, seconds})
		}
	}
	for _, s := range o.spans {
		note(s.id, s.begin)
		at, after = max(at, s.end), s.id
	}
	note("", end)
	for i := range o.gaps {
		o.gaps[i].seconds *= min(1, max(0, o.took-o.covered)/sum)
	}
}
