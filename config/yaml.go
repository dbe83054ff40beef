package config

import (
	"fmt"

	"github.com/goccy/go-yaml/ast"
)

// mapping is a node's entries, if it holds keys and values.
func mapping(node ast.Node) ([]*ast.MappingValueNode, bool) {
	switch n := node.(type) {
	case *ast.MappingNode:
		return n.Values, true
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}, true
	default:
		return nil, false
	}
}

// scalarText is the text of a single value as the person wrote it: 010 stays
// 010, and 1e3 stays 1e3.
func scalarText(node ast.Node) (string, bool) {
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

// keyText is the name that an entry gives a value to.
func keyText(entry *ast.MappingValueNode) string {
	if word, ok := scalarText(entry.Key); ok {
		return word
	}
	return entry.Key.String()
}

// kindOf names what a node is, for messages.
func kindOf(node ast.Node) string {
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
		if word, ok := scalarText(node); ok {
			return fmt.Sprintf("%.60q", word)
		}
		return fmt.Sprintf("a YAML %s", n.Type())
	}
}

// lineOf is the line of a node, from 1; 0: unknown.
func lineOf(node ast.Node) int {
	if tok := node.GetToken(); tok != nil && tok.Position != nil {
		return tok.Position.Line
	}
	return 0
}

// columnOf is the column of a node, from 1; 0: unknown.
func columnOf(node ast.Node) int {
	if tok := node.GetToken(); tok != nil && tok.Position != nil {
		return tok.Position.Column
	}
	return 0
}

// unique are names, each once, in their order.
func unique(names []string) []string {
	seen := map[string]bool{}
	var all []string
	for _, name := range names {
		if !seen[name] {
			seen[name] = true
			all = append(all, name)
		}
	}
	return all
}
