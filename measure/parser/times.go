package parser

import (
	"slices"

	"beagle/measure"
	"beagle/model"
)

// ElementTimes are the times of a demand in a launch, summed up in ns.
type ElementTimes struct {
	Element     model.ElementID // whose demand it is
	Times       int64           // executions that recorded a time
	Wall        int64           // the clock in all executions together, ns
	Both        int64           // executions that recorded CPU time, too
	Beside, CPU int64           // wall and CPU time of those
	Waited      int64           // of those, executions that waited
	Away        int64           // of Wall, without a processor where no CPU time was recorded
	Height      int             // sections that are timed inside it, one within the other
}

type tally struct {
	times, wall, both, beside, cpu, waited, away int64
	height                                       int32
}

type timedSection struct {
	start   int64
	section int32
	height  int32
}

// WaitingShare is the share of its wall time without the processor above which an execution waited.
const WaitingShare = 0.1

const (
	maxTimed = 256
	// MaxHeight is the most levels of timed sections that are told apart.
	MaxHeight = 8
)

func (t *tally) add(e *measure.Event) {
	t.times++
	t.wall += e.Wall
	t.away += e.Away
	if e.CPU >= 0 {
		t.both++
		t.beside += e.Wall
		t.cpu += e.CPU
		if float64(e.CPU) < (1-WaitingShare)*float64(e.Wall) {
			t.waited++
		}
	}
}

type timedSections []timedSection

// place finds what lies inside the section of an event: a section ends after those inside it, which began later.
func (timed *timedSections) place(sections []target, e *measure.Event) {
	if e.Time == 0 || e.Thread == measure.Replayed {
		return
	}
	all, height := *timed, int32(0)
	for n := len(all); n > 0 && all[n-1].start >= e.Time; n-- {
		if inner := all[n-1]; inner.section != e.Section { // recursion is one level
			height = max(height, inner.height+1)
		}
		all = all[:n-1]
	}
	height = min(height, MaxHeight)
	t := &sections[e.Section].tally
	t.height = max(t.height, height)
	if len(all) == maxTimed {
		all = append(all[:0], all[maxTimed/2:]...)
	}
	*timed = append(all, timedSection{e.Time, e.Section, height})
}

// Times takes out the times of all demands since it was last called.
func (p *Parser) Times() (all []ElementTimes) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range p.sections {
		t := &p.sections[i]
		if t.tally.times > 0 {
			for _, id := range p.timedBy(i) {
				all = append(all, ElementTimes{
					Element: id, Times: t.tally.times, Wall: t.tally.wall,
					Both: t.tally.both, Beside: t.tally.beside, CPU: t.tally.cpu, Waited: t.tally.waited, Away: t.tally.away, Height: int(t.tally.height),
				})
			}
		}
		t.tally = tally{}
	}
	return all
}

func (p *Parser) timedBy(section int) (ids []model.ElementID) {
	for _, d := range p.sections[section].demand {
		for i := range p.collectors {
			if d.to == &p.collectors[i] {
				ids = append(ids, p.elements[i])
			}
		}
	}
	return ids
}

// Overheads are what was subtracted, by element.
func (p *Parser) Overheads(list []measure.Overhead) map[model.ElementID]measure.Overhead {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := map[model.ElementID]measure.Overhead{}
	for _, o := range list {
		if o.Section < 0 || int(o.Section) >= len(p.sections) {
			continue
		}
		for _, id := range p.timedBy(int(o.Section)) {
			sum := all[id]
			sum.Recorded += o.Recorded
			sum.Own += o.Own
			sum.Nested += o.Nested
			all[id] = sum
		}
	}
	return all
}

// Choose tells which demands wall time counts for although the clock is auto.
func (p *Parser) Choose(short map[model.ElementID]bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range p.sections {
		p.sections[i].short = slices.ContainsFunc(p.timedBy(i), func(id model.ElementID) bool { return short[id] })
	}
}
