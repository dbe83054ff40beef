package compare

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"beagle/internal/quantity"
	"beagle/model"
	"beagle/run"
)

// History is what runs of one model learnt, the oldest run first.
type History struct {
	Version  int      `json:"version"` // of the form of this document
	Model    string   `json:"model"`   // path of the model
	Runs     []Past   `json:"runs"`
	Elements []Course `json:"elements"` // of the newest run: those that got worse since the oldest run first
}

// Past is one run of a history.
type Past struct {
	ID     string    `json:"run"`
	Began  time.Time `json:"began"`
	Commit string    `json:"commit,omitempty"` // that was checked out when it began; empty: it is not known
	// Total is the cost of all demands together, divided by that in the newest run.
	Total *float64 `json:"total,omitempty"`
	Of    int      `json:"of"` // demands in the total; compare totals of as many
}

// Course is one element over the runs of a history.
type Course struct {
	Element         // the newest run against the oldest run that has an expression of the element
	At      []Point `json:"at"` // one a run

	weight float64 // seconds that it took in the newest run
}

// Point is an element in one run of a history.
type Point struct {
	Expression string `json:"expression,omitempty"` // as StoEx; empty: none was learnt
	// Cost is that of the same inputs, divided by that in the newest run; nil: it cannot be compared.
	Cost *float64 `json:"cost,omitempty"`
	// Changed is "form" or "coefficients" where the element differs from the run before by more than chance.
	Changed string `json:"changed,omitempty"`
}

// Name is that of the model's file.
func (h *History) Name() string { return filepath.Base(h.Model) }

// Since is the newest cost divided by the oldest one that is known, for people.
func (c *Course) Since() string {
	for i := range c.At {
		if was := c.At[i].Cost; was != nil && *was > 0 {
			return fmt.Sprintf("×%.3g", 1 / *was)
		}
	}
	return quantity.None
}

// Share is the cost as a share of that in the newest run, for people.
func (p *Point) Share() string {
	if p.Cost == nil {
		return quantity.None
	}
	return quantity.Percent(*p.Cost)
}

// Steady reports whether every run learnt the same form, and the cost stayed.
func (c *Course) Steady() bool {
	forms := map[string]bool{}
	for _, p := range c.At {
		forms[shape(p.Expression)] = true
	}
	return len(forms) == 1 && (c.Outcome == Same || c.Outcome == Unlearnt)
}

// Over compares the last of some runs of one model with each run before it; open opens a run.
func Over(ctx context.Context, past []Past, by float64, open func(id string) (run.Run, error)) (*History, error) {
	last := len(past) - 1
	newest, err := open(past[last].ID)
	if err != nil {
		return nil, err
	}
	defer newest.Close()
	now := newest.Snapshot().Elements
	all, courses := make([]*Course, len(now)), make(map[model.ElementID]*Course, len(now))
	for i := range now {
		e := source{state: now[i]}
		c := &Course{Element: element(&e, &e, by), At: make([]Point, len(past))}
		all[i], courses[c.ID] = c, c
		if c.After.Expression != "" {
			c.At[last] = Point{Expression: c.After.Expression, Cost: new(1.0)}
		}
		if c.Kind == model.InternalAction && c.After.Mean != nil {
			c.weight = *c.After.Mean * float64(c.After.Samples)
		}
	}
	known := map[run.Run]map[model.ElementID]run.Detail{} // each run is compared with two others
	ask := func(r run.Run, e *run.ElementState) (run.Detail, error) {
		if d, asked := known[r][e.ID]; asked {
			return d, nil
		}
		d, err := r.Detail(ctx, e.ID, run.Aspect{Plain: e.Kind != model.Branch}) // shares of decisions are evidence
		if known[r] == nil {
			known[r] = map[model.ElementID]run.Detail{}
		}
		known[r][e.ID] = d
		return d, err
	}
	later := newest
	defer func() {
		if later != newest {
			later.Close()
		}
	}()
	for at := last - 1; at >= 0; at-- {
		r, err := open(past[at].ID)
		if err != nil {
			return nil, err
		}
		found, err := between(ctx, r, newest, by, ask)
		next := found
		if later != newest {
			if err == nil {
				next, err = between(ctx, r, later, by, ask)
			}
			later.Close()
			delete(known, later)
		}
		if later = r; err != nil {
			return nil, err
		}
		for _, e := range found.Elements {
			courses[e.ID].put(at, e)
		}
		for _, e := range next.Elements {
			if c := courses[e.ID]; c != nil { // the newest run has it, too
				c.At[at+1].Changed = e.changed()
			}
		}
	}
	for at := range past {
		past[at].weigh(at, all)
	}
	h := &History{Version: 1, Runs: past}
	sorted := Comparison{Elements: make([]Element, 0, len(now))}
	for _, c := range all {
		sorted.Elements = append(sorted.Elements, c.Element)
	}
	for _, e := range sorted.Sorted() {
		h.Elements = append(h.Elements, *courses[e.ID])
	}
	return h, ctx.Err()
}

func (c *Course) put(at int, e Element) {
	p := &c.At[at]
	switch p.Expression = e.Before.Expression; {
	case e.Cost != nil && e.Cost.Ratio > 0:
		p.Cost = new(1 / e.Cost.Ratio)
	case e.Form == Equal:
		p.Cost = new(1.0)
	}
	if p.Expression != "" {
		c.Element = e // runs come from the newest to the oldest
	}
}

// The changes of an element from one run or commit to the next.
const (
	ChangedForm    = "form"         // other operators or variables
	ChangedNumbers = "coefficients" // other numbers in the same form
)

// changed is how the program changed between two runs, beyond chance; empty: it did not, as far as anybody can say.
func (e *Element) changed() string {
	switch {
	case e.Kind.Noisy() && e.Outcome != Worse && e.Outcome != Better:
		return ""
	case e.Form == Another:
		return ChangedForm
	case e.Form == Numbers:
		return ChangedNumbers
	}
	return ""
}

// LastChange is the index of the newest run that differs from the run before it; -1: there is none.
func (c *Course) LastChange() int {
	for at := len(c.At) - 1; at >= 0; at-- {
		if c.At[at].Changed != "" {
			return at
		}
	}
	return -1
}

func (r *Past) weigh(at int, all []*Course) {
	sum, whole := 0.0, 0.0
	for _, c := range all {
		if cost := c.At[at].Cost; cost != nil && c.weight > 0 {
			sum, whole = sum+c.weight**cost, whole+c.weight
			r.Of++
		}
	}
	if whole > 0 {
		r.Total = new(sum / whole)
	}
}

// Totals are those of the runs, for a sparkline; NaN where one is not known.
func (h *History) Totals() (values []float64) {
	for i := range h.Runs {
		values = append(values, known(h.Runs[i].Total))
	}
	return values
}

// Costs are those of the element in each run, for a sparkline; NaN where one is not known.
func (c *Course) Costs() (values []float64) {
	for i := range c.At {
		values = append(values, known(c.At[i].Cost))
	}
	return values
}

func known(x *float64) float64 {
	if x == nil {
		return math.NaN()
	}
	return *x
}

// Of is the part of the history whose elements contain a text: in name, component, service or id.
func (h *History) Of(text string) *History {
	part := *h
	part.Elements = []Course{}
	for i := range h.Elements {
		e := &h.Elements[i]
		if strings.Contains(strings.ToLower(e.Title()+" "+e.Component+"."+e.Service+" "+string(e.ID)), strings.ToLower(text)) {
			part.Elements = append(part.Elements, *e)
		}
	}
	return &part
}

func text(p *run.Proposed) string {
	switch {
	case p == nil:
		return ""
	case len(p.Transitions) > 0:
		parts := make([]string, len(p.Transitions))
		for i, t := range p.Transitions {
			parts[i] = cmp.Or(t.Name, t.ID) + ": " + t.Condition
			if t.Probability != nil {
				parts[i] += strconv.FormatFloat(*t.Probability, 'g', 4, 64)
			}
		}
		return strings.Join(parts, "; ")
	case p.StoEx == "":
		return "(" + p.Unsayable + ")"
	}
	return p.StoEx
}

func form(before, after *run.Proposed) Form {
	a, b := text(before), text(after)
	switch {
	case a == "" && b == "":
		return ""
	case a == "":
		return Found
	case b == "":
		return Lost
	case a == b:
		return Equal
	case shape(a) == shape(b):
		return Numbers
	}
	return Another
}

// words are what stands in an expression.
var words = regexp.MustCompile(`"[^"]*"?|[\pL_][\pL\p{Nd}_.]*|\p{Nd}(?:[eE][-+]|[\p{Nd}.eE])*`)

func shape(text string) string {
	return words.ReplaceAllStringFunc(text, func(word string) string {
		if first, _ := utf8.DecodeRuneInString(word); unicode.IsDigit(first) {
			return "#"
		}
		return word
	})
}
