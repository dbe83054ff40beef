package traces

// Interval is what classes and counts gained since it was last called, or since
// the start: reduced traces of their own, with exact statistics. It takes them
// out of the shards, so that only what was seen costs anything; Result still
// knows everything. Options must say that it will be called. The throughput paper's workers send the same
// once a second (Fittkau, Waller, Brauer, Hasselbring: Scalable and Live Trace
// Processing with Kieker Utilizing Cloud Computing, KPDAYS 2013).
func (e *Engine) Interval() ([]*Class, Counts) {
	e.mu.Lock()
	defer e.mu.Unlock()
	gained := e.gained
	e.gained = map[uint64][]*Class{}
	now := e.counts
	for _, s := range e.shards {
		counts := s.each(func(c *class) { e.keep(s.take(c), c.hash, gained) })
		now.add(&counts)
	}
	since := now.minus(&e.before)
	e.before = now
	var all []*Class
	for _, classes := range gained {
		all = append(all, classes...)
	}
	sortClasses(all)
	return all, since
}

// minus is what was counted after o.
func (c Counts) minus(o *Counts) Counts {
	c.Records -= o.Records
	c.Events -= o.Events
	c.Valid -= o.Valid
	c.Invalid -= o.Invalid
	c.Repaired -= o.Repaired
	c.Unsorted -= o.Unsorted
	c.Backward -= o.Backward
	for i := range c.Reasons {
		c.Reasons[i] -= o.Reasons[i]
	}
	return c
}

// take is what a class holds; it begins anew.
func (s *classSet) take(c *class) *Class {
	p := s.public(c, true)
	c.count, c.calls, c.rep, c.started = 0, newCalls(len(c.ops)), representative{}, nil
	return p
}
