package selection

import (
	"sync"

	"gonum.org/v1/gonum/floats"

	"beagle/model/expression"
	"beagle/statistics/codelength"
	"beagle/statistics/dataset"
)

// mostAppraised bounds what is remembered of expressions for some data.
const mostAppraised = 4096

// appraisal is what comparing finds out about an expression alone.
type appraisal struct {
	values    []float64 // at each point; nil: refused
	refused   string
	constants int
	own       float64   // nats for writing it down
	left      float64   // nats that it leaves unexplained
	scales    []float64 // squared scales of the noise that it speaks for, by law; +Inf: it says nothing of it
}

// appraised is the key of an appraisal: the expression, and whether it may be negative.
type appraised struct {
	node     expression.Node
	negative bool
}

// appraisals are what was found out about expressions for some data.
type appraisals struct {
	sync.Mutex
	of map[appraised]*appraisal
}

// appraisalsKey is the key under which data keep them.
type appraisalsKey struct{}

// appraise looks at an expression alone, once for some data. negative allows negative
// values although none was measured. It may be called concurrently; where the same is
// appraised twice at once, one of both is kept.
func appraise(d *dataset.Data, n expression.Node, negative bool) *appraisal {
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
		a.refused = Refuse(d, n, f, negative || !d.Relative() || dataset.RelativeError(d, f) == 0)
	}
	if a.refused == "" {
		a.values, a.constants = f, codelength.Constants(n)
		a.own = codelength.Length(n, len(d.Columns), d.Points()) + smallSample(d, a.constants)
		a.left, a.scales = unexplained(d, f, nil)
		floats.Scale(expected(d, a.constants), a.scales)
	}
	all.Lock()
	if len(all.of) >= mostAppraised {
		clear(all.of)
	}
	all.of[key] = a
	all.Unlock()
	return a
}
