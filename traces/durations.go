package traces

import (
	"math"

	"beagle/traces/classes"
)

// A trace of a class adds to several numbers of each of its executions. With many classes none of them is in the
// processor's caches when the next trace of the class comes, and fetching them would cost more than everything else.
// So the durations of a few traces are kept side by side, in one or two lines of the cache, and what is fetched then
// serves all of them.

type classSet struct {
	*base
	classes classTable
	hand    int      // class whose quantiles are made coarser next
	level   uint8    // how often new sketches are collapsed
	row     []uint32 // scratch for the durations of a trace
}

const bufferedTraces = 8

// buffer keeps a trace's durations for later; false where they must be counted at once: of a class without a second
// trace yet, of executions that failed, took 4 s or end before they begin.
func (s *classSet) buffer(c *class, execs []classes.Exec) bool {
	n, width := len(c.buffered), len(c.calls)
	if n+width > cap(c.buffered) && !s.grantBuffer(c) {
		return false
	}
	row := c.buffered[n : n+width]
	execs = execs[:len(row)]
	var all uint64
	for i := range row {
		duration := uint64(execs[i].Out - execs[i].In)
		all |= duration
		row[i] = uint32(duration)
	}
	if all > math.MaxUint32 {
		return false
	}
	if c.buffered = c.buffered[:n+width]; n+2*width > cap(c.buffered) {
		s.fold(c)
	}
	return true
}

func (s *classSet) grantBuffer(c *class) bool {
	bytes := int64(4 * bufferedTraces * len(c.calls))
	if c.count < 2 || s.engine.classMemory.Load() < bytes {
		return false
	}
	if s.engine.classMemory.Add(-bytes) < 0 {
		s.engine.classMemory.Add(bytes)
		return false
	}
	c.memory += bytes
	c.buffered = make([]uint32, 0, bufferedTraces*len(c.calls))
	return true
}

func (s *classSet) fold(c *class) {
	if len(c.buffered) > 0 {
		s.addRows(c, c.buffered)
		c.buffered = c.buffered[:0]
	}
}

func (s *classSet) addRows(c *class, rows []uint32) {
	width := len(c.calls)
	if len(s.classes.all) >= manyClasses {
		s.askBins(c)
	}
	for i := range c.calls {
		call := &c.calls[i]
		low, high := call.Min, call.Max
		var sum uint64
		squares := call.Squares
		for at := i; at < len(rows); at += width {
			duration := int64(rows[at])
			low, high = min(low, duration), max(high, duration)
			sum += uint64(duration)
			squares.AddSquare(uint64(duration))
			if !call.Sketch.Quick(duration) {
				s.bin(call, duration)
			}
		}
		call.Min, call.Max, call.Squares = low, high, squares
		call.Sum.Add(sum)
	}
}

func (s *classSet) askBins(c *class) {
	var middle [32]*uint32
	n := 0
	for i := range c.calls[:min(len(c.calls), len(middle))] {
		if bins := c.calls[i].Sketch.Bins; len(bins) > 0 {
			middle[n] = &bins[len(bins)/2]
			n++
		}
	}
	prefetch(middle[:n])
}

func (s *classSet) measure(c *class, execs []classes.Exec) {
	calls := c.calls[:len(execs)]
	for i := range execs {
		e, call := &execs[i], &calls[i]
		duration := e.Out - e.In
		if e.Out < 0 { // failedBit
			duration = e.Out&^classes.FailedBit - e.In
			call.Failed++
		}
		if duration < 0 {
			duration = 0
			s.counts.Backward++
		}
		call.Min, call.Max = min(call.Min, duration), max(call.Max, duration)
		call.Sum.Add(uint64(duration))
		call.Squares.AddSquare(uint64(duration))
		s.bin(call, duration)
	}
}

func (s *classSet) bin(call *classes.CallStats, duration int64) {
	if !call.Sketch.Quick(duration) && !s.coarse(&call.Sketch, duration) {
		call.Coarse = true
	}
}

// newClass starts a class with the trace's shape; nil where the memory for classes is used up.
func (s *classSet) newClass(hash uint64, o *open, hosts []int32) *class {
	need := classBytes(len(o.execs))
	if s.engine.classMemory.Add(-need) < 0 {
		s.engine.classMemory.Add(need)
		return nil
	}
	c := &class{hash: hash, calls: classes.NewCalls(len(o.execs))}
	c.OneHost = o.host
	c.Ops = make([]int32, len(o.execs))
	c.Parents = make([]int32, len(o.execs))
	if len(hosts) > 0 {
		c.Hosts = append([]int32(nil), hosts...)
		c.OneHost = classes.NoHost
	}
	for i := range o.execs {
		c.Ops[i], c.Parents[i] = o.execs[i].Op, o.execs[i].Parent
	}
	c.memory = need
	s.engine.names.NumberComponents(o.execs)
	s.branched.bear(s.engine.names)
	s.classes.put(c)
	return c
}
