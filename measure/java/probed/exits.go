package probed

import (
	"fmt"
	"slices"
	"strings"

	"beagle/measure/java/syntax"
)

type exit struct{ statement, expression string }

type exits struct {
	file    *syntax.File
	edits   *edits
	runtime string // class of the runtime
	prefix  string // of our local variables: occurs nowhere in the file

	of      map[*syntax.Node][]exit // per jump, outermost first
	jumps   []*syntax.Node          // its keys in order
	careful map[*syntax.Node]bool   // jumps whose sections end also where their value throws
}

func (x *exits) add(p *plan, jump *syntax.Node, e exit) {
	if p.Careful {
		x.careful[jump] = true
	}
	x.edits.places = append(x.edits.places, int(jump.Start), int(jump.End))
	if _, found := x.of[jump]; !found {
		x.jumps = append(x.jumps, jump)
	}
	x.of[jump] = append(x.of[jump], e)
}

func (x *exits) write() {
	for _, jump := range x.jumps {
		var stops, values []string // innermost first
		before := x.of[jump]
		for i := len(before) - 1; i >= 0; i-- {
			stops, values = append(stops, before[i].statement), append(values, before[i].expression)
		}
		value := jump.Child(syntax.Value)
		statements := strings.Join(stops, "; ") + "; "
		switch {
		case value == nil, isSimple(value) && jump.Kind != syntax.Expression:
			x.edits.wrap(jump, layerJump, "{ "+statements, " }")
		case isSimple(value):
			x.edits.before(jump, layerJump, statements)
		case jump.Kind == syntax.Return && x.resultType(jump) != "":
			result := fmt.Sprintf("%sr%d", x.prefix, jump.Start)
			x.edits.before(jump, layerJump, fmt.Sprintf("{ final %s %s =", x.resultType(jump), result))
			x.edits.list[len(x.edits.list)-1].cut = len("return")
			x.edits.after(jump, layerJump, " "+statements+"return "+result+"; }")
		case x.careful[jump]: // also where the value's evaluation throws
			x.edits.wrap(jump, layerJump, "try { ", " } finally { "+statements+"}")
		case x.decides(jump):
			x.yieldTruth(value, values)
		default:
			// The arguments are evaluated from left to right (JLS 15.7.4).
			x.edits.before(value, layerBraces, strings.Repeat(" "+x.runtime+".r(", len(stops)))
			for _, stop := range values {
				x.edits.seq--
				x.edits.after(value, layerBraces, ", "+stop+")")
			}
		}
	}
}

// isSimple: evaluating it takes no time worth measuring.
func isSimple(n *syntax.Node) bool {
	switch n.Kind {
	case syntax.Name, syntax.Literal:
		return true
	case syntax.ClassLiteral, syntax.Lambda, syntax.MethodRef:
		return true
	case syntax.This:
		return n.First == nil
	case syntax.Paren:
		return isSimple(n.First)
	default:
		return false
	}
}

// resultType is the declared type of what a return statement returns; empty: it is not written down (in lambdas).
func (x *exits) resultType(jump *syntax.Node) string {
	if !strings.HasPrefix(x.file.Source[jump.Start:], "return") {
		return "" // written with unicode escapes
	}
	method := codeOf(jump)
	if method == nil || method.Kind != syntax.Method {
		return ""
	}
	t := method.Child(syntax.TypeOf)
	if t == nil || method.Flags&syntax.TypeDims != 0 {
		return ""
	}
	text := x.file.Text(t)
	if strings.ContainsAny(text, "\r\n/") || hidden(text, jump) { // a comment, or more than one line
		return ""
	}
	return text
}

// hidden reports whether a class that is declared around a jump takes a name of its method's result type.
func hidden(result string, jump *syntax.Node) bool {
	for n := jump; n.Kind != syntax.Method; n = n.Parent {
		for s := n.Parent.First; s != n; s = s.Next {
			if s.Kind == syntax.LocalClass && mentions(result, s.All(syntax.Child)) {
				return true
			}
		}
	}
	return false
}

func mentions(text string, named []*syntax.Node) bool {
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("<>,.?&[] \t\r\n", r) })
	return slices.ContainsFunc(named, func(n *syntax.Node) bool { return slices.Contains(words, n.Name) })
}

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
