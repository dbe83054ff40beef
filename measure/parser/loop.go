package parser

import "beagle/model"

type loop struct {
	section int32
	frame   int   // index of the execution that it belongs to; -1: none
	n       int64 // bodies so far
	open    bool  // a body is being executed
	left    int64 // the thread's clock when the last body was left
}

// enteredBody and leftBody turn entered and left loop bodies into counts: a body that is entered directly after one
// was left belongs to the same execution of the loop; one that is entered while another is open belongs to a
// recursive execution.
func (th *thread) enteredBody(p *Parser, section int32) {
	i := th.innermost(section)
	switch {
	case i < 0 || th.loops[i].open:
		i = th.beginLoop(p, section)
	case th.loops[i].left+1 != th.clock:
		th.finishLoop(p, i)
		i = th.beginLoop(p, section)
	}
	th.loops[i].n++
	th.loops[i].open = true
}

// leftBody ends a turn. Turns of an inner execution that still wait to be continued are finished first.
func (th *thread) leftBody(p *Parser, section int32) {
	i := th.innermost(section)
	if i < 0 {
		return
	}
	if !th.loops[i].open {
		th.finishLoop(p, i)
		if i = th.innermost(section); i < 0 {
			return
		}
	}
	th.loops[i].open, th.loops[i].left = false, th.clock
}

func (th *thread) innermost(section int32) int {
	for i := len(th.loops) - 1; i >= 0; i-- {
		if th.loops[i].section == section {
			return i
		}
	}
	return -1
}

// beginLoop begins a count in the innermost execution of the loop's service; -1 where none is known.
func (th *thread) beginLoop(p *Parser, section int32) int {
	if len(th.loops) >= maxDepth {
		th.finishLoop(p, 0)
	}
	th.loops = append(th.loops, loop{section: section, frame: th.runs(p.sections[section].service)})
	return len(th.loops) - 1
}

func (th *thread) finishLoop(p *Parser, i int) {
	l := th.loops[i]
	th.loops = append(th.loops[:i], th.loops[i+1:]...)
	f := &noExecution
	if l.frame >= 0 {
		f = &th.frames[l.frame]
	} else {
		p.misfits.outside[p.sections[l.section].service]++
	}
	for _, to := range p.sections[l.section].count {
		to.add(f, model.NumberValue(float64(l.n)), 1)
	}
}

func (th *thread) finishLoops(p *Parser, depth int) {
	for i := len(th.loops) - 1; i >= 0; i-- {
		if th.loops[i].frame >= depth || depth == 0 {
			th.finishLoop(p, i)
		}
	}
}
