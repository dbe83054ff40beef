package expression

import (
	"cmp"
	"slices"

	"beagle/model"
)

// Children returns the operands of a node from left to right; nil for leaves. The slice is the caller's, the nodes
// are shared.
func Children(n Node) []Node {
	switch n := n.(type) {
	case Binary:
		return []Node{n.Left, n.Right}
	case Unary:
		return []Node{n.Arg}
	case If:
		return []Node{n.Cond, n.Then, n.Else}
	}
	return nil
}

// Walk calls visit for a node and everything below it, parents first, until visit returns false for a node.
func Walk(n Node, visit func(Node) bool) {
	if n == nil || !visit(n) {
		return
	}
	switch n := n.(type) {
	case Binary:
		Walk(n.Left, visit)
		Walk(n.Right, visit)
	case Unary:
		Walk(n.Arg, visit)
	case If:
		Walk(n.Cond, visit)
		Walk(n.Then, visit)
		Walk(n.Else, visit)
	}
}

// Any reports whether something holds for a node of a tree.
func Any(n Node, holds func(Node) bool) (found bool) {
	Walk(n, func(n Node) bool {
		found = found || holds(n)
		return !found
	})
	return found
}

// Uses reports whether an operator of two operands stands anywhere in a tree.
func Uses(n Node, op Op) bool {
	return Any(n, func(n Node) bool {
		b, ok := n.(Binary)
		return ok && b.Op == op
	})
}

// Map rebuilds a tree from its leaves upwards.
func Map(n Node, change func(Node) Node) Node {
	switch t := n.(type) {
	case Binary:
		t.Left, t.Right = Map(t.Left, change), Map(t.Right, change)
		n = t
	case Unary:
		t.Arg = Map(t.Arg, change)
		n = t
	case If:
		t.Cond, t.Then, t.Else = Map(t.Cond, change), Map(t.Then, change), Map(t.Else, change)
		n = t
	}
	return change(n)
}

// Replace is an expression with another one wherever an operand, or all of it, is the old one.
func Replace(n, old, by Node) Node {
	return Map(n, func(n Node) Node {
		if n == old {
			return by
		}
		return n
	})
}

// Size is the number of nodes of the tree, leaves among them: what screens and reports call size.
func Size(n Node) int {
	size := 0
	Walk(n, func(Node) bool { size++; return true })
	return size
}

// Depth is the number of nodes on the longest way from the root to a leaf; 1 for a leaf.
func Depth(n Node) int {
	if n == nil {
		return 0
	}
	deepest := 0
	for _, child := range Children(n) {
		deepest = max(deepest, Depth(child))
	}
	return deepest + 1
}

// Variables lists the variables that occur in the tree, each once, sorted by name and characterisation.
func Variables(n Node) []model.Variable {
	var vars []model.Variable
	Walk(n, func(n Node) bool {
		if v, ok := n.(Variable); ok && !slices.Contains(vars, v.Variable) {
			vars = append(vars, v.Variable)
		}
		return true
	})
	slices.SortFunc(vars, func(a, b model.Variable) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Char, b.Char))
	})
	return vars
}
