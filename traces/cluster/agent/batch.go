package agent

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"beagle/traces/cluster"
	"beagle/traces/kieker"
)

type batch struct {
	head     batchHead
	messages [][]byte
	sources  []kieker.Report
}

var errFull = errors.New("the folder for what waits is full")

func (a *Agent) batch() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.unwritten == nil {
		if _, bytes := a.spool.waiting(a.committed); bytes > a.options.Limit {
			a.tell(errFull, a.options.Spool, "what comes stays in memory, reduced, until the server takes what waits")
			return
		}
		b, err := a.make()
		if err != nil {
			a.tell(err, "cannot send what came", "it is left out, and is in the books as lost")
			return
		}
		if len(b.messages) == 0 {
			return
		}
		a.unwritten = b
	}
	b := a.unwritten
	if _, err := a.spool.add(b.head, b.messages); err != nil {
		a.tell(err, "cannot keep records on the disk", "they stay in memory, and it is tried again")
		return
	}
	a.tell(nil, "", "")
	a.unwritten, a.last, a.told = nil, b.head.Last, b.head.Told
	for _, r := range b.sources {
		a.said[r.Source] = r
	}
	select {
	case a.fresh <- struct{}{}:
	default:
	}
}

func (a *Agent) tell(err error, what, so string) {
	if line, isNew := a.trouble.set(err, what); isNew {
		a.options.Say(line + "; " + so)
	}
}

func (a *Agent) make() (_ *batch, err error) {
	gained := int64(0)
	b := &batch{sources: a.news(), head: batchHead{Agent: a.id, Read: maps.Clone(a.read), Ended: maps.Clone(a.ended), Last: maps.Clone(a.last), Told: maps.Clone(a.told)}}
	home := cluster.Home(a.id, a.bus.Partitions())
	left, other, records := b.sources, int64(0), int64(0) // told with the first part that follows
	put := func(partition int, kind cluster.Kind, body []byte) error {
		number, told := b.head.Last[partition]+1, b.head.Told[partition]+records
		part := cluster.Part{Agent: a.id, Number: number, Kind: kind, Sources: left, Other: other, Records: records, Read: told, Body: body}
		data, err := part.Pack()
		if err != nil {
			return err
		}
		if len(data) > a.bus.MaxBody() {
			return fmt.Errorf("a message of %d bytes is larger than the %d of the server (its max_payload)", len(data), a.bus.MaxBody())
		}
		b.head.Last[partition], b.head.Told[partition] = number, told
		b.head.Parts = append(b.head.Parts, partHead{partition, number, records, len(data)})
		left, other, records = nil, 0, 0
		b.messages = append(b.messages, data)
		return nil
	}
	defer func() {
		if err != nil { // the next part there tells of them
			a.lost += gained
			a.told[home] += gained
		}
	}()
	for _, in := range a.intakes() {
		g := in.gained(a.bus)
		in.given += g.records
		gained += g.records
		other += g.other
		records += g.records
		for partition, bodies := range g.chunks {
			for _, body := range bodies {
				if err := put(partition, cluster.Records, body); err != nil {
					return nil, err
				}
			}
		}
		for _, body := range g.pieces {
			if err := put(home, cluster.Classes, body); err != nil {
				return nil, err
			}
		}
		a.records += g.records
		if in.log != "" {
			b.head.Read[in.log] = g.read
			if g.ended {
				b.head.Ended[in.log] = true
			}
			a.read[in.log] = g.read
			if g.ended {
				a.ended[in.log] = true
			}
		}
	}
	if other > 0 || records > 0 || len(left) > 0 || len(b.messages) == 0 && !maps.Equal(b.head.Ended, a.spool.ended()) {
		return b, put(home, cluster.Classes, nil)
	}
	return b, nil
}

func (a *Agent) intakes() (all []*intake) {
	if a.engine != nil {
		all = append(all, a.engine)
	}
	for _, in := range a.logs {
		all = append(all, in)
	}
	return all
}

func (a *Agent) taken() bool {
	if a.unwritten != nil {
		return false
	}
	for log, in := range a.logs {
		if _, ended := in.progress(); !ended || !a.spool.ended()[log] {
			return false
		}
	}
	return true
}

func (a *Agent) news() (all []kieker.Report) {
	var now []kieker.Report
	if a.receiver != nil {
		now = a.receiver.Stats().Sources
	}
	for _, way := range a.ways {
		now = append(now, way.Report())
	}
	for _, report := range a.reports {
		now = append(now, report())
	}
	for _, r := range now {
		before := a.said[r.Source]
		if r.Records != before.Records || r.Unknown != before.Unknown || r.Broken != before.Broken || r.Skipped != before.Skipped || r.Left() != before.Left() || r.Ended != before.Ended {
			all = append(all, r)
		}
	}
	return all
}

func (a *Agent) send(ctx context.Context) {
	var sent, taken uint64 // the last batch, and the server's number of the last part
	again := newResending(a.options.Resend)
	tick := cluster.Beat()
	defer tick.Stop()
	for ctx.Err() == nil {
		if _, ok := a.spool.after(sent); ok {
			if last, number, err := a.sendBatches(ctx, sent, taken); err == nil {
				sent, taken = last, number
			} else if ctx.Err() == nil {
				a.mu.Lock()
				a.tell(err, "the server takes nothing at present", "it is tried again, and nothing is lost")
				a.mu.Unlock()
				cluster.Pause(ctx)
			}
		} else {
			select {
			case <-ctx.Done():
			case <-a.fresh:
			case <-tick.C:
			}
		}
		if again.due(a.waitsFor()) {
			sent = 0
		}
	}
}

// sendBatches sends those parts of some batches behind one that the totals do not have, and returns the
// last one of these batches and the server's number of their last part: the parts of one partition in order, and
// all partitions at a time. Where much waits, since the server was away or is slow, it takes many batches at a
// time: one after another they would never catch up. A number that is not behind the one that the server had
// taken before says that it has lost parts: the first batch is the next to be sent again.
func (a *Agent) sendBatches(ctx context.Context, behind, taken uint64) (last, number uint64, err error) {
	const mostBytes, most = 4 << 20, 64
	a.mu.Lock()
	committed := a.committed
	a.mu.Unlock()
	byPartition := map[int][]cluster.Unsent{}
	last = behind
	for bytes, batches := 0, 0; bytes < mostBytes && batches < most; batches++ {
		batch, ok := a.spool.after(last)
		if !ok {
			break
		}
		head, messages, err := a.spool.load(batch)
		if err != nil {
			return behind, taken, err
		}
		last = batch
		for i, p := range head.Parts {
			if p.Number > committed[p.Partition] {
				byPartition[p.Partition] = append(byPartition[p.Partition], cluster.Unsent{Part: messages[i], Since: a.spool.since(p.Partition, p.Number)})
				bytes += len(messages[i])
			}
		}
	}
	type answer struct {
		number uint64
		err    error
	}
	answers := make(chan answer, len(byPartition))
	for partition, parts := range byPartition {
		go func() {
			number, err := a.bus.Partition(partition).Append(ctx, parts...)
			answers <- answer{number, err}
		}()
	}
	for range byPartition {
		one := <-answers
		if err == nil {
			err = one.err // the others are alike
		}
		if one.number <= taken {
			last = 0
		}
		number = max(number, one.number)
	}
	if len(byPartition) == 0 {
		number = taken
	}
	return last, number, err
}

func (a *Agent) listen(ctx context.Context) {
	const seldom = 500 * time.Millisecond
	tick := time.NewTicker(seldom)
	defer tick.Stop()
	for {
		a.learn(ctx)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func (a *Agent) learn(ctx context.Context) {
	committed, err := a.bus.State().Committed(ctx, a.id)
	if err != nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.committed = committed
	if err := a.spool.drop(committed); err != nil {
		a.tell(err, "cannot remove what the totals have", "it is tried again")
	}
}

func (a *Agent) waitsFor() (waiting, in int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	waiting, _ = a.spool.waiting(a.committed)
	for _, n := range a.committed {
		in += n
	}
	return waiting, in
}

// resending says when everything that waits must be sent again.
type resending struct {
	in    int64
	since time.Time
	after time.Duration
	first time.Duration // after, as long as parts go in
}

// resendAtMost is the longest time between two.
const resendAtMost = 10 * time.Minute

func newResending(first time.Duration) *resending {
	return &resending{since: time.Now(), after: first, first: first}
}

// due reports whether it is time to send parts again that the totals do not have.
func (r *resending) due(waiting, in int64) bool {
	if waiting == 0 || in != r.in {
		lost := in < r.in
		r.in, r.since, r.after = in, time.Now(), r.first
		return lost && waiting > 0
	}
	if time.Since(r.since) < r.after {
		return false
	}
	r.since, r.after = time.Now(), min(2*r.after, resendAtMost)
	return true
}
