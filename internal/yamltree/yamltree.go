// Package yamltree reads text in YAML as a tree of nodes with their lines, for whoever says people what is wrong in a
// file.
package yamltree

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// Bounds of a text.
const (
	MaxBytes = 1 << 20
	MaxDepth = 32
)

// Parse keeps a failure inside the parser from ending the program.
func Parse(data []byte) (tree *ast.File, err error) {
	defer func() {
		if failure := recover(); failure != nil {
			err = fmt.Errorf("not readable as YAML: %v", failure)
		}
	}()
	return parser.ParseBytes(data, 0)
}

// NoText finds what is no UTF-8 text: another encoding, or no text at all.
func NoText(data []byte) (line int, found bool) {
	for i, text := range bytes.Split(data, []byte("\n")) {
		if !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
			return i + 1, true
		}
	}
	return 0, false
}

// TooDeep finds text nested so deep that a recursive parser could exhaust the stack.
func TooDeep(data []byte) (line int, deep bool) {
	brackets := 0
	var indents []int // of the lines that enclose the present one
	for i, text := range strings.Split(string(data), "\n") {
		trimmed := strings.TrimLeft(text, " \t-?:!&*")
		marks := 0
		for _, c := range text[:len(text)-len(trimmed)] {
			if c != ' ' && c != '\t' {
				marks++
			}
		}
		if strings.TrimSpace(text) != "" {
			indent := len(text) - len(strings.TrimLeft(text, " "))
			for len(indents) > 0 && indents[len(indents)-1] >= indent {
				indents = indents[:len(indents)-1]
			}
			indents = append(indents, indent)
		}
		for _, c := range trimmed {
			switch c {
			case '[', '{':
				brackets++
			case ']', '}':
				brackets = max(0, brackets-1)
			}
			if brackets > MaxDepth {
				return i + 1, true
			}
		}
		if marks > MaxDepth || len(indents) > MaxDepth || strings.Count(text, ": ") > 8*MaxDepth {
			return i + 1, true
		}
	}
	return 0, false
}

// Mapping is a node's entries, if it holds keys and values.
func Mapping(node ast.Node) ([]*ast.MappingValueNode, bool) {
	switch n := node.(type) {
	case *ast.MappingNode:
		return n.Values, true
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}, true
	default:
		return nil, false
	}
}

// Text is the text of a single value as the person wrote it: 010 stays 010, and 1e3 stays 1e3.
func Text(node ast.Node) (string, bool) {
	switch n := node.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return n.Value.Value, true
	case *ast.IntegerNode:
		return n.Token.Value, true
	case *ast.FloatNode:
		return n.Token.Value, true
	case *ast.BoolNode:
		return n.Token.Value, true
	default:
		return "", false
	}
}

// Key is the name that an entry gives a value to.
func Key(entry *ast.MappingValueNode) string {
	if word, ok := Text(entry.Key); ok {
		return word
	}
	return entry.Key.String()
}

// Kind names what a node is, for messages.
func Kind(node ast.Node) string {
	switch n := node.(type) {
	case *ast.NullNode:
		return "nothing"
	case *ast.SequenceNode:
		return "a list"
	case *ast.MappingNode, *ast.MappingValueNode:
		return "keys and values"
	case *ast.AliasNode, *ast.AnchorNode, *ast.MergeKeyNode:
		return "an anchor or alias, which Beagle does not read"
	case *ast.TagNode:
		return "a tagged value, which Beagle does not read"
	default:
		if word, ok := Text(node); ok {
			return fmt.Sprintf("%.60q", word)
		}
		return fmt.Sprintf("a YAML %s", n.Type())
	}
}

// Line is the line of a node, from 1; 0: unknown.
func Line(node ast.Node) int {
	if tok := node.GetToken(); tok != nil && tok.Position != nil {
		return tok.Position.Line
	}
	return 0
}

// Column is the column of a node, from 1; 0: unknown.
func Column(node ast.Node) int {
	if tok := node.GetToken(); tok != nil && tok.Position != nil {
		return tok.Position.Column
	}
	return 0
}
