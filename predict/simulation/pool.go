package simulation

// pool is a passive resource: so many places, and a queue of those who wait.
type pool struct {
	free  int
	queue ring
}

// acquire takes a place; false: the thread waits.
func (p *pool) acquire(t *thread) bool {
	if p.free > 0 {
		p.free--
		return true
	}
	p.queue.push(waiting{thread: t})
	return false
}

// release gives a place to the one who waits longest.
func (p *pool) release() *thread {
	if w, ok := p.queue.pop(); ok {
		return w.thread
	}
	p.free++
	return nil
}
