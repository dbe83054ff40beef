package cost

import (
	"context"
	"time"

	"beagle/learn"
	"beagle/model"
	"beagle/model/expression"
)

// Allocates is how many bytes a call allocates; nil: not known, or no call allocates.
func (r *Result) Allocates() expression.Node {
	if r.Bytes == nil {
		return nil
	}
	return r.Bytes.Written(r.Bytes.Verdict.Final)
}

// allocated learns how many bytes calls allocate, in at most some seconds.
func (l *loop) allocated(ctx context.Context, seconds float64) {
	bytes := l.out.Table
	bytes.Target.Num = nil
	most := 0.0
	for _, o := range l.observations {
		bytes.Target.Num = append(bytes.Target.Num, o.Bytes)
		most = max(most, o.Bytes)
	}
	if most < smallest {
		return
	}
	limited, cancel := context.WithTimeout(ctx, time.Duration(seconds*float64(time.Second)))
	defer cancel()
	learnt, err := learn.Table(limited, &bytes, model.InternalAction, learn.Options{Seed: l.r.Seed, Element: l.out.Element, ProcessorTimes: true})
	if err != nil {
		l.out.Problems = append(l.out.Problems, model.AsProblem(err, "learn"))
		return
	}
	if learnt.Verdict.Final >= 0 {
		l.out.Bytes = &learnt
	}
}

// smallest is what an object takes at least, bytes: a header of eight (JEP 519). Less in a call is what the clocks allocate.
const smallest = 8
