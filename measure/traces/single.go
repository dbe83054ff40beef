package traces

// Alone is a result of nothing but the trace, as a class of its own, so that it
// can be shown like one.
func (r Result) Alone(t Trace) Result {
	n := len(t.Executions)
	c := &Class{Count: 1, names: r.Names, from: t.Source, rep: representative{id: t.ID, parent: t.Parent, session: t.Session}, Calls: newCalls(n)}
	c.host = noHost
	hosts, several := make([]int32, n), false
	for i, e := range t.Executions {
		c.ops, c.parents, hosts[i] = append(c.ops, e.Op), append(c.parents, e.Parent), e.Host
		several = several || e.Host != hosts[0]
		one := exec{op: e.Op, parent: e.Parent, in: e.In, out: e.Out}
		call := &c.Calls[i]
		if e.Failed {
			one.out |= failedBit
			call.Failed = 1
		}
		c.rep.execs = append(c.rep.execs, one)
		duration := max(0, e.Out-e.In)
		call.Min, call.Max = duration, duration
		call.sum.add(uint64(duration))
		call.squares.addSquare(uint64(duration))
		call.sketch.add(duration, nil)
	}
	switch {
	case several:
		c.hosts = hosts
	case n > 0:
		c.host = hosts[0]
	}
	alone := Result{Names: r.Names, Counts: Counts{Valid: 1}}
	if n > 0 {
		alone.Classes = []*Class{c}
	}
	return alone
}
