package validation

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"beagle/measure"
	"beagle/model"
	"beagle/run/raw"
	"beagle/statistics/launches"
	"beagle/statistics/robust"
)

// mostKept are the executions of a service in a launch that are looked at: a
// uniform sample of all (Vitter's reservoir).
const mostKept = 1000

// collected are the executions of one service in one launch.
type collected struct {
	seff   string
	launch int32
	seen   int64
	list   []*execution
	warm   int // executions at the start that were still warming up, left out
}

// collect reads the executions that a run keeps, sorted by service and launch.
func (v *validator) collect() ([]*collected, []model.Problem, error) {
	whole, _ := measure.NewOrder(v.Board.Elements(), v.Entries)
	r := &reader{
		clock: measure.Clock(v.Config.Measure.Clock), short: map[string]bool{}, waiting: map[string]bool{},
		threads: map[threadKey]*thread{}, seen: map[seffLaunch]int64{},
		order: whole,
	}
	var units []float64
	for _, e := range v.Board.Elements() {
		if e.Kind == model.InternalAction && measure.TimeOf(e.Resource) == measure.Waiting {
			r.waiting[e.PCMID] = true
		}
		t, timed := v.at.Timing[e.ID]
		if !timed || t.Times == 0 {
			continue
		}
		r.short[e.PCMID] = r.short[e.PCMID] || t.Short
		units = append(units, t.Own.Seconds()/float64(t.Times))
	}
	if len(units) > 0 {
		r.perUnit = robust.Median(units)
	}
	all := map[seffLaunch]*collected{}
	random := rand.New(rand.NewPCG(v.Config.Seed, 0x76616c6964))
	r.to = func(e *execution) {
		k := seffLaunch{e.seff, e.launch}
		c := all[k]
		if c == nil {
			c = &collected{seff: e.seff, launch: e.launch}
			all[k] = c
		}
		c.seen++
		if len(c.list) < mostKept {
			c.list = append(c.list, e)
		} else if i := random.Int64N(c.seen); i < mostKept {
			c.list[i] = e
		}
	}
	renumber := raw.Renumber(v.Raw, whole)
	problems, err := raw.Read(v.Raw, func(e measure.Event) error {
		if !renumber(&e) {
			return nil
		}
		return r.event(e)
	})
	list := make([]*collected, 0, len(all))
	for _, c := range all {
		slices.SortFunc(c.list, func(a, b *execution) int { return int(a.seq - b.seq) })
		c.leaveWarmUp()
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b *collected) int {
		if a.seff != b.seff {
			return strings.Compare(a.seff, b.seff)
		}
		return int(a.launch - b.launch)
	})
	return list, problems, err
}

// leaveWarmUp leaves out the executions at the start that are plainly slower than
// later ones with alike inputs, as learning does with their parts.
func (c *collected) leaveWarmUp() {
	t := &model.Table{}
	rows := make([]int, len(c.list))
	for i, e := range c.list {
		rows[i] = i
		t.Target.Num = append(t.Target.Num, e.took)
		t.Seq = append(t.Seq, e.seq)
		for k := range e.inputs {
			in := &e.inputs[k]
			if in.Value.Kind != model.Number {
				continue
			}
			column := t.Column(in.Variable)
			if column == nil {
				t.Columns = append(t.Columns, model.Column{Variable: in.Variable, Kind: model.Number})
				column = &t.Columns[len(t.Columns)-1]
			}
			for len(column.Num) < i {
				column.Num = append(column.Num, math.NaN())
			}
			column.Num = append(column.Num[:i], in.Value.Num)
		}
	}
	t.Target.Kind = model.Number
	for i := range t.Columns {
		for len(t.Columns[i].Num) < len(c.list) {
			t.Columns[i].Num = append(t.Columns[i].Num, math.NaN())
		}
	}
	c.warm = launches.WarmUp(t, rows)
	c.list = c.list[c.warm:]
}
