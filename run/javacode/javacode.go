// Package javacode tells links what it must know of Java sources: their
// methods and statements. links itself knows no language.
package javacode

import (
	"io/fs"
	"path/filepath"
	"strings"

	"beagle/internal/charset"
	"beagle/internal/safe"
	"beagle/links"
	"beagle/measure/java/syntax"
	"beagle/model"
)

// What is read of a project at most.
const (
	maxBytes   = 32 << 20 // of a file
	maxFiles   = 200_000
	maxMethods = 2_000_000
)

// Code remembers the methods of files, since many elements lie in one.
type Code map[string][]links.Method

// All are the methods below folders, and what a person should know: files that
// cannot be read or parsed. Their elements cannot be found.
func (j Code) All(folders []string) (methods []links.Method, problems []model.Problem) {
	files := 0
	for _, folder := range folders {
		_ = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return nil //nolint:nilerr // what cannot be read holds no methods
			case d.IsDir() && path != folder && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules"):
				return fs.SkipDir
			case !d.Type().IsRegular() || !strings.HasSuffix(path, ".java"):
				return nil
			}
			if files++; files > maxFiles || len(methods) > maxMethods {
				problems = append(problems, model.Problem{
					Severity: model.Warning, Rule: "source", File: path, Message: "there are too many sources; this file and those after it are not looked at",
					Hint: "name the folders of the program itself as sources",
				})
				return fs.SkipAll
			}
			found, err := j.Methods(path)
			if err != nil {
				problems = append(problems, model.Problem{Severity: model.Warning, Rule: "source", File: path, Message: "the source cannot be read: " + err.Error()})
			}
			methods = append(methods, found...)
			return nil
		})
	}
	return methods, problems
}

// Methods implements links.Code.
func (j Code) Methods(path string) ([]links.Method, error) {
	if methods, known := j[path]; known {
		return methods, nil
	}
	data, err := safe.ReadFile(path, maxBytes)
	if err != nil {
		return nil, err
	}
	text := charset.Decode(path, data)
	file, err := syntax.Parse(text.String)
	if err != nil {
		return nil, err
	}
	c := javaFile{file: file, path: path, units: text.Units()}
	c.types(file.Root, "")
	j[path] = c.methods
	return c.methods, nil
}

type javaFile struct {
	file    *syntax.File
	path    string
	unit    string
	units   func(int32) int
	methods []links.Method
}

// types visits the type declarations below a node; class is the innermost
// named type around it.
func (c *javaFile) types(n *syntax.Node, class string) {
	for child := n.First; child != nil; child = child.Next {
		switch child.Kind {
		case syntax.Class:
			inner := class
			if child.Name != "" {
				inner = child.Name
			}
			if c.unit == "" {
				c.unit = strings.TrimPrefix(c.file.Package()+"."+child.Name, ".")
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
	m := links.Method{
		Unit: c.unit, Class: class, Name: n.Name, File: c.path,
		First: c.units(n.Start), End: c.units(n.End), Body: c.statements(body),
	}
	for _, p := range n.All(syntax.Param) {
		m.Params = append(m.Params, p.Name)
	}
	c.methods = append(c.methods, m)
}

// statements are those of a block, or the one statement that stands for it.
func (c *javaFile) statements(n *syntax.Node) []links.Statement {
	if n.Kind != syntax.Block {
		return []links.Statement{c.statement(n)}
	}
	var list []links.Statement
	for _, s := range n.All(syntax.Stmt) {
		list = append(list, c.statement(s))
	}
	return list
}

func (c *javaFile) statement(n *syntax.Node) links.Statement {
	s := links.Statement{At: c.units(n.Start)}
	block := func(inner *syntax.Node) {
		if inner != nil {
			s.Inner = append(s.Inner, links.Block{Statements: c.statements(inner)})
		}
	}
	switch n.Kind {
	case syntax.While, syntax.Do, syntax.For, syntax.ForEach:
		s.Kind = links.Loop
		block(n.Child(syntax.Body))
	case syntax.If:
		s.Kind = links.Choice
		block(n.Child(syntax.Then))
		block(n.Child(syntax.Else))
	case syntax.Switch:
		s.Kind = links.Choice
		c.cases(n, &s)
	case syntax.Block, syntax.Synchronized, syntax.Try, syntax.Labeled:
		s.Kind = links.Compound
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
	s.Leaves = leaves && len(s.Calls) == 0
	return s
}

// cases are the alternatives of a switch; cases that fall into the next one
// share its statements.
func (c *javaFile) cases(n *syntax.Node, s *links.Statement) {
	for child := n.First; child != nil; child = child.Next {
		if child.Kind != syntax.Case {
			continue
		}
		var list []links.Statement
		if body := child.Child(syntax.Body); body != nil {
			list = c.statements(body)
		}
		for _, stmt := range child.All(syntax.Stmt) {
			list = append(list, c.statement(stmt))
		}
		if len(list) > 0 {
			s.Inner = append(s.Inner, links.Block{Statements: list})
		}
	}
}

// calls are the names of the methods that a statement calls itself, outside of
// the statements, lambdas and classes inside it.
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
