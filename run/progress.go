package run

import (
	"context"
	"fmt"
	"sync"
	"time"

	"beagle/internal/quantity"
	"beagle/internal/registry"
	"beagle/measure"
)

// Part is one of the parts that an analysis consists of.
type Part string

// The parts, in the order in which they come.
const (
	Building   Part = "build"      // the project's own build
	Launching  Part = "launches"   // those configured
	Learning   Part = "learning"   // after these
	Precising  Part = "precision"  // launches again, until demands are known well enough
	Validating Part = "validation" // launches that did not teach are predicted
)

// Parts are all of them in their order.
var Parts = []Part{Building, Launching, Learning, Precising, Validating}

// Progress is how far a whole analysis is.
type Progress struct {
	Part Part `json:"part"` // what the analysis is busy with
	// Left is how long the launches that are planned now will take, as earlier ones of the same configurations did,
	// and Unknown how many of them were never made: of these nobody knows.
	Left    Duration `json:"left,omitempty"`
	Unknown int      `json:"unknown,omitempty"` // see Left
	Why     string   `json:"why,omitempty"`     // launches were added to those configured
}

// Words say what is left, and claim nothing that is not known; empty: nothing is.
func (p *Progress) Words() string {
	left := measure.About(time.Duration(p.Left))
	switch {
	case p.Left <= 0 || p.Part == Validating: // no launch is to come
		return ""
	case p.Unknown > 0:
		return fmt.Sprintf("more than %s left: %s not measured yet", left, quantity.Plural(p.Unknown, "launch", "launches"))
	default:
		return "about " + left + " left"
	}
}

// Ended is what notifiers are told of a run that has ended.
type Ended struct {
	Run, State, Reason, Model string // the run's id, how it ended (finished, aborted, failed), why in words, and the path of its model
}

// Notifiers are told when a run has ended, by name.
var Notifiers registry.Registry[func(context.Context, Ended) error]

// Notice holds at most one unread word of a change, so that whoever sets it never waits.
type Notice struct {
	C      chan struct{} // says that something changed; it holds one word at most
	mu     sync.Mutex
	closed bool
}

// NewNotice is a notice that nothing has changed.
func NewNotice() *Notice { return &Notice{C: make(chan struct{}, 1)} }

// Set says that something changed; where nobody has heard the last word yet, that one is enough. After Close
// it does nothing.
func (s *Notice) Set() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	select {
	case s.C <- struct{}{}:
	default:
	}
}

// Close closes the channel; further calls do nothing.
func (s *Notice) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.closed = true
		close(s.C)
	}
}
