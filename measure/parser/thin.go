package parser

import (
	"maps"
	"math"
	"slices"

	"beagle/blackboard"
	"beagle/internal/hash"
	"beagle/model"
)

// stratum is what is known of all observations of an element whose values are alike (strata.Number): exact
// quantities are divided so that a decision that is taken once in ten thousand times, or the largest counts, are
// kept where thousands of others are not, and that the total of each decision stays exact. Times, which are noise
// in part, are one stratum.
//
// Of a stratum with too many parameterisations those are kept whose hash ends in enough zeros: a uniform sample of
// them, the same in each launch, and counted from its first observation on (Flajolet, On Adaptive Sampling, 1990);
// where one parameterisation has too many values, those in the same way. They stand for the others of the stratum,
// each for as many times its own weight, or a little more or less by its value, so that the total is the observed
// one. A parameterisation that weighs as much as several others stand for is no part of that: it is kept whatever
// its hash, and stands for itself, since by its hash it would be forgotten, or stand for all others.
type stratum struct {
	weight float64 // of all observations, kept or not
	sum    float64 // of their values
	level  uint    // zeros that the hash of a parameterisation must end in
	values uint    // zeros that a key must end in
	cells  int
	alone  uint64  // which keys cells have that stand for themselves: a bit for each value of six of their bits
	next   float64 // at which weight a parameterisation is kept that its hash does not keep
}

const (
	// much is how many times the mean weight of what is kept a parameterisation that stands for itself weighs at
	// least: of what is kept a quarter at most.
	much = 4
	// late is how many times that mean is observed of a parameterisation, on average, until it is kept whatever its
	// hash: it may have come only when others had taken the room.
	late     = 32
	fewCells = maxCells / 16
)

func (c *collector) stratumOf(value model.Value) uint8 {
	class := 0
	if !c.noisy {
		class = blackboard.Stratum(value)
	}
	if c.place[class] == 0 {
		c.strata = append(c.strata, stratum{})
		c.place[class] = uint8(len(c.strata))
	}
	return c.place[class] - 1
}

func (s *stratum) halved() bool { return s.level > 0 || s.values > 0 }

// keeps reports whether observations of such inputs and of such a value are still kept.
func (s *stratum) keeps(inputs, key uint64) bool {
	return inputs&(1<<s.level-1) == 0 && key&(1<<s.values-1) == 0
}

func (s *stratum) mean() float64 { return s.weight / float64(s.cells) }

func (s *stratum) stands(key uint64) { s.alone |= 1 << (key >> 58) }

// admits decides by chance whether the parameterisation that was just observed is kept from now on although its hash
// does not keep it: the sooner the more it weighs (sample and hold: Estan and Varghese, New Directions in Traffic
// Measurement and Accounting, 2002).
func (c *collector) admits(s *stratum) bool {
	if s.weight < s.next {
		return false
	}
	c.draw(s)
	return true
}

// draw draws at which weight the next one is kept. One comes in late times the mean, which grows with the weight:
// in equal distances of its logarithm, on average.
func (c *collector) draw(s *stratum) {
	c.random += hash.Gamma
	chance := (float64(hash.Finish(c.random)>>11) + 1) / (1 << 53) // above 0
	s.next = s.weight * math.Exp(-math.Log(chance)*late/float64(s.cells))
}

// thin forgets parameterisations until there is room. Strata that have many are halved together, so that of inputs
// that are kept all that is frequent is; where none has many, the largest is halved.
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
// observed values, but for those that weigh much.
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
			s.stands(key)
		}
	}
	c.draw(s)
}

func (c *collector) parameterisations(place uint8) int {
	all := map[uint64]struct{}{}
	for _, at := range c.cells {
		if at.stratum == place {
			all[at.hash] = struct{}{}
		}
	}
	return len(all)
}

// standing is how many times its own weight a cell of a stratum stands for: one alone, others for those that are not
// kept, too.
type standing struct {
	alone, others float64
	mean, slope   float64 // others of larger values than the mean stand for more or less, so that the total is the observed one
}

func (s *standing) of(at *cell) float64 {
	if at.alone {
		return s.alone
	}
	return s.others * (1 + s.slope*(at.value.Num-s.mean))
}

// standFor is that of each stratum. What has come to weigh much since the stratum was halved stands for itself.
func (c *collector) standFor() []standing {
	for _, at := range c.cells {
		if s := &c.strata[at.stratum]; !at.alone && s.halved() {
			at.alone = at.weight >= much*s.mean()
		}
	}
	alone, others := make([]moments, len(c.strata)), make([]moments, len(c.strata))
	for _, key := range slices.Sorted(maps.Keys(c.cells)) { // in order, so that sums are the same each time
		if at := c.cells[key]; at.alone {
			alone[at.stratum].add(at.value.Num, at.weight)
		} else {
			others[at.stratum].add(at.value.Num, at.weight)
		}
	}
	stand := make([]standing, len(c.strata))
	for i := range c.strata {
		s := &c.strata[i]
		stand[i] = standing{alone: 1, others: 1}
		switch {
		case !s.halved():
		case others[i].weight > 0:
			rest := s.weight - alone[i].weight
			stand[i].others, stand[i].mean = rest/others[i].weight, others[i].mean
			if !c.noisy { // of times a cell has many values
				stand[i].slope = others[i].towards((s.sum - alone[i].weight*alone[i].mean) / rest)
			}
		case alone[i].weight > 0:
			stand[i].alone = s.weight / alone[i].weight
		}
	}
	return stand
}

type moments struct{ weight, mean, squares, least, most float64 }

// add adds the value of a cell (West: Updating mean and variance estimates: an improved method, 1979).
func (m *moments) add(x, weight float64) {
	if m.weight == 0 {
		m.least, m.most = x, x
	}
	m.least, m.most = min(m.least, x), max(m.most, x)
	m.weight += weight
	off := x - m.mean
	m.mean += off * weight / m.weight
	m.squares += weight * off * (x - m.mean)
}

// towards is by how much more cells have to stand for with their values so that their mean is the given one (the
// generalised regression estimator: Cassel, Särndal and Wretman, 1976); 0 where some would have to stand for less
// than half or for more than twice as many, as only happens by chance where few are kept, or where values are
// equal.
func (m *moments) towards(mean float64) float64 {
	slope := (mean - m.mean) * m.weight / m.squares
	if off := max(math.Abs(slope*(m.least-m.mean)), math.Abs(slope*(m.most-m.mean))); !(off <= 0.5) {
		return 0
	}
	return slope
}
