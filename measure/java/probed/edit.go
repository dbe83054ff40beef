package probed

import (
	"slices"
	"sort"
	"strings"

	"beagle/measure/java/syntax"
)

const (
	layerBraces  = iota // around a body that is one statement
	layerDeclare        // variables of sections, loops; what follows a section
	layerScope          // braces around one statement with its probes
	layerInner          // as layerDeclare, for sites in such braces
	layerCall           // arguments before, and after a call
	layerEnter          // a branch was reached
	layerTry            // try ... finally
	layerJump           // around a jump
	layerYield          // yield before the value of an arrow rule
)

type side uint8

const (
	after  side = iota // closes something that ends here
	open               // behind an opening brace
	closed             // before a closing brace
	before             // opens something that begins here
)

type edit struct {
	at, cut int
	side    side
	depth   int
	layer   int
	seq     int
	text    string
}

type edits struct {
	list   []edit
	seq    int
	places []int // where something of the present site stands
}

// add notes a text to be put in at an offset.
func (e *edits) add(at int, s side, n *syntax.Node, layer int, text string) {
	e.places = append(e.places, at)
	e.list = append(e.list, edit{at: at, side: s, depth: n.Depth(), layer: layer, seq: e.seq, text: text})
}

func (e *edits) before(n *syntax.Node, layer int, text string) {
	e.add(int(n.Start), before, n, layer, text)
}

func (e *edits) after(n *syntax.Node, layer int, text string) {
	e.add(int(n.End), after, n, layer, text)
}

func (e *edits) open(n *syntax.Node, layer int, text string) {
	e.add(int(n.Start)+1, open, n, layer, text)
}

func (e *edits) close(n *syntax.Node, layer int, text string) {
	e.add(int(n.End)-1, closed, n, layer, text)
}

func (e *edits) wrap(n *syntax.Node, layer int, prefix, suffix string) {
	e.before(n, layer, prefix)
	e.after(n, layer, suffix)
}

func (e *edits) apply(source string) string {
	sort.SliceStable(e.list, func(i, j int) bool {
		a, b := &e.list[i], &e.list[j]
		if a.at != b.at {
			return a.at < b.at
		}
		if a.side != b.side {
			return a.side < b.side
		}
		if a.side == after || a.side == closed {
			a, b = b, a
		}
		if a.depth != b.depth {
			return a.depth < b.depth
		}
		if a.layer != b.layer {
			return a.layer < b.layer
		}
		return a.seq < b.seq
	})
	size := len(source)
	for i := range e.list {
		size += len(e.list[i].text)
	}
	var out strings.Builder
	out.Grow(size)
	pos := 0
	for i := range e.list {
		ed := &e.list[i]
		out.WriteString(source[pos:ed.at])
		out.WriteString(ed.text)
		pos = ed.at + ed.cut
	}
	out.WriteString(source[pos:])
	return out.String()
}

func (e *edits) lines(file *syntax.File) []int {
	lines := make([]int, len(e.places))
	for i, at := range e.places {
		lines[i] = file.Line(at)
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}
