package traces

import (
	"fmt"
	"strings"

	"beagle/traces/classes"
)

type finisher struct {
	*base
	openTraces
	classSet
	origins
	hosts []int32 // of the executions of the trace at hand, where they differ
}

func (s *finisher) valid(o *open) {
	hash := o.hash
	if len(s.hosts) == 0 {
		hash = classes.HashHost(hash, o.host)
	}
	for _, host := range s.hosts {
		hash = classes.HashHost(hash, host)
	}
	s.counts.Valid++
	s.counts.ValidRecords += o.all()
	c := s.classes.find(hash, o, s.hosts)
	if c == nil {
		if c = s.newClass(hash, o, s.hosts); c == nil {
			s.counts.Unsorted++
			s.deliver(o)
			s.release(o)
			return
		}
	}
	c.count++
	c.last = s.now
	if o.parent() != 0 {
		s.started(c, o)
	}
	if o.path != 0 && c.pattern == nil {
		s.learn(c)
	}
	if !s.buffer(c, o.execs) {
		s.measure(c, o.execs)
	}
	if begin := o.execs[0].In; c.count == 1 || begin < c.rep.Execs[0].In {
		c.represent(o)
		c.repBegan = begin
	}
	s.deliver(o)
	s.release(o)
}

func classBytes(executions int) int64 {
	const perExecution, perClass = 144, 320
	return int64(perClass + perExecution*executions)
}

func (c *class) represent(o *open) {
	r := &c.rep
	r.ID, r.Parent, r.Session = o.id, o.parent(), short(o.session)
	r.Execs = append(r.Execs[:0], o.execs...)
}

func short(session string) string {
	const longest = 256
	if len(session) <= longest {
		return session
	}
	return strings.ToValidUTF8(strings.Clone(session[:longest]), "")
}

func (s *finisher) invalid(o *open, reason Reason) {
	s.counts.Invalid++
	s.counts.Reasons[reason]++
	s.counts.InvalidRecords[reason] += o.all()
	if wanted := s.engine.examples.wants(reason); wanted || s.engine.options.Invalid != nil {
		i := Invalid{Trace: s.trace(o), Reason: reason, Events: o.records(), Detail: s.detail(o, reason)}
		if s.engine.options.Invalid != nil {
			s.engine.options.Invalid(i)
		}
		if wanted {
			s.engine.examples.keep(i)
		}
	}
	s.release(o)
}

func (s *finisher) deliver(o *open) {
	if s.engine.options.Trace != nil {
		s.engine.options.Trace(s.trace(o))
	}
}

func (s *finisher) trace(o *open) classes.Trace {
	t := classes.Trace{ID: o.id, Source: s.source, Session: short(o.session), Parent: o.parent()}
	t.Executions = make([]classes.Execution, len(o.execs))
	for i := range o.execs {
		host := o.host
		if i < len(s.hosts) {
			host = s.hosts[i]
		}
		t.Executions[i] = o.execs[i].Execution(host, t.Executions)
	}
	return t
}

func (s *finisher) detail(o *open, reason Reason) string {
	name := func(op int32) string {
		if op < 0 {
			return "nothing"
		}
		return s.engine.names.Operation(op).String()
	}
	f := o.more().fault
	switch reason {
	case ExitOfAnother:
		return fmt.Sprintf("order index %d: exit of %s inside %s", f.order, name(f.got), name(f.want))
	case ExitWithoutEntry:
		return fmt.Sprintf("order index %d: exit of %s, which was not entered", f.order, name(f.got))
	case MissingEvents:
		return fmt.Sprintf("order index %d is missing", f.order)
	case DuplicateOrder:
		return fmt.Sprintf("order index %d came twice", f.order)
	case NeverClosed:
		return fmt.Sprintf("open in %s after %d events", name(o.execs[o.current].Op), o.records())
	case MissingExecutions:
		return fmt.Sprintf("eoi %d is missing", f.order)
	case DuplicateExecution:
		return fmt.Sprintf("eoi %d came twice", f.order)
	case NoTrace:
		return fmt.Sprintf("%d executions without order, first of %s", len(o.execs), name(f.got))
	case StackJump:
		return fmt.Sprintf("eoi %d: %s has no caller one level above", f.order, name(f.got))
	default:
		return fmt.Sprintf("%d events, %d executions", o.records(), len(o.execs))
	}
}
