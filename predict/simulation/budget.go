package simulation

import "context"

// budget bounds a simulation: how many operations it may carry out, and how long anybody waits for it. One run
// of a scenario can take longer than that, so it ends within a run, too.
type budget struct {
	steps int64 // operations carried out
	limit int64 // at which it ends
	next  int64 // at which it is looked whether it ends
	done  <-chan struct{}
	spent bool
}

// lookEvery is after how many operations a simulation looks whether it was interrupted.
const lookEvery = 1 << 14

// until gives a simulation so many more operations, and until the context is over.
func (b *budget) until(ctx context.Context, steps int64) {
	b.limit, b.next, b.done, b.spent = b.steps+steps, b.steps, ctx.Done(), false
}

// step counts an operation.
func (b *budget) step() {
	if b.steps++; b.steps < b.next {
		return
	}
	select {
	case <-b.done:
		b.spent = true
	default:
		b.spent = b.steps >= b.limit
	}
	b.next = min(b.steps+lookEvery, b.limit)
}
