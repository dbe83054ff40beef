//go:build unix

package cluster_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"beagle/traces"
	"beagle/traces/kieker/logs"
)

// program writes a Kieker log, as a measured program does.
type program struct {
	t    testing.TB
	dir  string
	data *os.File
	rng  *rand.Rand
	now  int64
}

func newProgram(t testing.TB, number int) *program {
	t.Helper()
	const flow = "kieker.common.record.flow.trace."
	p := &program{t: t, dir: filepath.Join(t.TempDir(), fmt.Sprintf("log-%d", number)), rng: rand.New(rand.NewPCG(7, uint64(number))), now: 1_700_000_000_000_000_000}
	if err := os.MkdirAll(p.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	classes := fmt.Sprintf("$0=%sTraceMetadata\n$1=%soperation.BeforeOperationEvent\n$2=%soperation.AfterOperationEvent\n$3=kieker.common.record.controlflow.OperationExecutionRecord\n$4=kieker.common.record.misc.KiekerMetadataRecord\n$5=kieker.common.record.system.MemSwapUsageRecord\n", flow, flow, flow)
	if err := os.WriteFile(filepath.Join(p.dir, "kieker.map"), []byte(classes), 0o600); err != nil {
		t.Fatal(err)
	}
	var err error
	if p.data, err = os.Create(filepath.Join(p.dir, "kieker-20260101-000000000-UTC-001-main.dat")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.data.Close() })
	p.write([]byte("$4;-1;2.0.2;KIEKER;host;1;false;0;NANOSECONDS;1\n"))
	return p
}

// traces writes whole traces of events.
func (p *program) traces(first int64, n int) {
	var out bytes.Buffer
	fmt.Fprintf(&out, "$5;-1;%d;host;1000;600;400;0;0;0\n", p.now) // belongs to no trace
	for id := first; id < first+int64(n); id++ {
		fmt.Fprintf(&out, "$0;-1;%d;1;s;host;-1;-1\n", id)
		order := 0
		var call func(depth int)
		call = func(depth int) {
			op := fmt.Sprintf("void a.B.c%d();a.B", p.rng.IntN(3))
			p.now += 1 + p.rng.Int64N(1000)
			fmt.Fprintf(&out, "$1;-1;%d;%d;%d;%s\n", p.now, id, order, op)
			order++
			for range p.rng.IntN(2) * min(depth, 2) {
				call(depth - 1)
			}
			p.now += 1 + p.rng.Int64N(100_000)
			fmt.Fprintf(&out, "$2;-1;%d;%d;%d;%s\n", p.now, id, order, op)
			order++
		}
		call(2)
	}
	p.write(out.Bytes())
}

// shares writes this program's part of traces that go through several programs.
func (p *program) shares(first int64, n, number int) {
	var out bytes.Buffer
	for id := first; id < first+int64(n); id++ {
		begin := 1_700_000_000_000_000_000 + id*1000
		fmt.Fprintf(&out, "$3;-1;void a.S%d.c();s;%d;%d;%d;host%d;%d;%d\n", number, id, begin+int64(number), begin+900+p.rng.Int64N(99)-int64(10*number), number, number, number)
	}
	p.write(out.Bytes())
}

func (p *program) write(data []byte) {
	if _, err := p.data.Write(data); err != nil {
		p.t.Fatal(err)
	}
}

// oneProcess is what a process that reads all logs finds.
func oneProcess(t testing.TB, distributed bool, programs ...*program) traces.Result {
	t.Helper()
	e := traces.NewEngine(traces.Options{Distributed: distributed})
	var paths []string
	for _, p := range programs {
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
