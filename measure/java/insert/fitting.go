package insert

import (
	"slices"

	"beagle/measure/java/syntax"
)

// Limits of class files (JVMS 4.7.3 and 4.1): bytes of code of a method, and
// entries of a class' constant pool. What is kept free is for what javac adds
// that the tree does not show.
const (
	maxCode      = 60000
	maxConstants = 60000
)

// The estimates are on the safe side of what javac makes of a node of the tree
// and of the probes.
const bytesPerNode = 5

var bytesPerSite = map[Kind]int{Demand: 30, Transition: 6, NotTaken: 16, LoopCount: 30, Call: 30, Service: 60}

// constantsPerSite: the number of a site is a constant from 32768 on, the name of
// its variable where classes are made for debuggers.
const constantsPerSite = 2

// fitting leaves out the sites of methods and classes that would become too
// large. Of those of a class the last ones are left out.
func fitting(file *syntax.File, sites []Site) []Site {
	bytes := sizes{}
	for i := range sites {
		bytes.add(home(&sites[i]), bytesPerSite[sites[i].Kind])
	}
	constants := map[*syntax.Node]int{}
	room := func(n *syntax.Node) bool {
		class := classOf(n)
		if _, known := constants[class]; !known {
			constants[class] = constantsIn(file, class)
		}
		if constants[class]+constantsPerSite > maxConstants {
			return false
		}
		constants[class] += constantsPerSite
		return true
	}
	return Without(sites, func(i int) bool {
		s := &sites[i]
		return s.Kind != Service && bytes.of(home(s)) > maxCode || !room(s.node)
	})
}

// Without leaves sites that Everything made out, and those that are about nothing
// but them.
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

// sizes are estimates of the code of methods. All initializers of a class are one
// method, or part of each constructor; static ones are taken together with the
// others, because few classes have much of both.
type sizes map[*syntax.Node]int

// add adds bytes to what a method is estimated to have.
func (s sizes) add(code *syntax.Node, bytes int) {
	s.know(code)
	s[code] += bytes
}

// know estimates the size of a method's own code where it was not asked for yet.
func (s sizes) know(code *syntax.Node) {
	if _, known := s[code]; !known {
		s[code] = bytesPerNode * nodes(code)
	}
}

// of is the size of a method with what becomes part of it.
func (s sizes) of(code *syntax.Node) int {
	s.know(code)
	size := s[code]
	if code.Kind == syntax.Method && code.Child(syntax.TypeOf) == nil && code.Parent.Kind == syntax.Class {
		s.know(code.Parent)
		size += s[code.Parent]
	}
	return size
}

// home is the method, lambda or class that a site's probes become code of: a
// class for its initializers.
func home(s *Site) *syntax.Node {
	if s.Kind == Service {
		return s.node
	}
	code := codeOf(s.node)
	if code.Kind == syntax.Initializer {
		return code.Parent
	}
	return code
}

func classOf(n *syntax.Node) *syntax.Node {
	for n.Kind != syntax.Class && n.Parent != nil {
		n = n.Parent
	}
	return n
}

// nodes counts what is compiled into the method of a node.
func nodes(code *syntax.Node) int {
	count := 0
	code.Walk(func(n *syntax.Node) bool {
		count++
		switch n.Kind {
		case syntax.Lambda, syntax.Class, syntax.Method, syntax.CompactConstructor:
			return n == code
		default:
			return true
		}
	})
	return count
}

// constantsIn estimates the constant pool of a class from what it names and its
// literals. What is called or read is a name, a type, the pair of both, and that
// with its class.
func constantsIn(file *syntax.File, class *syntax.Node) int {
	entries := map[string]int{}
	lambdas := 0
	class.Walk(func(n *syntax.Node) bool {
		switch n.Kind {
		case syntax.Call, syntax.Select, syntax.Name, syntax.Field, syntax.Constant, syntax.New, syntax.MethodRef:
			entries[n.Name] = 4
		case syntax.Literal:
			if text := file.Text(n); len(text) > 4 { // numbers up to 32767 are part of the code
				entries[text] = 2
			}
		case syntax.Lambda:
			lambdas++
		case syntax.Class:
			return n == class
		default:
			if n.Name != "" {
				entries[n.Name] = max(entries[n.Name], 1)
			}
		}
		return true
	})
	total := 8 * lambdas
	for _, n := range entries {
		total += n
	}
	return total
}
