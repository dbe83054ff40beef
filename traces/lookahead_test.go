package traces

import (
	"math/rand/v2"
	"testing"
)

// Records of many traces come at random, with some among them that nobody looks at ahead.
func TestLookingAheadChangesNothing(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 7))
		s := newStream()
		type state struct {
			id   int64
			step int
		}
		// Ids of two programs, so that traces also stand at the places of others.
		var open []state
		for begun := 0; begun < 600 || len(open) > 0; {
			if begun < 600 && (len(open) == 0 || len(open) < 200 && rng.IntN(3) == 0) {
				open = append(open, state{id: int64(begun/2+1) | int64(begun%2)<<40})
				begun++
				continue
			}
			i := rng.IntN(len(open))
			o, at := &open[i], int64(len(s.data))
			depth := 1 + int(o.id%4)
			switch order := o.step - 1; {
			case o.step == 0:
				s.metadata(o.id)
			case rng.IntN(40) == 0:
				s.failed(o.id, order, opA, at)
			case rng.IntN(60) == 0:
				s.execution(1<<50+at, opA, 0, 0, at, at+1, hostText)
				continue
			case order < depth:
				s.before(o.id, order, opA+order%3, at)
			default:
				s.after(o.id, order, opA+(2*depth-1-order)%3, at)
			}
			if o.step++; o.step > 2*depth {
				open[i] = open[len(open)-1]
				open = open[:len(open)-1]
			}
		}
		plain := s.result(Options{})
		want := described(t, s.through(Options{}, inBatches))
		if got := described(t, plain); got != want {
			t.Fatalf("bytes lead to\n%s\nand batches to\n%s", got, want)
		}
		if got := described(t, s.through(Options{}, lookingAhead)); got != want {
			t.Fatalf("looking ahead leads to\n%s\nand batches to\n%s", got, want)
		}
		if plain.Valid < 400 || plain.Counts.Invalid == 0 {
			t.Fatalf("the load says little: %+v", plain.Counts)
		}
	}
}
