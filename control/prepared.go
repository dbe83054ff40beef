package control

import (
	"sync"

	"beagle/blackboard"
	"beagle/model"
	"beagle/statistics/dataset"
	"beagle/statistics/launches"
)

// mostPrepared bounds the elements whose data are kept at a time.
const mostPrepared = 32

// Prepared is a blackboard whose measurements are made ready for learning, once for each state of them, for all who
// ask. It is safe for concurrent use.
type Prepared struct {
	// Options are what is known of an element's measurements; nil: nothing.
	Options func(model.ElementID) []dataset.Option

	board *blackboard.Board

	mu      sync.Mutex
	data    map[model.ElementID]*dataset.Data
	scatter map[model.ElementID]scattered
}

type scattered struct {
	table   *model.Table
	scatter launches.Scatter
}

// Prepare is of a board that may still change.
func Prepare(board *blackboard.Board) *Prepared {
	return &Prepared{board: board, data: map[model.ElementID]*dataset.Data{}, scatter: map[model.ElementID]scattered{}}
}

// Data are the present measurements of an element. They are shared and must not be changed.
func (p *Prepared) Data(e *model.Element) *dataset.Data {
	table := p.board.Table(e.ID) // the same one as long as nothing is measured
	p.mu.Lock()
	defer p.mu.Unlock()
	if d := p.data[e.ID]; d != nil && d.Measured == table {
		return d
	}
	if len(p.data) >= mostPrepared {
		clear(p.data)
	}
	d := dataset.PrepareKind(table, e.Kind, p.options(e.ID)...)
	p.data[e.ID], p.scatter[e.ID] = d, scattered{table, d.Scatter}
	return d
}

func (p *Prepared) options(id model.ElementID) []dataset.Option {
	if p.Options == nil {
		return nil
	}
	return p.Options(id)
}

// Scatter is how far launches agree on an element. It outlives the data, for screens show it of all elements at once.
func (p *Prepared) Scatter(e *model.Element) launches.Scatter {
	table := p.board.Table(e.ID)
	p.mu.Lock()
	defer p.mu.Unlock()
	known, ok := p.scatter[e.ID]
	if !ok || known.table != table {
		known = scattered{table, launches.Unknown}
		if e.Kind.Noisy() {
			_, known.scatter = launches.Level(table)
		}
		p.scatter[e.ID] = known
	}
	return known.scatter
}
