package java

import (
	"path/filepath"
	"strings"

	"beagle/internal/charset"
	"beagle/measure/java/syntax"
	"beagle/model/language"
)

// Methods parses a source.
func (Language) Methods(path string, text charset.Text) ([]language.Method, error) {
	file, err := syntax.Parse(text.String)
	if err != nil {
		return nil, err
	}
	name := strings.TrimSuffix(filepath.Base(path), suffix)
	c := javaFile{file: file, path: path, unit: strings.TrimPrefix(file.Package()+"."+name, "."), units: text.Units()}
	c.types(file.Root, "")
	return c.methods, nil
}

type javaFile struct {
	file    *syntax.File
	path    string
	unit    string // package and name of the file
	units   func(int32) int
	methods []language.Method
}

func (c *javaFile) types(n *syntax.Node, class string) {
	for child := n.First; child != nil; child = child.Next {
		switch child.Kind {
		case syntax.Class:
			inner := class
			if child.Name != "" {
				inner = child.Name
			}
			c.types(child, inner)
		case syntax.Method:
			if body := child.Child(syntax.Body); body != nil {
				c.method(child, body, class)
			}
			c.types(child, class)
		default:
			c.types(child, class)
		}
	}
}

func (c *javaFile) method(n, body *syntax.Node, class string) {
	m := language.Method{
		Unit: c.unit, Class: class, Name: n.Name, File: c.path,
		First: c.units(n.Start), End: c.units(n.End), Body: c.statements(body),
	}
	for _, p := range n.All(syntax.Param) {
		m.Params = append(m.Params, p.Name)
		m.Types = append(m.Types, c.file.TypeOf(p))
	}
	c.methods = append(c.methods, m)
}

func (c *javaFile) statements(n *syntax.Node) []language.Statement {
	if n.Kind != syntax.Block {
		return []language.Statement{c.statement(n)}
	}
	var list []language.Statement
	for _, s := range n.All(syntax.Stmt) {
		list = append(list, c.statement(s))
	}
	return list
}

func (c *javaFile) statement(n *syntax.Node) language.Statement {
	s := language.Statement{At: c.units(n.Start)}
	block := func(inner *syntax.Node) {
		if inner != nil {
			s.Inner = append(s.Inner, language.Block{Statements: c.statements(inner)})
		}
	}
	switch n.Kind {
	case syntax.While, syntax.Do, syntax.For, syntax.ForEach:
		s.Kind = language.Loop
		block(n.Child(syntax.Body))
	case syntax.If:
		s.Kind = language.Choice
		block(n.Child(syntax.Then))
		block(n.Child(syntax.Else))
	case syntax.Switch:
		s.Kind = language.Choice
		c.cases(n, &s)
	case syntax.Block, syntax.Synchronized, syntax.Try, syntax.Labeled:
		s.Kind = language.Compound
		if n.Kind == syntax.Block {
			block(n)
		} else {
			block(n.Child(syntax.Body))
			block(n.Child(syntax.Finally)) // catch blocks are no part of a SEFF
		}
	default:
	}
	s.Calls = c.calls(n)
	leaves := n.Kind == syntax.Return || n.Kind == syntax.Break || n.Kind == syntax.Continue
	s.Leaves = leaves && len(s.Calls) == 0 && !constructs(n)
	return s
}

// cases are the alternatives of a switch; cases that fall into the next one share its statements.
func (c *javaFile) cases(n *syntax.Node, s *language.Statement) {
	for child := n.First; child != nil; child = child.Next {
		if child.Kind != syntax.Case {
			continue
		}
		var list []language.Statement
		if body := child.Child(syntax.Body); body != nil {
			list = c.statements(body)
		}
		for _, stmt := range child.All(syntax.Stmt) {
			list = append(list, c.statement(stmt))
		}
		if len(list) > 0 {
			s.Inner = append(s.Inner, language.Block{Statements: list})
		}
	}
}

func (c *javaFile) calls(n *syntax.Node) []string {
	var names []string
	for child := n.First; child != nil; child = child.Next {
		child.Walk(func(x *syntax.Node) bool {
			if x.IsStatement() || x.IsCode() || x.Kind == syntax.Class || x.Kind == syntax.Case || x.Kind == syntax.Catch {
				return false
			}
			if x.Kind == syntax.Call {
				names = append(names, x.Name)
			}
			return true
		})
	}
	return names
}

// constructs reports whether a statement makes an object, which may be most of what a method does.
func constructs(n *syntax.Node) (found bool) {
	n.Walk(func(x *syntax.Node) bool {
		found = found || x.Kind == syntax.New
		return !found && !x.IsCode()
	})
	return found
}

// Language reads Java sources for packages that know no programming language.
type Language struct{}

var _ language.Language = Language{}

const suffix = ".java"

// Suffixes end the names of Java's sources.
func (Language) Suffixes() []string { return []string{suffix} }

// Paths of a unit follow its packages.
func (Language) Paths(unit string) (paths []string) {
	words := strings.FieldsFunc(unit, func(r rune) bool { return r == '.' || r == '$' || r == '/' })
	for ; len(words) > 0; words = words[:len(words)-1] {
		paths = append(paths, filepath.Join(words...)+suffix)
	}
	return paths
}

// StatementEnd is the last byte of the largest statement or method that begins at a byte.
func (Language) StatementEnd(text string, start int) int {
	end := start
	file, err := syntax.Parse(text)
	if err != nil {
		return end
	}
	file.Root.Walk(func(n *syntax.Node) bool {
		if int(n.Start) == start && n != file.Root {
			end = max(end, int(n.End)-1)
		}
		return int(n.Start) <= start && start < int(n.End)
	})
	return end
}
