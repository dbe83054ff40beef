package totals

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"

	"beagle/traces"
	"beagle/traces/classes"
	"beagle/traces/cluster"
)

// Keeper writes totals down, so that they need not be added up from the beginning.
type Keeper struct {
	*Totals
	// Every is how long a keeper waits at least before it writes again.
	Every time.Duration
	// Leads reports whether it is this one that writes, of several; nil: it is alone. The others
	// write where the one that should does not.
	Leads func() bool
	// Copy is a file in which the totals are kept, too, for when the server loses them; empty: none.
	Copy string
	// Layout is how streams are laid down that are gone; nil: they are not.
	Layout *cluster.Layout
	// Anew goes on without the totals that the server has lost, where there is no copy.
	Anew bool

	probed   time.Time // when the server was last asked to keep something
	restored bool      // what is known is not what the server has
	last     time.Time
	took     time.Duration
	other    uint64                   // number of what another keeper wrote last
	told     map[string]map[int]int64 // to agents
	cleared  map[int]kept
}

type kept struct{ checkpoint, part uint64 }

// NewKeeper keeps these totals.
func NewKeeper(t *Totals, every time.Duration) *Keeper {
	k := &Keeper{Totals: t, Every: every, told: map[string]map[int]int64{}, cleared: map[int]kept{}}
	t.spare, t.mend = k.spareCopy, k.goOn
	return k
}

// Run reads and writes until the context ends.
func (k *Keeper) Run(ctx context.Context, say func(error)) error {
	return k.Totals.Run(ctx, say, k.step)
}

func (k *Keeper) step(ctx context.Context) error {
	if err := k.probe(ctx); err != nil {
		return err
	}
	wait, leads := max(k.Every, 10*k.took), k.leading()
	if !leads {
		wait *= 10
	}
	if !k.Ready() { // what follows may show that something before it is lost
		return nil
	}
	if k.restored && leads {
		return k.write(ctx)
	}
	if k.Number == k.written.Number || time.Since(k.last) < wait {
		return nil
	}
	_, sequence, err := k.bus.State().Get(ctx, "commit")
	switch {
	case err != nil:
		return err
	case sequence == k.written.sequence:
		return k.write(ctx)
	case !leads && sequence != k.other: // somebody else writes
		k.other, k.last = sequence, time.Now()
		return nil
	}
	return errBroken // goes on with what another one wrote
}

func (k *Keeper) leading() bool { return k.Leads == nil || k.Leads() }

// probe tries once in a while whether the server has all streams and takes messages.
func (k *Keeper) probe(ctx context.Context) error {
	const seldom = 5 * time.Second
	if time.Since(k.probed) < seldom {
		return nil
	}
	if err := k.bus.Whole(ctx); err != nil {
		return fmt.Errorf("%s: %w", k.bus.URL(), err)
	}
	k.probed = time.Now()
	return nil
}

func (k *Keeper) write(ctx context.Context) error {
	began := time.Now()
	k.mu.Lock()
	before := k.written
	next := written{Generation: before.Generation + 1, Nonce: rand.Text(), Number: k.Number}
	k.Pieces = k.firstPiece()
	head, err := json.Marshal(k.state)
	agentParts := map[string]map[int]int64{}
	inputs := maps.Clone(k.Partitions)
	for p, at := range k.Partitions {
		copied := *at
		inputs[p] = &copied
		for agent, number := range at.AgentParts {
			if agentParts[agent] == nil {
				agentParts[agent] = map[int]int64{}
			}
			agentParts[agent][p] = number
		}
	}
	result := k.engine.Result()
	k.mu.Unlock()
	if err != nil {
		return err
	}
	saved := saved{}
	for _, body := range append([][]byte{head}, Pieces(result.Classes, result.Counts, k.bus.MaxBody())...) {
		chunk, err := cluster.Pack(struct{}{}, body)
		if err != nil {
			return err
		}
		if _, err := k.bus.State().Put(ctx, next.chunk(next.Chunks), chunk, nil); err != nil {
			return err
		}
		saved.chunks = append(saved.chunks, chunk)
		next.Chunks++
	}
	word, err := json.Marshal(next)
	if err != nil {
		return err
	}
	if next.sequence, err = k.bus.State().Put(ctx, "commit", word, &before.sequence); err != nil {
		if errors.Is(err, cluster.ErrFenced) {
			return errBroken // another hub wrote; its totals are as good
		}
		return err
	}
	saved.word = next
	if err := k.keepCopy(&saved); err != nil { // before agents clear their disks
		return err
	}
	k.mu.Lock()
	k.written, k.restored = next, false
	k.mu.Unlock()
	k.last, k.took = time.Now(), time.Since(began)
	return k.clear(ctx, agentParts, inputs)
}

// clear tells agents what they need not keep, and removes what the totals have. Parts, too, go only then.
func (k *Keeper) clear(ctx context.Context, agentParts map[string]map[int]int64, at map[int]*partition) error {
	for agent, numbers := range agentParts {
		if !cluster.SafeID(agent) || maps.Equal(k.told[agent], numbers) {
			continue
		}
		body, err := json.Marshal(numbers)
		if err != nil {
			return err
		}
		if _, err := k.bus.State().Put(ctx, cluster.AgentKey(agent), body, nil); err != nil {
			return err
		}
		k.told[agent] = numbers
	}
	for p, position := range at {
		now := kept{position.Checkpoint, position.Input + 1}
		if position.Floor > 0 { // traces are open from there on
			now.part = position.Floor
		}
		if k.cleared[p] == now {
			continue
		}
		if err := k.bus.Partition(p).ForgetOut(ctx, now.checkpoint); err != nil {
			return err
		}
		if err := k.bus.Partition(p).Forget(ctx, now.part); err != nil {
			return err
		}
		k.cleared[p] = now
	}
	return k.drop(ctx)
}

func (k *Keeper) drop(ctx context.Context) error {
	keys, err := k.bus.State().Keys(ctx, "total.>")
	if err != nil {
		return err
	}
	for _, key := range keys {
		var generation uint64
		if _, err := fmt.Sscanf(key, "total.%d.", &generation); err != nil || generation > k.written.Generation || strings.HasPrefix(key, k.written.prefix()) {
			continue
		}
		if err := k.bus.State().Drop(ctx, key); err != nil {
			return err
		}
	}
	return nil
}

// Pieces are reduced traces as bodies of messages that a server takes whose messages have at most so many bytes
// (Bus.MaxBody).
func Pieces(all []*classes.Class, counts traces.Counts, maxBody int) [][]byte {
	full, most := maxBody/2, maxBody/8*7 // the rest is for heads
	return traces.Pieces(all, counts, full, func(class []byte) bool {
		return len(class) <= full || len(class) <= cluster.MaxMessage/2 && cluster.PackedSize(class) <= most
	})
}

// Adopt adds what Pieces wrote to an engine: everything, or nothing.
func Adopt(engine *traces.Engine, body []byte) error {
	if len(body) == 0 {
		return nil
	}
	return traces.Adopt(engine, body)
}
