package selection

import (
	"math"
	"sync"

	"beagle/model/expression"
	"beagle/statistics/codelength"
	"beagle/statistics/dataset"
	"beagle/statistics/regression"
	"beagle/statistics/robust"
)

// mostAppraised bounds what is remembered of expressions for some data.
const mostAppraised = 4096

// appraisal is what comparing finds out about an expression alone.
type appraisal struct {
	values    []float64 // at each point; nil: refused
	refused   string
	error     float64
	constants int
	own       float64 // nats for writing it down, and penalties for what data cannot show

	sync.Mutex
	calibrated *regression.Noise // by the values alone
	residuals  *residuals
}

// appraised is the key of an appraisal: the expression, and whether it may be negative.
type appraised struct {
	node     expression.Node
	negative bool
}

// residuals are those of an expression under a noise of an offset.
type residuals struct {
	offset    float64
	residuals []float64
	spread    float64

	under noiseKey // by which loss was worked out last
	loss  float64
}

// noiseKey is what noise of the same data may differ by.
type noiseKey struct{ sigma, offset, slack float64 }

func keyOf(noise *regression.Noise) noiseKey {
	return noiseKey{noise.Sigma, noise.Offset, noise.Slack}
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
		a.error = dataset.RelativeError(d, f)
		a.refused = Refuse(d, n, f, negative || !d.Relative() || a.error == 0)
	}
	if a.refused == "" {
		a.values, a.constants = f, codelength.Constants(n)
		a.own = codelength.Length(n, len(d.Columns), d.Points()) + extrapolationPenalty(d, n) + smallSample(d, a.constants) + leveragePenalty(d, n)
	}
	all.Lock()
	if len(all.of) >= mostAppraised {
		clear(all.of)
	}
	all.of[key] = a
	all.Unlock()
	return a
}

// noise is the one that an expression's values speak for; it is the caller's.
func (a *appraisal) noise(d *dataset.Data) regression.Noise {
	a.Lock()
	defer a.Unlock()
	if a.calibrated == nil {
		a.calibrated = regression.Calibrate(d, a.values, a.constants)
	}
	return *a.calibrated
}

// under are the residuals under a noise of these data; those under the offset
// that was asked for last are remembered, for it hardly ever changes.
func (a *appraisal) under(d *dataset.Data, noise *regression.Noise) *residuals {
	a.Lock()
	defer a.Unlock()
	return a.strayed(d, noise)
}

func (a *appraisal) strayed(d *dataset.Data, noise *regression.Noise) *residuals {
	if a.residuals == nil || a.residuals.offset != noise.Offset {
		r := make([]float64, d.Points())
		noise.Residuals(r, d.Y, a.values)
		a.residuals = &residuals{offset: noise.Offset, residuals: r, spread: robust.Scale(r, a.constants), loss: math.NaN()}
	}
	return a.residuals
}

// loss is what the expression leaves unexplained under a noise, in nats; the last one
// is remembered.
func (a *appraisal) loss(d *dataset.Data, noise *regression.Noise) float64 {
	a.Lock()
	defer a.Unlock()
	r := a.strayed(d, noise)
	if key := keyOf(noise); math.IsNaN(r.loss) || r.under != key {
		r.under, r.loss = key, noise.LossOf(r.residuals)
	}
	return r.loss
}
