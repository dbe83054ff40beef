package traces

import (
	"math/rand/v2"
	"testing"
)

// Whatever ids come and go in whatever order, the table has what a map has.
func TestTheTableOfOpenTracesHasWhatAMapHas(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	ways := map[string]func(i int) int64{
		"one after the other":       func(i int) int64 { return int64(i) },
		"of two programs":           func(i int) int64 { return int64(i/2) | int64(i%2)<<32 },
		"a multiple of its size":    func(i int) int64 { return int64(i) << 16 },
		"at random":                 func(int) int64 { return int64(rng.Uint64()) },
		"few, again and again":      func(int) int64 { return rng.Int64N(300) },
		"with the same lower bits":  func(i int) int64 { return int64(i%40) | rng.Int64N(8)<<40 },
		"below 0, and 0 among them": func(i int) int64 { return int64(-i % 500) },
	}
	for name, id := range ways {
		t.Run(name, func(t *testing.T) {
			pool := &openPool{}
			table := newOpenTable(pool)
			model := map[int64]*open{}
			var known []int64
			for i := range 20_000 {
				if rng.IntN(3) > 0 || len(known) == 0 {
					next := id(i)
					if known = append(known, next); model[next] == nil {
						if pool.free == nil {
							pool.add()
						}
						o := pool.take()
						o.id = next
						if table.full() {
							table.resize(2 * len(table.slots))
						}
						table.put(o)
						model[next] = o
					}
				} else {
					at := rng.IntN(len(known))
					gone := known[at]
					known[at] = known[len(known)-1]
					known = known[:len(known)-1]
					table.remove(gone)
					if o := model[gone]; o != nil {
						pool.release(o)
					}
					delete(model, gone)
				}
				for range 2 {
					asked := id(rng.IntN(20_000))
					if len(known) > 0 && rng.IntN(2) > 0 {
						asked = known[rng.IntN(len(known))]
					}
					if got := table.get(asked); got != model[asked] {
						t.Fatalf("after %d steps trace %d is %p, not %p", i, asked, got, model[asked])
					}
				}
				if table.count != len(model) {
					t.Fatalf("after %d steps it has %d traces, not %d", i, table.count, len(model))
				}
			}
			displaced := 0
			for at, slot := range table.slots {
				if slot.trace != nil && at != table.place(slot.id) {
					displaced++
				}
			}
			if displaced != table.displaced {
				t.Errorf("%d traces are not at their places, it counts %d", displaced, table.displaced)
			}
		})
	}
}
