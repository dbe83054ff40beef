package probed

import (
	"math/rand/v2"
	"slices"

	"beagle/measure/java/syntax"
)

// Everything makes sites for all statements, branches, loops, calls and methods of a file, and one section of several
// statements per block.
func Everything(file *syntax.File, id int) []Site {
	e := &everything{id: id, random: rand.New(rand.NewPCG(1, uint64(len(file.Source))))}
	file.Root.Walk(func(n *syntax.Node) bool {
		e.visit(n)
		return true
	})
	return e.sites
}

// Without leaves sites that Everything made out, and those that are about nothing but them.
func Without(sites []Site, out func(i int) bool) []Site {
	kept := make([]Site, 0, len(sites))
	moved := make([]int, len(sites)) // to where in kept; -1: left out
	for i := range sites {
		moved[i] = -1
		lone := len(sites[i].Siblings) > 0 && !slices.ContainsFunc(sites[i].Siblings, func(k int) bool { return moved[k] >= 0 })
		if !lone && !out(i) {
			moved[i] = len(kept)
			kept = append(kept, sites[i])
		}
	}
	for i := range kept {
		var siblings []int
		for _, sibling := range kept[i].Siblings {
			if moved[sibling] >= 0 {
				siblings = append(siblings, moved[sibling])
			}
		}
		kept[i].Siblings = siblings
	}
	return kept
}

type everything struct {
	id     int
	sites  []Site
	random *rand.Rand
}

func (e *everything) add(kind Kind, n, last *syntax.Node) *Site {
	e.sites = append(e.sites, Site{ID: e.id, Kind: kind, First: int(n.Start), node: n, last: last})
	e.id++
	return &e.sites[len(e.sites)-1]
}

func (e *everything) visit(n *syntax.Node) {
	if n.IsStatement() && placeable(n) && n.Parent.Kind != syntax.Labeled && !isConstructorCall(n) {
		e.add(Demand, n, n)
	}
	switch n.Kind {
	case syntax.Block:
		e.some(n)
	case syntax.If:
		e.branches(n, n.Child(syntax.Then), n.Child(syntax.Else))
	case syntax.Switch:
		e.groups(n)
	case syntax.While, syntax.Do, syntax.For, syntax.ForEach:
		e.add(LoopCount, n, n)
	case syntax.Call:
		e.call(n)
	case syntax.Method, syntax.CompactConstructor:
		if n.Child(syntax.Body) != nil {
			e.add(Service, n, n)
		}
	default: // no sites of their own
	}
}

// call adds a call that has something to record.
func (e *everything) call(n *syntax.Node) {
	var args []int
	for i, arg := range n.All(syntax.Arg) {
		if canWrap(arg) && !ofCall(arg) {
			args = append(args, i)
		}
	}
	if len(args) > 0 || statementOf(n) != nil {
		e.add(Call, n, n).Args = args
	}
}

func ofCall(arg *syntax.Node) bool {
	switch arg.Kind {
	case syntax.Call:
		return true
	case syntax.Paren:
		return ofCall(arg.First)
	case syntax.Conditional:
		return ofCall(arg.Child(syntax.Then)) || ofCall(arg.Child(syntax.Else))
	default:
		return false
	}
}

func (e *everything) some(block *syntax.Node) {
	stmts := block.All(syntax.Stmt)
	if len(stmts) > 0 && isConstructorCall(stmts[0]) {
		stmts = stmts[1:]
	}
	if len(stmts) < 2 || constructorCall(block) != nil && !isConstructorCall(block.First) {
		return
	}
	from := e.random.IntN(len(stmts) - 1)
	to := from + 1 + e.random.IntN(len(stmts)-from-1)
	e.add(Demand, stmts[from], stmts[to])
}

// branches asks for probes at both ways of a decision.
func (e *everything) branches(n, then, otherwise *syntax.Node) {
	taken := len(e.sites)
	e.add(Transition, then, then)
	if otherwise != nil {
		e.add(Transition, otherwise, otherwise)
		return
	}
	e.add(NotTaken, n, n).Siblings = []int{taken}
}

func (e *everything) groups(n *syntax.Node) {
	for c := n.First; c != nil; c = c.Next {
		if c.Kind != syntax.Case {
			continue
		}
		first := c.Child(syntax.Body)
		if first == nil {
			first = c.Child(syntax.Stmt)
		}
		if first != nil {
			e.add(Transition, first, first)
		}
	}
}
