package simulation

import "beagle/pcm/instance"

// server is an active resource. Times are seconds of service: the rate has been taken into account.
type server struct {
	policy instance.Policy
	cores  int

	// Processor sharing.
	jobs    heap // by the virtual time at which they are done
	virtual float64
	since   float64 // when virtual was brought up to date

	busy  int
	queue ring

	present int     // jobs in service or waiting
	changed float64 // when the number of jobs in service changed last
	work    float64 // integral of the share of the servers that work
}

func (s *server) speed(n int) float64 {
	if n <= s.cores {
		return 1
	}
	return float64(s.cores) / float64(n)
}

func (s *server) account(now float64) {
	working := 0.0
	switch s.policy {
	case instance.Delay:
		if s.present > 0 {
			working = 1
		}
	case instance.FCFS:
		working = float64(s.busy) / float64(s.cores)
	default:
		working = float64(min(s.present, s.cores)) / float64(s.cores)
	}
	s.work += float64(working * (now - s.changed))
	s.changed = now
}

func (s *server) arrive(c *calendar, now float64, index int32, t *thread, service float64) {
	s.account(now)
	s.present++
	switch s.policy {
	case instance.Delay:
		c.add(event{time: now + service, thread: t, server: index})
	case instance.FCFS:
		if s.busy < s.cores {
			s.busy++
			c.add(event{time: now + service, thread: t, server: index})
			return
		}
		s.queue.push(waiting{t, service})
	default:
		s.advance(now)
		s.jobs.push(event{time: s.virtual + service, number: c.number, thread: t})
		s.schedule(c, now, index)
	}
}

func (s *server) left(c *calendar, now float64, index int32) {
	s.account(now)
	s.present--
	if s.policy != instance.FCFS {
		return
	}
	if next, ok := s.queue.pop(); ok {
		c.add(event{time: now + next.service, thread: next.thread, server: index})
		return
	}
	s.busy--
}

func (s *server) advance(now float64) {
	if n := len(s.jobs.events); n > 0 {
		s.virtual += float64((now - s.since) * s.speed(n))
	} else {
		s.virtual = 0 // keeps numbers small
	}
	s.since = now
}

func (s *server) schedule(c *calendar, now float64, index int32) {
	if n := len(s.jobs.events); n > 0 {
		left := max(0, s.jobs.events[0].time-s.virtual)
		c.move(index, now+left/s.speed(n))
	}
}

func (s *server) done(c *calendar, now float64, index int32) *thread {
	s.account(now)
	s.present--
	s.advance(now)
	first := s.jobs.pop()
	s.virtual = max(s.virtual, first.time) // exact, whatever rounding did
	s.schedule(c, now, index)
	return first.thread
}

type waiting struct {
	thread  *thread
	service float64
}

type ring struct {
	items       []waiting
	first, size int
}

func (r *ring) push(w waiting) {
	if r.size == len(r.items) {
		bigger := make([]waiting, max(16, 2*len(r.items)))
		for i := range r.size {
			bigger[i] = r.items[(r.first+i)%len(r.items)]
		}
		r.items, r.first = bigger, 0
	}
	r.items[(r.first+r.size)%len(r.items)] = w
	r.size++
}

func (r *ring) pop() (waiting, bool) {
	if r.size == 0 {
		return waiting{}, false
	}
	w := r.items[r.first]
	r.items[r.first] = waiting{}
	r.first = (r.first + 1) % len(r.items)
	r.size--
	return w, true
}

type pool struct {
	free  int
	queue ring
}

func (p *pool) acquire(t *thread) bool {
	if p.free > 0 {
		p.free--
		return true
	}
	p.queue.push(waiting{thread: t})
	return false
}

func (p *pool) release() *thread {
	if w, ok := p.queue.pop(); ok {
		return w.thread
	}
	p.free++
	return nil
}
