package spread

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"

	"beagle/model"
	"beagle/traces/cluster"
)

// Options say who a run asks to learn.
type Options struct {
	To  cluster.Access // the server, and how to log in there
	Run string         // tells runs apart; the same when a run is taken up again
	// Here is how many tasks are done in this process at a time; 0: as many as there
	// are processors, less than 0: none.
	Here int
	// Note is told what a person should know. It may be nil.
	Note func(model.Problem)
}

// Role of a run at the server.
const runRole = "run"

// Try finds out whether a run could ask for work there.
func Try(ctx context.Context, to cluster.Access) error {
	to.Role = runRole
	bus, err := cluster.Dial(ctx, to)
	if err != nil {
		return err
	}
	defer bus.Close()
	return bus.Learning().Ready(ctx)
}

// Start begins to ask. It goes on without the server while that is away. Close ends
// it.
func Start(ctx context.Context, o Options) *Spread {
	switch {
	case o.Here == 0:
		o.Here = runtime.GOMAXPROCS(0)
	case o.Here < 0:
		o.Here = 0
	}
	s := newSpread(o.Here)
	host, _ := os.Hostname()
	o.To.Role = runRole
	s.remote = &remote{of: s, o: o, run: short([]byte(host), []byte(o.Run))[:16], ended: make(chan struct{})}
	ctx, s.remote.stop = context.WithCancel(context.WithoutCancel(ctx))
	go s.remote.serve(ctx)
	return s
}

// Close ends the asking, and removes what the run left at the server unless it will
// be taken up again.
func (s *Spread) Close(forGood bool) {
	s.remote.forGood = forGood
	s.remote.stop()
	<-s.remote.ended
}

// remote is the server, and who works for the run there.
type remote struct {
	of      *Spread
	o       Options
	run     string
	stop    context.CancelFunc
	forGood bool
	ended   chan struct{}

	mu     sync.Mutex
	work   *cluster.Work   // nil: not connected
	shared map[string]int  // pieces of the tables that were shared, by key
	noted  map[string]bool // problems, by their text
}

// serve connects, again and again.
func (r *remote) serve(ctx context.Context) {
	defer close(r.ended)
	for ctx.Err() == nil {
		err := r.connected(ctx)
		r.of.has(0)
		if err != nil && ctx.Err() == nil {
			p := model.AsProblem(err, "")
			r.note("learning is not spread at present: "+p.Message, p.Hint)
		}
		cluster.Pause(ctx)
	}
}

// note tells a person of something once.
func (r *remote) note(message, hint string) {
	r.mu.Lock()
	known := r.noted[message]
	if r.noted == nil {
		r.noted = map[string]bool{}
	}
	r.noted[message] = true
	r.mu.Unlock()
	if !known && r.o.Note != nil {
		r.o.Note(model.Problem{Severity: model.Warning, Rule: "spread", Message: message, Hint: hint})
	}
}

// connected serves over one connection.
func (r *remote) connected(ctx context.Context) error {
	bus, err := cluster.Dial(ctx, r.o.To)
	if err != nil {
		return err
	}
	defer bus.Close()
	work := bus.Learning()
	if err := work.Ready(ctx); err != nil {
		return err
	}
	members, err := cluster.Listen(bus)
	if err != nil {
		return err
	}
	defer members.Close()
	r.mu.Lock()
	r.work, r.shared = &work, map[string]int{}
	r.mu.Unlock()
	defer func() {
		r.mu.Lock()
		r.work = nil
		r.mu.Unlock()
		if r.forGood {
			_ = work.Clear(context.WithoutCancel(ctx), r.run) // else it goes with time
		}
	}()
	from := uint64(1)
	for ctx.Err() == nil {
		if err := r.listen(ctx, bus, members, &from); err != nil && !cluster.Passing(err) {
			return err
		}
		r.of.has(0)
		cluster.Pause(ctx)
	}
	return nil
}

// listen reads answers, and counts who works.
func (r *remote) listen(ctx context.Context, bus *cluster.Bus, members *cluster.Members, from *uint64) error {
	reader, err := bus.Learning().Answers(ctx, r.run, *from)
	if err != nil {
		return err
	}
	defer reader.Close()
	beat := cluster.Beat()
	defer beat.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-beat.C:
			r.of.has(r.room(bus, members))
		case message, ok := <-reader.Next():
			if !ok {
				return reader.Err()
			}
			*from = message.Sequence + 1
			a, err := cluster.UnpackAnswer(message.Data)
			if err == nil && !a.Taken {
				r.of.answered(a.ID, a.Body)
			}
		}
	}
}

// ahead is how many tasks wait for each place of a worker, so that it need not.
const ahead = 2

// room is how many tasks workers have room for.
func (r *remote) room(bus *cluster.Bus, members *cluster.Members) (room int) {
	if !bus.Connected() {
		r.of.workers.Store(0)
		return 0
	}
	program, err := Program()
	if err != nil {
		return 0
	}
	var others []string
	workers := int32(0)
	for _, who := range members.All() {
		switch {
		case who.Role != Role || !who.Alive():
		case who.Program == program:
			room += ahead * max(0, min(who.Cores, mostCores))
			workers++
		case !slices.Contains(others, who.Version):
			others = append(others, who.Version)
		}
	}
	r.of.workers.Store(workers)
	if len(others) > 0 {
		r.note(fmt.Sprintf("workers that are other programs (%.200s) do not learn for this run", strings.Join(others, ", ")), "start beagle worker --learn with the very program of the run, on machines with the same kind of processor")
	}
	return room
}

// mostCores bounds what one worker may say of itself.
const mostCores = 1024

// piece is how many bytes of a table are one message; every server takes so many.
const piece = 512 << 10

// put adds a task, and its table where that is not there.
func (r *remote) put(ctx context.Context, id string, t task, table []byte) error {
	r.mu.Lock()
	work := r.work
	var known bool
	if work != nil {
		t.Pieces, known = r.shared[t.Table]
	}
	r.mu.Unlock()
	if work == nil {
		return errors.New("not connected")
	}
	if !known {
		packed, err := cluster.Pack(struct{}{}, table)
		if err != nil {
			return err
		}
		for i := 0; i == 0 || len(packed) > 0; i++ {
			n := min(piece, len(packed))
			if err := work.Share(ctx, r.run, pieceKey(t.Table, i), packed[:n]); err != nil {
				return err
			}
			packed, t.Pieces = packed[n:], i+1
		}
		r.mu.Lock()
		r.shared[t.Table] = t.Pieces
		r.mu.Unlock()
	}
	body, err := cluster.Pack(t, nil)
	if err != nil {
		return err
	}
	if len(body) > piece {
		return errors.New("the task is too large for a message")
	}
	return work.Put(ctx, t.Program, r.run, id, body)
}

// unshare forgets that a table is there.
func (r *remote) unshare(table string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.shared, table)
}
