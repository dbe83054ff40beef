package insert

import (
	"math/rand/v2"

	"beagle/measure/java/syntax"
)

// Everything makes sites for all statements, branches, loops, calls and methods
// of a file, and one section of several statements per block: the torture mode
// that tests instrumentation. Numbers begin at id.
func Everything(file *syntax.File, id int, generics Generics) []Site {
	e := &everything{id: id, generics: generics, random: rand.New(rand.NewPCG(1, uint64(len(file.Source))))}
	file.Root.Walk(func(n *syntax.Node) bool {
		e.visit(n)
		return true
	})
	return fitting(e.sites)
}

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

// A method may have 65,535 bytes of code (JVMS 4.7.3). The estimates are on the
// safe side of what javac makes of a node of the tree and of the probes.
const (
	maxCode      = 60000
	bytesPerNode = 5
)

var bytesPerSite = map[Kind]int{Demand: 30, Transition: 6, NotTaken: 16, LoopCount: 30, Call: 30, Service: 60}

// fitting leaves out the sites of methods that would become too large.
func fitting(sites []Site) []Site {
	size := map[*syntax.Node]int{}
	home := func(s *Site) *syntax.Node {
		if s.Kind == Service {
			return s.node
		}
		return codeOf(s.node)
	}
	for i := range sites {
		code := home(&sites[i])
		if _, known := size[code]; !known {
			size[code] = bytesPerNode * nodes(code)
		}
		size[code] += bytesPerSite[sites[i].Kind]
	}
	kept := make([]Site, 0, len(sites))
	moved := make([]int, len(sites)) // to where in kept
	for i := range sites {
		if sites[i].Kind == Service || size[home(&sites[i])] <= maxCode {
			moved[i] = len(kept)
			kept = append(kept, sites[i])
		}
	}
	for i := range kept {
		for k, sibling := range kept[i].Siblings {
			kept[i].Siblings[k] = moved[sibling]
		}
	}
	return kept
}

// nodes counts what is compiled into the method of a node.
func nodes(code *syntax.Node) int {
	count := 0
	code.Walk(func(n *syntax.Node) bool {
		count++
		return n == code || n.Kind != syntax.Lambda && n.Kind != syntax.Class
	})
	return count
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
			site := e.add(Service, n, n)
			site.Params = 255
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
