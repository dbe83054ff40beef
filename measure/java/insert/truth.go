package insert

import (
	"strings"

	"beagle/measure/java/syntax"
)

// yieldTruth ends sections behind a truth value that a switch yields to where the
// program decides by it. What is assigned there depends on the value; javac
// follows that through && and || and constants (JLS 16.1, 16.1.8), but through no
// method's argument and no try.
func (x *exits) yieldTruth(value *syntax.Node, stops []string) {
	ended := strings.Repeat(x.runtime+".r(", len(stops)) + "true"
	for _, stop := range stops {
		ended += ", " + stop + ")"
	}
	x.edits.wrap(value, layerBraces, " (", ") ? "+ended+" || true : "+ended+" && false")
}

// decides reports whether a jump yields to a switch whose value is a condition or
// an operand of one. That value is true or false, whatever its parts look like.
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

// isLogical: on both sides of the operand of a chain of operators stands && or
// ||, or nothing.
func (x *exits) isLogical(chain, operand *syntax.Node) bool {
	for left := chain.First; left.Next != nil; left = left.Next {
		if left != operand && left.Next != operand {
			continue
		}
		operator := uncommented(x.file.Source[left.End:left.Next.Start])
		if operator != "&&" && operator != "||" {
			return false
		}
	}
	return true
}

// uncommented is what stands between two operands without space and comments.
func uncommented(between string) string {
	for {
		between = strings.TrimSpace(between)
		switch {
		case strings.HasPrefix(between, "/*"):
			_, between, _ = strings.Cut(between, "*/")
		case strings.HasPrefix(between, "//"):
			_, between, _ = strings.Cut(between, "\n")
		default:
			operator, _, _ := strings.Cut(between, "/")
			return strings.TrimSpace(operator)
		}
	}
}
