package totals

import (
	"beagle/traces"
	"beagle/traces/classes"
	"beagle/traces/cluster"
)

// Pieces are reduced traces as bodies of messages that a server takes whose messages have at
// most so many bytes (Bus.MaxBody). A class is counted in no class where it alone is too large
// for one even when it is packed.
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
