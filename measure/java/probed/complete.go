package probed

import "beagle/measure/java/syntax"

// answer is what can be said of a statement without knowing other files.
type answer uint8

const (
	no answer = iota
	unknown
	yes
)

func or(a, b answer) answer { return max(a, b) }

func and(a, b answer) answer { return min(a, b) }

// completes reports whether a statement of a legal program can complete normally (JLS 14.22).
func completes(n *syntax.Node) answer {
	switch n.Kind {
	case syntax.Return, syntax.Throw, syntax.Break, syntax.Continue, syntax.Yield:
		return no
	case syntax.Block:
		return lastCompletes(n)
	case syntax.If:
		if n.Child(syntax.Else) == nil {
			return yes
		}
		return or(completes(n.Child(syntax.Then)), completes(n.Child(syntax.Else)))
	case syntax.Labeled:
		if breaksOut(n, n) {
			return yes
		}
		return completes(n.Child(syntax.Body))
	case syntax.While, syntax.For, syntax.Do:
		return loopCompletes(n)
	case syntax.Switch:
		return switchCompletes(n)
	case syntax.Synchronized:
		return completes(n.Child(syntax.Body))
	case syntax.Try:
		result := completes(n.Child(syntax.Body))
		for _, handler := range n.All(syntax.Handler) {
			result = or(result, completes(handler.Child(syntax.Body)))
		}
		if finally := n.Child(syntax.Finally); finally != nil {
			result = and(result, completes(finally))
		}
		return result
	default:
		return yes
	}
}

// lastCompletes says whether a list of statements can complete normally.
func lastCompletes(list *syntax.Node) answer {
	var last *syntax.Node
	for c := list.First; c != nil; c = c.Next {
		if c.Role == syntax.Stmt {
			last = c
		}
	}
	if last == nil {
		return yes
	}
	return completes(last)
}

// loopCompletes follows JLS 14.22.
func loopCompletes(n *syntax.Node) answer {
	if breaksOut(n, n) {
		return yes
	}
	forever := yes
	if cond := n.Child(syntax.Cond); cond != nil {
		forever = constantTrue(cond)
	}
	ends := yes - forever
	if n.Kind == syntax.Do {
		body := completes(n.Child(syntax.Body))
		if continues(n) {
			body = yes
		}
		ends = and(ends, body)
	}
	return ends
}

// switchCompletes: an old switch without default always completes; an exhaustive one by its groups.
func switchCompletes(n *syntax.Node) answer {
	if breaksOut(n, n) {
		return yes
	}
	exhaustive, result := no, no
	var last *syntax.Node
	for c := n.First; c != nil; c = c.Next {
		if c.Kind != syntax.Case {
			continue
		}
		last = c
		switch {
		case c.Flags&(syntax.Default|syntax.HasNull) != 0 || c.Child(syntax.Guard) != nil:
			exhaustive = yes
		case c.Flags&syntax.NonTrivial != 0:
			exhaustive = or(exhaustive, unknown)
		}
		for label := c.First; label != nil; label = label.Next {
			if label.Role != syntax.Label {
				continue
			}
			if label.Kind == syntax.Pattern || label.Flags&(syntax.ConstTrue|syntax.ConstFalse) != 0 {
				exhaustive = yes
			}
		}
		if body := c.Child(syntax.Body); body != nil {
			result = or(result, completes(body))
		}
	}
	if last == nil {
		return yes
	}
	if last.Flags&syntax.Arrow == 0 {
		result = or(result, lastCompletes(last))
	}
	return or(result, yes-exhaustive)
}

// constantTrue reports whether a condition is a constant expression that is true (JLS 15.29).
func constantTrue(n *syntax.Node) answer {
	switch n.Kind {
	case syntax.Paren:
		return constantTrue(n.First)
	case syntax.Literal:
		if n.Flags&syntax.ConstTrue != 0 {
			return yes
		}
		return no
	default:
	}
	constant := true
	n.Walk(func(c *syntax.Node) bool {
		switch c.Kind {
		case syntax.Literal, syntax.Paren, syntax.Binary, syntax.Conditional, syntax.Type:
		case syntax.Unary:
			constant = constant && c.Flags&syntax.Decrement == 0
		case syntax.Cast:
		case syntax.Select: // only a qualified name can be constant
			constant = constant && (c.First.Kind == syntax.Name || c.First.Kind == syntax.Select)
		case syntax.Name:
			if c.Role != syntax.Target || c.Parent.Kind != syntax.Select {
				constant = constant && !variable(c)
			}
		default:
			constant = false
		}
		return constant
	})
	if constant {
		return unknown
	}
	return no
}

// variable reports whether a name is surely no constant: a parameter, or a
// local variable without final or without initializer.
func variable(name *syntax.Node) bool {
	for n := name; n != nil; n = n.Parent {
		switch n.Kind {
		case syntax.Method, syntax.CompactConstructor, syntax.Lambda:
			for _, param := range n.All(syntax.Param) {
				if param.Name == name.Name {
					return true
				}
			}
		case syntax.Class:
			return declaresVariable(n, name.Name, syntax.Field)
		case syntax.Catch:
			if n.Name == name.Name {
				return true
			}
		case syntax.For, syntax.ForEach, syntax.Try:
			if declared, found := local(n, name); found {
				return declared
			}
		case syntax.Block, syntax.Switch, syntax.SwitchExpr, syntax.Case:
			if declared, found := local(n, name); found {
				return declared
			}
		default:
		}
	}
	return false
}

func local(n, name *syntax.Node) (notConstant, found bool) {
	for c := n.First; c != nil; c = c.Next {
		if c.Kind == syntax.Case && n.Kind != syntax.Case {
			if notConstant, found = local(c, name); found {
				return notConstant, true
			}
		}
		if c.Kind != syntax.LocalVariable || c.Start > name.Start {
			continue
		}
		for d := c.First; d != nil; d = d.Next {
			if d.Kind == syntax.Declarator && d.Name == name.Name {
				return c.Flags&syntax.Final == 0 || d.First == nil, true
			}
		}
	}
	return false, false
}

// declaresVariable reports whether a class surely declares name as a field that is no constant.
func declaresVariable(class *syntax.Node, name string, kind syntax.Kind) bool {
	for c := class.First; c != nil; c = c.Next {
		if c.Kind != kind || class.Flags&syntax.Interface != 0 {
			continue
		}
		for d := c.First; d != nil; d = d.Next {
			if d.Kind == syntax.Declarator && d.Name == name {
				return c.Flags&syntax.Final == 0 || d.First == nil
			}
		}
	}
	return false
}
