package probed

import (
	"fmt"

	"beagle/measure/java/syntax"
)

// findLoop finds the loop whose body the region is, or is part of.
func (w *writer) findLoop(p *plan) bool {
	first := p.region.first
	for n := first; n.Parent != nil && !n.IsCode(); n = n.Parent {
		if n.Role == syntax.Body && n.Parent.IsLoop() {
			p.top = n.Parent
			break
		}
	}
	if inner := unlabel(first); p.site() && inner.IsLoop() {
		p.top = inner
	}
	if p.top == nil {
		inner := unlabel(first)
		if !inner.IsLoop() || p.region.first != p.region.last {
			return w.refuse(p, "no loop stands around it in its method")
		}
		w.note(p, "it is a loop itself: its iterations are counted")
		p.top = inner
	}
	p.region = lift(p.top)
	return true
}

func (p *plan) site() bool { return p.node != nil }

func unlabel(n *syntax.Node) *syntax.Node {
	for n.Kind == syntax.Labeled {
		n = n.Child(syntax.Body)
	}
	return n
}

func lift(n *syntax.Node) region {
	for n.Parent.Kind == syntax.Labeled {
		n = n.Parent
	}
	return region{n, n}
}

func (w *writer) findDecision(p *plan, regions []region) bool {
	var top *syntax.Node
	if p.site() {
		top = p.node
	} else {
		for _, sibling := range p.Siblings {
			r := regions[sibling]
			if r.first == nil {
				return w.refuse(p, "the branch has a transition that could not be instrumented")
			}
			decision := decisionAround(r.first)
			if decision == nil {
				return w.refuse(p, "no if or switch stands around the branch's other transitions")
			}
			if top = outer(top, decision); top == nil {
				return w.refuse(p, "the branch's transitions belong to different decisions")
			}
		}
		if top == nil {
			return w.refuse(p, "the branch has no linked transition")
		}
	}
	if completes(top) != yes {
		return w.refuse(p, "the decision has no way past it; link this transition")
	}
	p.top, p.region = top, lift(top)
	for _, sibling := range p.Siblings {
		w.flags[sibling] = append(w.flags[sibling], fmt.Sprintf("%sf%d", w.prefix, p.ID))
	}
	return true
}

func decisionAround(n *syntax.Node) *syntax.Node {
	for ; n.Parent != nil && !n.IsCode(); n = n.Parent {
		if n.Role == syntax.Then || n.Role == syntax.Else {
			return n.Parent
		}
		if n.Kind == syntax.Case && n.Parent.Kind == syntax.Switch {
			return n.Parent
		}
	}
	return nil
}

func outer(a, b *syntax.Node) *syntax.Node {
	if a == nil {
		return b
	}
	for b != nil && (b.Start > a.Start || b.End < a.End) {
		b = decisionAround(b)
	}
	return b
}
