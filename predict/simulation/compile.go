package simulation

import (
	"strings"

	"beagle/model"
	"beagle/pcm/instance"
	"beagle/pcm/stoex"
)

// CompileOptions say what a program is made to do.
type CompileOptions struct {
	Network bool // linking resources delay calls between containers
	// Watch says of the expression with this text, of the element with this id, of which variables the largest value
	// is to be noted; nil: of none.
	Watch func(id, text string) []model.Variable
}

// Compile makes the code of an instance. What was reported as an error when the instance was read is left out of the
// code.
func Compile(in *instance.Instance, options CompileOptions) *Program {
	c := &compiler{
		program: &Program{}, options: options,
		procedures: map[*instance.Service]*procedure{}, resources: map[*instance.Resource]int{}, passive: map[*instance.Passive]int{},
		linked: map[[2]*instance.Container]int32{},
	}
	for _, l := range in.Links {
		c.link(l)
	}
	for _, s := range in.Scenarios {
		c.scenario(s)
	}
	for len(c.todo) > 0 { // services call services
		s := c.todo[0]
		c.todo = c.todo[1:]
		c.service(s)
	}
	c.patch()
	return c.program
}

type compiler struct {
	program    *Program
	options    CompileOptions
	procedures map[*instance.Service]*procedure
	todo       []*instance.Service
	calls      []int // operations that call a service, whose entry is filled in at the end
	callees    []*instance.Service
	scopes     []*scope
	resources  map[*instance.Resource]int
	passive    map[*instance.Passive]int
	linked     map[[2]*instance.Container]int32 // number of the link, from 1
}

type procedure struct {
	entry  int
	scope  *scope // parameters and variables
	result *scope // what it returns
}

// scope gives variables their places.
type scope struct {
	outer  *scope
	places map[model.Variable]int
	frame  *int // places of the frame so far, shared by the scopes of one procedure
}

func newScope() *scope { return &scope{places: map[model.Variable]int{}, frame: new(int)} }

func (s *scope) inner() *scope {
	return &scope{outer: s, places: map[model.Variable]int{}, frame: s.frame}
}

func (s *scope) find(v model.Variable) int {
	for at := s; ; at = at.outer {
		if place, ok := at.places[v]; ok {
			return place
		}
		if at.outer == nil {
			return at.add(v)
		}
	}
}

func (s *scope) add(v model.Variable) int {
	place := *s.frame
	*s.frame++
	s.places[v] = place
	return place
}

func (c *compiler) emit(op Op) int {
	c.program.Code = append(c.program.Code, op)
	return len(c.program.Code) - 1
}

func (c *compiler) here() int32 { return int32(len(c.program.Code)) }

func (c *compiler) expr(e instance.Expression, s *scope) *stoex.Compiled {
	if e.X == nil {
		return nil
	}
	return stoex.Compile(e.X, s.find)
}

func (c *compiler) watch(id string, e instance.Expression, s *scope) (list []Watch) {
	if c.options.Watch == nil {
		return nil
	}
	for _, v := range c.options.Watch(id, e.Text) {
		list = append(list, Watch{Place: int32(s.find(v)), Number: int32(len(c.program.Watched))})
		c.program.Watched = append(c.program.Watched, Watched{ID: id, Text: e.Text, Variable: v})
	}
	return list
}

// procedure gives a service its code, which is made once however many call it.
func (c *compiler) procedure(s *instance.Service) *procedure {
	p := c.procedures[s]
	if p == nil {
		p = &procedure{scope: newScope()}
		p.result = p.scope.inner()
		c.procedures[s] = p
		c.todo = append(c.todo, s)
	}
	return p
}

func (c *compiler) service(s *instance.Service) {
	p := c.procedures[s]
	p.entry = len(c.program.Code)
	if len(s.Assembly.Parameters) > 0 {
		c.emit(Op{Kind: Draw, Inputs: c.bindings(s.Assembly.Parameters, p.scope, p.scope.find), Action: nil})
	}
	b := body{c, p.scope, p.result, s.Assembly}
	b.behaviour(s.Body)
	c.emit(Op{Kind: Return})
}

func (c *compiler) scenario(s *instance.Scenario) {
	scope := newScope()
	entry := len(c.program.Code)
	b := body{c, scope, scope.inner(), nil}
	b.behaviour(s.Body)
	c.emit(Op{Kind: End})
	out := Scenario{Scenario: s, Entry: entry}
	if s.ThinkTime != nil {
		out.ThinkTime = c.expr(*s.ThinkTime, scope)
	}
	if s.InterArrival != nil {
		out.InterArrival = c.expr(*s.InterArrival, scope)
	}
	c.program.Scenarios = append(c.program.Scenarios, out)
	c.scopes = append(c.scopes, scope)
}

// patch fills in what is known only when all services have their code.
func (c *compiler) patch() {
	for i, at := range c.calls {
		op := &c.program.Code[at]
		p := c.procedures[c.callees[i]]
		op.To = int32(p.entry)
		kept := op.Inputs[:0]
		for _, b := range op.Inputs {
			if place, read := p.scope.places[b.Variable]; read {
				b.Place = int32(place)
			} else {
				b.Place = -1 // nobody reads it; it is evaluated all the same, as simulators do
			}
			kept = append(kept, b)
		}
		op.Inputs = kept
		op.Slots = int32(*p.scope.frame)
	}
	for i := range c.program.Scenarios {
		c.program.Scenarios[i].Slots, c.program.Scenarios[i].Places = *c.scopes[i].frame, c.scopes[i].places
	}
}

func (c *compiler) bindings(list []instance.Characterisation, from *scope, place func(model.Variable) int) []Binding {
	var out []Binding
	for _, ch := range list {
		expr := c.expr(ch.Value, from)
		if expr == nil {
			continue
		}
		b := Binding{Place: -1, Expr: expr, Deferred: -1, From: ch.Value, Variable: ch.Variable, Bytes: ch.Variable.Char == model.ByteSize}
		if place != nil {
			b.Place = int32(place(ch.Variable))
		}
		if Inner(ch.Variable.Name) {
			b.Deferred = int32(len(c.program.Deferred))
			c.program.Deferred = append(c.program.Deferred, expr)
		}
		out = append(out, b)
	}
	return out
}

// Inner reports whether a name leads into a collection: files.INNER.
func Inner(name string) bool {
	return name == "INNER" || strings.HasSuffix(name, ".INNER") || strings.Contains(name, ".INNER.")
}

func (c *compiler) resource(r *instance.Resource) int32 {
	at, known := c.resources[r]
	if !known {
		at = len(c.program.Resources)
		c.resources[r] = at
		c.program.Resources = append(c.program.Resources, Resource{r, c.expr(r.Rate, newScope())})
	}
	return int32(at)
}

func (c *compiler) passiveResource(p *instance.Passive) int32 {
	at, known := c.passive[p]
	if !known {
		at = len(c.program.Passive)
		c.passive[p] = at
		c.program.Passive = append(c.program.Passive, Passive{p, c.expr(p.Capacity, newScope())})
	}
	return int32(at)
}

func (c *compiler) link(l *instance.Link) {
	c.program.Links = append(c.program.Links, l)
	number := int32(len(c.program.Links))
	c.program.Latency = append(c.program.Latency, c.expr(l.Latency, newScope()))
	c.program.Through = append(c.program.Through, c.expr(l.Throughput, newScope()))
	for _, a := range l.Containers {
		for _, b := range l.Containers {
			if a != b {
				c.linked[[2]*instance.Container{a, b}] = number
			}
		}
	}
}
