package parser

import (
	"beagle/model"
	"beagle/statistics/robust"
)

// repeated are the times of one demand within one execution of a service: of
// the body of a loop, say. They are no independent observations: a program that
// is warming up, or a machine that is busy, disturbs them all alike, and one
// long loop at such a moment would outweigh everything else. So an execution
// counts once, with the median of its times.
type repeated struct {
	to     *collector
	n      int64
	weight float64
	times  [15]float64 // a uniform sample (Vitter's algorithm R)
}

// repeat adds a time of this execution.
func (f *frame) repeat(to *collector, seconds, weight float64) {
	var r *repeated
	for i := range f.times {
		if f.times[i].to == to {
			r = &f.times[i]
			break
		}
	}
	if r == nil {
		f.times = append(f.times, repeated{to: to})
		r = &f.times[len(f.times)-1]
	}
	r.n++
	r.weight += weight
	if r.n <= int64(len(r.times)) {
		r.times[r.n-1] = seconds
	} else if i := to.below(r.n); i < int64(len(r.times)) {
		r.times[i] = seconds
	}
}

// finish hands over the times of an execution that has ended.
func (f *frame) finish() {
	for i := range f.times {
		r := &f.times[i]
		r.to.addRepeated(f, robust.Median(r.times[:min(r.n, int64(len(r.times)))]), r.n, r.weight)
	}
	f.times = f.times[:0]
}

func (c *collector) addRepeated(f *frame, seconds float64, n int64, weight float64) {
	c.seen += n - 1
	c.weight += weight - 1
	c.add(f, model.NumberValue(seconds), 1)
}
