package validation

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"

	"beagle/blackboard"
	"beagle/measure"
	"beagle/model"
	"beagle/run/folder"
	"beagle/statistics/launches"
	"beagle/statistics/robust"
)

// mostKept are the executions of a service in a launch that are looked at, which stand for all of the launch.
const mostKept = 1000

type collected struct {
	seff   string
	launch int32
	seen   int64
	weight float64 // of all
	list   []*execution
	least  blackboard.LeastKey
	warm   int      // executions at the start that were still warming up, left out
	cold   coldTime // that these took
	told   bool     // of those
}

type coldTime struct{ seconds, executions float64 }

func (t *coldTime) add(e *execution) {
	t.seconds, t.executions = t.seconds+e.weight*e.took, t.executions+e.weight
}

func (t *coldTime) join(other coldTime) {
	t.seconds, t.executions = t.seconds+other.seconds, t.executions+other.executions
}

func (c *collected) keep(e *execution, random *rand.Rand) {
	c.seen++
	c.weight += e.weight
	e.key = blackboard.PriorityKey(e.weight, random.Uint64())
	if len(c.list) < mostKept {
		c.list = append(c.list, e)
	} else if last := c.last(); e.key > c.list[last].key {
		c.list[last] = e
		c.least.Changed()
	}
}

func (c *collected) last() int {
	return c.least.At(len(c.list), func(i int) float64 { return c.list[i].key })
}

func (c *collected) standForAll() {
	if c.seen <= int64(len(c.list)) {
		return
	}
	weights := make([]float64, len(c.list))
	for i, e := range c.list {
		weights[i] = e.weight
	}
	blackboard.ShareOut(c.weight, weights, c.list[c.last()].key)
	for i, e := range c.list {
		e.weight = weights[i]
	}
}

func (c *collected) actions() int {
	ids := map[string]bool{}
	for _, e := range c.list {
		for _, p := range e.parts {
			if !p.call {
				ids[p.id] = true
			}
		}
	}
	return len(ids)
}

// unsettled reports whether a launch was warming up for so long that it may never have been warm.
func (c *collected) unsettled() bool { return launches.Late(c.warm, c.warm+len(c.list)) }

func (v *validator) collect(ctx context.Context) ([]*collected, []model.Problem, error) {
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
		c.keep(e, random)
	}
	var problems []model.Problem
	var err error
	if v.Config.Recorded() {
		err = v.logged(ctx, r.to)
	} else {
		renumber := folder.Renumber(v.Raw, whole)
		problems, err = folder.ReadEvents(v.Raw, func(e measure.Event) error {
			if !renumber(&e) {
				return nil
			}
			return r.event(e)
		})
	}
	list := make([]*collected, 0, len(all))
	for _, c := range all {
		c.standForAll()
		slices.SortFunc(c.list, func(a, b *execution) int { return cmp.Compare(a.seq, b.seq) })
		list = append(list, c)
	}
	if p := v.leaveThrown(list); p != nil {
		problems = append(problems, *p)
	}
	slices.SortFunc(list, func(a, b *collected) int {
		if a.seff != b.seff {
			return strings.Compare(a.seff, b.seff)
		}
		return int(a.launch - b.launch)
	})
	one, unread := v.oneAction()
	v.entered = v.enteredIn(list, one)
	means := programMeans(v.Findings)
	list, v.brief = judgeByActions(v.leaveDisturbed(list, one, means), v.at.Kinds(v.launches()), one)
	list, v.own = v.byDrivers(list, means)
	for from := 0; from < len(list); {
		to := from
		for to < len(list) && list[to].seff == list[from].seff {
			to++
		}
		leaveWarmUp(list[from:to])
		from = to
	}
	return list, problems, errors.Join(err, unread)
}

// leaveWarmUp leaves out the executions of a service with which its launches were warming up.
func leaveWarmUp(of []*collected) {
	var all []*execution
	for _, c := range of {
		all = append(all, c.list...)
	}
	cold, row := launches.Cold(tableOf(all)), 0
	for _, c := range of {
		warm := c.list[:0]
		for _, e := range c.list {
			if !cold[row] {
				warm = append(warm, e)
			} else {
				c.cold.add(e)
			}
			row++
		}
		c.warm, c.list = len(c.list)-len(warm), warm
	}
}

// whole are what launches in which as many actions of a service were timed as in any of their kind say of it.
func whole(all []*collected, kinds map[int32]int) map[*collected]bool {
	type alike struct {
		seff string
		kind int
	}
	most, is := map[alike]int{}, map[*collected]bool{}
	for _, c := range all {
		k := alike{c.seff, kinds[c.launch]}
		most[k] = max(most[k], c.actions())
	}
	for _, c := range all {
		is[c] = c.actions() == most[alike{c.seff, kinds[c.launch]}]
	}
	return is
}

// inActions is the share of the time that services spent themselves in their actions.
func inActions(all []*collected, kinds map[int32]int, brief map[string]bool) model.Figure {
	inside, spent, full := 0.0, 0.0, whole(all, kinds)
	for _, c := range all {
		if !full[c] || brief[c.seff] {
			continue
		}
		for _, e := range c.list {
			own, actions := e.took, 0.0
			for _, p := range e.parts {
				if p.call {
					own -= p.seconds
				} else {
					actions += p.seconds
				}
			}
			if !e.sampled { // a statement that is in several actions took its time once
				actions = min(actions, own-(e.took-e.covered))
			}
			if own > 0 {
				inside += e.weight * max(0, min(actions, own))
				spent += e.weight * own
			}
		}
	}
	if spent == 0 {
		return model.Unknown()
	}
	return model.Figure(inside / spent)
}
