// Package recorded learns from Kieker logs that exist already, without running the program again. Two kinds of
// records tell of SEFF elements.
package recorded

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"beagle/blackboard"
	"beagle/internal/aged"
	"beagle/internal/quantity"
	"beagle/measure"
	"beagle/model"
	"beagle/traces"
	"beagle/traces/classes"
	"beagle/traces/kieker"
	"beagle/traces/kieker/logs"
)

// Source says what is to be learnt from which logs.
type Source struct {
	Paths    []string        // logs, or folders above logs
	Elements []model.Element // what is wanted
	Entries  model.Entries   // methods of the services by SEFF id, from the links
	Model    []model.Element // every element, to see what runs in a loop or a branch; nil: Elements
	Schemas  *kieker.Schemas // nil: what Beagle knows
	ByName   bool            // operations are those of the model's names, whatever package or module they stand in
	// Skip says of which service calls nothing is learnt, by their logs, from 1 in
	// the order in which they are read, and their numbers in them, from 1; nil: of none.
	Skip func(log int, call int64) bool
}

// Learnt is what the logs tell.
type Learnt struct {
	// Observations of each element, at most maxObservations, in order of arrival; beyond that a fair sample.
	Observations map[model.ElementID][]blackboard.Observation
	Seen         map[model.ElementID]int64 // how many there were
	Records      int64                     // that were read, of all logs
	Used         int64                     // records that told of a wanted element
	Orphans      int64                     // observations whose service call was never recorded
	GivenUp      int64                     // observations whose service call was open for so long that there was no room for them
	Operations   int64                     // observations of which operations told, which belong to no service call
	Sources      []kieker.Report           // how the reading of each log went
	Problems     []model.Problem           // what a person should know
}

const maxObservations = 100_000

// Read learns from logs.
func Read(ctx context.Context, from Source) (Learnt, error) {
	c := newCollector(from)
	engine := traces.NewEngine(traces.Options{Schemas: from.Schemas, Trace: c.trace, Invalid: c.untraced})
	c.names = engine.Names()
	reports, err := logs.Read(ctx, from.Paths, logs.Options{
		Schemas: from.Schemas,
		Open: func(source string) kieker.Handler {
			c.begin()
			return &both{collector: c, traces: engine.Open(source), source: source}
		},
	})
	engine.End()
	c.learnt.Sources = reports
	for _, r := range reports {
		c.learnt.Records += r.Records
		c.learnt.Problems = append(c.learnt.Problems, r.Problems...)
		for _, class := range r.Classes {
			c.learnt.Problems = append(c.learnt.Problems, model.Problem{
				Severity: model.Warning, Rule: "recorded-unknown", File: r.Source,
				Message: fmt.Sprintf("%s of class %s, whose fields are not known, at %s: they are left out", quantity.Plural(class.Count, "record", "records"), class.Class, class.First),
				Hint:    "give the .irl file of your record types (measure.irl, --irl)",
			})
		}
	}
	if err != nil {
		return c.learnt, err
	}
	c.end()
	return c.learnt, nil
}

// both hands records to the collector and to the trace engine, which ends traces and so must come second.
type both struct {
	collector *collector
	traces    kieker.Handler
	source    string
	kinds     map[*kieker.Class]kind
}

// Records gives a batch to the parser of CIPM records, then to the traces.
func (b *both) Records(batch []kieker.Record) {
	defer b.traces.Records(batch)
	if b.kinds == nil {
		b.kinds = map[*kieker.Class]kind{}
	}
	for i := range batch {
		r := &batch[i]
		k, known := b.kinds[r.Class]
		if !known {
			if enter := entryKind(r.Class.Schema); enter != nil {
				k = func(c *collector, r *kieker.Record) { enter(c, b.source, r) }
			} else {
				k = kindOf(r.Class.Schema)
			}
			b.kinds[r.Class] = k
		}
		if k != nil {
			k(b.collector, r)
		}
	}
}

func (b *both) Closed(report kieker.Report) { b.traces.Closed(report) }

type collector struct {
	mu       sync.Mutex
	learnt   Learnt
	elements []model.Element
	byPCM    map[string][]int      // elements by the id in the model
	byOption map[string]place      // transitions by their ids and those of their behaviours
	services map[[2]string]int     // demand elements by class and operation
	mixed    map[[2]string]mixture // SEFFs whose demand cannot be told from operations
	byName   *names                // nil: operations are those that the links name
	constant map[int]bool          // elements of which operations told
	whole    map[int]bool          // of those, elements of whose operations callees are not known
	calls    *openCalls
	callIDs  map[string][]int // external calls by the text that names them, see external
	branches map[string][]int // branches by SEFF; of those that are not wanted -1
	unnamed  map[string]int64 // records of branches without a transition, by SEFF, where it has several branches
	wall     map[int]bool     // CPU demands that are wall times

	entries aged.Map[traceKey, []entered] // of traces that are not complete

	names *classes.Names
	rng   *rand.Rand
	seq   int64

	skip func(log int, call int64) bool
	log  int   // that is read
	call int64 // the latest service call in it
}

type place struct {
	element, transition int
}

// newCollector works out what records may tell of: elements by their ids in the model, and, for records that name
// operations only, those services whose one internal action takes all of the operation's time.
func newCollector(from Source) *collector {
	c := &collector{
		learnt:   Learnt{Observations: map[model.ElementID][]blackboard.Observation{}, Seen: map[model.ElementID]int64{}},
		elements: from.Elements, byPCM: map[string][]int{}, byOption: map[string]place{},
		services: map[[2]string]int{}, mixed: map[[2]string]mixture{}, constant: map[int]bool{}, whole: map[int]bool{},
		callIDs: map[string][]int{}, branches: map[string][]int{}, unnamed: map[string]int64{}, wall: map[int]bool{},
		rng: rand.New(rand.NewPCG(1, 2)), skip: from.Skip,
	}
	c.calls = newOpenCalls(c.rng)
	actions := map[string][]int{} // internal actions by SEFF
	for i, e := range from.Elements {
		c.byPCM[e.PCMID] = append(c.byPCM[e.PCMID], i)
		for t, option := range e.Branches {
			c.byOption[option.ID] = place{i, t}
			c.byOption[option.Behaviour] = place{i, t}
		}
		if e.Kind == model.InternalAction {
			actions[e.SEFF] = append(actions[e.SEFF], i)
		}
	}
	all := from.Model
	if all == nil {
		all = from.Elements
	}
	c.findBranches(all)
	for seff, own := range actions {
		unit := unitOf(from.Entries[seff], from.Elements[own[0]].Sections)
		if unit == "" {
			continue
		}
		key := [2]string{unit, from.Elements[own[0]].Service}
		taker := timeTaker(from.Elements, own)
		switch action := &from.Elements[own[0]]; {
		case slices.ContainsFunc(own, func(i int) bool { return from.Elements[i].PCMID != action.PCMID }):
			c.mixed[key] = mixture{seff, "several internal actions: their demands cannot be told apart"}
		case repeated(action, all):
			c.mixed[key] = mixture{seff, "its internal action in a loop or a branch: how often that ran cannot be told"}
		case taker < 0:
			c.mixed[key] = mixture{seff, "no demand for CPU or DELAY: nothing that was recorded tells of others"}
		default:
			c.services[key] = taker
		}
	}
	if from.ByName {
		c.byName = newNames(all)
	}
	return c
}

func (c *collector) operation(o classes.Operation) [2]string {
	if c.byName != nil {
		return c.byName.key(o)
	}
	return [2]string{o.Component, o.Name}
}

// timeTaker is which of an action's demands takes the time of its operation.
func timeTaker(elements []model.Element, own []int) int {
	taker := -1
	for _, i := range own {
		switch measure.TimeOf(elements[i].Resource) {
		case measure.Processing:
			return i
		case measure.Waiting:
			taker = i
		default:
		}
	}
	return taker
}

type mixture struct{ seff, has string }

// repeated reports whether an internal action stands in a loop or a branch of its SEFF.
func repeated(action *model.Element, all []model.Element) bool {
	within := func(around model.Section) bool {
		if around == (model.Section{}) || len(action.Sections) == 0 {
			return true
		}
		own := action.Sections[0]
		return around.Unit == own.Unit && around.First <= own.First && own.First <= around.Last
	}
	for i := range all {
		e := &all[i]
		if e.SEFF != action.SEFF || e.Kind != model.Loop && e.Kind != model.Branch {
			continue
		}
		around := slices.Clone(e.Sections)
		for _, o := range e.Branches {
			if o.Section != nil { // an else that the source does not write has none
				around = append(around, *o.Section)
			}
		}
		if len(around) == 0 || slices.ContainsFunc(around, within) {
			return true
		}
	}
	return false
}

// unitOf is the class that a service stands in: that of its own link, else that of its action's.
func unitOf(entries, sections []model.Section) string {
	if all := slices.Concat(entries, sections); len(all) > 0 {
		return all[0].Unit
	}
	return ""
}

func (c *collector) begin() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.log, c.call = c.log+1, 0
}

// observe keeps an observation, or a fair sample of them (Vitter, Random sampling with a reservoir, 1985, algorithm
// R).
func (c *collector) observe(element int, value model.Value, inputs []blackboard.Assignment) {
	id := c.elements[element].ID
	c.seq++
	c.learnt.Used++
	c.learnt.Seen[id]++
	kept := c.learnt.Observations[id]
	o := blackboard.Observation{Inputs: inputs, Value: value, Seq: c.seq}
	if len(kept) < maxObservations {
		c.learnt.Observations[id] = append(kept, o)
	} else if at := c.rng.Int64N(c.learnt.Seen[id]); at < maxObservations {
		kept[at] = o
	}
}

// wait keeps an observation until its service call tells the parameters.
func (c *collector) wait(execution string, element int, value model.Value) {
	for _, open := range c.calls.add(execution, observation{element, value}) {
		c.learnt.GivenUp += open.seen
	}
}

func (c *collector) called(execution, service string, inputs []blackboard.Assignment) {
	c.call++
	open := c.calls.take(execution)
	if open == nil || c.skip != nil && c.skip(c.log, c.call) {
		return
	}
	for range open.unnamed {
		switch own := c.branches[service]; {
		case len(own) != 1:
			c.unnamed[service]++
		case own[0] >= 0:
			c.observe(own[0], c.none(own[0]), inputs)
		}
	}
	for _, w := range open.observations {
		c.observe(w.element, w.value, inputs)
	}
	for element, n := range open.left {
		c.learnt.Used += n
		c.learnt.Seen[c.elements[element].ID] += n
	}
}

func (c *collector) end() {
	for c.calls.calls.Len() > 0 {
		c.learnt.Orphans += c.calls.oldest().seen
	}
	if c.learnt.Orphans > 0 {
		c.warn("recorded-orphans", fmt.Sprintf("%d records belong to service calls that were not recorded; they are left out", c.learnt.Orphans),
			"")
	}
	if c.learnt.GivenUp > 0 {
		c.warn("recorded-given-up", fmt.Sprintf("%d records belong to service calls that were open for so long that there was no room for them; they are left out", c.learnt.GivenUp),
			"give the logs one after the other, or record fewer services")
	}
	c.endUnnamed()
	c.endWall()
	if c.byName != nil {
		c.learnt.Problems = append(c.learnt.Problems, c.byName.end(c.services)...)
	}
	if len(c.constant) > 0 {
		c.warn("recorded-constant", fmt.Sprintf("the demands of %s come from operations, some of whose records carry no parameters: of those only constants can be learnt", quantity.Plural(len(c.constant), "element", "elements")),
			"where a demand depends on its inputs, measure it: beagle run without logs")
	}
	if len(c.whole) > 0 {
		c.warn("recorded-whole", fmt.Sprintf("the demands of %s come from executions without a trace (traceId -1): they are the operations' whole times, with everything that was called", quantity.Plural(len(c.whole), "element", "elements")),
			"record with one of Kieker's probes, which number traces, or measure them: beagle run without logs")
	}
	for _, observations := range c.learnt.Observations {
		slices.SortFunc(observations, func(a, b blackboard.Observation) int { return int(a.Seq - b.Seq) })
	}
}

func (c *collector) warn(rule, message, hint string) {
	c.learnt.Problems = append(c.learnt.Problems, model.Problem{Severity: model.Warning, Rule: rule, Message: message, Hint: hint})
}

// noTrace is the trace id of executions that were recorded by hand, without Kieker's registry of traces.
const noTrace = -1

// untraced takes the whole time of linked operations whose callees are not known.
func (c *collector) untraced(i traces.Invalid) {
	if i.Trace.ID != noTrace || i.Reason != traces.NoTrace && i.Reason != traces.TooLong {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range i.Trace.Executions {
		o := c.names.Operation(e.Op)
		if element, ok := c.services[c.operation(o)]; ok && !e.Failed {
			c.observe(element, model.NumberValue(float64(max(0, e.Out-e.In))/1e9), nil)
			c.learnt.Operations++
			c.constant[element], c.whole[element] = true, true
			c.wallTime(element)
		}
	}
}

func (c *collector) trace(t classes.Trace) {
	c.mu.Lock()
	defer c.mu.Unlock()
	self := make([]int64, len(t.Executions))
	for i, e := range t.Executions {
		self[i] += e.Out - e.In
		if e.Parent >= 0 {
			self[e.Parent] -= e.Out - e.In
		}
	}
	entries, _ := c.entries.Take(traceKey{t.Source, t.ID})
	for i, e := range t.Executions {
		o := c.names.Operation(e.Op)
		key := c.operation(o)
		if element, ok := c.services[key]; ok && !e.Failed {
			inputs := c.passed(entries, &e, o, &c.elements[element])
			c.observe(element, model.NumberValue(float64(max(0, self[i]))/1e9), inputs)
			c.learnt.Operations++
			if inputs == nil {
				c.constant[element] = true
			}
			c.wallTime(element)
		} else if mixed, ok := c.mixed[key]; ok {
			delete(c.mixed, key)
			c.warn("recorded-several-actions", fmt.Sprintf("the operation %s was recorded as a whole, but its SEFF (id %s) has %s", strings.TrimSpace(o.String()), mixed.seff, mixed.has),
				"measure the SEFF with probes")
		}
	}
}
