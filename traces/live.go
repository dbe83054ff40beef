package traces

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"beagle/traces/classes"
	"beagle/traces/kieker"
	"beagle/traces/kieker/live"
)

// Live is an engine with its sources, as a screen looks at it.
type Live struct {
	engine   *Engine
	receiver *live.Receiver // nil: logs are read

	mu       sync.Mutex
	logs     []func() kieker.Report
	sources  func() []kieker.Report // of other machines; nil: none
	machines func() []Machine
	where    string
	started  time.Time
	history  []Rate
	last     Rate
	at       time.Time
}

// Rate is what arrived in one second.
type Rate struct {
	Records, Traces int64 // records, and traces that became complete
}

// NewLive looks at an engine; the receiver is nil where logs are read.
func NewLive(engine *Engine, receiver *live.Receiver) *Live {
	return &Live{engine: engine, receiver: receiver, at: time.Now(), started: engine.started}
}

// Machine is a process on some machine that takes part.
type Machine struct {
	Role, Host, ID string        // agent, worker or hub; name of its machine; and its own number, unique in the cluster
	Process        int           // process id on its machine
	Up             time.Duration // for how long it has been running
	Alive          bool          // it was heard of lately
	Share          string        // what it has of the work, in words
	Waiting        int64         // parts that wait for it, or on its disk
	Parts, Records int64         // that it made or took in so far, and the records behind them
	Busy           float64       // share of the time in which it works, 0 to 1
	Trouble        string        // what it cannot do at present
}

// Machines makes it a view of what others have reduced: where, who they are, and the reports of their sources.
func (l *Live) Machines(where string, machines func() []Machine, sources func() []kieker.Report) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.where, l.machines, l.sources = where, machines, sources
}

// At says from where the traces come, where no receiver tells.
func (l *Live) At(where string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.where = where
}

// Replace makes it a view of another engine, which has all that the one before had.
func (l *Live) Replace(engine *Engine) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.engine = engine
}

func (l *Live) now() *Engine {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.engine
}

// Follow adds a log; it is what kieker.LogOptions.Opened wants.
func (l *Live) Follow(report func() kieker.Report) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.logs = append(l.logs, report)
}

// State is what a screen shows of a Live at one time.
type State struct {
	Address   string          // of the receiver, or of the server; empty: logs are read
	Clustered bool            // other machines reduce
	Others    bool            // tracers or brokers send, not Kieker
	Machines  []Machine       // those that take part; nil where this process reduces alone
	Uptime    time.Duration   // since traces are taken in
	Counts    Counts          // sums since then
	History   []Rate          // one a second, newest last, at most two minutes
	Rows      []Row           // classes, in no order
	Names     *classes.Names  // of the rows
	Sources   []kieker.Report // open ones first, the youngest first
	Invalid   [Reasons]int64  // invalid traces by their Reason
}

// Row is a class in one line.
type Row struct {
	Key        uint64            // finds the class again
	Count      uint64            // traces of the class
	Last       time.Time         // when its latest trace arrived
	Min, Max   int64             // of the whole trace, ns
	Mean       float64           // ns
	Total      float64           // ns
	Executions int               // executions in each of its traces
	Operation  classes.Operation // the outermost
	Host       string            // of the outermost execution
	shape      *classes.Shape
	names      *classes.Names
}

// Calls are up to n operations of the class that are called one after the other, beginning with the call of that
// number.
func (r *Row) Calls(from, n int) []classes.Operation {
	var all []classes.Operation
	for _, op := range r.shape.Ops[min(from, r.Executions):min(from+n, r.Executions)] {
		all = append(all, r.names.Operation(op))
	}
	return all
}

// Alike is the number of first calls that two classes have in common.
func (r *Row) Alike(o *Row) int {
	n := 0
	for n < min(r.Executions, o.Executions) && r.shape.Ops[n] == o.shape.Ops[n] {
		n++
	}
	return n
}

// Has reports whether one of the class's operations, by its number, is such.
func (r *Row) Has(such func(op int32) bool) bool {
	return slices.ContainsFunc(r.shape.Ops, func(op int32) bool { return such(op & classes.OpMask) })
}

// Hosts are where the class's executions took place, one after the other, each as long as it stays the same.
func (r *Row) Hosts() (all []string) {
	before := int32(-1)
	for i := range r.Executions {
		if host := r.shape.HostAt(i); host >= 0 && host != before {
			before = host
			all = append(all, r.names.Host(host))
		}
	}
	return all
}

const maxHistory = 120

// Sources are the reports of all sources, in no order.
func (l *Live) Sources() (all []kieker.Report) {
	if l.receiver != nil {
		all = l.receiver.Stats().Sources
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, log := range l.logs {
		all = append(all, log())
	}
	if l.sources != nil {
		all = append(all, l.sources()...)
	}
	return all
}

// State is the present state. It must be asked by one goroutine, some times a second: the history grows with it.
func (l *Live) State() State {
	s := State{Uptime: time.Since(l.started)}
	engine := l.now()
	s.Names = engine.names
	s.Rows, s.Counts = engine.Rows()
	s.Invalid = s.Counts.Reasons
	if l.receiver != nil {
		s.Address = l.receiver.Addr()
	}
	s.Sources = l.Sources()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.where != "" {
		s.Address, s.Others = l.where, l.machines == nil
	}
	if l.machines != nil {
		s.Clustered, s.Machines = true, l.machines()
	}
	slices.SortFunc(s.Sources, func(a, b kieker.Report) int {
		if a.Ended != b.Ended {
			if b.Ended {
				return -1
			}
			return 1
		}
		return cmp.Or(b.Connected.Compare(a.Connected), cmp.Compare(a.Source, b.Source))
	})
	now := Rate{Records: s.Counts.Records, Traces: s.Counts.Valid + s.Counts.Invalid}
	for elapsed := time.Since(l.at); elapsed >= time.Second; elapsed -= time.Second {
		// A late look spreads what came over the seconds that it missed.
		seconds := max(1, int64(elapsed/time.Second))
		step := Rate{(now.Records - l.last.Records) / seconds, (now.Traces - l.last.Traces) / seconds}
		l.history = append(l.history, step)
		l.last.Records += step.Records
		l.last.Traces += step.Traces
		l.at = l.at.Add(time.Second)
	}
	if over := len(l.history) - maxHistory; over > 0 {
		l.history = slices.Delete(l.history, 0, over)
	}
	s.History = slices.Clone(l.history)
	return s
}

// Class is the class with the key, merged over all sources; nil where there is none.
func (l *Live) Class(key uint64) *classes.Class { return l.now().class(key) }

// Examples are kept invalid traces.
func (l *Live) Examples() []Invalid { return l.now().examples.all() }

// Result is everything that is known, for exports.
func (l *Live) Result() Result { return l.now().Result() }

// Names are the engine's operations and hosts.
func (l *Live) Names() *classes.Names { return l.now().names }

// Rows are all classes in short, in no order, and what was counted.
func (e *Engine) Rows() ([]Row, Counts) {
	e.mu.Lock()
	defer e.mu.Unlock()
	merged := map[uint64]*Row{}
	add := func(key uint64, s *classes.Shape, count uint64, last time.Time, root *classes.CallStats) {
		row := merged[key]
		if row == nil {
			row = &Row{Key: key, Min: root.Min, Executions: len(s.Ops), Operation: e.names.Operation(s.Ops[0]), shape: s, names: e.names}
			if host := s.HostAt(0); host >= 0 {
				row.Host = e.names.Host(host)
			}
			merged[key] = row
		}
		row.Count += count
		if last.After(row.Last) {
			row.Last = last
		}
		row.Min = min(row.Min, root.Min)
		row.Max = max(row.Max, root.Max)
		row.Total += root.Total()
	}
	for hash, alike := range e.retired {
		for _, c := range alike {
			add(hash, &c.Shape, c.Count, c.Last, &c.Calls[0])
		}
	}
	counts := e.counts
	for _, s := range e.shards {
		more := s.each(func(c *class) {
			s.fold(c)
			add(c.hash, &c.Shape, c.count, time.Unix(0, c.last), &c.calls[0])
		})
		counts.Add(&more)
	}
	rows := make([]Row, 0, len(merged))
	for _, row := range merged {
		row.Mean = row.Total / float64(max(row.Count, 1))
		rows = append(rows, *row)
	}
	return rows, counts
}

func (e *Engine) class(hash uint64) *classes.Class {
	e.mu.Lock()
	defer e.mu.Unlock()
	merged := map[uint64][]*classes.Class{}
	for _, c := range e.retired[hash] {
		e.join(merged, hash, c.Clone())
	}
	for _, s := range e.shards {
		s.each(func(c *class) {
			if c.hash == hash {
				e.join(merged, hash, s.public(c, false))
			}
		})
	}
	if all := merged[hash]; len(all) > 0 {
		return all[0]
	}
	return nil
}
