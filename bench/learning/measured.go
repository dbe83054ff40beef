package main

import (
	"beagle/model"
	"beagle/model/expression"
)

// suiteM are demands of plain programs as campaigns measure them (campaign.go): not whether an odd form is found, but
// whether the plain one is left alone.
var suiteM = []problem{
	plainly("edit distance", "1.1e-9 * left.BYTESIZE * right.BYTESIZE", size("left.BYTESIZE", 8, 900), size("right.BYTESIZE", 8, 1000)),
	plainly("common subsequence", "2.3e-9 * a.NUMBER_OF_ELEMENTS * b.NUMBER_OF_ELEMENTS", size("a.NUMBER_OF_ELEMENTS", 16, 700), size("b.NUMBER_OF_ELEMENTS", 16, 700)),
	plainly("digest", "3e-6 + 3.1e-9 * content.BYTESIZE", size("content.BYTESIZE", 2048, 524288)),
	plainly("checksum", "8e-10 * content.BYTESIZE", size("content.BYTESIZE", 1024, 262144)),
	plainly("sort", "1.2e-8 * names.NUMBER_OF_ELEMENTS * log2(names.NUMBER_OF_ELEMENTS)", size("names.NUMBER_OF_ELEMENTS", 200, 6000)),
	plainly("sort of lines", "4e-6 + 9e-9 * lines.NUMBER_OF_ELEMENTS * log2(lines.NUMBER_OF_ELEMENTS)", size("lines.NUMBER_OF_ELEMENTS", 50, 20000)),
	plainly("pairs", "1.5e-9 * n.VALUE ^ 2", size("n.VALUE", 20, 2000)),
	plainly("collisions", "2e-6 + 2.4e-9 * n.VALUE ^ 2", size("n.VALUE", 10, 800)),
	plainly("count words", "6e-7 + 4e-9 * text.BYTESIZE", size("text.BYTESIZE", 500, 100000), size("limit.VALUE", 1, 50)),
	plainly("parse", "1.4e-8 * text.BYTESIZE", size("text.BYTESIZE", 200, 60000), size("depth.VALUE", 1, 20)),
	plainly("join", "8e-9 * build.NUMBER_OF_ELEMENTS + 1.5e-8 * probe.NUMBER_OF_ELEMENTS", size("build.NUMBER_OF_ELEMENTS", 100, 20000), size("probe.NUMBER_OF_ELEMENTS", 100, 50000)),
	plainly("merge", "5e-9 * (left.NUMBER_OF_ELEMENTS + right.NUMBER_OF_ELEMENTS)", size("left.NUMBER_OF_ELEMENTS", 100, 20000), size("right.NUMBER_OF_ELEMENTS", 100, 20000)),
	plainly("matrix", "6e-10 * rows.VALUE * inner.VALUE * columns.VALUE", size("rows.VALUE", 8, 120), size("inner.VALUE", 8, 120), size("columns.VALUE", 8, 120)),
	plainly("convolution", "9e-10 * image.BYTESIZE * kernel.VALUE ^ 2", size("image.BYTESIZE", 256, 16384), size("kernel.VALUE", 3, 15)),
	plainly("search", "2e-6 * log2(index.NUMBER_OF_ELEMENTS)", size("index.NUMBER_OF_ELEMENTS", 16, 1000000)),
	plainly("height", "4e-6 + 9e-7 * log2(tree.NUMBER_OF_ELEMENTS)", size("tree.NUMBER_OF_ELEMENTS", 16, 500000)),
	plainly("lookups", "4e-8 * keys.NUMBER_OF_ELEMENTS * log2(index.NUMBER_OF_ELEMENTS)", size("keys.NUMBER_OF_ELEMENTS", 10, 2000), size("index.NUMBER_OF_ELEMENTS", 64, 100000)),
	plainly("inserts", "7e-8 * keys.NUMBER_OF_ELEMENTS * log2(heap.NUMBER_OF_ELEMENTS)", size("keys.NUMBER_OF_ELEMENTS", 5, 800), size("heap.NUMBER_OF_ELEMENTS", 32, 50000)),
	plainly("pack", "2.5e-4 * files.NUMBER_OF_ELEMENTS", size("files.NUMBER_OF_ELEMENTS", 1, 40)),
	plainly("render", "3e-5 + 1.1e-5 * rows.NUMBER_OF_ELEMENTS", size("rows.NUMBER_OF_ELEMENTS", 1, 200)),
	plainly("session", "4e-5", size("n.VALUE", 1, 40), size("m.VALUE", 10, 5000)),
	plainly("log in", "1.8e-4", size("name.BYTESIZE", 3, 60)),
	plainly("compress", "4e-9 * level.VALUE * content.BYTESIZE", size("content.BYTESIZE", 1024, 200000), size("level.VALUE", 1, 9)),
	plainly("encode", "5e-9 * content.BYTESIZE + 2e-5 * blocks.VALUE", size("content.BYTESIZE", 1024, 100000), size("blocks.VALUE", 1, 60)),
}

// plainly is a demand by the formula that a person would write down.
func plainly(name, formula string, inputs ...input) problem {
	n, err := parseFormula(formula)
	if err != nil {
		panic(err)
	}
	p := problem{name: name, family: "plain", inputs: inputs}
	p.truth = func(x []float64) float64 {
		values := make(expression.Assignment, len(inputs))
		for i, in := range inputs {
			values[in.variable()] = model.NumberValue(x[i])
		}
		y, err := expression.Eval(n, values)
		if err != nil {
			panic(err)
		}
		return y
	}
	plainForms[name] = tidy(n)
	return p
}

var plainForms = map[string]expression.Node{}
