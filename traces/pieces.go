package traces

import (
	"bytes"
	"encoding/json"
	"io"

	"beagle/traces/classes"
)

// Pipe writes what the engine gained for Read at the other end of a pipe.
func Pipe(out io.Writer, engine *Engine) error {
	for _, data := range parts(engine) {
		if _, err := out.Write(data); err != nil {
			return err
		}
	}
	return nil
}

const (
	maxPart  = 16 << 20
	fullPart = 4 << 20 // what has so many takes no further class
)

func parts(engine *Engine) [][]byte {
	gained, counts := engine.Interval()
	return Pieces(gained, counts, fullPart, func(class []byte) bool { return len(class) <= maxPart/2 })
}

// Pieces are classes and counts for Read, in pieces of at most so many bytes when they are full; none where there is
// nothing.
func Pieces(gained []*classes.Class, counts Counts, full int, fits func(class []byte) bool) (all [][]byte) {
	counts.Open = 0
	if len(gained) == 0 && counts == (Counts{}) {
		return nil
	}
	var piece [][]byte
	size := 0
	end := func(counts Counts) {
		all = append(all, joinPart(piece, counts))
		piece, size = nil, 0
	}
	for _, c := range gained {
		one, err := json.Marshal(c.Reduced())
		if err != nil || !fits(one) {
			counts.Unsorted += int64(c.Count) // counted there, in no class
			continue
		}
		if size > 0 && size+len(one) > full {
			end(Counts{})
		}
		piece, size = append(piece, one), size+len(one)
	}
	end(counts)
	return all
}

func joinPart(pieces [][]byte, counts Counts) []byte {
	head, _ := json.Marshal(reducedFile{Format: reducedFormat, Counts: counts, Classes: []classes.Reduced{}}) // numbers only
	at := bytes.LastIndex(head, []byte("[]")) + 1
	out := append(bytes.Clone(head[:at]), bytes.Join(pieces, []byte(","))...)
	return append(append(out, head[at:]...), '\n')
}
