package insert

import (
	"math/rand/v2"

	"beagle/measure/java/syntax"
)

// Everything makes sites for all statements, branches, loops, calls and methods
// of a file, and one section of several statements per block: the torture mode
// that tests instrumentation. Numbers begin at id. Of methods and classes that
// would become too large for a class file, sites are left out: so many.
func Everything(file *syntax.File, id int, generics Generics) (sites []Site, left int) {
	e := &everything{id: id, generics: generics, random: rand.New(rand.NewPCG(1, uint64(len(file.Source))))}
	file.Root.Walk(func(n *syntax.Node) bool {
		e.visit(n)
		return true
	})
	sites = fitting(file, e.sites)
	for i := range sites {
		sites[i].ID = id + i
	}
	return sites, len(e.sites) - len(sites)
}

// everything gathers a place for a probe at each statement that can have one, for trying
// out where probes compile.
type everything struct {
	id       int
	generics Generics
	sites    []Site
	random   *rand.Rand
}

func (e *everything) add(kind Kind, n, last *syntax.Node) *Site {
	e.sites = append(e.sites, Site{ID: e.id, Kind: kind, First: int(n.Start), node: n, last: last})
	e.id++
	return &e.sites[len(e.sites)-1]
}

// visit adds the sites that a node may have: each statement as a demand, branches and loops, calls, and
// services.
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
		if canWrap(arg) && !e.generics.polluted(arg) {
			args = append(args, i)
		}
	}
	if len(args) > 0 || statementOf(n) != nil {
		e.add(Call, n, n).Args = args
	}
}

// some adds a random run of statements of a block.
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

// branches asks for probes at both ways of a decision; where nothing stands for the other
// one, it is counted as not taken.
func (e *everything) branches(n, then, otherwise *syntax.Node) {
	taken := len(e.sites)
	e.add(Transition, then, then)
	if otherwise != nil {
		e.add(Transition, otherwise, otherwise)
		return
	}
	e.add(NotTaken, n, n).Siblings = []int{taken}
}

// groups adds a transition for each group of a switch that has statements.
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
