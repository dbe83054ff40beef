package parser

import "beagle/model"

// repeated are the times of one demand within one execution of a service: of the body of a loop, say. They are no
// independent observations: a program that is warming up, or a machine that is busy, disturbs them all alike, and one
// long loop at such a moment would outweigh everything else. So an execution is one observation, with the mean of its
// times: how often the demand is executed times that mean is what the execution took, which their median would not
// give. It counts as much as the times of one execution it is the mean of, up to mostRepeated: the mean of few holds
// rare slow times seldom, that of many always, and would seem to grow with their number if both counted alike.
type repeated struct {
	to     *collector
	n      int64
	weight float64
	sum    float64 // of the times, each by its weight
}

// mostRepeated is how much an execution counts at most. Times that are disturbed alike, with a correlation of r, are
// worth 1/r independent ones however many there are (Kish's design effect); this is that of a fifteenth.
const mostRepeated = 15

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

func (f *frame) finish() {
	for i := range f.times {
		if r := &f.times[i]; r.weight > 0 {
			r.to.addRepeated(f, r.sum/r.weight, r.n, r.weight)
		}
	}
	f.times = f.times[:0]
}

// addRepeated adds the mean of the times of an execution. A record of a probe that samples stands for times that it
// tells the mean of, and for executions that were left out: the mean counts as much as those together, since the
// first executions of a launch, which are cold, are recorded one by one, and later ones are not.
func (c *collector) addRepeated(f *frame, seconds float64, n int64, weight float64) {
	c.seen += n - 1
	counts := f.weight * min(max(float64(n), weight/f.weight), mostRepeated)
	c.weight += weight - counts
	c.add(f, model.NumberValue(seconds), counts)
}
