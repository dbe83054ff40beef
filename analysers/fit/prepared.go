package fit

import (
	"math"
	"math/bits"
	"sync"

	"beagle/model"
	"beagle/model/expression"
)

// Limits on what is remembered between analysers: they look at the same tables
// and at each other's expressions, one after the other.
const (
	mostPrepared  = 32
	mostRemarked  = 5000 // points of data that are kept
	mostAppraised = 4096
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

// appraisal is what comparing finds out about an expression alone.
type appraisal struct {
	values    []float64 // at each point; nil: refused
	refused   string
	error     float64
	constants int
	own       float64 // what it takes to write it down, also for how it goes on

	sync.Mutex
	strays    *strays
	surprises map[noiseKey]float64
}

type appraised struct {
	node     expression.Node
	negative bool
}

// strays are an expression's residuals under noise of an offset.
type strays struct {
	offset    float64
	residuals []float64
	spread    float64
}

// noiseKey is what noise of the same data may differ by.
type noiseKey struct{ sigma, offset, slack float64 }

// appraisals are what was found out about expressions for some data.
type appraisals struct {
	sync.Mutex
	of map[appraised]*appraisal
}

// appraisalsKey is under what data remember them.
type appraisalsKey struct{}

// appraise looks at an expression alone. negative allows negative values although
// none was measured.
func appraise(d *Data, n expression.Node, negative bool) *appraisal {
	all := d.Memo(appraisalsKey{}, func() any { return &appraisals{of: map[appraised]*appraisal{}} }).(*appraisals) //nolint:forcetypeassert // this function alone knows the key
	key := appraised{n, negative}
	all.Lock()
	a, known := all.of[key]
	all.Unlock()
	if known {
		return a
	}
	a = &appraisal{}
	f, err := d.Evaluate(n)
	if err != nil {
		a.refused = err.Error()
	} else {
		a.error = RelativeError(d, f)
		a.refused = Insane(d, n, f, negative || !d.Relative() || a.error == 0)
	}
	if a.refused == "" {
		a.values, a.constants = f, Constants(n)
		a.own = Length(n, len(d.Columns), d.Points()) + wild(d, n) + scarce(d, a.constants) + lonely(d, n)
	}
	all.Lock()
	if len(all.of) >= mostAppraised {
		clear(all.of)
	}
	all.of[key] = a
	all.Unlock()
	return a
}

// under are the residuals under a noise of these data; those under the offset
// that was asked for last are remembered, for it hardly ever changes.
func (a *appraisal) under(d *Data, noise *Noise) *strays {
	a.Lock()
	defer a.Unlock()
	if a.strays == nil || a.strays.offset != noise.Offset {
		r := make([]float64, d.Points())
		noise.Residuals(r, d.Y, a.values)
		a.strays = &strays{noise.Offset, r, Spread(r, a.constants)}
	}
	return a.strays
}

// surprise is that of the expression, which refining and judging ask for.
func (a *appraisal) surprise(d *Data, n expression.Node, noise *Noise) float64 {
	key := noiseKey{noise.Sigma, noise.Offset, noise.Slack}
	a.Lock()
	defer a.Unlock()
	nats, known := a.surprises[key]
	if !known {
		nats = surprise(d, n, a.values, noise)
		if a.surprises == nil {
			a.surprises = map[noiseKey]float64{}
		}
		a.surprises[key] = nats
	}
	return nats
}
