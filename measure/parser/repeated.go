package parser

import "beagle/model"

// repeated are the times of one demand within one execution of a service: of
// the body of a loop, say. They are no independent observations: a program that
// is warming up, or a machine that is busy, disturbs them all alike, and one
// long loop at such a moment would outweigh everything else. So an execution
// counts once, with the mean of its times: how often the demand is executed times
// that mean is what the execution took, which their median would not give.
type repeated struct {
	to     *collector
	n      int64
	weight float64
	sum    float64 // of the times, each by its weight
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
	r.sum += weight * seconds
}

// finish hands over the times of an execution that has ended.
func (f *frame) finish() {
	for i := range f.times {
		if r := &f.times[i]; r.weight > 0 {
			r.to.addRepeated(f, r.sum/r.weight, r.n, r.weight)
		}
	}
	f.times = f.times[:0]
}

func (c *collector) addRepeated(f *frame, seconds float64, n int64, weight float64) {
	c.seen += n - 1
	c.weight += weight - 1
	c.add(f, model.NumberValue(seconds), 1)
}
