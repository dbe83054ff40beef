package blackboard

import (
	"math"
	"slices"

	"beagle/internal/hash"
	"beagle/model"
	"beagle/model/expression"
)

func (r *results) table() *model.Table {
	r.once.Do(func() {
		r.built = r.build()
		r.derive(r.built)
	})
	return r.built
}

// build turns groups into rows: one per kept sample of a noisy quantity, one per group of an exact one.
func (r *results) build() *model.Table {
	rows := len(r.groups)
	if r.noisy {
		rows = r.kept
	}
	t := &model.Table{Weight: make([]float64, 0, rows), Launch: make([]int32, 0, rows), Seq: make([]int64, 0, rows)}
	target := newColumn(model.Variable{}, rows)
	columns := make([]columnBuilder, len(r.columns))
	for i, v := range r.columns {
		columns[i] = newColumn(v, rows)
	}
	for i := range r.groups {
		g := &r.groups[i]
		for c := range columns {
			if c < len(g.inputs) {
				columns[c].see(g.inputs[c])
			}
		}
		target.see(g.value)
	}
	if r.noisy {
		target.kind = model.Number
	}
	add := func(g *group, value model.Value, weight float64, launch int32, seq int64) {
		for c := range columns {
			var v model.Value
			if c < len(g.inputs) {
				v = g.inputs[c]
			}
			columns[c].add(v)
		}
		target.add(value)
		t.Weight = append(t.Weight, weight)
		t.Launch = append(t.Launch, launch)
		t.Seq = append(t.Seq, seq)
	}
	for i := range r.groups {
		g := &r.groups[i]
		if !r.noisy {
			add(g, g.value, g.weight, g.launch, g.seq)
			continue
		}
		stand := weights(g.samples, g.weight, g.n)
		for k, s := range g.samples {
			add(g, model.NumberValue(s.Value), stand[k], s.Launch, s.Seq)
		}
	}
	t.Records = r.evidence()
	t.Target = target.column()
	for i := range columns {
		if columns[i].kind != model.None {
			t.Columns = append(t.Columns, columns[i].column())
		}
	}
	return t
}

func (r *results) records() []float64 {
	if r.noisy || !slices.ContainsFunc(r.groups, func(g group) bool { return g.records < g.weight }) {
		return nil
	}
	all := make([]float64, len(r.groups))
	for i := range r.groups {
		all[i] = r.groups[i].records
	}
	return all
}

// columnBuilder gathers a column; texts are numbered by first appearance.
type columnBuilder struct {
	variable model.Variable
	kind     model.ValueKind
	num      []float64
	levels   []string
	level    map[string]int
}

func newColumn(v model.Variable, rows int) columnBuilder {
	return columnBuilder{variable: v, num: make([]float64, 0, rows)}
}

func (c *columnBuilder) see(v model.Value) {
	switch {
	case v.Kind == model.None || v.Kind == c.kind:
	case c.kind == model.None:
		c.kind = v.Kind
	default:
		c.kind = model.Text
	}
}

func (c *columnBuilder) add(v model.Value) {
	if v.Kind == model.None {
		c.num = append(c.num, math.NaN())
		return
	}
	if c.kind != model.Text {
		c.num = append(c.num, v.Num)
		return
	}
	text := v.Str
	if v.Kind != model.Text {
		text = v.String()
	}
	i, ok := c.level[text]
	if !ok {
		if c.level == nil {
			c.level = map[string]int{}
		}
		i = len(c.levels)
		c.level[text] = i
		c.levels = append(c.levels, text)
	}
	c.num = append(c.num, float64(i))
}

func (c *columnBuilder) column() model.Column {
	return model.Column{Variable: c.variable, Kind: c.kind, Num: c.num, Levels: c.levels}
}

// evidence counts the independent observations of each group, at most as many as were recorded.
func (r *results) evidence() []float64 {
	if r.noisy {
		return nil
	}
	all, repeats := make([]float64, len(r.groups)), r.repeats()
	for i := range r.groups {
		g := &r.groups[i]
		all[i] = g.records
		if repeats[r.inputsOf(g)] {
			all[i] = max(1, math.Round(all[i]/float64(g.launches))) // a whole number, as of records that are counted
		}
	}
	if !slices.ContainsFunc(r.groups, func(g group) bool { return g.launches > 1 || g.records < g.weight }) {
		return nil
	}
	return all
}

// repeats tells of inputs, by hash, whether launches saw the same of them.
func (r *results) repeats() map[uint64]bool {
	same, launches := make(map[uint64]bool, len(r.groups)), make(map[uint64]int64, len(r.groups))
	for i := range r.groups {
		g := &r.groups[i]
		inputs := r.inputsOf(g)
		before, known := launches[inputs]
		whole := g.launches > 0 && math.Mod(g.weight, float64(g.launches)) == 0
		same[inputs] = whole && (!known || same[inputs] && before == g.launches)
		launches[inputs] = g.launches
	}
	return same
}

func (r *results) inputsOf(g *group) (sum uint64) {
	for column, value := range g.inputs {
		if value.Kind != model.None {
			sum += hash.Mix(r.columns[column].Hash(), value.Hash())
		}
	}
	return sum
}

// Derived is a variable of the user's own, worked out from others.
type Derived struct {
	Variable model.Variable                         // its name, always with the characterisation VALUE
	Inputs   []model.Variable                       // that it is worked out from
	Value    func(inputs []model.Value) model.Value // a number or a flag; none: undefined for these

	Definition expression.Node // what it stands for in expressions of the model; nil: nothing does
	Unsayable  string          // why
}

func (r *results) derive(t *model.Table) {
	observed := t.Columns
	for i := range r.derived {
		if d := &r.derived[i]; t.Column(d.Variable) == nil {
			if column, ok := d.column(observed, t.Rows()); ok {
				t.Columns = append(t.Columns, column)
			}
		}
	}
}

func (d *Derived) column(observed []model.Column, rows int) (model.Column, bool) {
	from := make([]*model.Column, len(d.Inputs))
	for i, v := range d.Inputs {
		for c := range observed {
			if observed[c].Variable == v {
				from[i] = &observed[c]
			}
		}
		if from[i] == nil {
			return model.Column{}, false
		}
	}
	column := newColumn(d.Variable, rows)
	inputs := make([]model.Value, len(from))
	values := make([]model.Value, rows)
	for row := range values {
		known := true
		for i, c := range from {
			inputs[i] = c.Value(row)
			known = known && inputs[i].Kind != model.None
		}
		if known {
			values[row] = d.Value(inputs)
			column.see(values[row])
		}
	}
	for _, v := range values {
		column.add(v)
	}
	return column.column(), column.kind != model.None && column.kind != model.Text
}
