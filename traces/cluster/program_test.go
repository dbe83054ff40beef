//go:build unix

package cluster_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"beagle/traces"
	"beagle/traces/kieker/logs"
)

// program writes a Kieker log, as a measured program does: in text or, the second one of three, binary with a
// kieker.map that grows. What it writes may end anywhere until it writes on, and a line of the map may come
// later than the record that needs it.
type program struct {
	t       testing.TB
	dir     string
	binary  bool
	data    *os.File
	pending []byte // what of the data is not written yet
	strings map[string]uint32
	entries []byte // what of the map is not written yet
	rng     *rand.Rand
	now     int64
	ops     int // how many operations there are
}

func newProgram(t testing.TB, number int) *program {
	t.Helper()
	p := &program{t: t, dir: filepath.Join(t.TempDir(), fmt.Sprintf("log-%d", number)), rng: rand.New(rand.NewPCG(7, uint64(number))), now: 1_700_000_000_000_000_000, strings: map[string]uint32{}, ops: 3, binary: number == 1}
	if err := os.MkdirAll(p.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	name := "kieker-20260101-000000000-UTC-001-main.dat"
	if p.binary {
		name = "kieker-20260101-000000000-UTC-001-main.bin"
	}
	for _, class := range recordTypes {
		p.text(class)
	}
	p.flush()
	var err error
	if p.data, err = os.Create(filepath.Join(p.dir, name)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.data.Close() })
	p.record(4, "2.0.2", "KIEKER", "host", int32(1), false, int64(0), "NANOSECONDS", int64(1))
	p.flush()
	return p
}

// recordTypes are the types of records, by their numbers in the map.
var recordTypes = []string{
	"kieker.common.record.flow.trace.TraceMetadata",
	"kieker.common.record.flow.trace.operation.BeforeOperationEvent",
	"kieker.common.record.flow.trace.operation.AfterOperationEvent",
	"kieker.common.record.controlflow.OperationExecutionRecord",
	"kieker.common.record.misc.KiekerMetadataRecord",
	"kieker.common.record.system.MemSwapUsageRecord",
}

// text is the number of a string, which goes into the map where it is new.
func (p *program) text(s string) uint32 {
	number, ok := p.strings[s]
	if !ok {
		number = uint32(len(p.strings))
		p.strings[s] = number
		p.entries = fmt.Appendf(p.entries, "$%d=%s\n", number, s)
	}
	return number
}

func (p *program) record(class uint32, fields ...any) {
	if !p.binary {
		p.pending = fmt.Appendf(p.pending, "$%d;-1", class)
		for _, f := range fields {
			p.pending = fmt.Appendf(p.pending, ";%v", f)
		}
		p.pending = append(p.pending, '\n')
		return
	}
	p.pending = binary.BigEndian.AppendUint32(p.pending, class)
	p.pending = binary.BigEndian.AppendUint64(p.pending, ^uint64(0))
	for _, f := range fields {
		if s, ok := f.(string); ok {
			f = p.text(s)
		}
		p.pending, _ = binary.Append(p.pending, binary.BigEndian, f)
	}
}

func (p *program) traces(first int64, n int) {
	p.record(5, p.now, "host", int64(1000), int64(600), int64(400), int64(0), int64(0), int64(0)) // belongs to no trace
	for id := first; id < first+int64(n); id++ {
		if p.rng.IntN(50) == 0 {
			p.ops++
		}
		p.record(0, id, int64(1), "s", "host", int64(-1), int32(-1))
		order := int32(0)
		var call func(depth int)
		call = func(depth int) {
			op := fmt.Sprintf("void a.B.c%d()", p.ops-1-p.rng.IntN(3))
			p.now += 1 + p.rng.Int64N(1000)
			p.record(1, p.now, id, order, op, "a.B")
			order++
			for range p.rng.IntN(2) * min(depth, 2) {
				call(depth - 1)
			}
			p.now += 1 + p.rng.Int64N(100_000)
			p.record(2, p.now, id, order, op, "a.B")
			order++
		}
		call(2)
	}
	p.write()
}

// shares writes this program's part of traces that go through several programs.
func (p *program) shares(first int64, n, number int) {
	for id := first; id < first+int64(n); id++ {
		begin := 1_700_000_000_000_000_000 + id*1000
		p.record(3, fmt.Sprintf("void a.S%d.c()", number), "s", id, begin+int64(number), begin+900+p.rng.Int64N(99)-int64(10*number), fmt.Sprintf("host%d", number), int32(number), int32(number))
	}
	p.write()
}

// write writes most of what waits: it may end in the middle of a record, and of a line of the map.
func (p *program) write() {
	end := func(data []byte) int { return len(data) - p.rng.IntN(min(len(data), 60)+1) }
	p.put(end(p.pending), end(p.entries))
}

func (p *program) flush() { p.put(len(p.pending), len(p.entries)) }

// put writes so many bytes of what waits of the data and then of the map.
func (p *program) put(data, entries int) {
	if p.data != nil {
		if _, err := p.data.Write(p.pending[:data]); err != nil {
			p.t.Fatal(err)
		}
		p.pending = p.pending[data:]
	}
	kiekerMap, err := os.OpenFile(filepath.Join(p.dir, "kieker.map"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err == nil {
		_, err = kiekerMap.Write(p.entries[:entries])
		err = errors.Join(err, kiekerMap.Close())
	}
	if err != nil {
		p.t.Fatal(err)
	}
	p.entries = p.entries[entries:]
}

// oneProcess is what a process that reads all logs finds.
func oneProcess(t testing.TB, distributed bool, programs ...*program) traces.Result {
	t.Helper()
	e := traces.NewEngine(traces.Options{Distributed: distributed})
	var paths []string
	for _, p := range programs {
		p.flush()
		paths = append(paths, p.dir)
	}
	if _, err := logs.Read(context.Background(), paths, logs.Options{Open: e.Open}); err != nil {
		t.Fatal(err)
	}
	e.End()
	return e.Result()
}

// differ says how two results differ in what counts; empty: not at all.
func differ(got, want traces.Result) string {
	if got.Counts != want.Counts {
		return fmt.Sprintf("counts are %+v, want %+v", got.Counts, want.Counts)
	}
	key := func(r traces.Result, i int) string {
		c, text := r.Classes[i], ""
		for j := range c.Ops {
			text += fmt.Sprint(c.Operation(j), c.Parent(j), c.Host(j), " ")
		}
		return text
	}
	known := map[string]int{}
	for i := range want.Classes {
		known[key(want, i)] = i
	}
	seen := map[string]bool{}
	for i, c := range got.Classes {
		text := key(got, i)
		if _, ok := known[text]; !ok || seen[text] {
			return fmt.Sprintf("a class that nobody else has, or twice: %s of %d traces, e.g. %+v", text, c.Count, c.Rep)
		}
		seen[text] = true
	}
	for i, c := range got.Classes {
		at := known[key(got, i)]
		w := want.Classes[at]
		if c.Count != w.Count {
			return fmt.Sprintf("%s: %d traces, want %d", key(got, i), c.Count, w.Count)
		}
		for j := range c.Calls {
			if a, b := fmt.Sprintf("%+v", c.Calls[j]), fmt.Sprintf("%+v", w.Calls[j]); !sameCall(&c.Calls[j], &w.Calls[j]) {
				return fmt.Sprintf("%s, call %d: %s, want %s", key(got, i), j, a, b)
			}
		}
	}
	if len(got.Classes) != len(want.Classes) {
		return fmt.Sprintf("%d classes, want %d", len(got.Classes), len(want.Classes))
	}
	return ""
}
