// Package agent is the role beside the measured programs: it takes their records, reduces them to classes of traces
// (or, where traces may have records from several programs, sorts them by trace), keeps that on its disk, and sends
// it to the server until the totals have it.
package agent

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"os"
	"sync"
	"time"

	"beagle/internal/safe"
	"beagle/model"
	"beagle/traces"
	"beagle/traces/cluster"
	"beagle/traces/kieker"
	"beagle/traces/kieker/live"
	"beagle/traces/kieker/logs"
)

// Options say what an agent takes, and how.
type Options struct {
	Listen  string   // address for programs that send; empty: none
	User    string   // whose credentials it has, see cluster.Access.User; empty: the shared ones
	Strings string   // see live.Options
	Paths   []string // logs
	// Ways opens other ways in; nil: there are none.
	Ways   func(open func(source string) kieker.Handler) ([]kieker.Entrance, error)
	Follow bool // logs that are being written

	ByteLengths bool // see live.Options
	// Engine says how traces are reconstructed. Distributed ones are joined by workers.
	Engine traces.Options
	// Spool is the folder in which parts are kept, and Limit how many bytes; what
	// does not fit stays in memory, reduced.
	Spool string
	Limit int64 // see Spool
	// Every is how long the agent gathers before it sends; 0 means a second.
	Every time.Duration
	// Resend is how long no part goes into the totals until all that wait are sent again, and twice as long
	// each time after that; 0 means 20 seconds, in which a hub starts and workers take turns.
	Resend time.Duration
	// Say is told what a person should know.
	Say func(line string)
}

func (o *Options) engine() traces.Options {
	e := o.Engine
	e.Intervals, e.Distributed = true, false
	return e
}

// Agent is one that runs.
type Agent struct {
	bus     *cluster.Bus
	options Options
	id      string
	spool   *spool
	started time.Time
	trouble trouble

	mu     sync.Mutex // of everything below
	engine *intake    // of all connections; nil: none are taken
	logs   map[string]*intake
	ended  map[string]bool
	entrances
	reports map[string]func() kieker.Report
	said    map[string]kieker.Report
	last    map[int]int64 // numbers of parts
	told    map[int]int64 // records that parts tell of
	read    map[string]int64

	records   int64
	before    int64 // records that parts of earlier processes tell of
	lost      int64 // records that were in no part, since they fit none
	committed map[int]int64
	unwritten *batch        // that did not get onto the disk; nil: none
	fresh     chan struct{} // there is a batch to be sent
}

// New opens the folder and finds out where an agent that was there before stopped.
func New(options Options) (*Agent, error) {
	if options.Every <= 0 {
		options.Every = time.Second
	}
	if options.Resend <= 0 {
		options.Resend = 20 * time.Second
	}
	if options.Limit <= 0 {
		options.Limit = 1 << 30
	}
	if options.Say == nil {
		options.Say = func(string) {}
	}
	options.User = cmp.Or(options.User, cluster.SharedUser)
	s, err := openSpool(options.Spool)
	if err != nil {
		return nil, err
	}
	a := &Agent{
		options: options, spool: s, started: time.Now(), id: cluster.NewAgent(options.User, rand.Text()), logs: map[string]*intake{}, ended: map[string]bool{},
		reports: map[string]func() kieker.Report{}, said: map[string]kieker.Report{}, last: map[int]int64{}, told: map[int]int64{}, read: map[string]int64{}, committed: map[int]int64{}, fresh: make(chan struct{}, 1),
	}
	if before, ok := s.newest(); ok {
		if user := cluster.UserOf(before.Agent); user != options.User {
			s.close()
			return nil, model.Problem{Severity: model.Error, File: options.Spool, Message: fmt.Sprintf("parts of user %.80q wait there, and these are the credentials of %.80q", user, options.User), Hint: "give the credentials of that user until all is sent, or another folder with --spool"}
		}
		a.id = before.Agent
		maps.Copy(a.last, before.Last)
		for p, n := range before.Told {
			a.told[p] = n
			a.before += n
		}
		maps.Copy(a.read, before.Read)
		for log := range before.Ended {
			a.ended[log] = true
		}
	}
	return a, nil
}

// ID tells agents apart.
func (a *Agent) ID() string { return a.id }

// Listen begins to take records of programs, and returns where, in words.
func (a *Agent) Listen() (where []string, err error) {
	a.engine = newIntake(a, "", a.options.engine())
	if a.options.Listen != "" {
		receiver, err := live.Listen(a.options.Listen, live.Options{
			Open: a.engine.open, Schemas: a.options.Engine.Schemas, ByteLengths: a.options.ByteLengths, Strings: a.options.Strings, Memory: a.options.Engine.Memory / 4,
		})
		if err != nil {
			return nil, err
		}
		a.setEntrances(receiver, nil)
		where = append(where, receiver.Addr())
	}
	if a.options.Ways != nil {
		ways, err := a.options.Ways(a.engine.open)
		if err != nil {
			return nil, err
		}
		a.setEntrances(a.receiver, ways)
		for _, way := range ways {
			where = append(where, way.Where())
		}
	}
	return where, nil
}

func (a *Agent) setEntrances(receiver *live.Receiver, ways []kieker.Entrance) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.entrances = entrances{receiver, ways}
}

type entrances struct {
	receiver *live.Receiver // of connections; nil: none
	ways     []kieker.Entrance
}

func (e *entrances) closeEntrances() {
	if e.receiver != nil {
		e.receiver.Close()
	}
	for _, way := range e.ways {
		way.Close()
	}
}

func (e *entrances) live() bool { return e.receiver != nil || len(e.ways) > 0 }

// Use tells where records go before Run begins; those of distributed traces are sorted as the server's hub says.
func (a *Agent) Use(bus *cluster.Bus) { a.bus = bus }

// Run takes records and sends them until the context ends, or until logs that nobody writes to any more are read and
// the totals have all of it.
func (a *Agent) Run(ctx context.Context, bus *cluster.Bus) error {
	a.bus = bus
	running, stop := context.WithCancel(ctx)
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	all.Go(func() { cluster.Say(running, bus, a.member) })
	sending, stopSending := context.WithCancel(context.WithoutCancel(ctx))
	defer stopSending()
	var sent sync.WaitGroup
	sent.Go(func() { a.send(sending) })
	sent.Go(func() { a.listen(sending) })
	readErr := make(chan error, 1)
	if len(a.options.Paths) > 0 {
		all.Go(func() { readErr <- a.readLogs(running) })
	}
	err := a.gather(running, readErr)
	a.rest(ctx)
	stopSending()
	sent.Wait()
	return err
}

// Close ends the use of the folder.
func (a *Agent) Close() {
	a.closeEntrances()
	a.spool.close()
}

func (a *Agent) gather(ctx context.Context, read chan error) error {
	tick := time.NewTicker(a.options.Every)
	defer tick.Stop()
	done := false
	for {
		select {
		case <-ctx.Done():
			return nil
		case err := <-read:
			if err != nil || a.options.Follow {
				return err
			}
			done = true
		case <-tick.C:
		}
		a.batch()
		if done && !a.live() && a.everythingIsIn() {
			return nil
		}
	}
}

func (a *Agent) everythingIsIn() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.taken() {
		return false
	}
	parts, _ := a.spool.waiting(a.committed)
	return parts == 0
}

// rest takes what programs sent until now, and waits a moment for the server; what is not sent then is sent when an
// agent starts with this folder again. Logs are read on from where the last batch ended.
func (a *Agent) rest(ctx context.Context) {
	if a.live() {
		a.closeEntrances()
		a.batch()
	}
	const atMost = 3 * time.Second
	wait, stop := context.WithTimeout(context.WithoutCancel(ctx), atMost)
	defer stop()
	for wait.Err() == nil && !a.everythingIsIn() && a.bus.Connected() {
		cluster.Pause(wait)
	}
}

// readLogs reads the logs, each with an engine of its own, so that it can be read on from any record.
func (a *Agent) readLogs(ctx context.Context) error {
	_, err := logs.Read(ctx, a.options.Paths, logs.Options{
		Open: a.openLog, Schemas: a.options.Engine.Schemas, Follow: a.options.Follow, ByteLengths: a.options.ByteLengths, Opened: a.opened, SplitAbove: -1,
	})
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

func (a *Agent) opened(report func() kieker.Report) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.reports[report().Source] = report
}

// openLog begins with a log, or goes on behind what of it was sent before the agent was started again.
func (a *Agent) openLog(source string) kieker.Handler {
	in := newIntake(a, source, a.options.engine())
	a.mu.Lock()
	defer a.mu.Unlock()
	in.before = a.read[source]
	if a.ended[source] && !a.options.Follow {
		in.before = -1 // all of it was read
	}
	a.logs[source] = in
	return in.open(source)
}

func (a *Agent) member() cluster.Member {
	host, _ := os.Hostname()
	m := cluster.Member{ID: a.id, Role: "agent", Host: host, Process: os.Getpid(), Started: a.started, Trouble: a.trouble.get()}
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, n := range a.last {
		m.Parts += n
	}
	m.Records = a.records
	m.Waiting, m.Bytes = a.spool.waiting(a.committed)
	return m
}

type trouble struct {
	mu   sync.Mutex
	text string
}

func (t *trouble) get() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text
}

func (t *trouble) set(err error, what string) (line string, isNew bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := ""
	if err != nil {
		text = safe.Line(fmt.Sprintf("%s: %v", what, err))
	}
	isNew = text != "" && t.text != text
	t.text = text
	return text, isNew
}
