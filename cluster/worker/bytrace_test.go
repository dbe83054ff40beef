package worker

import (
	"fmt"
	"testing"

	"beagle/measure/kieker"
)

func TestTheRecordsOfAChunkAreSortedByTrace(t *testing.T) {
	var b byTrace
	for range 2 { // the second time with what is left of the first
		b.begin()
		for i, id := range []int64{7, -1, 7, 7, 3, -1} {
			b.add(id, kieker.Record{Data: []byte{byte(i)}})
		}
		got := ""
		for id, records := range b.traces() {
			got += fmt.Sprint(id, ":")
			for _, r := range records {
				got += fmt.Sprint(" ", r.Data[0])
			}
			got += "; "
			_ = append(records, kieker.Record{Data: []byte{99}}) // must not reach the next one's
		}
		if want := "7: 0 2 3; -1: 1 5; 3: 4; "; got != want {
			t.Errorf("they are %q, want %q", got, want)
		}
	}
	b.begin()
	for range b.traces() {
		t.Error("a chunk without records has a trace")
	}
}
