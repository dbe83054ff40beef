package simulation

// event wakes a thread, or tells a resource that its next job is done.
type event struct {
	time    float64
	number  uint64 // of two at the same time the earlier one goes first
	thread  *thread
	server  int32  // thread is nil: a processor sharing resource
	version uint32 // of the server when the event was made; another one: it is void
}

func (e *event) before(other *event) bool {
	return e.time < other.time || e.time == other.time && e.number < other.number
}

// calendar is the queue of events: a binary heap.
type calendar struct {
	heap   []event
	number uint64
}

func (c *calendar) add(e event) {
	c.number++
	e.number = c.number
	c.heap = append(c.heap, e)
	h := c.heap
	i := len(h) - 1
	for i > 0 {
		up := (i - 1) / 2
		if !e.before(&h[up]) {
			break
		}
		h[i] = h[up]
		i = up
	}
	h[i] = e
}

func (c *calendar) next() (first event, ok bool) {
	h := c.heap
	if len(h) == 0 {
		return event{}, false
	}
	first = h[0]
	last := h[len(h)-1]
	h[len(h)-1] = event{}
	h = h[:len(h)-1]
	c.heap = h
	if len(h) == 0 {
		return first, true
	}
	i := 0
	for {
		child := 2*i + 1
		if child >= len(h) {
			break
		}
		if child+1 < len(h) && h[child+1].before(&h[child]) {
			child++
		}
		if !h[child].before(&last) {
			break
		}
		h[i] = h[child]
		i = child
	}
	h[i] = last
	return first, true
}
