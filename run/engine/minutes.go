package engine

import (
	"errors"
	"slices"
	"sync"

	"beagle/model"
	"beagle/run"
)

type minutes struct {
	mu      sync.Mutex
	at      activity
	problem *model.Problem  // why the analysis failed; nil: it did not
	noted   []model.Problem // found by the engine itself
	judged  *run.Validation // how the learnt model predicts; nil: that was not judged
}

type activity struct {
	tool string // that has the control flow
	what string // in words; empty: the measurer says it
	step string // how far that is; empty: it cannot be said
}

func (m *minutes) begin(a activity) {
	m.mu.Lock()
	m.at = a
	m.mu.Unlock()
}

func (m *minutes) now() activity {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.at
}

func (m *minutes) fail(err error) {
	var p model.Problem
	if !errors.As(err, &p) {
		p = model.Problem{Message: err.Error(), Rule: "failed"}
	}
	p.Severity = model.Error
	m.mu.Lock()
	m.problem = &p
	m.mu.Unlock()
}

func (m *minutes) note(p model.Problem) {
	m.mu.Lock()
	m.noted = append(m.noted, p)
	m.mu.Unlock()
}

func (m *minutes) problems() (*model.Problem, []model.Problem) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.problem, slices.Clip(m.noted)
}

func (m *minutes) validated(v *run.Validation) {
	m.mu.Lock()
	m.judged = v
	m.mu.Unlock()
}

func (m *minutes) validation() *run.Validation {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.judged
}
