package recorded

import (
	"math/rand/v2"

	"beagle/internal/aged"
	"beagle/model"
)

const (
	maxOpenCalls = 100_000   // service calls at a time
	maxOfCall    = 100_000   // observations of one call that are kept; beyond that a fair sample
	maxWaiting   = 2_000_000 // observations in all
)

// openCalls are the service executions whose own record has not come yet, with the observations made inside them.
type openCalls struct {
	calls aged.Map[string, *openCall]
	kept  int // observations
	rng   *rand.Rand
	most  int // see maxWaiting
}

type openCall struct {
	observations []observation
	seen         int64         // observations, with those that were not kept
	left         map[int]int64 // of each element, those that were not kept
	unnamed      int64         // branches that were passed without a transition, of which it is not said which
}

type observation struct {
	element int
	value   model.Value
}

func newOpenCalls(rng *rand.Rand) *openCalls { return &openCalls{rng: rng, most: maxWaiting} }

// of is the call with the id, which may be a new one.
func (o *openCalls) of(id string) (c *openCall, givenUp []*openCall) {
	if c, known := o.calls.Get(id); known {
		return c, nil
	}
	for o.calls.Len() >= maxOpenCalls {
		givenUp = append(givenUp, o.oldest())
	}
	c = &openCall{}
	o.calls.Set(id, c)
	return c, givenUp
}

// add keeps an observation (Vitter, Random sampling with a reservoir, 1985, algorithm R, where a call has very many).
func (o *openCalls) add(id string, w observation) (givenUp []*openCall) {
	c, givenUp := o.of(id)
	c.seen++
	if len(c.observations) < maxOfCall {
		c.observations = append(c.observations, w)
		o.kept++
	} else {
		gone := w
		if at := o.rng.Int64N(c.seen); at < maxOfCall {
			gone, c.observations[at] = c.observations[at], w
		}
		if c.left == nil {
			c.left = map[int]int64{}
		}
		c.left[gone.element]++
	}
	for o.kept > o.most {
		givenUp = append(givenUp, o.oldest())
	}
	return givenUp
}

func (o *openCalls) take(id string) *openCall {
	c, known := o.calls.Take(id)
	if known {
		o.kept -= len(c.observations)
	}
	return c
}

func (o *openCalls) oldest() *openCall {
	c := o.calls.TakeOldest()
	o.kept -= len(c.observations)
	return c
}
