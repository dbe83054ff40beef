package insert

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"beagle/measure/java/syntax"
)

// Rewrite inserts the probes of sites into a file.
func Rewrite(file *syntax.File, sites []Site, options Options) Result {
	w := &writer{file: file, opt: options, prefix: "$b", braced: map[*syntax.Node]bool{}, scoped: map[*syntax.Node]bool{}, exits: map[*syntax.Node][]exit{}, careful: map[*syntax.Node]bool{}, flags: map[int][]string{}, bodies: map[*syntax.Node]bool{}}
	for strings.Contains(file.Source, w.prefix) {
		w.prefix += "_"
	}
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
		lines[plans[i].index] = w.lines()
	}
	w.writeExits()
	return Result{Text: w.edits.apply(file.Source), Notes: w.notes, Sites: w.done, Lines: lines}
}

// writer is one rewriting of one file.
type writer struct {
	file    *syntax.File
	opt     Options
	prefix  string // of our local variables: occurs nowhere in the file
	edits   edits
	braced  map[*syntax.Node]bool
	scoped  map[*syntax.Node]bool
	exits   map[*syntax.Node][]exit // per jump: what runs before it, outermost first
	careful map[*syntax.Node]bool
	bodies  map[*syntax.Node]bool // of lambdas, that are sites themselves
	jumps   []*syntax.Node        // keys of exits in order
	flags   map[int][]string      // per transition's site: flags that say it was taken
	notes   []Note
	done    int
}

// lines are the lines on which the present site has put something.
func (w *writer) lines() []int {
	lines := make([]int, len(w.edits.places))
	for i, at := range w.edits.places {
		lines[i] = w.file.Line(at)
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// plan is a site with its place in the tree.
type plan struct {
	*Site
	index  int
	region region
	top    *syntax.Node // NotTaken: the if or switch; LoopCount: the loop; Service: the method
}

// resolve finds the place of each site, and sorts: outer regions first, so that
// what begins together begins with the outermost and ends with the innermost.
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

// find completes a plan with the statement that its kind of site is about.
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
		w.calls(p)
	case Service:
		w.service(p)
	}
	w.done++
}

// demand takes the time from before the first to after the last statement.
func (w *writer) demand(p *plan) {
	start := fmt.Sprintf("%st%d", w.prefix, p.ID)
	begin := fmt.Sprintf("final long %s = %s; ", start, w.call("t"))
	stop := w.call("x", p.ID, start)
	if w.opt.CPU {
		begin = fmt.Sprintf("final long %sc = %s, %s = %s; ", start, w.call("c", p.ID), start, w.call("t"))
		stop = w.call("x", p.ID, start, start+"c")
	}
	if isLambdaBody(p.region.first) {
		w.lambda(p, begin, stop)
		return
	}
	if pieces := w.handedOn(p.region); w.opt.CPU && len(pieces) > 0 {
		work := fmt.Sprintf("%sw%d", w.prefix, p.ID)
		begin = fmt.Sprintf("final %sHanded %s = %s; final long %sc = %s, %s = %s; ", strings.TrimSuffix(w.opt.Runtime, "P"), work, w.call("h", p.ID), start, w.call("c", p.ID, work), start, w.call("t"))
		stop = w.call("x", p.ID, start, start+"c", work)
		w.handOn(p, pieces, work)
	}
	layer := w.scope(p.region)
	w.edits.before(p.region.first, layer, begin)
	if w.leave(p, stop, layer) {
		w.edits.before(p.region.first, layer, fmt.Sprintf("boolean %sj%d = false; ", w.prefix, p.ID))
	}
}

// lambda makes a block of a lambda's expression. Whether a call or an assignment
// is the lambda's value or only a statement, the compiler knows: the careful
// form is the statement.
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

// scope puts a region into a statement list and returns the layer for its
// declarations.
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

// declares reports whether a statement declares something that is visible behind
// it: a variable, a class, a pattern variable of a condition.
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

// leave has stop run wherever the region is left, and reports whether it needs
// a flag.
func (w *writer) leave(p *plan, stop string, layer int) (flagged bool) {
	r := p.region
	var wrapped *syntax.Node
	switch completes(r.last) {
	case yes:
		if w.yieldsValue(r.last) {
			w.exit(p, r.last, exit{stop, stop})
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
			w.exit(p, jump, exit{stop, stop})
			continue
		}
		// What the jump has cleaned up on its way is part of the section.
		flag := fmt.Sprintf("%sj%d", w.prefix, p.ID)
		w.exit(p, jump, exit{flag + " = true", "(" + flag + " = true) ? 0 : 0"})
		if !cleaned[try] {
			cleaned[try] = true
			w.edits.wrap(try, layerTry, "try { ", fmt.Sprintf(" } finally { if (%s) %s; }", flag, stop))
		}
	}
	return len(cleaned) > 0
}

// exit is what runs before a jump, as a statement and as an expression.
type exit struct{ statement, expression string }

func (w *writer) exit(p *plan, jump *syntax.Node, e exit) {
	if p.Careful {
		w.careful[jump] = true
	}
	w.edits.places = append(w.edits.places, int(jump.Start), int(jump.End))
	if _, found := w.exits[jump]; !found {
		w.jumps = append(w.jumps, jump)
	}
	w.exits[jump] = append(w.exits[jump], e)
}

// transition reports that a branch was reached.
func (w *writer) transition(p *plan) {
	w.edits.seq++
	text := w.call("b", p.ID) + "; "
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

// notTaken reports that a decision took none of its linked branches. No else is
// added, because that would end the scope of pattern variables.
func (w *writer) notTaken(p *plan) {
	flag := fmt.Sprintf("%sf%d", w.prefix, p.ID)
	layer := w.scope(p.region)
	w.edits.before(p.region.first, layer, "boolean "+flag+" = false; ")
	w.edits.after(p.region.last, layerEnter, fmt.Sprintf(" if (!%s) %s;", flag, w.call("b", p.ID)))
}

// loop counts the executions of a loop's body.
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
	w.leave(p, w.call("n", p.ID, count), layer)
}

// ensureList puts braces around a statement that stands alone.
func (w *writer) ensureList(r region) {
	n := r.first
	if n.Role == syntax.Stmt || w.braced[n] {
		return
	}
	w.braced[n] = true
	seq := w.edits.seq
	w.edits.seq = 0
	w.edits.wrap(n, layerBraces, "{ ", " }")
	if w.yieldsValue(n) {
		w.edits.before(n, layerYield, "yield ")
	}
	w.edits.seq = seq
}

// yieldsValue: case A -> expr; in a switch expression.
func (w *writer) yieldsValue(n *syntax.Node) bool {
	return n.Role == syntax.Body && n.Kind == syntax.Expression &&
		n.Parent.Kind == syntax.Case && n.Parent.Parent.Kind == syntax.SwitchExpr
}

// writeExits writes the probes before jumps.
func (w *writer) writeExits() {
	for _, jump := range w.jumps {
		var stops, values []string // innermost first
		exits := w.exits[jump]
		for i := len(exits) - 1; i >= 0; i-- {
			stops, values = append(stops, exits[i].statement), append(values, exits[i].expression)
		}
		value := jump.Child(syntax.Value)
		statements := strings.Join(stops, "; ") + "; "
		switch {
		case jump.Kind == syntax.Throw, value == nil, isSimple(value) && jump.Kind != syntax.Expression:
			w.edits.wrap(jump, layerJump, "{ "+statements, " }")
		case isSimple(value):
			w.edits.before(jump, layerJump, statements)
		case jump.Kind == syntax.Return && w.resultType(jump) != "":
			result := fmt.Sprintf("%sr%d", w.prefix, jump.Start)
			w.edits.before(jump, layerJump, fmt.Sprintf("{ final %s %s =", w.resultType(jump), result))
			w.edits.list[len(w.edits.list)-1].cut = len("return")
			w.edits.after(jump, layerJump, " "+statements+"return "+result+"; }")
		case w.careful[jump]: // also where the value's evaluation throws
			w.edits.wrap(jump, layerJump, "try { ", " } finally { "+statements+"}")
		case w.decides(jump):
			w.yieldTruth(value, values)
		default:
			// The arguments are evaluated from left to right (JLS 15.7.4).
			w.edits.before(value, layerBraces, strings.Repeat(" "+w.opt.Runtime+".r(", len(stops)))
			for _, stop := range values {
				w.edits.seq--
				w.edits.after(value, layerBraces, ", "+stop+")")
			}
		}
	}
}

// isSimple: evaluating it takes no time worth measuring.
func isSimple(n *syntax.Node) bool {
	switch n.Kind {
	case syntax.Name, syntax.Literal:
		return true
	case syntax.ClassLiteral, syntax.Lambda, syntax.MethodRef:
		return true
	case syntax.This:
		return n.First == nil
	case syntax.Paren:
		return isSimple(n.First)
	default:
		return false
	}
}

// resultType is the declared type of what a return statement returns; empty: it
// is not written down (in lambdas).
func (w *writer) resultType(jump *syntax.Node) string {
	if !strings.HasPrefix(w.file.Source[jump.Start:], "return") {
		return "" // written with unicode escapes
	}
	method := codeOf(jump)
	if method == nil || method.Kind != syntax.Method {
		return ""
	}
	t := method.Child(syntax.TypeOf)
	if t == nil || method.Flags&syntax.TypeDims != 0 {
		return ""
	}
	text := w.file.Text(t)
	if strings.ContainsAny(text, "\r\n/") || hidden(text, jump) { // a comment, or more than one line
		return ""
	}
	return text
}

// hidden reports whether a class that is declared around a jump takes a name of
// its method's result type, which means another class there.
func hidden(result string, jump *syntax.Node) bool {
	for n := jump; n.Kind != syntax.Method; n = n.Parent {
		for s := n.Parent.First; s != n; s = s.Next {
			if s.Kind == syntax.LocalClass && mentions(result, s.All(syntax.Child)) {
				return true
			}
		}
	}
	return false
}

// call is the text of a call of the runtime.
func (w *writer) call(method string, args ...any) string {
	var b strings.Builder
	b.WriteString(w.opt.Runtime)
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

func (w *writer) note(p *plan, message string) {
	w.notes = append(w.notes, Note{Site: p.index, Offset: p.First, Message: message})
}

func (w *writer) refuse(p *plan, message string) bool {
	w.notes = append(w.notes, Note{Site: p.index, Offset: p.First, Refused: true, Message: message})
	return false
}
