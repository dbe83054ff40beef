package control

import (
	"sync"

	"beagle/blackboard"
	"beagle/model"
	"beagle/statistics/dataset"
)

// mostPrepared bounds the elements whose data are kept at a time, with what
// analysers found out about expressions for them.
const mostPrepared = 32

// Prepared is a blackboard whose measurements are made ready for learning, once
// for each state of them, for all who ask. It is safe for concurrent use.
type Prepared struct {
	board *blackboard.Board

	mu   sync.Mutex
	data map[model.ElementID]*dataset.Data
}

// Prepare is of a board that may still change.
func Prepare(board *blackboard.Board) *Prepared {
	return &Prepared{board: board, data: map[model.ElementID]*dataset.Data{}}
}

// Data are the present measurements of an element. They are shared and must not
// be changed.
func (p *Prepared) Data(e *model.Element) *dataset.Data {
	table := p.board.Table(e.ID) // the same one as long as nothing is measured
	p.mu.Lock()
	defer p.mu.Unlock()
	if d := p.data[e.ID]; d != nil && d.Table == table {
		return d
	}
	if len(p.data) >= mostPrepared {
		clear(p.data)
	}
	d := dataset.Prepare(table, e.Kind.Noisy())
	p.data[e.ID] = d
	return d
}
