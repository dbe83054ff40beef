package insert

import (
	"strings"

	"beagle/measure/java/syntax"
)

// yieldTruth ends sections behind a truth value that a switch yields, where what
// is assigned depends on it. javac follows that through && and || and constants
// (JLS 16.1, 16.1.8), but through no method's argument and no try.
func (w *writer) yieldTruth(value *syntax.Node, stops []string) {
	ended := strings.Repeat(w.opt.Runtime+".r(", len(stops)) + "true"
	for _, stop := range stops {
		ended += ", " + stop + ")"
	}
	w.edits.wrap(value, layerBraces, " (", ") ? "+ended+" || true : "+ended+" && false")
}

// assignsByTruth: the value is true or false, and assigns something on the way.
func (w *writer) assignsByTruth(value *syntax.Node) bool {
	found := false
	walkCode(value, func(n *syntax.Node) { found = found || n.Kind == syntax.Assign })
	return found && w.isTruth(value)
}

// isTruth: it has an operator whose result is true or false and that may leave
// out an operand. Without types, others are not known to be boolean.
func (w *writer) isTruth(n *syntax.Node) bool {
	switch n.Kind {
	case syntax.Literal:
		return n.Flags&(syntax.ConstTrue|syntax.ConstFalse) != 0
	case syntax.Paren:
		return w.isTruth(n.First)
	case syntax.Unary:
		return w.file.Source[n.Start] == '!'
	case syntax.Conditional:
		return w.isTruth(n.Child(syntax.Then)) || w.isTruth(n.Child(syntax.Else))
	case syntax.Binary:
		for operand := n.First; operand.Next != nil; operand = operand.Next {
			operator := w.file.Source[operand.End:operand.Next.Start]
			if strings.Contains(operator, "&&") || strings.Contains(operator, "||") {
				return true
			}
		}
	default: // not known
	}
	return false
}
