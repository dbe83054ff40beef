package worker

import (
	"testing"
	"time"

	"beagle/traces"
	"beagle/traces/cluster"
	"beagle/traces/kieker"
	"beagle/traces/kieker/wire"
)

// A part with a damaged chunk counts not at all, also not with what stands before the damage: its
// agent's book has all its records as damaged.
func TestADamagedPartOfDistributedRecordsCountsNotAtAll(t *testing.T) {
	schemas := kieker.NewSchemas()
	text := []byte("$0;-1;void a.B.c();s;1;10;20;h;0;0\n$0;-1;void a.B.c();s;2;10;20;h;0;0\n")
	var body []byte
	writer := wire.NewChunkWriter(0)
	wire.NewTextReader(schemas, map[int32]string{0: "kieker.common.record.controlflow.OperationExecutionRecord"}, kieker.NewReading("x", "", time.Now()), func(batch []kieker.Record) {
		for i := range batch {
			writer.Add(&batch[i])
		}
	}).Decode(text, true)
	body = cluster.AppendChunk(nil, writer.Bytes())
	for name, damaged := range map[string][]byte{
		"a second chunk that is cut":       append(append([]byte{}, body...), 0, 0, 1, 0, 7),
		"a last record that is cut":        cluster.AppendChunk(nil, body[4:len(body)-3]),
		"a second chunk without its magic": cluster.AppendChunk(append([]byte{}, body...), []byte("junk of any kind")),
	} {
		var found cluster.Anomalies
		j := newJoiner(&traces.Options{Schemas: schemas}, time.Hour)
		engine := traces.NewEngine(traces.Options{Schemas: schemas})
		if j.step(&cluster.Message{Sequence: 1}, damaged, true, engine, &found) || j.open() || found.Damaged != 1 {
			t.Errorf("%s: open %t, %+v", name, j.open(), found)
		}
		if !j.step(&cluster.Message{Sequence: 2}, body, true, engine, &found) || j.traces.Len() != 2 || found.Damaged != 1 {
			t.Errorf("%s: a whole part behind it has %d traces, %+v", name, j.traces.Len(), found)
		}
	}
}
