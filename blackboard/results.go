package blackboard

import (
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"beagle/internal/hash"
	"beagle/model"
)

// Limits of what is kept of one element.
const (
	maxGroups  = 4096          // parameterisations
	maxSamples = 2 * maxGroups // demands that are kept, more than one of each parameterisation
	maxText    = 256           // bytes of a text value
)

// results is what was observed of one element.
type results struct {
	noisy   bool
	seed    uint64
	columns []model.Variable
	column  map[model.Variable]int
	groups  []group
	lookup  map[uint64]int32 // hash of a group -> the latest group with it
	n       float64          // observations; those that stand for several count as several
	missed  int64            // groups that were given up, for which others stand
	kept    int              // samples in all groups
	changed []int32          // groups changed since the clone was made; where it is thinned, all have
	thinned bool             // since the clone was made
	derived []Derived        // columns that are worked out

	once  sync.Once
	built *model.Table
	row   []model.Value // scratch
}

type group struct {
	inputs  []model.Value // by column; beyond its end: not observed
	value   model.Value   // exact quantities
	hash    uint64
	next    int32 // older group with the same hash; -1: none
	dirty   bool  // in changed; its samples are its own
	launch  int32 // of the first observation
	seq     int64
	n       int64   // observations as they came
	weight  float64 // observations that they stand for
	records float64 // exact quantities: that were recorded of these
	min     float64
	max     float64
	mean    float64
	m2      float64 // weighted sum of squared differences from the mean
	samples []Sample
	least   LeastKey // of samples, where some were given up

	launches int64 // that brought observations
	last     int32 // the latest of these
}

// Sample is one kept measurement of a noisy quantity.
type Sample struct {
	Value  float64 // in the unit of the element: seconds, iterations, bytes, ...
	Launch int32   // number of the launch that measured it
	Seq    int64   // order of observation within the launch
	Weight float64 // observations that it stood for as it came; 0: 1
}

func (s *Sample) weight() float64 {
	if s.Weight > 0 {
		return s.Weight
	}
	return 1
}

// key ranks a sample among those of its group.
func (s *Sample) key() float64 {
	return PriorityKey(s.weight(), hash.Mix(uint64(s.Launch), uint64(s.Seq)))
}

func weights(samples []Sample, group float64, came int64) []float64 {
	all, smallest := make([]float64, len(samples)), 0.0
	if came > int64(len(samples)) {
		var least LeastKey
		smallest = samples[least.At(len(samples), func(i int) float64 { return samples[i].key() })].key()
	}
	for i := range samples {
		all[i] = samples[i].weight()
	}
	ShareOut(group, all, smallest)
	return all
}

// newResults is empty.
func newResults(noisy bool, seed uint64) *results {
	return &results{noisy: noisy, seed: seed, column: map[model.Variable]int{}, lookup: map[uint64]int32{}}
}

func (r *results) clone() *results {
	c := &results{
		noisy: r.noisy, seed: r.seed, columns: slices.Clone(r.columns), column: maps.Clone(r.column),
		groups: slices.Clone(r.groups), lookup: maps.Clone(r.lookup), n: r.n, missed: r.missed, kept: r.kept,
		derived: r.derived,
	}
	for i := range c.groups {
		c.groups[i].dirty = false
	}
	return c
}

func (r *results) add(o Observation) bool {
	value, ok := usable(o.Value)
	if !ok || r.noisy && value.Kind != model.Number {
		return false
	}
	weight := o.Weight
	if weight <= 0 || math.IsNaN(weight) || math.IsInf(weight, 0) {
		weight = 1
	}
	r.n += weight
	key := r.fill(o.Inputs)
	if !r.noisy {
		key = hash.Mix(key, value.Hash())
	}
	i := r.find(key, value)
	if i < 0 {
		i = r.room()
		r.start(i, key, value, o)
	}
	r.count(i, value.Num, weight, o)
	return true
}

func usable(v model.Value) (model.Value, bool) {
	switch v.Kind {
	case model.Number, model.Bool:
		if math.IsNaN(v.Num) || math.IsInf(v.Num, 0) {
			return model.Value{}, false
		}
		return model.Value{Kind: v.Kind, Num: v.Num + 0}, true // -0 becomes 0
	case model.Text:
		if len(v.Str) > maxText {
			v.Str = strings.ToValidUTF8(v.Str[:maxText], "")
		}
		return model.Value{Kind: model.Text, Str: v.Str}, true
	default:
		return model.Value{}, false
	}
}

// fill puts the inputs into the scratch row, by column, and returns a hash that does not depend on their order.
func (r *results) fill(inputs []Assignment) uint64 {
	clear(r.row)
	var sum uint64
	for i := range inputs {
		value, ok := usable(inputs[i].Value)
		if !ok {
			continue
		}
		col, known := r.column[inputs[i].Variable]
		if !known {
			col = len(r.columns)
			r.column[inputs[i].Variable] = col
			r.columns = append(r.columns, inputs[i].Variable)
		}
		for len(r.row) <= col {
			r.row = append(r.row, model.Value{})
		}
		if r.row[col].Kind == model.None {
			r.row[col] = value
			sum += hash.Mix(inputs[i].Variable.Hash(), value.Hash())
		}
	}
	return sum
}

// find is the index of the group with these inputs (and, of exact quantities, this value).
func (r *results) find(key uint64, value model.Value) int32 {
	i, ok := r.lookup[key]
	if !ok {
		return -1
	}
	for ; i >= 0; i = r.groups[i].next {
		g := &r.groups[i]
		if g.hash == key && (r.noisy || g.value == value) && sameRow(g.inputs, r.row) {
			return i
		}
	}
	return -1
}

func sameRow(a, b []model.Value) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	for _, rest := range b[len(a):] {
		if rest.Kind != model.None {
			return false
		}
	}
	return true
}

func (r *results) room() int32 {
	if len(r.groups) >= maxGroups {
		r.thin()
	}
	r.groups = append(r.groups, group{next: -1})
	return int32(len(r.groups) - 1)
}

func (r *results) start(i int32, key uint64, value model.Value, o Observation) {
	dirty := r.groups[i].dirty
	next := int32(-1)
	if head, ok := r.lookup[key]; ok {
		next = head
	}
	r.groups[i] = group{
		inputs: slices.Clone(r.row), hash: key, next: next, dirty: dirty, launch: o.Launch, seq: o.Seq,
		min: math.Inf(1), max: math.Inf(-1),
	}
	if !r.noisy {
		r.groups[i].value = value
	}
	r.lookup[key] = i
}

// recorded is how many of so many observations were recorded: at most all, and all where nobody says.
func recorded(records, weight float64) float64 {
	if !(records > 0) {
		return weight
	}
	return min(records, weight)
}

// count adds an observation to a group.
func (r *results) count(i int32, x, weight float64, o Observation) {
	g := &r.groups[i]
	r.change(i)
	if g.n++; g.launches == 0 || g.last != o.Launch {
		g.launches++
		g.last = o.Launch
	}
	g.weight += weight
	if !r.noisy {
		g.records += recorded(o.Records, weight)
		return
	}
	g.min, g.max = min(g.min, x), max(g.max, x)
	delta := x - g.mean // West: Updating mean and variance estimates: an improved method, 1979
	g.mean += delta * weight / g.weight
	g.m2 += weight * delta * (x - g.mean)
	s := Sample{Value: x, Launch: o.Launch, Seq: o.Seq}
	if weight != 1 {
		s.Weight = weight
	}
	if kept := len(g.samples); int64(kept) == g.n-1 {
		g.least.Changed()
	} else if s.key() <= g.samples[g.least.At(kept, func(i int) float64 { return g.samples[i].key() })].key() {
		return
	}
	g.samples = append(g.samples, s)
	if r.kept++; r.kept > maxSamples {
		r.level()
	}
}

func (r *results) change(i int32) {
	if g := &r.groups[i]; !g.dirty {
		g.dirty = true
		g.samples = slices.Clone(g.samples)
		r.changed = append(r.changed, i)
	}
}

// level gives samples up, since there are too many: of the groups that have most, those with the smallest keys, so
// that all of these have equally many and a quarter of the room is free.
func (r *results) level() {
	sizes := make([]int, len(r.groups))
	for i := range r.groups {
		sizes[i] = len(r.groups[i].samples)
	}
	slices.Sort(sizes)
	room, each := maxSamples*3/4, 0
	for i, n := range sizes {
		if each = room / (len(sizes) - i); n > each {
			break
		}
		room -= n
	}
	for i := range r.groups {
		g := &r.groups[i]
		if len(g.samples) <= each {
			continue
		}
		r.change(int32(i))
		keys := make([]float64, len(g.samples))
		for k := range g.samples {
			keys[k] = g.samples[k].key()
		}
		slices.Sort(keys)
		least := keys[len(keys)-each]
		r.kept -= len(g.samples)
		g.samples = slices.DeleteFunc(g.samples, func(s Sample) bool { return s.key() < least })
		r.kept += len(g.samples)
		g.least.Changed()
	}
}

// RoundResult is the choice for an element after a round of judging.
type RoundResult struct {
	Round   int          `json:"round"`   // of the analysis, from 1
	Final   int          `json:"final"`   // index of the proposal that was chosen; -1: none was suitable
	Fitness model.Figure `json:"fitness"` // of that one; +Inf: none was suitable
	Launch  int32        `json:"launch"`  // the latest of which there were measurements
}

// mostRounds is how many earlier rounds are kept of an element.
const mostRounds = 256

// withRound are the rounds of the element after another one.
func (it *item) withRound(now RoundResult) []RoundResult {
	for _, launch := range it.results.table().Launch {
		now.Launch = max(now.Launch, launch)
	}
	all := slices.Clone(it.rounds)
	if n := len(all); n > 0 && all[n-1].Final == now.Final && all[n-1].Launch == now.Launch {
		all = all[:n-1]
	}
	all = append(all, now)
	return all[max(0, len(all)-mostRounds):]
}
