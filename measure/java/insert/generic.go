package insert

import (
	"slices"
	"strings"
	"unicode"

	"beagle/measure/java/syntax"
)

// Generics are the names of the methods of a tree: true where the result of one
// of that name is a type variable, or an array of one, or what the method is
// called with decides its type. "Class.method" is there too, for calls that name it.
//
// javac casts the argument of a generic method to the type that it infers. So
// where a generic result is an argument, handing it through the runtime brings a
// cast that the program does not have, and that fails where the value's class is
// not what its generic type says (heap pollution: a T[] made as an Object[], a
// Class<Exception> that is one of Error). Without knowing types, the names are
// what can be known: a method that is not of the tree may be generic too. Where a
// method infers its own result (Function.identity()), javac may also not find the
// type through a second method that only hands it on.
type Generics map[string]bool

// Add adds the methods of a file.
func (g Generics) Add(file *syntax.File) {
	file.Root.Walk(func(n *syntax.Node) bool {
		if n.Kind == syntax.Method && n.Name != "" {
			g[classOf(n).Name+"."+n.Name] = true
			if result := n.Child(syntax.TypeOf); result != nil {
				text := file.Text(result)
				g[n.Name] = g[n.Name] || isTypeVariable(n, element(text)) || mentions(text, n.All(syntax.TypeParam))
			}
		}
		return true
	})
}

// plain are methods of the JDK whose results are of no type variable, whatever
// they are called on.
var plain = map[string]bool{
	"append": true, "charAt": true, "compareTo": true, "containsKey": true, "currentTimeMillis": true, "doubleValue": true,
	"endsWith": true, "entrySet": true, "equals": true, "format": true, "getBytes": true, "getMessage": true, "getName": true,
	"getSimpleName": true, "hashCode": true, "hasNext": true, "indexOf": true, "intValue": true, "isEmpty": true, "iterator": true,
	"keySet": true, "lastIndexOf": true, "length": true, "longValue": true, "nanoTime": true, "ordinal": true, "parseInt": true,
	"size": true, "split": true, "startsWith": true, "substring": true, "toCharArray": true, "toString": true, "trim": true,
}

// element is the name of an array's element type, annotations left out.
func element(text string) string {
	text, _, _ = strings.Cut(text, "[")
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return ""
	}
	return fields[len(fields)-1]
}

// isTypeVariable reports whether a name is a type parameter of a method or class around a
// node.
func isTypeVariable(n *syntax.Node, name string) bool {
	for ; n != nil; n = n.Parent {
		for _, param := range n.All(syntax.TypeParam) {
			if param.Name == name {
				return true
			}
		}
	}
	return false
}

// mentions reports whether a type has the name of one of some type variables or
// classes in it.
func mentions(text string, named []*syntax.Node) bool {
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("<>,.?&[] \t\r\n", r) })
	return slices.ContainsFunc(named, func(n *syntax.Node) bool { return slices.Contains(words, n.Name) })
}

// polluted reports whether an argument's value may come from such a method.
func (g Generics) polluted(arg *syntax.Node) bool {
	if g == nil { // nothing is known of the tree
		return false
	}
	switch arg.Kind {
	case syntax.Call:
		generic, ours := g[arg.Name]
		if target := arg.Child(syntax.Target); target != nil && target.Kind == syntax.Name && unicode.IsUpper(rune(target.Name[0])) {
			ours = ours && g[target.Name+"."+arg.Name]
		}
		return generic || !ours && !plain[arg.Name]
	case syntax.Paren:
		return g.polluted(arg.First)
	case syntax.Conditional:
		return g.polluted(arg.Child(syntax.Then)) || g.polluted(arg.Child(syntax.Else))
	default:
		return false
	}
}
