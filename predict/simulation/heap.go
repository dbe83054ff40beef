package simulation

// event wakes a thread, or tells a processor sharing server that its next job is done.
type event struct {
	time     float64
	number   uint64  // of two at the same time the earlier one goes first
	thread   *thread // nil: of a server, or the next user of an open workload
	server   int32   // that is told; or asleep, or starting
	scenario int32   // starting: whose user comes
}

// Servers of events that no server is told of.
const (
	asleep   = -1 // only wakes a thread
	starting = -2 // brings the next user of an open workload
)

func (e *event) before(other *event) bool {
	return e.time < other.time || e.time == other.time && e.number < other.number
}

// heap is a binary heap of events.
type heap struct {
	events []event
	at     []int32 // by server: where its event is; -1: it has none
}

func (h *heap) put(i int, e *event) {
	h.events[i] = *e
	if e.thread == nil && e.server >= 0 {
		h.at[e.server] = int32(i)
	}
}

func (h *heap) up(i int, e event) {
	for i > 0 {
		parent := (i - 1) / 2
		if !e.before(&h.events[parent]) {
			break
		}
		h.put(i, &h.events[parent])
		i = parent
	}
	h.put(i, &e)
}

func (h *heap) down(i int, e event) {
	n := len(h.events)
	for {
		child := 2*i + 1
		if child >= n {
			break
		}
		if child+1 < n && h.events[child+1].before(&h.events[child]) {
			child++
		}
		if !h.events[child].before(&e) {
			break
		}
		h.put(i, &h.events[child])
		i = child
	}
	h.put(i, &e)
}

func (h *heap) push(e event) {
	h.events = append(h.events, event{})
	h.up(len(h.events)-1, e)
}

func (h *heap) pop() event {
	first := h.events[0]
	if first.thread == nil && first.server >= 0 {
		h.at[first.server] = -1
	}
	n := len(h.events) - 1
	last := h.events[n]
	h.events[n] = event{}
	h.events = h.events[:n]
	if n > 0 {
		h.down(0, last)
	}
	return first
}

type calendar struct {
	heap
	number uint64
}

// newCalendar plans events for so many servers, each of which has one at a time.
func newCalendar(servers int) calendar {
	c := calendar{heap: heap{at: make([]int32, servers)}}
	for i := range c.at {
		c.at[i] = -1
	}
	return c
}

func (c *calendar) add(e event) {
	c.number++
	e.number = c.number
	c.push(e)
}

func (c *calendar) move(server int32, time float64) {
	c.number++
	e := event{time: time, number: c.number, server: server}
	switch i := c.at[server]; {
	case i < 0:
		c.push(e)
	case e.before(&c.events[i]):
		c.up(int(i), e)
	default:
		c.down(int(i), e)
	}
}
