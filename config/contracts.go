package config

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"beagle/internal/yamltree"
	"beagle/model"
	"beagle/model/expression"
	"beagle/run"
)

var contractSettings = table[run.Contract]{
	row("cost", text, func(c *run.Contract) *string { return &c.Cost }, "the method, as for beagle cost: Class.method. Required"),
	row("at", pairs("inputs and values"), func(c *run.Contract) *map[string]string { return &c.At }, "inputs of `below` and `share`, such as `{values.NUMBER_OF_ELEMENTS: 100000}`; others are typical"),
	row("below", span[run.Duration](), func(c *run.Contract) *run.Duration { return &c.Below }, "longest mean CPU time of a call in steady state, such as 20ms"),
	row("share", share, func(c *run.Contract) *float64 { return &c.Share }, "largest share of the cost of `of` at the same inputs, such as 30% or 0.3"),
	row("of", text, func(c *run.Contract) *string { return &c.Of }, "the method that `share` is of: Class.method"),
	row("grows", text, func(c *run.Contract) *string { return &c.Grows }, "fastest growth with the one input, such as `n log n`, `n^2`, `1`"),
}

var share = scalar("share", map[string]any{"type": []string{"number", "string"}, "pattern": `^[0-9]+(\.[0-9]+)?%$`}, func(word string) (float64, error) {
	number, percent := strings.CutSuffix(word, "%")
	x, err := strconv.ParseFloat(number, 64)
	if percent {
		x /= 100
	}
	if err != nil || !(x > 0 && x <= 1) {
		return 0, errors.New("a share of at most 100%, such as 30% or 0.3")
	}
	return x, nil
}, filled[float64])

// Promise reads the contract that a comment above a method makes; file and line are the comment's.
func Promise(file string, line int, method, text string) (c run.Contract, err error) {
	r := reader{file: file}
	tree, err := yamltree.Parse([]byte(text))
	switch {
	case err != nil:
		err = r.syntax(err)
	case !strings.HasPrefix(text, "{"):
		err = r.whole("the contract has no braces")
	case len(tree.Docs) != 1 || tree.Docs[0].Body == nil:
		err = r.whole("this is no contract")
	default:
		c = r.contract("the contract", tree.Docs[0].Body, method)
		if len(r.problems) > 0 {
			err = r.problems[0]
		}
	}
	var p model.Problem
	if errors.As(err, &p) { // the reader counts lines from the start of the comment's text
		p.Line, p.Column = line, 0
		if len(r.problems) == 0 { // no settings of a contract were read
			p.Hint = "write it on one line, as // beagle: {grows: n log n}"
		}
		return c, p
	}
	c.File, c.Line = file, line
	return c, err
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
			all = append(all, r.contract(fmt.Sprintf("%s[%d]", name, i), entry, ""))
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

func (r *reader) contract(name string, node ast.Node, method string) (c run.Contract) {
	contractSettings.begin(&c)
	c.Cost = method
	before := len(r.problems)
	contractSettings.fill(r, &c, name, "", node, func(string, ast.Node) {})
	if len(r.problems) > before {
		return c
	}
	switch {
	case c.Cost == "":
		r.problem(node, "%s has no method; write cost: Class.method", name)
	case c.Below == 0 && c.Grows == "" && c.Share == 0:
		r.problem(node, "%s promises nothing; write below: 20ms, grows: n log n, or share: 30%% and of: Class.method", name)
	case (c.Share > 0) != (c.Of != ""):
		r.problem(node, "%s needs both share and of: share: 30%% and of: Class.method", name)
	case c.Grows != "":
		if _, err := expression.ParseGrowth(c.Grows); err != nil {
			r.problem(node, "%s.grows: %v", name, err)
		}
	}
	return c
}
