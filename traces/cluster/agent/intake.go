package agent

import (
	"fmt"
	"sync"

	"beagle/internal/quantity"
	"beagle/traces"
	"beagle/traces/cluster"
	"beagle/traces/cluster/totals"
	"beagle/traces/kieker"
)

// intake takes the records of one log, or of all connections, and gives what came since it was asked last. Of a log
// it knows how many records there were, so that an agent that starts again leaves out exactly those that are in
// batches already: it reads them, because traces may have begun in them, and throws away what they come to. It does
// not tell the engine how time passes: what a log comes to must depend on its records only.
type intake struct {
	agent  *Agent
	engine *traces.Engine
	sorter *sorter // where traces are distributed; then there is no engine
	log    string  // path of the log; empty: of all connections

	mu     sync.Mutex
	before int64 // records that are in batches already; -1: all
	seen   int64
	given  int64 // records that gained gave; guarded by the agent's lock
	closed bool
	shard  kieker.Handler // of a log
	runner kieker.Runner
}

func newIntake(a *Agent, log string, options traces.Options) *intake {
	i := &intake{agent: a, log: log}
	if a.options.Engine.Distributed {
		i.sorter = &sorter{agent: a, open: map[*sorted]bool{}, full: map[int][][]byte{}}
	} else {
		i.engine = traces.NewEngine(options)
	}
	return i
}

func (i *intake) open(source string) kieker.Handler {
	if i.sorter != nil {
		h := i.sorter.source()
		if i.log == "" {
			return h
		}
		i.shard = h
		return i
	}
	h := i.engine.Open(source)
	if i.log == "" {
		return h
	}
	i.shard = h
	i.runner, _ = h.(kieker.Runner)
	return i
}

func (i *intake) Records(batch []kieker.Record) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.before < 0 {
		return
	}
	if left := i.before - i.seen; left > 0 && left <= int64(len(batch)) {
		i.hand(batch[:left])
		batch = batch[left:]
		i.forget()
	}
	i.hand(batch)
}

func (i *intake) hand(batch []kieker.Record) {
	i.seen += int64(len(batch))
	if len(batch) > 0 {
		i.shard.Records(batch)
	}
}

func (i *intake) Run(data []byte, known []*kieker.Class) (used, records int) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.runner == nil || i.before < 0 || i.seen < i.before {
		return 0, 0
	}
	used, records = i.runner.Run(data, known)
	i.seen += int64(records)
	return used, records
}

func (i *intake) Closed(report kieker.Report) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.agent.options.Follow {
		return
	}
	if i.seen < i.before {
		i.agent.options.Say(report.Source + " has fewer records than were read of it before; what it holds now is left out (an empty --spool folder begins anew)")
	} else {
		i.shard.Closed(report)
	}
	i.closed = true
}

func (i *intake) forget() {
	if i.sorter != nil {
		i.sorter.take(1)
		return
	}
	i.engine.Interval()
}

type gain struct {
	chunks  map[int][][]byte // bodies of parts by partition: records of traces that are joined elsewhere
	pieces  [][]byte         // bodies of parts: traces that were reduced here
	records int64            // behind them
	other   int64            // of these, which are in no chunk
	read    int64            // records so far
	ended   bool             // no more come
}

func (i *intake) gained(bus *cluster.Bus) (g gain) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.log != "" && (i.before < 0 || i.seen < i.before) {
		return gain{read: max(i.before, 0), ended: i.before < 0 || i.closed}
	}
	g.read, g.ended = i.seen, i.closed
	if i.sorter != nil {
		g.chunks, g.records, g.other = i.sorter.take(bus.MaxBody())
		return g
	}
	all, counts := i.engine.Interval()
	g.pieces, g.records = totals.Pieces(all, counts, bus.MaxBody()), counts.Records
	return g
}

func (i *intake) took() int64 {
	if i.log != "" {
		i.mu.Lock()
		defer i.mu.Unlock()
		if i.before < 0 {
			return 0
		}
		return max(0, i.seen-i.before)
	}
	if i.sorter != nil {
		return i.sorter.took.Load()
	}
	return i.engine.Result().Records
}

func (i *intake) progress() (read int64, ended bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.seen, i.closed || i.before < 0
}

// Book says where the records are that an agent has read since its folder is there: Read is the sum of the others.
type Book struct {
	Agent   string `json:"agent"`
	Read    int64  `json:"read"`    // as those count who take records
	Counted int64  `json:"counted"` // in totals that are written down
	Waiting int64  `json:"waiting"` // in the folder, to be sent
	Memory  int64  `json:"memory"`  // in no part yet
	Lost    int64  `json:"lost"`    // in no part, since they fit none
	Balance bool   `json:"balance"` // each is somewhere, once
}

// Book is the agent's book at present.
func (a *Agent) Book() Book {
	a.mu.Lock()
	defer a.mu.Unlock()
	b := Book{Agent: a.id, Read: a.before, Lost: a.lost}
	for _, in := range a.intakes() {
		taken := in.took()
		b.Read += taken
		b.Memory += taken - in.given
	}
	told := int64(0)
	for _, n := range a.told {
		told += n
	}
	b.Waiting = a.spool.records(a.committed)
	b.Counted = told - b.Waiting - b.Lost
	if a.unwritten != nil {
		for _, p := range a.unwritten.head.Parts {
			b.Memory += p.Records
		}
	}
	b.Balance = min(b.Counted, b.Waiting, b.Memory) >= 0 && b.Read == b.Counted+b.Waiting+b.Memory+b.Lost
	return b
}

func (b *Book) String() string {
	text := fmt.Sprintf("%s read = %s in the totals + %s waiting in the folder", quantity.Plural(b.Read, "record", "records"), quantity.Count(b.Counted), quantity.Count(b.Waiting))
	if b.Memory != 0 {
		text += fmt.Sprintf(" + %s in memory", quantity.Count(b.Memory))
	}
	if b.Lost != 0 {
		text += fmt.Sprintf(" + %s lost", quantity.Count(b.Lost))
	}
	if !b.Balance {
		text += ": DOES NOT BALANCE"
	}
	return text
}
