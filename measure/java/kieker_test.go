package java

import (
	"encoding/binary"
	"testing"

	"beagle/measure"
	"beagle/measure/java/probe"
	"beagle/traces/kieker"
)

type countedEvents struct{ events int }

func (c *countedEvents) Events(batch []measure.Event) { c.events += len(batch) }

// A program may start threads without end: what is kept of one ends with its
// record, also where that came in pieces.
func TestThreadsThatKiekerToldOfAreForgotten(t *testing.T) {
	const threads = 2000
	sink := &countedEvents{}
	c := &connection{
		receiving: &receiving{decoder: &probe.Decoder{Table: probe.Table{{Kind: probe.Section}}, Sink: sink}},
		threads:   map[int64][]uint64{},
	}
	class := kieker.NewClass(kieker.NewSchemas().Lookup(recordClass), nil)
	record := func(thread int64, word uint64) kieker.Record {
		data := binary.BigEndian.AppendUint64(nil, 0) // when it was written
		data = binary.BigEndian.AppendUint64(data, uint64(thread))
		data = binary.BigEndian.AppendUint32(data, 1)
		data = binary.BigEndian.AppendUint64(data, word)
		return kieker.Record{Class: class, Data: append(data, make([]byte, 3*8)...)}
	}
	const loop = 4 << 56 // of probe 0; its iterations are the second word
	var batch []kieker.Record
	for thread := range int64(threads) {
		batch = append(batch, record(thread+1, loop), record(thread+1, 3))
	}
	c.Records(batch)
	if c.failed != nil || c.received != 2*threads {
		t.Fatalf("%d records, %v", c.received, c.failed)
	}
	if c.decoder.Finish(); sink.events != threads {
		t.Errorf("%d events of %d loops", sink.events, threads)
	}
	if len(c.threads) > 0 {
		t.Errorf("pieces of %d threads are kept", len(c.threads))
	}
}
