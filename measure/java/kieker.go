package java

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"beagle/measure"
	"beagle/measure/java/jdk"
	"beagle/measure/java/probe"
	"beagle/model"
	"beagle/traces/kieker"
	"beagle/traces/kieker/live"
)

// recordClass is that of probe/src/kieker/ProbeRecord.java.
const recordClass = "beagle_rt.ProbeRecord"

// Counts that mark the begin and the end of a program's records, and what its probes cost.
const (
	markBegin = -1
	markEnd   = -2
	markCosts = -3
)

type receiving struct {
	receiver *live.Receiver
	start    int64

	mu          sync.Mutex // connections share the decoder
	decoder     *probe.Decoder
	connections []*connection
}

func receive(decoder *probe.Decoder, env map[string]string) (*receiving, error) {
	r := &receiving{decoder: decoder, start: time.Now().UnixNano()}
	var err error
	r.receiver, err = live.Listen("127.0.0.1:0", live.Options{Schemas: kieker.NewSchemas(), Open: r.open})
	if err != nil {
		return nil, err
	}
	env[probe.EnvPort] = strconv.Itoa(r.receiver.Port())
	return r, nil
}

func (r *receiving) open(source string) kieker.Handler {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := &connection{receiving: r, source: source, number: int64(len(r.connections)), threads: map[int64][]uint64{}}
	r.connections = append(r.connections, c)
	return c
}

type connection struct {
	*receiving
	source   string
	number   int64
	origin   probe.Origin
	begun    bool
	received int64
	said     int64 // records sent, by the mark of the end; 0: it did not come
	threads  map[int64][]uint64
	failed   error
	report   kieker.Report
}

func (c *connection) Records(batch []kieker.Record) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range batch {
		if rec := &batch[i]; rec.Class.Class == recordClass && c.failed == nil {
			c.received++
			c.failed = c.record(rec)
		}
	}
	c.decoder.Flush()
}

// record takes in one record of the probes.
func (c *connection) record(rec *kieker.Record) error {
	count := int(rec.Int(1))
	switch {
	case count == markBegin:
		if rec.Long(4) != c.decoder.Table.Hash() {
			return fmt.Errorf("the records belong to another instrumentation of the program")
		}
		c.begun = true
		c.origin.Base = rec.Long(2)*1e6 - rec.Long(3) - c.start
		return nil
	case count == markCosts:
		c.origin.Costs = probe.NewCosts(rec.Long(2), rec.Long(3), rec.Long(4))
		return nil
	case count == markEnd:
		c.said = rec.Long(2)
		return nil
	case count < 1 || count > 4:
		return fmt.Errorf("a record of %d words", count)
	}
	thread := rec.Long(0)
	if thread == 0 { // the runtime finds out what a record costs
		return nil
	}
	var first [4]uint64 // most records are whole
	words := append(first[:0], c.threads[thread]...)
	for i := range count {
		words = append(words, uint64(rec.Long(2+i)))
	}
	need := probe.Words(words[0])
	if need == 0 {
		return fmt.Errorf("record %#x is none", words[0])
	}
	if len(words) < need {
		c.threads[thread] = slices.Clone(words)
		return nil
	}
	delete(c.threads, thread) // a program may start threads without end
	return c.decoder.Record(c.number<<32|thread, &c.origin, words[:need])
}

func (c *connection) Closed(report kieker.Report) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.report = report
}

const drain = 30 * time.Second

func (r *receiving) Finish(ctx context.Context) probe.Ending {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), drain)
	defer cancel()
	_, err := r.receiver.Shutdown(ctx)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.decoder.Finish()
	ending := probe.Ending{Complete: true}
	problem := func(message, hint string) {
		ending.Complete = false
		ending.Problems = append(ending.Problems, model.Problem{Severity: model.Warning, Rule: "records", Message: message, Hint: hint})
	}
	for _, c := range r.connections {
		if !c.begun && c.failed == nil { // the probes try the port before they start Kieker
			continue
		}
		ending.Files++
		switch {
		case c.failed != nil:
			problem("Kieker's records cannot be read further: "+c.failed.Error(), "")
		case c.said == 0:
			problem("Kieker's mark of the end did not come, so records may be lost: the program was killed, or it called halt", "probe: builtin loses nothing then")
		case c.received < c.said:
			ending.Lost += c.said - c.received
			problem(fmt.Sprintf("%d of %d records were lost between Kieker and Beagle", c.said-c.received, c.said), "")
		}
		ending.Problems = append(ending.Problems, c.report.Problems...)
	}
	if err != nil {
		problem("Kieker's records still came when the program had ended for "+drain.String(), "")
	}
	ending.Complete = ending.Complete && ending.Files > 0
	return ending
}

type recording interface {
	Finish(ctx context.Context) probe.Ending
	// Sources are the connections over which records come.
	Sources() []measure.Source
}

// takeRecords begins to take the records that probes write into a folder.
func takeRecords(ctx context.Context, folder string, decoder *probe.Decoder) recording {
	f := &following{follower: probe.Follower{Dir: folder, Start: time.Now().UnixNano(), Decoder: decoder}, ended: make(chan error, 1)}
	following, stop := context.WithCancel(context.WithoutCancel(ctx))
	f.stop = stop
	go func() { f.ended <- follow(following, &f.follower) }()
	return f
}

// takeRecords begins to take the records that probes send through Kieker.
func (k *kiekerProbes) Take(ctx context.Context, decoder *probe.Decoder, packages, command []string, env map[string]string) (recording, error) {
	path, err := k.classPath(ctx, jdk.Launched(command, env), packages)
	if err != nil {
		return nil, err
	}
	env[probe.EnvKieker] = path
	return receive(decoder, env)
}
