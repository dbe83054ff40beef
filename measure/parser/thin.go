package parser

import (
	"maps"
	"math"
	"slices"

	"beagle/internal/hash"
	"beagle/internal/strata"
	"beagle/model"
)

// stratum is what is known of all observations of an element whose values are alike (strata.Number): exact quantities are
// divided so that a decision that is taken once in ten thousand times, or the largest counts, are kept where thousands of
// others are not, and that the total of each decision stays exact. Times, which are noise in part, are one stratum.
//
// Of a stratum with too many parameterisations those are kept whose hash ends in enough zeros: a uniform sample of them, the
// same in each launch, and counted from its first observation on (Flajolet, On Adaptive Sampling, 1990); where one
// parameterisation has too many values, those in the same way. They stand for the others of the stratum, each for as
// many times its own weight. A parameterisation that weighs as much as several others stand for is no part of that: it
// is kept whatever its hash, and stands for itself, since by its hash it would be forgotten, or stand for all others.
type stratum struct {
	weight float64 // of all observations, kept or not
	level  uint    // zeros that the hash of a parameterisation must end in
	values uint    // zeros that a key must end in
	cells  int
	alone  int // of cells, those that stand for themselves
}

const (
	// much is how many times the mean weight of what is kept a parameterisation that stands for itself weighs at
	// least: of what is kept a quarter at most.
	much = 4
	// late is how many times that mean is observed of a parameterisation, on average, until it is kept whatever its
	// hash: it may have come only when others had taken the room.
	late = 32
	// fewCells is how many cells a stratum keeps in any case while others have more.
	fewCells = maxCells / 16
)

// stratumOf is the place in strata of observations with such a value.
func (c *collector) stratumOf(value model.Value) uint8 {
	class := 0
	switch {
	case c.noisy:
	case value.Kind == model.Text:
		class = strata.Text(hash.Text(value.Str))
	default:
		class = strata.Number(value.Num)
	}
	if c.place[class] == 0 {
		c.strata = append(c.strata, stratum{})
		c.place[class] = uint8(len(c.strata))
	}
	return c.place[class] - 1
}

// keeps reports whether observations of such inputs and of such a value are still kept:
// each halving of the room keeps those of which one more bit of the hash is zero.
func (s *stratum) keeps(inputs, key uint64) bool {
	return inputs&(1<<s.level-1) == 0 && key&(1<<s.values-1) == 0
}

// mean is how many observations one of the cells that are kept stands for.
func (s *stratum) mean() float64 { return s.weight / float64(s.cells) }

// admits decides by chance whether a parameterisation is kept from now on that its hash does not keep: the sooner the more
// it weighs (sample and hold: Estan and Varghese, New Directions in Traffic Measurement and Accounting, 2002).
func (c *collector) admits(s *stratum, weight float64) bool {
	c.random += hash.Gamma
	return float64(hash.Finish(c.random)>>11)/(1<<53)*late*s.weight < weight*float64(s.cells)
}

// thin forgets parameterisations until there is room. Strata that have many are halved together, so that
// of inputs that are kept all that is frequent is; where none has many, the largest is halved.
func (c *collector) thin() {
	for len(c.cells) > maxCells {
		least, largest := uint(math.MaxUint), 0
		for i := range c.strata {
			s := &c.strata[i]
			if s.cells > fewCells {
				least = min(least, s.level+s.values)
			}
			if s.cells > c.strata[largest].cells {
				largest = i
			}
		}
		if least == math.MaxUint {
			c.halveStratum(uint8(largest))
			continue
		}
		for i := range c.strata {
			if s := &c.strata[i]; s.cells > fewCells && s.level+s.values == least {
				c.halveStratum(uint8(i))
			}
		}
	}
}

// halveStratum forgets about half of the parameterisations of a stratum or, where they are few, about half of the
// observed values, but for those that weigh much. Nothing in it depends on the order of cells, which a map has not.
func (c *collector) halveStratum(place uint8) {
	s := &c.strata[place]
	if c.noisy || c.parameterisations(place) > s.cells/8 {
		s.level++
	} else {
		s.values++
	}
	mean := s.mean()
	s.cells, s.alone = 0, 0
	for key, at := range c.cells {
		if at.stratum != place {
			continue
		}
		if at.alone = at.weight >= much*mean; !at.alone && !s.keeps(at.hash, key) {
			c.samples -= len(at.samples)
			delete(c.cells, key)
			continue
		}
		s.cells++
		if at.alone {
			s.alone++
		}
	}
}

// parameterisations is how many a stratum has.
func (c *collector) parameterisations(place uint8) int {
	all := map[uint64]struct{}{}
	for _, at := range c.cells {
		if at.stratum == place {
			all[at.hash] = struct{}{}
		}
	}
	return len(all)
}

// standing is how many times its own weight a cell of a stratum stands for: one alone, others for those that are not kept, too.
type standing struct{ alone, others float64 }

// of is that of a cell.
func (s standing) of(at *cell) float64 {
	if at.alone {
		return s.alone
	}
	return s.others
}

// standFor is that of each stratum. What has come to weigh much since the stratum was halved stands for itself.
func (c *collector) standFor() []standing {
	for _, at := range c.cells {
		if s := &c.strata[at.stratum]; !at.alone && (s.level > 0 || s.values > 0) {
			at.alone = at.weight >= much*s.mean()
		}
	}
	alone, others := make([]float64, len(c.strata)), make([]float64, len(c.strata))
	for _, key := range slices.Sorted(maps.Keys(c.cells)) { // in order, so that sums are the same each time
		if at := c.cells[key]; at.alone {
			alone[at.stratum] += at.weight
		} else {
			others[at.stratum] += at.weight
		}
	}
	stand := make([]standing, len(c.strata))
	for i := range c.strata {
		s := &c.strata[i]
		stand[i] = standing{1, 1}
		switch {
		case s.level == 0 && s.values == 0: // all are kept
		case others[i] > 0:
			stand[i].others = (s.weight - alone[i]) / others[i]
		case alone[i] > 0:
			stand[i].alone = s.weight / alone[i]
		}
	}
	return stand
}
