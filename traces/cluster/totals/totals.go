// Package totals is what all agents and workers together have found: the totals that a hub wrote down last, and the
// checkpoints since then. A hub writes them down again from time to time (Keeper); everybody else just reads.
//
// A total is the sum of all checkpoints up to some number of the stream, so it can be made anew from any older one
// and the checkpoints since. Who reads and who writes see the same, whatever was restarted in between.
package totals

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"

	"beagle/traces"
	"beagle/traces/cluster"
	"beagle/traces/kieker"
)

// Totals are kept up to date by Run.
type Totals struct {
	bus     *cluster.Bus
	options traces.Options

	mu     sync.Mutex
	engine *traces.Engine
	state
	written written                      // the totals that were read or written last
	pieces  map[string]map[uint64][]byte // of bodies of checkpoints that are not in yet, by subject and number
	parts   int64                        // taken in since Run began
	ready   bool                         // it has what there was at the beginning
	trouble error                        // why it does not go on at present; nil: it does
	changed func(*traces.Engine)

	spare func(stored written, broken bool) (*saved, error) // totals that are kept elsewhere, and are newer than those stored; nil: there are none
	mend  func(ctx context.Context, why error) error        // goes on where checkpoints are missing; nil: somebody else does
}

type state struct {
	Number     uint64                              `json:"number"`           // of the last checkpoint in OUT that is in
	Pieces     uint64                              `json:"pieces,omitempty"` // number of the first piece of a checkpoint that is not in; 0: there is none
	Partitions map[int]*partition                  `json:"partitions"`
	Anomalies  cluster.Anomalies                   `json:"anomalies"`
	Sources    map[string]map[string]kieker.Report `json:"sources"` // by agent and source
	Booked     bool                                `json:"booked"`  // there are books; else they begin here
	Before     int64                               `json:"before"`  // records that were counted before
}

type partition struct {
	Checkpoint uint64           `json:"checkpoint"` // its number in OUT
	Nonce      string           `json:"nonce"`      // its nonce
	Input      uint64           `json:"input"`
	AgentParts map[string]int64 `json:"agent_parts"`
	Worker     string           `json:"worker"`

	Books map[string]cluster.Book `json:"books,omitempty"` // as in cluster.Checkpoint
	Floor uint64                  `json:"floor,omitempty"`
	Clock int64                   `json:"clock,omitempty"`
	Skip  []uint64                `json:"skip,omitempty"`
	Open  int64                   `json:"open,omitempty"`
}

type written struct {
	Generation uint64 `json:"generation"`
	Nonce      string `json:"nonce"` // of who wrote it
	Chunks     int    `json:"chunks"`
	Number     uint64 `json:"number"` // of the last checkpoint in OUT that is in

	sequence uint64 // of this word, for the next to replace it
}

// New reads with these options of an engine; changed is told of each engine that takes the place of the one before.
func New(bus *cluster.Bus, options traces.Options, changed func(*traces.Engine)) *Totals {
	t := &Totals{bus: bus, options: options, changed: changed}
	t.reset()
	return t
}

func (t *Totals) reset() {
	t.engine = traces.NewEngine(t.options)
	t.state = state{Partitions: map[int]*partition{}, Sources: map[string]map[string]kieker.Report{}}
	t.pieces, t.written = map[string]map[uint64][]byte{}, written{}
}

// errBroken says that checkpoints are missing between what is known and what came.
var errBroken = errors.New("the checkpoints have a gap")

func (t *Totals) load(ctx context.Context) error {
	stored, sequence, err := t.stored(ctx)
	if err != nil && !errors.Is(err, errBroken) {
		return err
	}
	if t.spare != nil {
		spare, failed := t.spare(stored.word, err != nil)
		if failed != nil {
			return failed
		}
		if spare != nil {
			stored, err = spare, nil
		}
	}
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.mend != nil && stored.word.Generation < t.written.Generation {
		return fmt.Errorf("%w: the totals of %s are older than those that were written down", errBroken, t.bus.URL())
	}
	t.reset()
	if err := t.adopt(stored); err != nil {
		return err
	}
	t.written.sequence = sequence
	if t.changed != nil {
		t.changed(t.engine)
	}
	return nil
}

// stored are the totals in STATE, of generation 0 where there are none, and the number of the word that says where.
func (t *Totals) stored(ctx context.Context) (s *saved, sequence uint64, err error) {
	s = &saved{}
	data, sequence, err := t.bus.State().Get(ctx, "commit")
	if err != nil || data == nil {
		return s, sequence, err
	}
	if err := json.Unmarshal(data, &s.word); err != nil {
		return s, sequence, fmt.Errorf("%w: the totals on %s are unreadable: %w", errBroken, t.bus.URL(), err)
	}
	for i := range s.word.Chunks {
		chunk, _, err := t.bus.State().Get(ctx, s.word.chunk(i))
		if err != nil {
			return s, sequence, err
		}
		if chunk == nil { // newer totals took their place just now, or it is lost
			return s, sequence, fmt.Errorf("%w: piece %d of %d of the totals on %s is not there", errBroken, i+1, s.word.Chunks, t.bus.URL())
		}
		s.chunks = append(s.chunks, chunk)
	}
	return s, sequence, nil
}

func (t *Totals) adopt(s *saved) error {
	t.written = s.word
	for i, chunk := range s.chunks {
		body, err := cluster.Unpack(chunk, &struct{}{})
		if err == nil && i == 0 {
			err = json.Unmarshal(body, &t.state)
		} else if err == nil {
			err = Adopt(t.engine, body)
		}
		if err != nil {
			t.reset()
			return fmt.Errorf("%w: the totals of %s are damaged: %w", errBroken, t.bus.URL(), err)
		}
	}
	if !t.Booked {
		t.Booked, t.Before = true, t.engine.Result().Records
	}
	return nil
}

func (t *Totals) firstPiece() (first uint64) {
	for _, pieces := range t.pieces {
		for number := range pieces {
			if first == 0 || number < first {
				first = number
			}
		}
	}
	return first
}

// prefix is what the keys of one total have in common; the nonce tells attempts apart.
func (w *written) prefix() string {
	return "total." + strconv.FormatUint(w.Generation, 10) + "." + w.Nonce + "."
}

func (w *written) chunk(i int) string { return w.prefix() + strconv.Itoa(i) }

func (t *Totals) take(m *cluster.Message) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if m.Subject == cluster.Probe {
		return nil
	}
	c, isPiece, err := cluster.UnpackOut(m.Data)
	if err == nil && isPiece {
		if t.pieces[m.Subject] == nil {
			t.pieces[m.Subject] = map[uint64][]byte{}
		}
		t.pieces[m.Subject][m.Sequence] = c.Body
		return nil
	}
	foreign := err != nil || strconv.Itoa(c.Partition) != m.Subject // no worker wrote it
	pieces := t.pieces[m.Subject]
	if !foreign { // also those that no checkpoint followed
		delete(t.pieces, m.Subject)
	}
	if m.Sequence <= t.Number {
		return nil // the totals that were written down have it
	}
	if foreign { // set aside
		t.Anomalies.Damaged++
		t.Number = m.Sequence
		return nil
	}
	p := t.Partitions[c.Partition]
	if p == nil {
		p = &partition{}
		t.Partitions[c.Partition] = p
	}
	if m.Sequence <= p.Checkpoint { // from before the partition was restarted
		t.Number = m.Sequence
		return nil
	}
	if c.Previous != p.Checkpoint || c.After != p.Nonce {
		return errBroken
	}
	var body []byte
	for _, number := range c.Pieces {
		one, ok := pieces[number]
		if !ok {
			return errBroken
		}
		body = append(body, one...)
	}
	if err := Adopt(t.engine, append(body, c.Body...)); err != nil {
		return fmt.Errorf("%w: checkpoint %d on %s is damaged: %w", errBroken, m.Sequence, t.bus.URL(), err)
	}
	*p = partition{m.Sequence, c.Nonce, c.Input, c.AgentParts, c.Worker, c.Books, c.Floor, c.Clock, c.Skip, c.Open}
	t.Number = m.Sequence
	t.parts += c.Parts
	t.Anomalies.Add(c.Anomalies)
	for agent, reports := range c.Sources {
		t.report(agent, reports)
	}
	return nil
}

const maxSources = 10_000

// report keeps the latest report of each of an agent's sources.
func (t *Totals) report(agent string, reports []kieker.Report) {
	known := t.Sources[agent]
	if known == nil {
		known = map[string]kieker.Report{}
		t.Sources[agent] = known
	}
	for _, r := range reports {
		if _, ok := known[r.Source]; !ok && len(known) >= maxSources {
			first := slices.Min(slices.Collect(maps.Keys(known)))
			gone := known[""]
			gone.Add(known[first])
			delete(known, first)
			known[""] = gone
		}
		known[r.Source] = r
	}
}

// Engine is what all classes and counts are in, at present.
func (t *Totals) Engine() *traces.Engine {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.engine
}

// Reports are the sources of all agents.
func (t *Totals) Reports() (all []kieker.Report) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for agent, reports := range t.Sources {
		for _, r := range reports {
			r.Source = agent + ": " + r.Source
			all = append(all, r)
		}
	}
	return all
}

// View is what is told of the totals beside classes and counts.
type View struct {
	Anomalies  cluster.Anomalies     // what was lost, damaged or late on the way
	Parts      int64                 // taken in since the totals are looked at
	Generation uint64                // how often the totals were written down
	Partitions map[int]PartitionView // how far each partition is, by its number
}

// PartitionView is how far a partition is in.
type PartitionView struct {
	Worker string // that wrote the last checkpoint
	Input  uint64 // number of the last part that is in
	Agents int    // that have parts in it
}

// View looks at them.
func (t *Totals) View() View {
	t.mu.Lock()
	defer t.mu.Unlock()
	v := View{Anomalies: t.Anomalies, Parts: t.parts, Generation: t.written.Generation, Partitions: map[int]PartitionView{}}
	for p, at := range t.Partitions {
		v.Partitions[p] = PartitionView{at.Worker, at.Input, len(at.AgentParts)}
	}
	return v
}

func (t *Totals) see(all bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ready = t.ready || all
}

// Ready reports whether everything that was there when Run began is in.
func (t *Totals) Ready() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.ready
}

// Run keeps the totals up to date until the context ends. step is called after each message, and at least each time
// that wait passes; nil: nobody wants that. What fails on the way to the server is tried again.
func (t *Totals) Run(ctx context.Context, say func(error), step func(context.Context) error) error {
	// A gap closes as soon as what a hub wrote down can be read, or the server of a cluster that answered is no
	// longer behind the others.
	const soon = 8
	said := ""
	tell := func(err error) {
		if text := err.Error(); text != said {
			said = text
			say(err)
		}
	}
	for broken := 0; ; {
		before := t.written
		err := t.follow(ctx, step)
		if ctx.Err() != nil {
			return nil //nolint:nilerr // it was told to end
		}
		var damaged *cluster.DamagedError
		if cluster.Gone(err) || errors.As(err, &damaged) {
			err = fmt.Errorf("%w: %w", errBroken, err)
		}
		if broken++; !errors.Is(err, errBroken) || before != t.written {
			broken = 0
		}
		switch {
		case err == nil || errors.Is(err, errBroken) && broken < soon:
		case errors.Is(err, errBroken) && t.mend != nil:
			err = t.mend(ctx, err)
			var done *MendedError
			if errors.As(err, &done) {
				said = "" // so that it is told each time: a hub that mends again and again has to be seen
			}
			tell(err)
			if done != nil {
				err = nil
			}
			broken = 0
		case errors.Is(err, errBroken):
			tell(fmt.Errorf("%w on %s: the server has lost some that were there before; the totals go on when a hub has mended that", err, t.bus.URL()))
			broken = 0
		case !cluster.Passing(err):
			tell(err)
		}
		if broken == 0 { // else it may be the server of a cluster that is behind
			t.stuck(err)
		}
		cluster.Pause(ctx)
	}
}

func (t *Totals) stuck(why error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.trouble = why
}

// Trouble is why the totals do not go on at present; nil: they do.
func (t *Totals) Trouble() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.trouble
}

// follow reads checkpoints behind the totals that were written down last, and calls step, which may be nil, after
// each and on every beat. It ends with the context (nil) or with an error of the server or of a checkpoint.
func (t *Totals) follow(ctx context.Context, step func(context.Context) error) error {
	if err := t.load(ctx); err != nil {
		return err
	}
	from := t.Number + 1
	if t.Pieces > 0 {
		from = min(from, t.Pieces)
	}
	reader, err := t.bus.ReadOut(ctx, from)
	if err != nil {
		return err
	}
	defer reader.Close()
	if reader.Last < t.Number {
		return fmt.Errorf("%w: the server has lost the last ones", errBroken)
	}
	t.see(reader.Behind == 0)
	beat := cluster.Beat()
	defer beat.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case m, ok := <-reader.Next():
			if !ok {
				return reader.Err()
			}
			if err := t.take(&m); err != nil {
				return err
			}
			t.see(m.Waiting == 0)
		case <-beat.C:
		}
		if step != nil {
			if err := step(ctx); err != nil {
				return err
			}
		}
		t.stuck(nil)
	}
}
