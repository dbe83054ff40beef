package config

import (
	"fmt"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"beagle/internal/yamltree"
	"beagle/model/expression"
	"beagle/run"
)

var contractSettings = table[run.Contract]{
	row("cost", text, func(c *run.Contract) *string { return &c.Cost }, "the method, as for beagle cost: Class.method. Required"),
	row("at", pairs("inputs and values"), func(c *run.Contract) *map[string]string { return &c.At }, "inputs of `below`, such as `{values.NUMBER_OF_ELEMENTS: 100000}`; others are typical"),
	row("below", span[run.Duration](), func(c *run.Contract) *run.Duration { return &c.Below }, "longest mean CPU time of a call in steady state, such as 20ms"),
	row("grows", text, func(c *run.Contract) *string { return &c.Grows }, "fastest growth with the one input, such as `n log n`, `n^2`, `1`"),
}

var contracts = kind[[]run.Contract]{
	words: "list", given: asList,
	schema: map[string]any{"type": "array", "items": with(contractSettings.schema(), "required", []string{"cost"})},
	read: func(r *reader, name string, node ast.Node) ([]run.Contract, bool) {
		list, ok := node.(*ast.SequenceNode)
		if !ok {
			r.problem(node, "%s must be a list of contracts such as {cost: Sorter.sort, grows: n log n}, not %s", name, yamltree.Kind(node))
			return nil, false
		}
		before := len(r.problems)
		all := make([]run.Contract, 0, len(list.Values))
		for i, entry := range list.Values {
			all = append(all, r.contract(fmt.Sprintf("%s[%d]", name, i), entry))
		}
		return all, len(r.problems) == before
	},
	plain: func(list []run.Contract, dir string) any {
		var all []yaml.MapSlice
		for i := range list {
			one, _ := contractSettings.tree(&list[i], dir, "").(yaml.MapSlice)
			all = append(all, one)
		}
		return some(all)
	},
}

func (r *reader) contract(name string, node ast.Node) (c run.Contract) {
	contractSettings.begin(&c)
	before := len(r.problems)
	contractSettings.fill(r, &c, name, "", node, func(string, ast.Node) {})
	if len(r.problems) > before {
		return c
	}
	switch {
	case c.Cost == "":
		r.problem(node, "%s has no method; write cost: Class.method", name)
	case c.Below == 0 && c.Grows == "":
		r.problem(node, "%s promises nothing; write below: 20ms, or grows: n log n", name)
	case c.Grows != "":
		if _, err := expression.ParseGrowth(c.Grows); err != nil {
			r.problem(node, "%s.grows: %v", name, err)
		}
	}
	return c
}
