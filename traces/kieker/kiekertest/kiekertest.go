// Package kiekertest has what tests of several rooms of traces/kieker need: a handler that keeps records as text, and
// small streams.
package kiekertest

import (
	"encoding/binary"
	"fmt"
	"strings"
	"sync"

	"beagle/traces/kieker"
)

// Keeper keeps the records of a source as text.
type Keeper struct {
	Mu      sync.Mutex // guards Lines
	Lines   []string   // each record as one line of JSON, in the order in which they came
	reports []kieker.Report
}

// Records keeps a batch.
func (k *Keeper) Records(batch []kieker.Record) {
	k.Mu.Lock()
	defer k.Mu.Unlock()
	for i := range batch {
		k.Lines = append(k.Lines, string(batch[i].AppendJSON(nil)))
	}
}

// Closed keeps the report.
func (k *Keeper) Closed(report kieker.Report) {
	k.Mu.Lock()
	defer k.Mu.Unlock()
	k.reports = append(k.reports, report)
}

// Small is a socket stream of our own with strings, arrays and every kind of trace record.
func Small() []byte {
	var out []byte
	text := func(id uint32, s string) {
		out = binary.BigEndian.AppendUint32(out, 0xffffffff)
		out = binary.BigEndian.AppendUint32(out, id)
		out = binary.BigEndian.AppendUint32(out, uint32(len(s)))
		out = append(out, s...)
	}
	const flow = "kieker.common.record.flow.trace."
	text(0, flow+"TraceMetadata")
	text(1, flow+"operation.EntryLevelBeforeOperationEvent")
	text(2, flow+"operation.AfterOperationFailedEvent")
	text(3, "host")
	record := func(class uint32, values ...any) {
		out = binary.BigEndian.AppendUint32(out, class)
		out = binary.BigEndian.AppendUint64(out, ^uint64(0))
		for _, v := range values {
			out, _ = binary.Append(out, binary.BigEndian, v)
		}
	}
	for trace := range int64(4) {
		record(0, trace, int64(1), int32(3), int32(3), int64(-1), int32(-1))
		record(1, int64(100), trace, int32(0), int32(3), int32(3), int32(2), int32(3), int32(3), int32(1), int32(3), int32(0))
		record(2, int64(200), trace, int32(1), int32(3), int32(3), int32(3))
	}
	return out
}

// Chunk is one message in the container format.
func Chunk() []byte {
	out := []byte("KIKADFLT")
	records := binary.BigEndian.AppendUint32(nil, 0)
	records = binary.BigEndian.AppendUint64(records, ^uint64(0))
	records = binary.BigEndian.AppendUint64(records, 5)
	records = binary.BigEndian.AppendUint32(records, 7)
	records = binary.BigEndian.AppendUint32(records, 1)
	out = append(out, records...)
	const class = "kieker.common.record.controlflow.BranchingRecord"
	out = append(out, 1, byte(len(class)))
	out = append(out, class...)
	return binary.BigEndian.AppendUint32(out, uint32(len(records)))
}

// EventMap is a kieker.map of the classes of events.
const EventMap = `$0=kieker.common.record.flow.trace.TraceMetadata
$1=kieker.common.record.flow.trace.operation.BeforeOperationEvent
$2=kieker.common.record.flow.trace.operation.AfterOperationFailedEvent
$3=kieker.common.record.controlflow.OperationExecutionRecord
$4=my.Own
`

// Spoken is a stream of a program whose signatures are not ASCII.
func Spoken(length func(string) int) []byte {
	var out []byte
	texts := 0
	entry := func(text string) uint32 {
		out = binary.BigEndian.AppendUint32(out, 0xffffffff)
		out = binary.BigEndian.AppendUint32(out, uint32(texts))
		out = binary.BigEndian.AppendUint32(out, uint32(length(text)))
		out = append(out, text...)
		texts++
		return uint32(texts - 1)
	}
	before := entry("kieker.common.record.flow.trace.operation.BeforeOperationEvent")
	class := entry("geschäft.Bücher")
	for i := range uint32(4) {
		signature := entry(strings.Repeat("ü", int(i)) + fmt.Sprintf("größe€😀%d()", i))
		out = binary.BigEndian.AppendUint32(out, before)
		for _, field := range []uint64{1<<64 - 1, uint64(i), 7} { // logged, timestamp, trace
			out = binary.BigEndian.AppendUint64(out, field)
		}
		for _, field := range []uint32{i, signature, class} {
			out = binary.BigEndian.AppendUint32(out, field)
		}
	}
	return out
}
