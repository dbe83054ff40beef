package rules

import (
	"fmt"
	"slices"
	"strings"

	"beagle/extract/attribution"
	"beagle/extract/structure"
	"beagle/model"
)

func (b *body) call(op, statement *attribution.Node, f *frame, out *sequence) {
	a := b.ask(op, b.on)
	if a.outside != nil && b.keeps(a) {
		a.inside = a.within
	} else if a.outside != nil {
		b.leave(a, op, statement, f, out)
		return
	}
	var own []target // in which calls leave the component
	for _, t := range a.inside {
		if b.touched[t.method] && !slices.ContainsFunc(own, func(o target) bool { return o.method == t.method }) {
			own = append(own, t)
		}
	}
	if len(own) == 0 {
		return
	}
	to := own[0]
	where := fmt.Sprintf("%s.%s", to.method.Type.Simple(), to.method.Name)
	switch {
	case slices.Contains(b.stack, to.method):
		b.say(model.Warning, recursion, f.method.Type, op.Line, where+" calls itself, directly or not: calls to other components below are modelled once", "measure how deep it goes, and model the recursion as a loop by hand where it matters")
		return
	case b.deep():
		if !b.cut {
			b.cut = true
			b.say(model.Warning, tooLarge, f.method.Type, op.Line, fmt.Sprintf("the SEFF of %s.%s is too large; calls to other components inside %s, and what comes after it, are left out", b.service.Op.Interface.Name, b.service.Op.Name, where), "make components larger: extract: {by: packages} or {by: modules}")
		}
		return
	}
	if ways := b.distinct(op, own, a.inside); len(ways) > 1 {
		b.oneOf(op, statement, ways, out)
		return
	}
	b.inline(op, statement, to, out)
}

// distinct are the implementations that a call inside the component may run, where a probe in each can tell which one
// it was: none of them is what another one extends, which may run it, too.
func (b *body) distinct(op *attribution.Node, own, all []target) []target {
	if op.Stays() {
		return nil
	}
	ways := slices.Clone(own)
	for _, t := range all { // one in which no call leaves the component is a way past the others
		if !slices.ContainsFunc(ways, func(o target) bool { return o.method == t.method }) {
			ways = append(ways, t)
		}
	}
	in := map[string][]*attribution.Method{}
	for _, w := range ways {
		if w.method.Type.Kind != "interface" {
			in[w.method.Type.Name] = append(in[w.method.Type.Name], w.method)
		}
	}
	for _, a := range ways {
		if slices.Contains(b.stack, a.method) {
			return nil
		}
		for _, above := range b.above(a.on) {
			if slices.ContainsFunc(in[above], func(m *attribution.Method) bool { return m != a.method }) {
				return nil
			}
		}
	}
	return ways[:min(len(ways), mostWays)]
}

func (b *body) oneOf(op, statement *attribution.Node, ways []target, out *sequence) {
	out.cut()
	step := &structure.Step{Kind: structure.Branch, Ways: true, Name: "which " + b.Methods[op.Method].Type.Simple()}
	before := slices.Clone(out.code)
	for i, way := range ways {
		inner := &sequence{code: slices.Clone(before)}
		b.inline(op, statement, way, inner)
		behaviour := inner.behaviour()
		behaviour.Name, behaviour.Link = wayName(ways, i), b.frame(way.method).link(way.method.Start, way.method.Start, way.method.Line)
		step.Inner = append(step.Inner, behaviour)
		out.code = append(out.code, behaviour.Name)
	}
	b.add(out, step)
}

// leave adds the call of another component.
func (b *body) leave(a answer, op, statement *attribution.Node, f *frame, out *sequence) {
	ways := slices.DeleteFunc(b.taken(b.service, append([]outer{{a.outside, a.provider}}, a.others...)), func(w way) bool { return b.leadsBack(b.service, w.to) })
	if len(ways) == 0 {
		return
	}
	out.cut()
	calls := func(to outer) *structure.Step {
		step := &structure.Step{Kind: structure.Call, Name: to.op.Name, Op: to.op, Role: b.required(to.op, to.provider)}
		if b.alone(to.op.Name, statement) {
			step.Link = f.link(statement.Start, statement.Start, op.Line)
		}
		return step
	}
	out.code = append(out.code, b.conditionCode(statement))
	stayed := 0.0
	if len(a.within) > 0 && ways[0].count > 0 {
		stayed = b.stayed(a.outside)
	}
	if len(ways) == 1 && stayed == 0 {
		b.add(out, calls(ways[0].to))
		return
	}
	step := &structure.Step{Kind: structure.Branch, Name: "which " + ways[0].to.op.Interface.Name}
	for _, way := range ways {
		inner := &sequence{}
		b.add(inner, calls(way.to))
		step.Inner = append(step.Inner, &structure.Behaviour{Name: way.to.provider.Name, Share: way.count, Steps: inner.steps})
	}
	if stayed > 0 {
		step.Inner = append(step.Inner, &structure.Behaviour{Name: b.from.Name, Share: stayed})
	}
	b.add(out, step)
}

// inline puts the statements of a method in the place of its call.
func (b *body) inline(op, statement *attribution.Node, to target, out *sequence) {
	on := b.on
	if !op.Stays() {
		b.on = to.on
	}
	b.work++
	b.stack = append(b.stack, to.method)
	out.cut()
	out.code = append(out.code, b.conditionCode(statement))
	b.list(to.method.Body, b.frame(to.method), out, nil)
	out.cut()
	b.stack = b.stack[:len(b.stack)-1]
	b.on = on
}

// argument adds what a method of the component does that is called in a statement from which another call leaves the
// component, such as what computes its arguments: the statement itself cannot be measured, but the method's own ones
// can.
func (b *body) argument(op, statement *attribution.Node, out *sequence) {
	if op.Kind != attribution.Call {
		return
	}
	a := b.ask(op, b.on)
	if len(a.inside) != 1 || isAccessor(a.inside[0].method) || slices.Contains(b.stack, a.inside[0].method) || b.deep() {
		return
	}
	b.inline(op, statement, a.inside[0], out)
}

var quick = []string{"get", "put", "size", "length", "equals", "isEmpty", "valueOf", "intValue", "longValue", "charAt", "of", "toString", "name", "ordinal", "iterator", "next", "hasNext"}

// unmeasured says which methods of libraries a statement calls beside those that leave the component.
func (b *body) unmeasured(n *attribution.Node, f *frame) {
	own := map[string]bool{}
	leaves := ""
	attribution.Walk(n.Ops, func(op *attribution.Node) {
		if op.Kind != attribution.Call {
			return
		}
		_, name, _ := strings.Cut(op.Method, "#")
		name, _, _ = strings.Cut(name, "(")
		own[name] = true
		if a := b.ask(op, b.on); a.outside != nil && leaves == "" {
			leaves = a.outside.Name
		}
	})
	var others []string
	for _, name := range n.Names {
		if !own[name] && !slices.Contains(quick, name) && (!strings.HasPrefix(name, "get") || name == "getBytes") && !strings.HasPrefix(name, "is") && !strings.HasPrefix(name, "new ") {
			others = append(others, name)
		}
	}
	if leaves == "" || len(others) == 0 {
		return
	}
	b.beside = append(b.beside, n)
	b.say(model.Info, "beside-call", f.method.Type, n.Line, fmt.Sprintf("%s.%s: what %s costs is in no action, since its statement calls %s, too", f.method.Type.Simple(), f.method.Name, strings.Join(others, " and "), leaves),
		"in a statement of its own before the call it is measured")
}

func (b *body) alone(name string, statement *attribution.Node) bool {
	count := 0
	attribution.Walk([]attribution.Node{*statement}, func(n *attribution.Node) {
		if n.Kind == attribution.Call && strings.Contains(n.Method, "#"+name+"(") {
			count++
		}
	})
	return count == 1
}

// staying counts the components of a division that a model keeps: those with a service.
func (a divider) staying(d *division) int {
	if d.rule == ByAnnotations || d.rule == ByInterfaces || d.rule == ByClasses {
		return len(d.components) // what implements an interface is a service there, whoever calls it
	}
	serves, entered := map[*Component]bool{}, false
	for _, t := range a.Types {
		from := d.of[t.Name]
		for _, method := range t.Methods {
			if from != nil && isService(method) && method.HasBody && (a.isEndpoint(method) || a.choices.enter(t, method)) {
				serves[from], entered = true, true
			}
			attribution.Walk(method.Body, func(n *attribution.Node) {
				for _, to := range a.leave(n) {
					if c := d.of[to.on.Name]; c != nil && c != from && isService(to.method) && to.method.HasBody {
						serves[c] = true
						entered = entered || from == nil && isDriver(a.Type(t.Outer))
					}
				}
			})
		}
	}
	if !entered || slices.Contains(a.choices.Services, Uncalled) {
		return len(d.components) // what nobody calls is entered: each component has some
	}
	return len(serves)
}
