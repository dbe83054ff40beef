package report

import (
	_ "embed"
	"fmt"
	"html"
	"reflect"
	"strings"
	"text/template/parse"

	"beagle/tui/plot"
)

//go:embed page.html
var pageText string

//go:embed style.css
var style string

//go:embed sort.js
var script string

// Markup is HTML that stands in the page as it is; everything else is escaped.
type Markup string

// functions are what the template may call.
var functions = map[string]any{
	"style":  func([]reflect.Value) any { return Markup(style + plot.Style) },
	"script": func([]reflect.Value) any { return Markup(script) },
	"len":    func(of []reflect.Value) any { return of[0].Len() },
	"eq":     func(of []reflect.Value) any { return of[0].String() == of[1].String() },
}

var page = func() *parse.Tree {
	trees, err := parse.Parse("page", pageText, "", "", functions)
	if err != nil {
		panic(err) // a test renders it
	}
	return trees["page"]
}()

// render writes a template with the data of dot. Go's own execution of templates calls
// methods by name, so that the linker would keep every method of every library: a
// program of 54 MB instead of 45.
func render(to *strings.Builder, n parse.Node, dot reflect.Value) {
	switch n := n.(type) {
	case *parse.ListNode:
		if n != nil {
			for _, child := range n.Nodes {
				render(to, child, dot)
			}
		}
	case *parse.TextNode:
		to.Write(n.Text)
	case *parse.ActionNode:
		v := evaluate(n.Pipe, dot).Interface()
		if markup, ok := v.(Markup); ok {
			to.WriteString(string(markup))
		} else {
			to.WriteString(html.EscapeString(fmt.Sprint(v)))
		}
	case *parse.IfNode:
		if v := evaluate(n.Pipe, dot); !v.IsZero() && (v.Kind() != reflect.Slice || v.Len() > 0) {
			render(to, n.List, dot)
		} else {
			render(to, n.ElseList, dot)
		}
	case *parse.WithNode:
		if v := evaluate(n.Pipe, dot); !v.IsZero() {
			render(to, n.List, v)
		}
	case *parse.RangeNode:
		all := evaluate(n.Pipe, dot)
		for i := range all.Len() {
			render(to, n.List, all.Index(i))
		}
		if all.Len() == 0 {
			render(to, n.ElseList, dot)
		}
	default:
		panic(fmt.Sprintf("the template has a %T: %v", n, n))
	}
}

// evaluate is a field, a function of arguments, or dot itself.
func evaluate(n parse.Node, dot reflect.Value) reflect.Value {
	switch n := n.(type) {
	case *parse.PipeNode:
		args := n.Cmds[0].Args
		name, ok := args[0].(*parse.IdentifierNode)
		if !ok {
			return evaluate(args[0], dot)
		}
		values := make([]reflect.Value, len(args)-1)
		for i, arg := range args[1:] {
			values[i] = evaluate(arg, dot)
		}
		call, _ := functions[name.Ident].(func([]reflect.Value) any)
		return reflect.ValueOf(call(values))
	case *parse.FieldNode:
		return reflect.Indirect(dot).FieldByName(n.Ident[0])
	case *parse.DotNode:
		return dot
	case *parse.StringNode:
		return reflect.ValueOf(n.Text)
	}
	panic(fmt.Sprintf("the template has a %T: %v", n, n))
}
