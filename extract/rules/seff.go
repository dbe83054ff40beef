package rules

import (
	"fmt"
	"slices"
	"strings"

	"beagle/extract/attribution"
	"beagle/extract/structure"
	"beagle/model"
)

// Bounds of the work for one SEFF, so that making it ends.
const (
	mostWork = 1500 // steps that are made, and methods that are put in the place of calls
	maxStack = 30   // of these, one in the other
)

type body struct {
	*view
	service *structure.Service
	on      *attribution.Type
	of      string                // of several implementations: the classes of which this is the one
	stack   []*attribution.Method // that are being inlined
	work    int                   // steps that were made, those that were taken back, too, and methods that were inlined
	most    int                   // of that, mostWork or less
	cut     bool                  // something was left out since the behaviour is too large
}

type frame struct {
	method     *attribution.Method
	unit, path string
	of         string               // as of the body
	finally    [][]attribution.Node // of what is being tried, the outermost first
	inLoop     int                  // how many of these stand around the innermost loop
}

func (b *body) frame(m *attribution.Method) *frame {
	return &frame{method: m, unit: b.Unit(m.Type), path: b.Files[m.Type.File].Path, of: b.of}
}

func (f *frame) link(first, last, line int) *structure.Link {
	return &structure.Link{Unit: f.unit, Path: f.path, First: first, Last: max(first, last), Line: line, Of: f.of}
}

func (f *frame) part(nodes []attribution.Node) *structure.Link {
	if len(nodes) == 0 {
		return nil
	}
	return f.link(nodes[0].Start, nodes[len(nodes)-1].Start, nodes[0].Line)
}

type after struct {
	touches bool
	run     func(out *sequence)
}

// list adds statements.
func (b *body) list(nodes []attribution.Node, f *frame, out *sequence, rest *after) (went bool) {
	for i := range nodes {
		n := &nodes[i]
		following := nodes[i+1:]
		next := &after{
			touches: b.touches(following) || rest != nil && rest.touches,
			run: func(out *sequence) {
				b.passed(n, out)
				if !b.list(following, f, out, rest) && rest != nil {
					out.cut()
					rest.run(out)
				}
			},
		}
		decides := n.Kind == attribution.If || n.Kind == attribution.Switch
		exits := decides && next.touches && b.exits(n) && b.goesOn(f, n)
		if !exits && !b.touch(n) {
			b.inside(n, f, out)
			continue
		}
		before := b.mark(out)
		if exits {
			b.decision(n, f, out, following, next)
			went = true
		} else {
			out.cut()
			went = b.statement(n, f, out, next)
		}
		switch {
		case out.callsSince(before):
			if went {
				return true
			}
			b.passed(n, out)
		case went: // what follows has no calls, either
			b.takeBack(before, out)
			for k := range nodes[i:] {
				out.internal(&nodes[i+k], f, b.code(&nodes[i+k]))
			}
			return false
		default:
			b.takeBack(before, out)
			out.internal(n, f, b.code(n))
		}
	}
	return false
}

// passed says that a statement was read of which there are steps.
func (b *body) passed(n *attribution.Node, out *sequence) {
	out.cut()
	out.code = append(out.code, b.code(n))
}

// inside adds a statement from which no call leaves the component.
func (b *body) inside(n *attribution.Node, f *frame, out *sequence) {
	if n.Outside != 0 {
		out.cut()
		before, code := len(out.steps), slices.Clip(out.code)
		out.code = append(code, b.code(n))
		for i := range n.Ops {
			b.argument(&n.Ops[i], n, out)
		}
		for _, part := range n.Parts {
			b.list(part, f, out, nil)
		}
		out.cut()
		if len(out.steps) > before {
			return
		}
		out.code = code
	}
	out.internal(n, f, b.code(n))
}

func (b *body) statement(n *attribution.Node, f *frame, out *sequence, next *after) (went bool) {
	if n.Kind == attribution.Statement {
		b.unmeasured(n, f)
	}
	b.ops(n.Ops, n, f, out)
	switch n.Kind {
	case attribution.If, attribution.Switch:
		if slices.ContainsFunc(n.Parts, b.matters) {
			b.decision(n, f, out, nil, nil)
		}
	case attribution.Loop:
		b.loop(n, f, out)
	case attribution.Block, attribution.Sync:
		for _, part := range n.Parts {
			if b.list(part, f, out, next) {
				return true
			}
			out.cut()
		}
	case attribution.Try:
		if n.Condition != "" {
			out.cut()
			out.code = append(out.code, b.conditionCode(n))
		}
		var finally []attribution.Node
		if len(n.Parts) > 1 {
			finally = n.Parts[1]
		}
		outside := f.finally
		inner := &after{touches: next.touches || b.touches(finally), run: func(out *sequence) {
			inside := f.finally
			f.finally = outside
			b.list(finally, f, out, nil)
			out.cut()
			next.run(out)
			f.finally = inside
		}}
		f.finally = append(slices.Clip(outside), finally)
		went := b.list(n.Parts[0], f, out, inner)
		f.finally = outside
		if went {
			return true
		}
		out.cut()
		b.list(finally, f, out, nil)
	}
	return false
}

func (b *body) matters(part []attribution.Node) bool {
	if b.touches(part) {
		return true
	}
	if len(part) > 0 && part[len(part)-1].Jump == "throw" {
		return false
	}
	return slices.ContainsFunc(part, func(n attribution.Node) bool { return n.Trivial == 0 })
}

func (b *body) exits(n *attribution.Node) bool {
	return slices.ContainsFunc(n.Parts, func(part []attribution.Node) bool { return leaves(part, n.Kind == attribution.Switch) })
}

// goesOn reports whether what follows a decision may stand in each of its alternatives that do not leave.
func (b *body) goesOn(f *frame, n *attribution.Node) bool {
	if !b.full() {
		return true
	}
	b.say(model.Warning, tooLarge, f.method.Type, n.Line, fmt.Sprintf("the SEFF of %s.%s is too large; in it %s.%s goes on where a decision leaves it", b.service.Op.Interface.Name, b.service.Op.Name, f.method.Type.Simple(), f.method.Name), "measure it, and model by hand what matters")
	return false
}

// leaves reports whether statements always end with a jump out of their list; in a switch break is none.
func leaves(nodes []attribution.Node, inSwitch bool) bool {
	if len(nodes) == 0 {
		return false
	}
	last := &nodes[len(nodes)-1]
	switch last.Kind {
	case attribution.Statement:
		return last.Jump == "return" || last.Jump == "continue" || last.Jump == "break" && !inSwitch
	case attribution.Block, attribution.Sync:
		return leaves(last.Parts[0], inSwitch)
	case attribution.If:
		return len(last.Parts) == 2 && leaves(last.Parts[0], inSwitch) && leaves(last.Parts[1], inSwitch)
	}
	return false
}

// leaving adds what finally runs on the way out, where statements jump out of what is tried.
func (b *body) leaving(part []attribution.Node, f *frame, out *sequence) {
	outermost, all := f.inLoop, f.finally
	if returns(part) {
		outermost = 0
	}
	for i := len(all) - 1; i >= outermost; i-- {
		out.cut()
		f.finally = all[:i]
		b.list(all[i], f, out, nil)
	}
	f.finally = all
}

func returns(nodes []attribution.Node) bool {
	if len(nodes) == 0 {
		return false
	}
	last := &nodes[len(nodes)-1]
	return last.Jump == "return" || slices.ContainsFunc(last.Parts, returns)
}

// decision makes a branch whose transitions are exhaustive.
func (b *body) decision(n *attribution.Node, f *frame, out *sequence, following []attribution.Node, next *after) {
	if next != nil {
		out.cut()
		b.ops(n.Ops, n, f, out)
	}
	out.cut()
	step := &structure.Step{Kind: structure.Branch, Name: name(n.Text, "decision")}
	add := func(title string, part []attribution.Node) {
		inner := &sequence{}
		link := f.part(part)
		inSwitch := n.Kind == attribution.Switch
		if next != nil && !leaves(part, inSwitch) {
			if !b.list(part, f, inner, next) {
				inner.cut()
				next.run(inner)
			}
			if link == nil {
				link = f.part(following)
			}
		} else {
			b.list(part, f, inner, nil)
			if next != nil {
				b.leaving(part, f, inner)
			}
		}
		behaviour := inner.behaviour()
		behaviour.Name, behaviour.Link = title, link
		step.Inner = append(step.Inner, behaviour)
	}
	if n.Kind == attribution.If {
		add("then", n.Parts[0])
		if len(n.Parts) > 1 {
			add("else", n.Parts[1])
		} else {
			add("else", nil)
		}
	} else {
		labels, idle := n.Labels(), false
		for i, part := range n.Parts {
			if !b.matters(part) && !leaves(part, true) {
				idle = true
				continue
			}
			title := "case"
			if i < len(labels) {
				title = labels[i]
			}
			add(title, part)
		}
		if idle || n.Complete == 0 {
			add("otherwise", nil)
		}
	}
	if len(step.Inner) == 1 { // always taken
		steps := step.Inner[0].Steps
		if len(steps) > 0 {
			steps[0].Code = structure.NewID(append(out.code, b.conditionCode(n), steps[0].Code)...)
			out.code = nil
		}
		out.steps = append(out.steps, steps...)
		return
	}
	out.code = append(out.code, b.conditionCode(n))
	b.add(out, step)
}

// loop makes a loop where something inside it leaves the component.
func (b *body) loop(n *attribution.Node, f *frame, out *sequence) {
	for len(n.Parts) < 3 {
		n.Parts = append(n.Parts, nil)
	}
	b.ops(n.Parts[1], n, f, out) // before the first turn, and below at the end of each
	inner := &sequence{}
	outside := f.inLoop
	f.inLoop = len(f.finally)
	b.list(n.Parts[0], f, inner, nil)
	f.inLoop = outside
	inner.cut()
	b.ops(n.Parts[2], n, f, inner)
	b.ops(n.Parts[1], n, f, inner)
	behaviour := inner.behaviour()
	if len(behaviour.Steps) == 0 {
		return
	}
	behaviour.Link = f.part(n.Parts[0])
	out.cut()
	out.code = append(out.code, b.code(n))
	b.add(out, &structure.Step{Kind: structure.Loop, Name: name(n.Text, "loop"), Inner: []*structure.Behaviour{behaviour}})
}

func (b *body) ops(ops []attribution.Node, statement *attribution.Node, f *frame, out *sequence) {
	for i := range ops {
		op := &ops[i]
		if !b.touch(op) {
			b.argument(op, statement, out)
			continue
		}
		switch op.Kind {
		case attribution.Call:
			b.call(op, statement, f, out)
		case attribution.Either:
			b.either(op, statement, f, out)
		case attribution.Lambda:
			b.lambda(op, statement, f, out)
		case attribution.Switch, attribution.If, attribution.Loop, attribution.Block, attribution.Sync, attribution.Try, attribution.Statement:
			before := b.mark(out)
			b.list(ops[i:i+1], f, out, nil)
			if !out.callsSince(before) { // it is a part of its statement
				b.takeBack(before, out)
			}
		}
	}
}

// either is a decision inside an expression: it has no statements that could be linked.
func (b *body) either(op, statement *attribution.Node, f *frame, out *sequence) {
	before := b.mark(out)
	out.cut()
	step := &structure.Step{Kind: structure.Branch, Name: name(op.Text, "decision")}
	for i, part := range op.Parts {
		inner := &sequence{}
		b.ops(part, statement, f, inner)
		behaviour := inner.behaviour()
		behaviour.Name = []string{"if so", "if not"}[min(i, 1)]
		step.Inner = append(step.Inner, behaviour)
	}
	if !step.Calls() {
		b.takeBack(before, out)
		return
	}
	b.say(model.Info, "inside-expression", f.method.Type, op.Line, fmt.Sprintf("%s.%s: whether the call after %q is made cannot be measured, since no statement stands for it", f.method.Type.Simple(), f.method.Name, step.Name),
		"the branch keeps its even probabilities; an if statement instead is measured")
	out.code = append(out.code, b.conditionCode(op))
	b.add(out, step)
}

// lambda models what a lambda does by how the called method uses it: in another thread, again and again, perhaps, or
// where it is written.
func (b *body) lambda(op, statement *attribution.Node, f *frame, out *sequence) {
	inner, before := &sequence{}, b.mark(out)
	switch use := lambdaUse(op.In); use {
	case inThread:
		b.say(model.Warning, "threads", f.method.Type, op.Line, fmt.Sprintf("%s.%s calls other components from another thread (%s); these calls are not in the model", f.method.Type.Simple(), f.method.Name, op.In), "")
	case repeated, sometimes:
		b.list(op.Parts[0], f, inner, nil)
		behaviour := inner.behaviour()
		step := &structure.Step{Kind: structure.Loop, Name: name(attribution.Simple(strings.ReplaceAll(op.In, "#", ".")), "loop"), Inner: []*structure.Behaviour{behaviour}}
		if use == sometimes {
			step.Kind = structure.Branch
			behaviour.Name = "if so"
			step.Inner = append(step.Inner, &structure.Behaviour{Name: "if not"})
		}
		if !step.Calls() {
			b.takeBack(before, out)
			return
		}
		out.cut()
		b.say(model.Info, "inside-expression", f.method.Type, op.Line, fmt.Sprintf("%s.%s: how often %s runs its lambda cannot be measured, since no statement stands for it", f.method.Type.Simple(), f.method.Name, op.In), "set the count or probability by hand, or write a loop")
		out.code = append(out.code, b.code(statement))
		b.add(out, step)
	default:
		b.say(model.Info, "lambda", f.method.Type, op.Line, fmt.Sprintf("%s.%s: a lambda that calls other components is modelled where it is written", f.method.Type.Simple(), f.method.Name), "")
		out.cut()
		out.code = append(out.code, b.code(statement), b.codes[f.method]) // it may run behind where it is written
		b.list(op.Parts[0], f, out, nil)
	}
}

func (b *body) full() bool { return b.work > b.most }

// deep reports whether no further method is put in the place of its call.
func (b *body) deep() bool { return len(b.stack) >= maxStack || b.full() }

func (b *body) add(out *sequence, s *structure.Step) {
	b.work++
	out.add(s)
}

func name(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}
