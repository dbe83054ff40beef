package worker

import (
	"fmt"
	"testing"

	"beagle/traces/kieker"
)

func TestTheRecordsOfAChunkAreSortedByTrace(t *testing.T) {
	first, second := &kieker.Class{}, &kieker.Class{}
	var b byTrace
	for range 2 { // the second time with what is left of the first
		b.begin()
		for i, one := range []struct {
			id    int64
			class *kieker.Class
		}{{7, first}, {-1, first}, {7, second}, {7, first}, {3, second}, {-1, second}} {
			b.add(one.id, &kieker.Record{Class: one.class, Data: []byte{byte(10 + i)}})
		}
		got := ""
		for id, records := range b.traces() {
			got += fmt.Sprintf("%d:%d; ", id, records)
			_ = append(records, 99) // must not reach the next one's
		}
		if want := "7:[0 0 0 0 10 0 0 0 1 12 0 0 0 0 13]; -1:[0 0 0 0 11 0 0 0 1 15]; 3:[0 0 0 1 14]; "; got != want {
			t.Errorf("they are %q, want %q", got, want)
		}
		if len(b.classes) != 2 || b.classes[0] != first || b.classes[1] != second {
			t.Errorf("classes are %v", b.classes)
		}
	}
	b.begin()
	for range b.traces() {
		t.Error("a chunk without records has a trace")
	}
}
