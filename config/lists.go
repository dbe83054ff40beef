package config

import (
	"slices"

	"beagle/derive"
	"beagle/internal/yamltree"

	"github.com/goccy/go-yaml/ast"
)

// single is the schema of one value, however YAML takes it.
var single = map[string]any{"type": []string{"string", "number", "boolean"}}

var (
	texts = kind[[]string]{
		words: "list", schema: map[string]any{"type": "array", "items": single}, given: asList,
		read:  (*reader).texts,
		plain: func(list []string, _ string) any { return some(list) },
	}
	paths = kind[[]string]{
		words: "list of paths", schema: texts.schema, given: asList,
		read: func(r *reader, name string, node ast.Node) ([]string, bool) {
			list, ok := r.texts(name, node)
			for i := range list {
				list[i] = r.absolute(list[i])
			}
			return list, ok
		},
		plain: func(list []string, dir string) any {
			list = slices.Clone(list)
			for i := range list {
				list[i] = relative(dir, list[i])
			}
			return some(list)
		},
	}
	formulas = derived()
)

func pairs(words string) kind[map[string]string] {
	return kind[map[string]string]{
		words: words, schema: map[string]any{"type": "object", "additionalProperties": single}, given: asYAML,
		read: (*reader).pairs,
		plain: func(all map[string]string, _ string) any {
			if len(all) == 0 {
				return nil
			}
			return all
		},
	}
}

func derived() kind[map[string]string] {
	k := pairs("names and formulas")
	k.read = func(r *reader, name string, node ast.Node) (map[string]string, bool) {
		all, ok := r.pairs(name, node)
		entries, _ := yamltree.Mapping(node)
		for _, entry := range entries {
			if text, told := all[yamltree.Key(entry)]; told {
				if err := derive.Check(yamltree.Key(entry), text); err != nil {
					r.problem(entry.Value, "%s.%s: %v", name, yamltree.Key(entry), err)
					ok = false
				}
			}
		}
		return all, ok
	}
	return k
}

func some[T any](list []T) any {
	if len(list) == 0 {
		return nil
	}
	return list
}
