package control

import (
	"context"
	"time"
)

// early is learning before everything was measured: between two launches, never while the program runs.
type early struct {
	begun    bool          // the next turns are for what is there
	whole    bool          // all analysers and the judge had their turns once
	measured time.Duration // measuring has taken
	spent    time.Duration // learning early has taken
	learning time.Duration // since something was measured last
	needs    time.Duration // learning takes, as far as is known
}

// earlyShare is the share of the time of measuring that learning early may take.
const (
	earlyShare = 0.25
	earlyLeast = 200 * time.Millisecond
)

func (e *early) left() time.Duration { return time.Duration(earlyShare*float64(e.measured)) - e.spent }

func (e *early) launched(took time.Duration, brought bool) {
	e.measured += took
	if brought {
		e.learning = 0
		e.begun = e.left() >= max(e.needs, earlyLeast)
	}
}

func (e *early) learnt(took time.Duration, end bool) {
	e.learning += took
	if e.begun {
		e.spent += took
	}
	if end {
		e.needs, e.begun, e.whole = e.learning, false, true
	}
}

func (a *Analysis) now() time.Time {
	if a.Now != nil {
		return a.Now()
	}
	return time.Now()
}

// learnEarly is one turn of learning from what is there so far.
func (a *Analysis) learnEarly(ctx context.Context) error {
	began, able, left := a.now(), a.able(), a.early.left()
	switch {
	case able != nil && left > 0:
		inTime, cancel := context.WithTimeout(ctx, left)
		defer cancel()
		err := a.turn(inTime, able)
		a.early.learnt(a.now().Sub(began), false)
		return err
	case able != nil && a.early.whole:
		a.early.needs, a.early.begun = 2*a.early.learning, false
		return nil
	}
	_, err := a.rule(ctx, bestSoFar)
	a.early.learnt(a.now().Sub(began), able == nil)
	a.early.begun = false
	return err
}
