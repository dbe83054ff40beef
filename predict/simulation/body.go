package simulation

import (
	"slices"
	"strings"

	"beagle/model"
	"beagle/pcm/instance"
	"beagle/pcm/stoex"
)

type body struct {
	c        *compiler
	scope    *scope
	result   *scope             // where Set writes
	assembly *instance.Assembly // nil: a scenario
}

func (b body) behaviour(of *instance.Behaviour) {
	if of == nil {
		return
	}
	for _, a := range of.Actions {
		b.action(a)
	}
}

func (b body) action(a instance.Action) {
	c := b.c
	switch a := a.(type) {
	case *instance.Internal:
		for _, d := range a.Demands {
			if e := c.expr(d.Amount, b.scope); e != nil {
				c.emit(Op{Kind: Demand, Expr: e, To: c.resource(d.Resource), Action: a, Watch: c.watch(a.ID, d.Amount, b.scope)})
			}
		}
	case *instance.Wait:
		if e := c.expr(a.Time, b.scope); e != nil {
			c.emit(Op{Kind: Wait, Expr: e, Action: a})
		}
	case *instance.Call:
		b.call(a)
	case *instance.Loop:
		if e := c.expr(a.Count, b.scope); e != nil {
			b.loop(Op{Kind: Repeat, Expr: e, Action: a, Watch: c.watch(a.ID, a.Count, b.scope)}, func() { b.behaviour(a.Body) })
		}
	case *instance.Iterator:
		b.iterator(a)
	case *instance.Branch:
		b.branch(a)
	case *instance.Fork:
		b.fork(a)
	case *instance.Acquire:
		c.emit(Op{Kind: Acquire, To: c.passiveResource(a.Passive), Action: a})
	case *instance.Release:
		c.emit(Op{Kind: Release, To: c.passiveResource(a.Passive), Action: a})
	case *instance.Set:
		// What is set is only returned: neither variables nor parameters of the service change.
		c.emit(Op{Kind: Draw, Inputs: c.bindings(a.Values, b.scope, b.returned), Action: a})
	}
}

// returned is the place of something that the service returns, which is never that of a variable it reads.
func (b body) returned(v model.Variable) int {
	if place, ok := b.result.places[v]; ok {
		return place
	}
	return b.result.add(v)
}

// call emits one operation.
func (b body) call(a *instance.Call) {
	c := b.c
	link := int32(0)
	if b.assembly != nil && c.options.Network {
		link = c.linked[[2]*instance.Container{b.assembly.Container, a.Service.Assembly.Container}]
	}
	callee := c.procedure(a.Service)
	op := Op{Kind: Call, Link: link, Entry: a.Entry, Action: a, Inputs: c.bindings(a.Inputs, b.scope, nil)}
	for _, given := range a.Inputs {
		op.Watch = append(op.Watch, c.watch(a.ID, given.Value, b.scope)...)
	}
	if a.Entry {
		op.Series = int32(len(c.program.Series))
		name := a.Name
		if name == "" {
			name = a.Service.Signature
		}
		c.program.Series = append(c.program.Series, Series{len(c.program.Scenarios), name})
	}
	op.Returns = c.bindings(a.Returns, &scope{places: callee.result.places, frame: callee.scope.frame}, b.local)
	for i := range op.Returns {
		op.Returns[i].Deferred = -1 // the callee's frame is gone when it would be read
	}
	c.calls, c.callees = append(c.calls, c.emit(op)), append(c.callees, a.Service)
}

// local is the place of a variable that a returned value is stored in.
func (b body) local(v model.Variable) int {
	if place, ok := b.scope.places[v]; ok {
		return place
	}
	return b.scope.add(v)
}

func (b body) loop(head Op, inside func()) {
	at := b.c.emit(head)
	first := b.c.here()
	inside()
	b.c.emit(Op{Kind: Next, To: first, Action: head.Action})
	b.c.program.Code[at].To = b.c.here()
}

// iterator draws the INNER characterisations that its body reads at the start of each turn.
func (b body) iterator(a *instance.Iterator) {
	c := b.c
	prefix := a.Parameter + ".INNER"
	count := b.scope.find(model.Variable{Name: a.Parameter, Char: model.NumberOfElements})
	inside := b
	inside.scope = b.scope.inner()
	b.loop(Op{Kind: Repeat, Expr: stoex.CompileVariable(model.Variable{Name: a.Parameter, Char: model.NumberOfElements}, count), Action: a}, func() {
		draw := c.emit(Op{Kind: Draw, Action: a})
		for _, v := range variables(a.Body) {
			if v.Name == prefix || strings.HasPrefix(v.Name, prefix+".") {
				from := b.scope.find(v)
				op := &c.program.Code[draw]
				op.Inputs = append(op.Inputs, Binding{Place: int32(inside.scope.add(v)), Expr: stoex.CompileVariable(v, from), Deferred: -1, Variable: v})
			}
		}
		for _, v := range stored(a.Body) { // a value from outside until the body stores another
			if _, own := inside.scope.places[v]; !own {
				from := b.scope.find(v)
				op := &c.program.Code[draw]
				op.Inputs = append(op.Inputs, Binding{Place: int32(inside.scope.add(v)), Expr: stoex.CompilePlace(from), Deferred: -1, Variable: v})
			}
		}
		inside.behaviour(a.Body)
	})
}

// branch emits, for each transition, a guard that jumps over its body.
func (b body) branch(a *instance.Branch) {
	c := b.c
	if a.Transitions[0].Guard == nil {
		b.chances(a)
		return
	}
	var ends []int
	for _, t := range a.Transitions {
		e := c.expr(*t.Guard, b.scope)
		if e == nil {
			continue
		}
		guard := c.emit(Op{Kind: Guard, Expr: e, Action: t.Element})
		b.behaviour(t.Body)
		ends = append(ends, c.emit(Op{Kind: Jump}))
		c.program.Code[guard].To = c.here()
	}
	c.emit(Op{Kind: Stuck, Action: a})
	for _, end := range ends {
		c.program.Code[end].To = c.here()
	}
}

func (b body) chances(a *instance.Branch) {
	c := b.c
	total := 0.0
	for _, t := range a.Transitions {
		total += t.Probability
	}
	if total <= 0 {
		return // reported when the instance was read
	}
	at := c.emit(Op{Kind: Choose, Action: a})
	ways, ends, sum := []Way(nil), []int(nil), 0.0
	for _, t := range a.Transitions {
		sum += t.Probability
		ways = append(ways, Way{To: c.here(), Limits: sum / total})
		b.behaviour(t.Body)
		ends = append(ends, c.emit(Op{Kind: Jump}))
	}
	c.program.Code[at].Ways = ways
	for _, end := range ends {
		c.program.Code[end].To = c.here()
	}
}

// fork emits the synchronous behaviours first, whose number says how many are waited for.
func (b body) fork(a *instance.Fork) {
	c := b.c
	at := c.emit(Op{Kind: Fork, Slots: int32(len(a.Synchronous)), Action: a})
	var ways []Way
	for _, list := range [][]*instance.Behaviour{a.Synchronous, a.Asynchronous} {
		for _, one := range list {
			ways = append(ways, Way{To: c.here()})
			b.behaviour(one)
			c.emit(Op{Kind: Join, Action: a})
		}
	}
	c.program.Code[at].Ways, c.program.Code[at].To = ways, c.here()
}

func variables(of *instance.Behaviour) (list []model.Variable) {
	visit(of, func(e instance.Expression) {
		if e.X == nil {
			return
		}
		for _, v := range stoex.Variables(e.X) {
			if !slices.Contains(list, v) {
				list = append(list, v)
			}
		}
	}, func(a instance.Action) {
		if i, ok := a.(*instance.Iterator); ok {
			list = append(list, model.Variable{Name: i.Parameter, Char: model.NumberOfElements})
		}
	})
	return list
}

func stored(of *instance.Behaviour) (list []model.Variable) {
	visit(of, func(instance.Expression) {}, func(a instance.Action) {
		if call, ok := a.(*instance.Call); ok {
			for _, r := range call.Returns {
				if !slices.Contains(list, r.Variable) {
					list = append(list, r.Variable)
				}
			}
		}
	})
	return list
}

func visit(of *instance.Behaviour, expression func(instance.Expression), action func(instance.Action)) {
	if of == nil {
		return
	}
	for _, a := range of.Actions {
		action(a)
		switch a := a.(type) {
		case *instance.Internal:
			for _, d := range a.Demands {
				expression(d.Amount)
			}
		case *instance.Wait:
			expression(a.Time)
		case *instance.Call:
			for _, c := range a.Inputs {
				expression(c.Value)
			}
		case *instance.Set:
			for _, c := range a.Values {
				expression(c.Value)
			}
		case *instance.Loop:
			expression(a.Count)
			visit(a.Body, expression, action)
		case *instance.Iterator:
			visit(a.Body, expression, action)
		case *instance.Branch:
			for _, t := range a.Transitions {
				if t.Guard != nil {
					expression(*t.Guard)
				}
				visit(t.Body, expression, action)
			}
		case *instance.Fork:
			for _, b := range a.Synchronous {
				visit(b, expression, action)
			}
			for _, b := range a.Asynchronous {
				visit(b, expression, action)
			}
		}
	}
}
