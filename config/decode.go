package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"beagle/internal/yamltree"

	"github.com/goccy/go-yaml/ast"
)

func (r *reader) texts(name string, node ast.Node) ([]string, bool) {
	list, ok := node.(*ast.SequenceNode)
	if !ok {
		hint := ""
		if word, ok := yamltree.Text(node); ok {
			hint = fmt.Sprintf("; write [%s]", strings.Join(strings.Fields(word), ", "))
		}
		r.problem(node, "%s must be a list, not %s%s", name, yamltree.Kind(node), hint)
		return nil, false
	}
	all := make([]string, 0, len(list.Values))
	for i, entry := range list.Values {
		word, ok := r.scalar(fmt.Sprintf("%s[%d]", name, i), entry)
		if !ok {
			return nil, false
		}
		all = append(all, word)
	}
	return all, true
}

func (r *reader) pairs(name string, node ast.Node) (map[string]string, bool) {
	entries, ok := yamltree.Mapping(node)
	if !ok {
		r.problem(node, "%s must hold names and values, not %s", name, yamltree.Kind(node))
		return nil, false
	}
	all := make(map[string]string, len(entries))
	for _, entry := range entries {
		word, ok := r.scalar(name+"."+yamltree.Key(entry), entry.Value)
		if !ok {
			return nil, false
		}
		all[yamltree.Key(entry)] = word
	}
	return all, true
}

func (r *reader) scalar(name string, node ast.Node) (string, bool) {
	word, ok := yamltree.Text(node)
	if !ok {
		r.problem(node, "%s must be a single value, not %s", name, yamltree.Kind(node))
	}
	return word, ok
}

func (r *reader) absolute(name string) string {
	if name == "" || filepath.IsAbs(name) {
		return name
	}
	if rest, ok := strings.CutPrefix(name, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	return filepath.Join(r.dir, name)
}
