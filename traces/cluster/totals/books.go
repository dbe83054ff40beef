package totals

import (
	"maps"
	"slices"

	"beagle/traces"
	"beagle/traces/cluster"
)

// Books say where each record is that an agent read.
type Books struct {
	Agents map[string]cluster.Book // by id
	Counts traces.Counts           // of all agents together; records are counted anew here
	Before int64                   // records that were counted before there were books
	Open   int64                   // records of traces of several programs that are open; they are in no counts yet
	Lost   int64                   // records of such traces that the server has lost
}

// Books are those of everything that is in.
func (t *Totals) Books() Books {
	t.mu.Lock()
	defer t.mu.Unlock()
	b := Books{Agents: map[string]cluster.Book{}, Counts: t.engine.Result().Counts, Before: t.Before, Lost: t.Anomalies.LostOpen}
	for _, p := range t.Partitions {
		b.Open += p.Open
		for agent, book := range p.Books {
			sum := b.Agents[agent]
			sum.Add(book)
			b.Agents[agent] = sum
		}
	}
	return b
}

// IDs are the agents in order.
func (b *Books) IDs() []string { return slices.Sorted(maps.Keys(b.Agents)) }
