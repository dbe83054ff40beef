package codelength

import "math"

// Values is how much exact values say, in nats: what it takes to list them by how often each comes (Shannon, "A
// mathematical theory of communication", 1948).
func Values(y []float64) (nats float64) {
	counts := make(map[float64]float64, len(y))
	for _, v := range y {
		counts[v]++
	}
	for _, v := range y { // in their order: the same sum each time
		nats -= math.Log(counts[v] / float64(len(y)))
	}
	return nats
}
