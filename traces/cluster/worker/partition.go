package worker

import (
	"context"
	"crypto/rand"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"beagle/traces"
	"beagle/traces/cluster"
	"beagle/traces/cluster/totals"
	"beagle/traces/kieker"
)

// partition is one that the worker reads.
type partition struct {
	worker *Worker
	stream cluster.Partition
	share  *share

	at         cluster.Position
	agentParts map[string]int64
	books      map[string]cluster.Book
	input      uint64 // number of the last part that was read
	join       joiner

	engine    *traces.Engine
	anomalies cluster.Anomalies
	sources   map[string]map[string]kieker.Report
	parts     int64
	other     int64 // records that belong to no trace
	bytes     int
	any       bool // there is something

	resumed bool // open traces are as they were at the last checkpoint

	due   *time.Timer   // when it is to be written
	wrote time.Time     // when the last checkpoint was begun
	took  time.Duration // the work that it was
}

var errNone = errors.New("the reading of parts has ended")

func (p *partition) run(ctx context.Context) error {
	var err error
	if p.at, err = p.stream.Position(ctx); err != nil {
		return err
	}
	p.agentParts, p.input = maps.Clone(p.at.AgentParts), p.at.Input
	if p.agentParts == nil {
		p.agentParts = map[string]int64{}
	}
	if p.books = maps.Clone(p.at.Books); p.books == nil {
		p.books = map[string]cluster.Book{}
	}
	p.begin()
	p.join = newJoiner(&p.worker.options.Engine, p.worker.bus.Quiet())
	from := p.input + 1
	if p.at.Floor > 0 { // read again what open traces are made of
		from = p.at.Floor
		p.join.clock = p.at.Clock
	}
	reader, err := p.stream.Read(ctx, from)
	if err != nil {
		return err
	}
	defer reader.Close()
	// Where the server lost its last parts, what is new has their numbers. Those of agents keep it from
	// being counted twice.
	p.at.Input, p.input = min(p.at.Input, reader.Last), min(p.input, reader.Last)
	return p.read(ctx, reader)
}

func (p *partition) begin() {
	p.engine = traces.NewEngine(p.worker.options.Engine)
	p.anomalies, p.sources, p.parts, p.other, p.bytes, p.any = cluster.Anomalies{}, map[string]map[string]kieker.Report{}, 0, 0, 0, false
	p.join.units = 0
}

func (p *partition) read(ctx context.Context, reader *cluster.Reader) error {
	beat := cluster.Beat()
	defer beat.Stop()
	p.due = time.NewTimer(time.Hour)
	defer p.due.Stop()
	ticked := time.Now()
	for {
		select {
		case <-ctx.Done():
			return p.write(context.WithoutCancel(ctx)) // what was read is not read again
		case m, ok := <-reader.Next():
			if !ok {
				if ctx.Err() != nil {
					return p.write(context.WithoutCancel(ctx))
				}
				return errors.Join(errNone, reader.Err())
			}
			began := time.Now()
			p.take(&m)
			ticked = began
			p.share.waiting.Store(int64(m.Waiting))
			p.worker.busy.Add(int64(time.Since(began)))
			if p.bytes < p.worker.bus.MaxBody()/2 {
				continue
			}
		case <-p.due.C:
		case <-beat.C:
			if p.join.open() && time.Since(ticked) > time.Second {
				if err := p.stream.Tick(ctx); err != nil {
					return err
				}
				ticked = time.Now()
			}
			continue
		}
		if err := p.write(ctx); err != nil {
			return err
		}
	}
}

func (p *partition) take(m *cluster.Message) {
	again := m.Sequence <= p.at.Input // it is in; only open traces are made of it again
	skip := again && slices.Contains(p.at.Skip, m.Sequence)
	if !again && m.Sequence <= p.input {
		return
	}
	part, err := cluster.UnpackPart(m.Data)
	if again && !skip && err == nil && part.Number > p.at.AgentParts[part.Agent] { // the stream was lost, and is another one
		p.at.Input, p.input, again = m.Sequence-1, m.Sequence-1, false
	}
	counts := false
	if !again {
		p.resume()
		p.input = m.Sequence
		p.await()
		p.bytes += len(m.Data)
		if err != nil {
			p.anomalies.Damaged++
		} else {
			counts = part.Kind != cluster.Tick && p.genuine(&part, m) && p.inTurn(&part, m.Since)
		}
	} else {
		counts = err == nil && !skip && part.Kind != cluster.Tick
	}
	sink := p.engine
	if again {
		sink = nil
	}
	readable := true
	if counts && part.Kind == cluster.Classes && !again {
		if readable = totals.Adopt(p.engine, part.Body) == nil; !readable {
			p.anomalies.Damaged++
		}
	}
	records := counts && part.Kind == cluster.Records
	readable = p.join.step(m, part.Body, records, sink, &p.anomalies) && readable
	if counts && !again {
		p.parts++
		if readable {
			p.other += part.Other
		}
		book := p.books[part.Agent]
		book.Enter(&part, readable)
		p.books[part.Agent] = book
		p.worker.parts.Add(1)
		p.report(&part)
	}
}

// resume notes, before the first part that is new, what is missing of the traces that were open at the last
// checkpoint.
func (p *partition) resume() {
	if !p.resumed && p.at.Open > 0 {
		p.anomalies.LostOpen += p.at.Open - p.join.records
	}
	p.resumed = true
}

// await has what was gathered be written in time.
func (p *partition) await() {
	const soon = 20 * time.Millisecond // for what was sent together
	if p.any {
		return
	}
	p.any = true
	every := max(p.worker.options.Every, 10*p.took)
	if p.join.open() { // who waits for silence does not see the difference
		every = max(every, p.worker.bus.Quiet()/4)
	}
	p.due.Reset(max(soon, every-time.Since(p.wrote)))
}

// genuine reports whether a part is of an agent of the user who sent it.
func (p *partition) genuine(part *cluster.Part, m *cluster.Message) bool {
	_, user, _ := strings.Cut(m.Subject, ".")
	if user == cluster.UserOf(part.Agent) {
		return true
	}
	p.anomalies.Forged++
	return false
}

// inTurn takes a part's number: each counts once, and in its turn.
func (p *partition) inTurn(part *cluster.Part, since int64) bool {
	last := p.agentParts[part.Agent]
	switch {
	case part.Number <= last:
		p.anomalies.Duplicates++
		return false
	case part.Number > last+1 && part.Number != since:
		p.anomalies.Early++ // the agent still has what comes before, and sends all of it again
		return false
	case part.Number > last+1:
		p.anomalies.Lost += part.Number - last - 1
	}
	p.agentParts[part.Agent] = part.Number
	return true
}

func (p *partition) report(part *cluster.Part) {
	for _, r := range part.Sources {
		if p.sources[part.Agent] == nil {
			p.sources[part.Agent] = map[string]kieker.Report{}
		}
		p.sources[part.Agent][r.Source] = r
	}
}

func (p *partition) write(ctx context.Context) error {
	if !p.any {
		return nil
	}
	p.wrote = time.Now()
	p.engine.End()
	result := p.engine.Result()
	result.Records += p.other - p.join.units
	p.worker.records.Add(result.Records)
	c := cluster.Checkpoint{
		Partition: p.stream.Number, Worker: p.worker.id, Nonce: rand.Text(), Input: p.input, Parts: p.parts, AgentParts: maps.Clone(p.agentParts), Books: maps.Clone(p.books),
		Anomalies: p.anomalies, Sources: map[string][]kieker.Report{},
	}
	for agent, reports := range p.sources {
		c.Sources[agent] = slices.Collect(maps.Values(reports))
	}
	c.Floor, c.Clock, c.Skip = p.join.floor()
	c.Open = p.join.records
	pieces := totals.Pieces(result.Classes, result.Counts, p.worker.bus.MaxBody())
	if len(pieces) == 0 {
		pieces = [][]byte{nil}
	}
	p.took = time.Since(p.wrote) // to wait for the server is no work
	p.worker.busy.Add(int64(p.took))
	if err := p.publish(ctx, c, pieces); err != nil {
		return err
	}
	p.share.trouble.Store("")
	p.begin()
	return nil
}

func (p *partition) publish(ctx context.Context, c cluster.Checkpoint, pieces [][]byte) error {
	err := p.stream.Publish(ctx, &p.at, c, pieces, p.worker.options.Unfenced)
	if err == nil || errors.Is(err, cluster.ErrFenced) {
		return err
	}
	if !passing(err) {
		return err
	}
	now, asked := p.stream.Position(ctx)
	if asked != nil || now.Nonce != c.Nonce {
		return err // what was read is read again, from the last checkpoint
	}
	p.at = now
	return nil
}

func passing(err error) bool {
	return cluster.Passing(err) || errors.Is(err, cluster.ErrFenced) || errors.Is(err, errNone)
}
