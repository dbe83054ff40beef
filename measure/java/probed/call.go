package probed

import (
	"fmt"
	"slices"
	"strings"

	"beagle/measure/java/syntax"
)

type calls struct {
	*plan
	w *writer
}

func (c *calls) write() {
	p, w := c.plan, c.w
	w.edits.seq++
	var found []*syntax.Node
	if p.site() {
		found = []*syntax.Node{p.node}
	} else {
		p.region.statements(func(s *syntax.Node) {
			s.Walk(func(n *syntax.Node) bool {
				if n.Kind == syntax.Call && n.Name == p.Name {
					found = append(found, n)
				}
				return n.Kind != syntax.Class
			})
		})
	}
	if len(found) == 0 {
		w.done--
		w.refuse(p, "no call of "+p.Name+" stands there")
		return
	}
	for _, call := range found {
		if !c.one(call) {
			w.done--
			w.refuse(p, c.whyNone(call))
			return
		}
		c.sayArguments(call)
	}
}

func (c *calls) sayArguments(call *syntax.Node) {
	p := c.plan
	args := call.All(syntax.Arg)
	if p.site() || p.Inputs == nil || len(args) == len(p.Inputs) || len(args) >= len(p.Inputs)-1 && c.anyNumber() {
		return
	}
	found, missing := c.wanted(args), ""
	for _, position := range p.taken() {
		if position < len(p.Inputs) && !slices.ContainsFunc(found, func(a argument) bool { return a.position == position }) {
			missing += ", " + p.Inputs[position]
		}
	}
	if missing != "" {
		missing = ", and no argument is a variable named " + missing[2:] + ", which is not measured"
	}
	c.w.note(p, fmt.Sprintf("the call of %s has %d arguments, the model's signature has %d parameters; they are matched by name%s", call.Name, len(args), len(p.Inputs), missing))
}

func (c *calls) whyNone(call *syntax.Node) string {
	p := c.plan
	if args := call.Count(syntax.Arg); !p.site() && p.Inputs != nil && args != len(p.Inputs) {
		return fmt.Sprintf("the call of %s has %d arguments, the model's signature has the parameters %s, and no wanted argument is named so: which is which is not known",
			call.Name, args, strings.Join(p.Inputs, ", "))
	}
	return "none of the wanted arguments of " + call.Name + " can be taken: lambdas, method references and null have no value to record"
}

type argument struct {
	position int // of the parameter, in the model's signature
	*syntax.Node
}

// wanted finds the wanted arguments of a call, in the order of evaluation.
func (c *calls) wanted(args []*syntax.Node) (found []argument) {
	p := c.plan
	for _, position := range p.taken() {
		at := position
		switch {
		case p.Inputs == nil || len(args) == len(p.Inputs):
		case len(args) >= len(p.Inputs)-1 && c.anyNumber():
			if position == len(p.Inputs)-1 { // no one argument is what it gets
				continue
			}
		default:
			at = slices.IndexFunc(args, func(arg *syntax.Node) bool {
				return position < len(p.Inputs) && arg.Kind == syntax.Name && strings.EqualFold(arg.Name, p.Inputs[position])
			})
		}
		if 0 <= at && at < len(args) && canWrap(args[at]) {
			found = append(found, argument{position, args[at]})
		}
	}
	slices.SortStableFunc(found, func(a, b argument) int { return int(a.Start - b.Start) })
	return found
}

// anyNumber reports whether the last parameter of what is called takes any number of arguments.
func (c *calls) anyNumber() bool {
	return c.w.opt.AnyNumber != nil && c.w.opt.AnyNumber(c.Name, c.Inputs)
}

// AnyNumber reports whether a file declares a method of that name and with parameters of these names of which the
// last takes any number of arguments.
func AnyNumber(file *syntax.File, name string, params []string) (found bool) {
	file.Root.Walk(func(n *syntax.Node) bool {
		if all := n.All(syntax.Param); len(all) > 0 && n.Kind == syntax.Method && n.Name == name && slices.Equal(paramNames(n), params) {
			found = found || all[len(all)-1].Flags&syntax.Varargs != 0
		}
		return !found
	})
	return found
}

func (c *calls) one(call *syntax.Node) bool {
	p, w := c.plan, c.w
	args := call.All(syntax.Arg)
	wanted := c.wanted(args)
	if len(wanted) == 0 && len(p.taken()) > 0 {
		return false
	}
	statement := statementOf(call)
	if statement != nil && len(wanted) > 0 && plainCall(call, args) {
		w.ensureList(region{statement, statement})
		text := w.opt.call("ce", p.ID) + "; "
		for _, arg := range wanted {
			text += w.opt.call("p", p.ID, arg.position, w.file.Text(arg.Node)) + "; "
			if parts := p.inside(arg.position); parts != "" && arg.Kind == syntax.Name {
				text += w.opt.call("fs", p.ID, w.file.Text(arg.Node), parts) + "; "
			}
		}
		w.edits.before(statement, layerCall, text)
	} else {
		c.wrap(wanted)
	}
	if statement != nil && statement.Kind != syntax.Return {
		w.ensureList(region{statement, statement})
		w.edits.after(statement, layerCall, " "+w.opt.call("cl", p.ID)+";"+c.after(call, statement, wanted))
	}
	return true
}

// wrap hands each wanted argument through the runtime: exactly the values that are passed.
func (c *calls) wrap(wanted []argument) {
	p, w := c.plan, c.w
	for k, arg := range wanted {
		position := arg.position | inside
		if k == 0 {
			position |= first
		}
		if k == len(wanted)-1 {
			position |= last
		}
		behind := ")"
		if parts := p.inside(arg.position); parts != "" && arg.Kind != syntax.Literal {
			behind = ", " + parts + ")"
		}
		w.edits.wrap(arg.Node, layerBraces, fmt.Sprintf("%s.a(%d, %d, ", w.opt.Runtime, p.ID, position), behind)
	}
}

func (s *Site) taken() []int {
	all := slices.Clone(s.Args)
	for _, part := range s.Parts {
		if !slices.Contains(all, part.Param) {
			all = append(all, part.Param)
		}
	}
	slices.Sort(all)
	return all
}

func (s *Site) inside(argument int) string {
	var all []string
	for k, part := range s.Parts {
		if part.Param == argument && isPath(part.Path) {
			all = append(all, fmt.Sprintf("%d.%s", s.PartsAt+k, part.Path))
		}
	}
	if len(all) == 0 {
		return ""
	}
	return `"` + strings.Join(all, ";") + `"`
}

// Marks of an argument's position in a call of the runtime's a.
const (
	first  = 1 << 8  // begins the arguments of one execution of the call
	last   = 1 << 9  // ends them
	inside = 1 << 10 // always set
)

// after takes arguments again that the call may have changed.
func (c *calls) after(call, statement *syntax.Node, wanted []argument) string {
	w := c.w
	var text strings.Builder
	for _, arg := range wanted {
		if arg.Kind != syntax.Name || assigns(statement, arg.Name) || call.Name == "super" || call.Name == "this" {
			continue
		}
		text.WriteString(" " + w.opt.call("p", c.ID, arg.position, w.file.Text(arg.Node)) + ";")
	}
	return text.String()
}

// canWrap: a value that has a type of its own. Lambdas, method references and null get theirs from the parameter.
func canWrap(n *syntax.Node) bool {
	switch n.Kind {
	case syntax.Lambda, syntax.MethodRef, syntax.SwitchExpr:
		return false
	case syntax.Literal:
		return n.Flags&syntax.HasNull == 0
	case syntax.Paren:
		return canWrap(n.First)
	case syntax.Conditional:
		return canWrap(n.Child(syntax.Then)) && canWrap(n.Child(syntax.Else))
	default:
		return true
	}
}

// statementOf is the statement that consists of the call.
func statementOf(call *syntax.Node) *syntax.Node {
	n := call.Parent
	switch {
	case n.Kind == syntax.Declarator && n.Parent.Kind == syntax.LocalVariable:
		n = n.Parent
		if n.Count(syntax.Child) != 1 {
			return nil
		}
	case n.Kind == syntax.Assign && call.Role == syntax.Value && n.First.Kind == syntax.Name:
		n = n.Parent
	}
	switch n.Kind {
	case syntax.Expression, syntax.LocalVariable, syntax.Return:
	default:
		return nil
	}
	if isConstructorCall(n) {
		return nil
	}
	inSwitchExpr := n.Parent.Kind == syntax.Case && n.Parent.Parent.Kind == syntax.SwitchExpr
	if placeable(n) && n.Parent.Kind != syntax.Labeled && !inSwitchExpr {
		return n
	}
	return nil
}

// plainCall: the arguments are names or literals and nothing that the call evaluates before them can change them.
func plainCall(call *syntax.Node, args []*syntax.Node) bool {
	for _, arg := range args {
		if arg.Kind != syntax.Name && arg.Kind != syntax.Literal && arg.Kind != syntax.Lambda && arg.Kind != syntax.MethodRef {
			return false
		}
	}
	plain := true
	if t := call.Child(syntax.Target); t != nil {
		t.Walk(func(n *syntax.Node) bool {
			plain = plain && (n.Kind == syntax.Name || n.Kind == syntax.Select || n.Kind == syntax.This)
			return plain
		})
	}
	return plain
}

func assigns(statement *syntax.Node, name string) bool {
	found := false
	statement.Walk(func(n *syntax.Node) bool {
		switch n.Kind {
		case syntax.Declarator:
			found = found || n.Name == name
		case syntax.Assign, syntax.Postfix, syntax.Unary:
			found = found || n.First.Kind == syntax.Name && n.First.Name == name
		default: // nothing else assigns
		}
		return !found
	})
	return found
}
