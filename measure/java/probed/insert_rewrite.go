package probed

import (
	"fmt"
	"sort"
	"strings"

	"beagle/measure/java/syntax"
)

func insertInto(file *syntax.File, sites []Site, options Options) Result {
	w := &writer{file: file, opt: options, prefix: "$b", braced: map[*syntax.Node]bool{}, scoped: map[*syntax.Node]bool{}, flags: map[int][]string{}, bodies: map[*syntax.Node]bool{}}
	for strings.Contains(file.Source, w.prefix) {
		w.prefix += "_"
	}
	w.exits = &exits{file: file, edits: &w.edits, runtime: options.Runtime, prefix: w.prefix, of: map[*syntax.Node][]exit{}, careful: map[*syntax.Node]bool{}}
	plans := w.resolve(sites)
	for i := range plans {
		if first := plans[i].region.first; first != nil && isLambdaBody(first) {
			w.bodies[first] = true
		}
	}
	lines := make([][]int, len(sites))
	for i := range plans {
		w.edits.places = w.edits.places[:0]
		w.insert(&plans[i])
		lines[plans[i].index] = w.edits.lines(file)
	}
	w.exits.write()
	return Result{Text: w.edits.apply(file.Source), Notes: w.notes, Sites: w.done, Lines: lines}
}

type writer struct {
	file   *syntax.File
	opt    Options
	prefix string // of our local variables: occurs nowhere in the file
	edits  edits
	braced map[*syntax.Node]bool
	scoped map[*syntax.Node]bool
	exits  *exits
	bodies map[*syntax.Node]bool // of lambdas, that are sites themselves
	flags  map[int][]string      // per transition's site: flags that say it was taken
	notes  []Note
	done   int
}

type plan struct {
	*Site
	index  int
	region region
	top    *syntax.Node // NotTaken: the if or switch; LoopCount: the loop; Service: the method
	params []int        // Service: place of each input among the method's parameters; -1: none
}

// resolve finds the place of each site, and sorts: outer regions first, so that what begins together begins with the
// outermost and ends with the innermost.
func (w *writer) resolve(sites []Site) []plan {
	plans := make([]plan, 0, len(sites))
	regions := make([]region, len(sites))
	for i := range sites {
		site := &sites[i]
		p := plan{Site: site, index: i}
		if site.node != nil {
			p.region = region{site.node, site.last}
			if site.last == nil {
				p.region.last = site.node
			}
		} else if site.Kind != Service && site.Kind != NotTaken {
			r, note, err := resolve(w.file, site.Kind, site.First, site.Last)
			if err != nil {
				w.refuse(&p, err.Error())
				continue
			}
			if note != "" {
				w.note(&p, note)
			}
			p.region = r
		}
		regions[i] = p.region
		plans = append(plans, p)
	}
	kept := plans[:0]
	for _, p := range plans {
		if w.find(&p, regions) {
			kept = append(kept, p)
		}
	}
	sort.SliceStable(kept, func(i, j int) bool {
		a, b := kept[i].region, kept[j].region
		if a.first.Start != b.first.Start {
			return a.first.Start < b.first.Start
		}
		return a.last.End > b.last.End
	})
	return kept
}

func (w *writer) find(p *plan, regions []region) bool {
	switch p.Kind {
	case LoopCount:
		return w.findLoop(p)
	case NotTaken:
		return w.findDecision(p, regions)
	case Service:
		return w.findMethod(p)
	default:
		return true
	}
}

func (w *writer) insert(p *plan) {
	switch p.Kind {
	case Demand:
		w.demand(p)
	case Transition:
		w.transition(p)
	case NotTaken:
		w.notTaken(p)
	case LoopCount:
		w.loop(p)
	case Call:
		(&calls{p, w}).write()
	case Service:
		w.service(p)
	}
	w.done++
}

func (w *writer) demand(p *plan) {
	start := fmt.Sprintf("%st%d", w.prefix, p.ID)
	begin := fmt.Sprintf("final long %s = %s; ", start, w.opt.call("t"))
	stop := w.opt.call("x", p.ID, start)
	if w.opt.CPU {
		begin = fmt.Sprintf("final long %sc = %s, %s = %s; ", start, w.opt.call("c", p.ID), start, w.opt.call("t"))
		stop = w.opt.call("x", p.ID, start, start+"c")
	}
	if isLambdaBody(p.region.first) {
		w.lambda(p, begin, stop)
		return
	}
	if pieces := w.handedOn(p.region); w.opt.CPU && len(pieces) > 0 {
		work := fmt.Sprintf("%sw%d", w.prefix, p.ID)
		begin = fmt.Sprintf("final %sHanded %s = %s; final long %sc = %s, %s = %s; ", strings.TrimSuffix(w.opt.Runtime, "P"), work, w.opt.call("h", p.ID), start, w.opt.call("c", p.ID, work), start, w.opt.call("t"))
		stop = w.opt.call("x", p.ID, start, start+"c", work)
		w.handOn(p, pieces, work)
	}
	layer := w.scope(p.region)
	w.edits.before(p.region.first, layer, begin)
	if w.leave(p, stop, layer) {
		w.edits.before(p.region.first, layer, fmt.Sprintf("boolean %sj%d = false; ", w.prefix, p.ID))
	}
}

// lambda makes a block of a lambda's expression.
func (w *writer) lambda(p *plan, begin, stop string) {
	w.edits.seq++
	body := p.region.first
	switch body.Kind {
	case syntax.Call, syntax.New, syntax.Assign, syntax.Postfix, syntax.Unary:
		if p.Careful {
			w.edits.wrap(body, layerBraces, "{ "+begin, "; "+stop+"; }")
			return
		}
	default: // a value
	}
	if isSimple(body) {
		w.edits.wrap(body, layerBraces, "{ "+begin+stop+"; return ", "; }")
		return
	}
	w.edits.wrap(body, layerBraces, "{ "+begin+"return "+w.opt.Runtime+".r(", ", "+stop+"); }")
}

func (w *writer) scope(r region) int {
	w.ensureList(r)
	w.edits.seq++
	if !w.opt.Scoped || r.first != r.last || r.first.Role != syntax.Stmt || declares(r.first) {
		return layerDeclare
	}
	if !w.scoped[r.first] {
		w.scoped[r.first] = true
		w.edits.wrap(r.first, layerScope, "{ ", " }")
	}
	return layerInner
}

// declares reports whether a statement declares something that is visible behind it: a variable, a class, a pattern
// variable of a condition.
func declares(n *syntax.Node) bool {
	switch n.Kind {
	case syntax.LocalVariable, syntax.LocalClass:
		return true
	case syntax.Labeled:
		return declares(n.Child(syntax.Body))
	case syntax.If, syntax.While, syntax.Do, syntax.For:
		found := false
		if cond := n.Child(syntax.Cond); cond != nil {
			cond.Walk(func(c *syntax.Node) bool {
				found = found || c.Kind == syntax.Pattern
				return !found
			})
		}
		return found
	default:
		return false
	}
}

func (w *writer) leave(p *plan, stop string, layer int) (flagged bool) {
	r := p.region
	var wrapped *syntax.Node
	switch completes(r.last) {
	case yes:
		if yieldsValue(r.last) {
			w.exits.add(p, r.last, exit{stop, stop})
		} else {
			w.edits.after(r.last, layer, " "+stop+";")
		}
	case unknown: // such a statement declares nothing that is visible later
		wrapped = r.last
		w.edits.wrap(r.last, layerTry, "try { ", " } finally { "+stop+"; }")
	case no: // only jumps end it
	}
	cleaned := map[*syntax.Node]bool{}
	for _, jump := range r.jumps(wrapped) {
		try := r.cleaning(jump)
		if p.Kind != Demand || try == nil {
			w.exits.add(p, jump, exit{stop, stop})
			continue
		}
		// What the jump has cleaned up on its way is part of the section.
		flag := fmt.Sprintf("%sj%d", w.prefix, p.ID)
		w.exits.add(p, jump, exit{flag + " = true", "(" + flag + " = true) ? 0 : 0"})
		if !cleaned[try] {
			cleaned[try] = true
			w.edits.wrap(try, layerTry, "try { ", fmt.Sprintf(" } finally { if (%s) %s; }", flag, stop))
		}
	}
	return len(cleaned) > 0
}

func (w *writer) transition(p *plan) {
	w.edits.seq++
	text := w.opt.call("b", p.ID) + "; "
	for _, flag := range w.flags[p.index] {
		text = flag + " = true; " + text
	}
	first := p.region.first
	if first.Kind == syntax.Block && first.Role != syntax.Stmt {
		w.edits.open(first, layerEnter, " "+text)
		return
	}
	w.ensureList(p.region)
	w.edits.before(first, layerEnter, text)
}

// notTaken reports that a decision took none of its linked branches.
func (w *writer) notTaken(p *plan) {
	flag := fmt.Sprintf("%sf%d", w.prefix, p.ID)
	layer := w.scope(p.region)
	w.edits.before(p.region.first, layer, "boolean "+flag+" = false; ")
	w.edits.after(p.region.last, layerEnter, fmt.Sprintf(" if (!%s) %s;", flag, w.opt.call("b", p.ID)))
}

func (w *writer) loop(p *plan) {
	count := fmt.Sprintf("%sn%d", w.prefix, p.ID)
	layer := w.scope(p.region)
	w.edits.before(p.region.first, layer, "long "+count+" = 0L; ")
	body := p.top.Child(syntax.Body)
	if body.Kind == syntax.Block {
		w.edits.open(body, layerDeclare, " "+count+"++;")
	} else {
		w.ensureList(region{body, body})
		w.edits.before(body, layerDeclare, count+"++; ")
	}
	w.leave(p, w.opt.call("n", p.ID, count), layer)
}

func (w *writer) ensureList(r region) {
	n := r.first
	if n.Role == syntax.Stmt || w.braced[n] {
		return
	}
	w.braced[n] = true
	seq := w.edits.seq
	w.edits.seq = 0
	w.edits.wrap(n, layerBraces, "{ ", " }")
	if yieldsValue(n) {
		w.edits.before(n, layerYield, "yield ")
	}
	w.edits.seq = seq
}

func (w *writer) note(p *plan, message string) {
	w.notes = append(w.notes, Note{Site: p.index, Offset: p.First, Message: message})
}

func (w *writer) refuse(p *plan, message string) bool {
	w.notes = append(w.notes, Note{Site: p.index, Offset: p.First, Refused: true, Message: message})
	return false
}

// yieldsValue: case A -> expr; in a switch expression.
func yieldsValue(n *syntax.Node) bool {
	return n.Role == syntax.Body && n.Kind == syntax.Expression &&
		n.Parent.Kind == syntax.Case && n.Parent.Parent.Kind == syntax.SwitchExpr
}

func (o Options) call(method string, args ...any) string {
	var b strings.Builder
	b.WriteString(o.Runtime)
	b.WriteByte('.')
	b.WriteString(method)
	b.WriteByte('(')
	for i, arg := range args {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprint(&b, arg)
	}
	b.WriteByte(')')
	return b.String()
}
