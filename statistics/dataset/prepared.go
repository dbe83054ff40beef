package dataset

import (
	"math"
	"math/bits"
	"sync"

	"beagle/model"
)

// Limits on what is remembered between analysers: they look at the same tables
// and at each other's expressions, one after the other.
const (
	mostPrepared  = 32
	mostRemarked  = 5000 // points of data that are kept
	MostAppraised = 4096
)

// prepared are tables that were made ready lately, by their contents.
var prepared = struct {
	sync.Mutex
	data map[contents]*Data
}{data: map[contents]*Data{}}

type contents struct {
	rows, columns int
	noisy         bool
	sum           uint64
}

// contentsOf tells tables apart by what they hold.
func contentsOf(t *model.Table, noisy bool) contents {
	sum := uint64(1469598103934665603)
	mix := func(x uint64) {
		high, low := bits.Mul64(sum^x, 0x9e3779b97f4a7c15)
		sum = bits.RotateLeft64(high^low, 23) + x
	}
	text := func(s string) {
		mix(uint64(len(s)))
		for i := range len(s) {
			mix(uint64(s[i]))
		}
	}
	column := func(c *model.Column) {
		text(c.Variable.Name)
		text(c.Variable.String())
		mix(uint64(c.Kind))
		mix(uint64(len(c.Levels)))
		for _, l := range c.Levels {
			text(l)
		}
		mix(uint64(len(c.Num)))
		for _, x := range c.Num {
			mix(math.Float64bits(x))
		}
	}
	for i := range t.Columns {
		column(&t.Columns[i])
	}
	column(&t.Target)
	mix(uint64(len(t.Weight)))
	for _, x := range t.Weight {
		mix(math.Float64bits(x))
	}
	mix(uint64(len(t.Launch)))
	for _, l := range t.Launch {
		mix(uint64(uint32(l)))
	}
	mix(uint64(len(t.Seq)))
	for _, s := range t.Seq {
		mix(uint64(s))
	}
	return contents{t.Rows(), len(t.Columns), noisy, sum}
}

// Prepare makes a table ready for learning. Nothing is left out silently:
// Notes says what was, in words for people. The table is not changed; the data
// are shared by all who ask for the same table, and must not be changed either.
func Prepare(table *model.Table, noisy bool) *Data {
	key := contentsOf(table, noisy)
	prepared.Lock()
	d := prepared.data[key]
	prepared.Unlock()
	if d != nil {
		return d
	}
	d = prepare(table, noisy)
	if d.Points() <= mostRemarked {
		prepared.Lock()
		if len(prepared.data) >= mostPrepared {
			clear(prepared.data)
		}
		prepared.data[key] = d
		prepared.Unlock()
	}
	return d
}
