package control

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"beagle/model"
)

// State is the state of an analysis.
type State string

// The states of an analysis; three of them are final.
const (
	Preparing State = "preparing" // the program is built, nothing is measured yet
	Running   State = "running"   // tools contribute, one at a time
	Paused    State = "paused"    // between two contributions, until somebody continues
	Aborting  State = "aborting"  // a person has ended it; what is there is still learnt from
	Aborted   State = "aborted"   // ended before its time; it can be resumed
	Finished  State = "finished"  // the judge has ended it, or its time was over
	Failed    State = "failed"    // an error has ended it; Reason of the snapshot says which
)

var transitions = map[State][]State{
	Preparing: {Running, Aborting, Failed},
	Running:   {Paused, Aborting, Finished, Failed},
	Paused:    {Running, Aborting, Failed},
	Aborting:  {Aborted, Failed},
}

// Ended reports whether the state is final.
func (s State) Ended() bool { return s == Aborted || s == Finished || s == Failed }

// TransitionError marks a request that the present state does not allow.
type TransitionError struct {
	From, To State // the present state, and the one that was asked for
}

func (e TransitionError) Error() string {
	return fmt.Sprintf("the analysis is %s and cannot become %s", e.From, e.To)
}

// Machine is the state of one analysis and what people asked of it. Requests come from any goroutine; the analysis
// itself looks between two contributions (Gate) and is told through a context when the launch in flight is to end.
type Machine struct {
	mu       sync.Mutex
	state    State
	reason   string
	pausing  bool               // pause as soon as the present contribution is complete
	drop     context.CancelFunc // ends the contribution in flight
	launch   bool               // which is a launch
	enough   bool               // nothing more is measured
	parting  bool               // aborting, and nothing is left but to learn from what was measured
	hurried  bool               // aborted twice: not even that
	there    []model.ElementID  // to be measured where that decides, when the planned launches are made
	wake     chan struct{}      // closed when somebody asked for something
	changed  func()
	now      func() time.Time
	pausedAt time.Time
	paused   time.Duration
}

// NewMachine is in state Preparing. changed is called after every change, without the lock, by the goroutine that
// changed something; nil: nobody is told.
func NewMachine(changed func()) *Machine {
	return &Machine{state: Preparing, wake: make(chan struct{}), changed: changed, now: time.Now}
}

// Status is the present state.
type Status struct {
	State   State         // where in its life the analysis is
	Reason  string        // why, in words
	Pausing bool          // running, but about to pause
	Enough  bool          // a person wants no more measurements: what is there is learnt from, and then it ends
	Parting bool          // aborting: the measuring has ended, and what it brought is learnt from
	Paused  time.Duration // in state paused so far
}

// Status returns the present state; any goroutine may ask.
func (m *Machine) Status() Status {
	m.mu.Lock()
	defer m.mu.Unlock()
	paused := m.paused
	if m.state == Paused {
		paused += m.now().Sub(m.pausedAt)
	}
	return Status{State: m.state, Reason: m.reason, Pausing: m.pausing, Enough: m.enough, Parting: m.parting, Paused: paused}
}

// Pause asks to pause.
func (m *Machine) Pause() error {
	return m.request(func() error {
		switch {
		case m.state == Paused:
			return nil
		case m.state != Running && m.state != Preparing:
			return TransitionError{m.state, Paused}
		case m.pausing && m.state == Running && m.drop != nil:
			m.drop()
		}
		m.pausing = true
		return nil
	})
}

// Continue takes a pause back, whether it has begun or not.
func (m *Machine) Continue() error {
	return m.request(func() error {
		if m.state != Paused && m.state != Running && m.state != Preparing {
			return TransitionError{m.state, Running}
		}
		m.pausing = false
		if m.state == Paused {
			m.set(Running, "")
		}
		return nil
	})
}

// Enough asks that nothing more is measured.
func (m *Machine) Enough() error {
	return m.request(func() error {
		if m.state != Running && m.state != Paused && m.state != Preparing {
			return TransitionError{m.state, Finished}
		}
		m.enough, m.pausing = true, false
		if m.state == Paused {
			m.set(Running, "")
		}
		if m.launch && m.drop != nil {
			m.drop()
		}
		return nil
	})
}

// MeasureThere asks that an element is measured where that decides what its measurements leave undecided.
func (m *Machine) MeasureThere(id model.ElementID) error {
	return m.request(func() error {
		if m.state.Ended() || m.state == Aborting || m.enough {
			return TransitionError{m.state, Running}
		}
		if !slices.Contains(m.there, id) {
			m.there = append(m.there, id)
		}
		return nil
	})
}

func (m *Machine) toMeasureThere(take bool) (ids []model.ElementID) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if ids = m.there; take {
		m.there = nil
	}
	return ids
}

// ErrNoLaunch says that no launch is in flight that could be ended or repeated.
var ErrNoLaunch = errors.New("no launch is in flight")

// Repeat drops the launch in flight with what it brought; it is made again. ErrNoLaunch: there is none.
func (m *Machine) Repeat() error {
	return m.request(func() error {
		if !m.launch || m.drop == nil || m.state != Running {
			return ErrNoLaunch
		}
		m.drop()
		return nil
	})
}

func (m *Machine) isEnough() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.enough
}

func (m *Machine) launching() (end func()) {
	set := func(launch bool) {
		m.mu.Lock()
		defer m.mu.Unlock()
		if m.launch = launch; launch && m.enough && m.drop != nil {
			m.drop() // asked for just before
		}
	}
	set(true)
	return func() { set(false) }
}

// Abort ends the launch in flight and the analysis, which learns for a short time from what was measured.
func (m *Machine) Abort(reason string) error {
	return m.request(func() error {
		switch {
		case m.state == Aborting:
			if m.hurried = true; m.drop != nil {
				m.drop()
			}
			return nil
		case m.state == Aborted:
			return nil
		case m.state.Ended():
			return TransitionError{m.state, Aborting}
		}
		m.pausing = false
		m.set(Aborting, reason)
		if m.drop != nil {
			m.drop()
		}
		return nil
	})
}

func (m *Machine) part() bool {
	m.mu.Lock()
	may := m.state == Aborting && !m.hurried
	changed := may != m.parting
	m.parting = may
	m.mu.Unlock()
	if changed {
		m.tell()
	}
	return may
}

// request changes the state under the lock and wakes everybody who waits for a change.
func (m *Machine) request(change func() error) error {
	m.mu.Lock()
	err := change()
	if err == nil {
		close(m.wake)
		m.wake = make(chan struct{})
	}
	m.mu.Unlock()
	if err == nil {
		m.tell()
	}
	return err
}

func (m *Machine) to(next State, reason string) error {
	m.mu.Lock()
	for _, allowed := range transitions[m.state] {
		if allowed == next {
			m.set(next, reason)
			m.mu.Unlock()
			m.tell()
			return nil
		}
	}
	from := m.state
	m.mu.Unlock()
	return TransitionError{from, next}
}

func (m *Machine) set(next State, reason string) {
	if m.state == Paused {
		m.paused += m.now().Sub(m.pausedAt)
	}
	if next == Paused {
		m.pausedAt = m.now()
	}
	if next.Ended() {
		m.pausing, m.parting = false, false
	}
	m.state, m.reason = next, reason
}

func (m *Machine) tell() {
	if m.changed != nil {
		m.changed()
	}
}

// gate is passed between two contributions: it waits while the analysis is paused, and reports whether it goes on.
func (m *Machine) gate(ctx context.Context) bool {
	for {
		m.mu.Lock()
		if m.pausing && m.state == Running {
			m.pausing = false
			m.set(Paused, "")
			m.mu.Unlock()
			m.tell()
			continue
		}
		state, wake := m.state, m.wake
		m.mu.Unlock()
		if state != Paused {
			return state == Running && ctx.Err() == nil
		}
		select {
		case <-wake:
		case <-ctx.Done():
			return false
		}
	}
}

func (m *Machine) dropContribution() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.drop != nil {
		m.drop()
	}
}

// contribution is the context of one contribution, which pause or abort may end.
func (m *Machine) contribution(ctx context.Context) (inTurn context.Context, end func() (dropped bool)) {
	inTurn, cancel := context.WithCancel(ctx)
	m.mu.Lock()
	m.drop = cancel
	if m.state == Aborting && (m.hurried || !m.parting) {
		cancel()
	}
	m.mu.Unlock()
	return inTurn, func() bool {
		m.mu.Lock()
		m.drop = nil
		dropped := inTurn.Err() != nil
		m.mu.Unlock()
		cancel()
		return dropped
	}
}
