package probed

import (
	"errors"
	"strings"

	"beagle/measure/java/syntax"
)

var (
	errNoStatement = errors.New("no statement stands there")
	errApart       = errors.New("first and last statement are not in one method")
	errBackwards   = errors.New("the last statement stands before the first")
	errGroups      = errors.New("first and last statement are in different groups of a switch")
	errEmpty       = errors.New("the method has no statements")
	errConstructor = errors.New("nothing can be inserted before an explicit constructor call")
)

func resolve(file *syntax.File, kind Kind, first, last int) (r region, note string, err error) {
	if body := lambdaBodyAt(file, first); body != nil && (kind == Demand || kind == Call) {
		if end := skipSpace(file.Source, last); end == int(body.Start) {
			return region{body, body}, "", nil
		}
	}
	if kind == Transition && first == last {
		if body := declaredAt(file, first); body != nil {
			return region{body, body}, "", nil
		}
	}
	f, exact := statementAt(file, first)
	l, exactLast := f, exact
	if last != first {
		l, exactLast = statementAt(file, last)
	}
	if f == nil || l == nil {
		return r, "", errNoStatement
	}
	if !exact || !exactLast {
		note = "no statement begins there; the one around it is measured"
	}
	rf, ok := place(f)
	if !ok {
		return r, "", errEmpty
	}
	rl := rf
	if l != f {
		if rl, ok = place(l); !ok {
			return r, "", errEmpty
		}
	}
	if rl.last.End <= rf.first.Start {
		return r, "", errBackwards
	}
	r, err = common(rf.first, rl.last)
	if err != nil {
		return r, "", err
	}
	if r.first != rf.first || r.last != rl.last {
		note = "widened to the statements that contain both ends"
	}
	if isConstructorCall(r.first) {
		if r.first == r.last {
			return r, "", errConstructor
		}
		r.first = r.first.Next
		note = "narrowed: it begins behind the explicit constructor call"
	}
	return r, note, nil
}

// statementAt finds the outermost statement that begins at an offset, white space and comments skipped.
func statementAt(file *syntax.File, offset int) (n *syntax.Node, exact bool) {
	at := int32(skipSpace(file.Source, offset))
	var around, body *syntax.Node
	for n = file.Root; n != nil; n = childAt(n, at) {
		if n.IsStatement() {
			if n.Start == at {
				return n, true
			}
			around = n
		}
		if n.IsCode() && n.Kind != syntax.Lambda {
			body, around = n.Child(syntax.Body), nil
		}
	}
	if around == nil {
		around = body
	}
	return around, false
}

// declaredAt is the body of the method whose declaration, before the body, stands at an offset.
func declaredAt(file *syntax.File, offset int) *syntax.Node {
	at := int32(skipSpace(file.Source, offset))
	var method *syntax.Node
	for n := file.Root; n != nil; n = childAt(n, at) {
		if n.IsCode() {
			method = n
		}
	}
	if method == nil || method.Kind != syntax.Method {
		return nil
	}
	if body := method.Child(syntax.Body); body != nil && at < body.Start {
		return body
	}
	return nil
}

func lambdaBodyAt(file *syntax.File, offset int) *syntax.Node {
	at := int32(skipSpace(file.Source, offset))
	for n := file.Root; n != nil; n = childAt(n, at) {
		if n.Start == at && isLambdaBody(n) {
			return n
		}
	}
	return nil
}

func isLambdaBody(n *syntax.Node) bool {
	return n.Role == syntax.Body && n.Kind != syntax.Block && n.Parent.Kind == syntax.Lambda
}

func childAt(n *syntax.Node, at int32) *syntax.Node {
	for c := n.First; c != nil; c = c.Next {
		if c.Start <= at && at < c.End {
			return c
		}
	}
	return nil
}

func skipSpace(source string, i int) int {
	for i < len(source) {
		switch {
		case strings.IndexByte(" \t\r\n\f", source[i]) >= 0:
			i++
		case strings.HasPrefix(source[i:], "//"):
			end := strings.IndexAny(source[i:], "\r\n")
			if end < 0 {
				return len(source)
			}
			i += end
		case strings.HasPrefix(source[i:], "/*"):
			end := strings.Index(source[i+2:], "*/")
			if end < 0 {
				return len(source)
			}
			i += end + 4
		default:
			return i
		}
	}
	return i
}

// place lifts a statement to where statements can stand beside it; the body of a method becomes the statements in it.
func place(n *syntax.Node) (region, bool) {
	for {
		switch {
		case n.Parent.Kind == syntax.Labeled:
			n = n.Parent
		case placeable(n):
			return region{n, n}, true
		case n.Kind == syntax.Block:
			stmts := n.All(syntax.Stmt)
			if len(stmts) == 0 {
				return region{}, false
			}
			return region{stmts[0], stmts[len(stmts)-1]}, true
		default:
			if n = n.Parent; n == nil || n.IsCode() {
				return region{}, false
			}
		}
	}
}

// placeable: in a statement list, or a body that braces can be put around.
func placeable(n *syntax.Node) bool {
	if !n.IsStatement() {
		return false
	}
	switch n.Role {
	case syntax.Stmt, syntax.Then, syntax.Else:
		return true
	case syntax.Body:
		return n.Parent.IsLoop() || n.Parent.Kind == syntax.Case
	default:
		return false
	}
}

func common(first, last *syntax.Node) (region, error) {
	for a := first; a != nil && !a.IsCode(); a = a.Parent {
		if !placeable(a) || a.Parent.Kind == syntax.Labeled {
			continue
		}
		for b := last; b != nil && !b.IsCode(); b = b.Parent {
			if a == b || b.Parent == a.Parent && a.Role == syntax.Stmt && b.Role == syntax.Stmt {
				return region{a, b}, nil
			}
			if b.Kind == syntax.Case && a.Parent.Kind == syntax.Case && a.Parent != b && a.Parent.Parent == b.Parent {
				return region{}, errGroups
			}
		}
	}
	return region{}, errApart
}

// isConstructorCall: this(...), super(...) or outer.super(...) as a statement.
func isConstructorCall(n *syntax.Node) bool {
	return n.Kind == syntax.Expression && n.First.Kind == syntax.Call && (n.First.Name == "this" || n.First.Name == "super")
}

func codeOf(n *syntax.Node) *syntax.Node {
	for n = n.Parent; n != nil && !n.IsCode(); n = n.Parent {
		if n.Kind == syntax.Class {
			return n
		}
	}
	return n
}
