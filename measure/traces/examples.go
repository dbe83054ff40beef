package traces

import (
	"slices"
	"sync"
	"sync/atomic"
)

// examples are invalid traces that are kept, some of each reason.
type examples struct {
	limit  int // of each reason
	kept   [Reasons]atomic.Int32
	mu     sync.Mutex // taken after a shard's
	traces [Reasons][]Invalid
}

// all are the examples by reason.
func (x *examples) all() (all []Invalid) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, of := range x.traces {
		all = append(all, of...)
	}
	return all
}

// wants reports whether an example of the reason is still wanted.
func (x *examples) wants(reason Reason) bool {
	return int(x.kept[reason].Load()) < x.limit
}

// maxKept is how many executions of an invalid trace are kept.
const maxKept = 1000

// keep keeps an invalid trace, cut short.
func (x *examples) keep(i Invalid) {
	if len(i.Trace.Executions) > maxKept {
		i.Trace.Executions = slices.Clone(i.Trace.Executions[:maxKept])
	}
	x.kept[i.Reason].Add(1)
	x.mu.Lock()
	defer x.mu.Unlock()
	x.traces[i.Reason] = append(x.traces[i.Reason], i)
}
