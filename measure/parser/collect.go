package parser

import (
	"cmp"
	"slices"

	"beagle/blackboard"
	"beagle/internal/hash"
	"beagle/internal/strata"
	"beagle/model"
)

const (
	maxCells   = 1 << 11
	maxSamples = 1 << 13
	firstQuota = 1 << 10 // samples per parameterisation while there are few
	lastQuota  = 1 << 2
)

// collector keeps what was observed of one element, grouped by parameterisation.
type collector struct {
	noisy   bool
	cells   map[uint64]*cell
	strata  []stratum           // of cells with alike values; times have one
	place   [strata.Count]uint8 // of a class in strata, from 1 on; 0: none yet
	quota   int
	samples int   // kept in all cells
	seen    int64 // observations, kept or not
	weight  float64
	random  uint64 // state of the generator
}

type cell struct {
	hash    uint64 // of the parameterisation
	inputs  []blackboard.Assignment
	value   model.Value         // exact quantities
	weight  float64             // of all observations
	n       int64               // number of all observations
	first   int64               // number of the first observation
	samples []sample            // times
	least   blackboard.LeastKey // of them
	stratum uint8               // its place in strata
	alone   bool                // it stands for no others, since it weighs much
}

type sample struct {
	value  float64
	seq    int64
	weight float64 // executions that its record stands for
	key    float64 // rank among those of its cell
}

func newCollector(noisy bool) collector {
	return collector{noisy: noisy, cells: map[uint64]*cell{}, quota: firstQuota}
}

// add adds an observation. It allocates only for a new parameterisation.
func (c *collector) add(f *frame, value model.Value, weight float64) {
	c.seen++
	c.weight += weight
	if value.Kind == model.Number && !finite(value.Num) {
		return
	}
	key := f.hash
	if !c.noisy {
		key = hash.Mix(key, value.Hash())
	}
	place := c.stratumOf(value)
	s := &c.strata[place]
	s.weight += weight
	s.sum += weight * value.Num
	kept := s.keeps(f.hash, key)
	var at *cell
	if kept || s.alone>>(key>>58)&1 != 0 {
		at = c.cells[key]
	}
	if at != nil {
		c.count(at, value, weight)
		return
	}
	if !kept && !c.admits(s) {
		return
	}
	at = &cell{hash: f.hash, inputs: f.keep(), value: value, first: c.seen, stratum: place, alone: !kept}
	c.cells[key] = at
	s.cells++
	if at.alone {
		s.stands(key)
	}
	c.count(at, value, weight)
	if len(c.cells) > maxCells {
		c.thin()
	}
}

func (c *collector) count(at *cell, value model.Value, weight float64) {
	at.weight += weight
	at.n++
	if c.noisy {
		c.sample(at, value.Num, weight)
	}
}

// sample keeps a value by its rank; when all samples together are too many, quotas are halved.
func (c *collector) sample(at *cell, value, weight float64) {
	s := sample{value, c.seen, weight, blackboard.PriorityKey(weight, hash.Mix(at.hash, uint64(c.seen)))}
	switch {
	case len(at.samples) < c.quota:
		at.samples = append(at.samples, s)
		c.samples++
		if c.samples > maxSamples && c.quota > lastQuota {
			c.halve()
		}
	default:
		if last := at.last(); s.key > last.key {
			*last = s
			at.least.Changed()
		}
	}
}

func (at *cell) last() *sample {
	return &at.samples[at.least.At(len(at.samples), func(i int) float64 { return at.samples[i].key })]
}

func (c *collector) halve() {
	c.quota /= 2
	c.samples = 0
	for _, at := range c.cells {
		if len(at.samples) > c.quota {
			slices.SortFunc(at.samples, func(a, b sample) int { return cmp.Or(cmp.Compare(b.key, a.key), cmp.Compare(a.seq, b.seq)) })
			at.samples = at.samples[:c.quota]
			at.least.Changed()
		}
		c.samples += len(at.samples)
	}
}

// take takes out all observations in the order in which they were made.
func (c *collector) take(launch int32) (_ []blackboard.Observation, missed float64) {
	missed = c.weight
	stand := c.standFor()
	rows := make([]blackboard.Observation, 0, max(len(c.cells), c.samples))
	var weights []float64 // scratch
	for _, at := range c.cells {
		weight := at.weight * stand[at.stratum].of(at)
		missed -= weight
		if !c.noisy {
			rows = append(rows, blackboard.Observation{Inputs: at.inputs, Value: at.value, Weight: weight, Records: float64(at.n), Launch: launch, Seq: at.first})
			continue
		}
		weights = weights[:0]
		least := 0.0
		if at.n > int64(len(at.samples)) {
			least = at.last().key
		}
		for _, s := range at.samples {
			weights = append(weights, s.weight)
		}
		blackboard.ShareOut(weight, weights, least)
		for i, s := range at.samples {
			rows = append(rows, blackboard.Observation{Inputs: at.inputs, Value: model.NumberValue(s.value), Weight: weights[i], Launch: launch, Seq: s.seq})
		}
	}
	slices.SortFunc(rows, func(a, b blackboard.Observation) int { return int(a.Seq - b.Seq) })
	*c = newCollector(c.noisy)
	return rows, missed
}
