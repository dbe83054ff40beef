package probe

import (
	"context"
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"beagle/measure"
)

type nowhere struct{}

func (nowhere) Events([]measure.Event) {}

// BenchmarkReading reads what a launch left behind: a service of three parameters, with a
// section and a branch, in segments of a megabyte.
func BenchmarkReading(b *testing.B) {
	const segments = 16
	var words []uint64
	for i := range uint64(10000) {
		words = append(words,
			head(typeShortEnter, 4, 10), head(typeParameter, 4, valueSmall<<8|uint32(i%100)<<15),
			head(typeParameter, 4, valueString<<8|1|8<<15), 8, 0x0061006200630064, 0x0065006600670068,
			head(typeParameter, 4, valueSize<<8|2), i,
			head(typeShortDemand, 0, 0), 20<<32|15, head(typeBranch, 1, 1),
			head(typeShortLeave, 4, 5), 0)
	}
	words = append(words, head(typeNext, 0, 0))
	file := header()
	for i := range uint32(segments) {
		s := segmentOf(1, maxSegment, words...)
		binary.LittleEndian.PutUint32(s[24:], i+1)
		file = append(file, s...)
	}
	dir := b.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.beagle"), file, 0o600); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(file)))
	for b.Loop() {
		follower := &Follower{Dir: dir, Decoder: &Decoder{Table: table, Sink: nowhere{}}}
		if _, err := follower.Finish(context.Background()); err != nil {
			b.Fatal(err)
		}
		if follower.Decoder.Events < segments*80000 {
			b.Fatalf("%d events", follower.Decoder.Events)
		}
	}
}
