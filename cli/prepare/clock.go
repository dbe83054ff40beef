package prepare

import "time"

const (
	trialsWithin = 6 * time.Minute // all launches, also with other components; what is left then is not tried
	mostCrowded  = 2               // times as long as that on a machine that does other work
)

// clock counts for how long launches are tried, with the present components and with others.
type clock struct {
	busy   func() float64 // how many times as long a program takes as alone; nil: it is alone
	most   float64        // the largest of these so far
	began  time.Time      // when the first launch was tried with the present components
	before time.Duration  // for which launches were tried with other components
}

// start begins to count, if nothing was tried with these components.
func (c *clock) start() {
	if c.began.IsZero() {
		c.began = time.Now()
	}
}

// rest counts no more until the next start.
func (c *clock) rest() { c.before, c.began = c.took(), time.Time{} }

// took is for how long launches were tried.
func (c *clock) took() time.Duration {
	if c.began.IsZero() {
		return c.before
	}
	return c.before + time.Since(c.began)
}

// crowded is how many times as long a program takes now as alone, where somebody knows.
func (c *clock) crowded() float64 {
	if c.busy == nil {
		return 1
	}
	return c.busy()
}

// left is how long launches may still be tried of which one takes so many times as long now.
// What was slow before is no reason to try less where the machine is quiet again.
func (c *clock) left(crowded float64) time.Duration {
	c.most = max(c.most, crowded)
	return time.Duration(float64(trialsWithin)*min(c.most, mostCrowded)) - c.took()
}
