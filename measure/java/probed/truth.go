package probed

import (
	"strings"

	"beagle/measure/java/syntax"
)

// yieldTruth ends sections behind a truth value that a switch yields to where the program decides by it.
func (x *exits) yieldTruth(value *syntax.Node, stops []string) {
	ended := strings.Repeat(x.runtime+".r(", len(stops)) + "true"
	for _, stop := range stops {
		ended += ", " + stop + ")"
	}
	x.edits.wrap(value, layerBraces, " (", ") ? "+ended+" || true : "+ended+" && false")
}

// decides reports whether a jump yields to a switch whose value is a condition or an operand of one.
func (x *exits) decides(jump *syntax.Node) bool {
	if jump.Kind != syntax.Yield && !yieldsValue(jump) {
		return false
	}
	n := jump
	for n.Kind != syntax.SwitchExpr {
		n = n.Parent
	}
	for {
		parent := n.Parent
		switch parent.Kind {
		case syntax.Paren:
		case syntax.Conditional:
			if n.Role == syntax.Cond {
				return true
			}
		case syntax.Unary:
			return x.file.Source[parent.Start] == '!'
		case syntax.Binary:
			return x.isLogical(parent, n)
		case syntax.If, syntax.While, syntax.Do, syntax.For, syntax.Assert:
			return n.Role == syntax.Cond
		case syntax.Yield, syntax.Expression:
			return x.decides(parent)
		default:
			return n.Role == syntax.Guard
		}
		n = parent
	}
}

// isLogical: on both sides of the operand of a chain of operators stands && or ||, or nothing.
func (x *exits) isLogical(chain, operand *syntax.Node) bool {
	for left := chain.First; left.Next != nil; left = left.Next {
		if left != operand && left.Next != operand {
			continue
		}
		operator := operatorIn(x.file.Source[left.End:left.Next.Start])
		if operator != "&&" && operator != "||" {
			return false
		}
	}
	return true
}

func operatorIn(between string) string {
	between = between[skipSpace(between, 0):]
	if end := strings.IndexAny(between, " \t\r\n\f/"); end >= 0 {
		between = between[:end]
	}
	return between
}
