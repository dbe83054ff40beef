package traces

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"beagle/traces/classes"
	"beagle/traces/kieker/logs"
	"beagle/traces/kieker/wire"
)

func TestATraceIsValidOrHasAReason(t *testing.T) {
	whole := func(s *stream) *stream {
		return s.metadata(1).before(1, 0, opA, 10).before(1, 1, opB, 20).after(1, 2, opB, 30).after(1, 3, opA, 40)
	}
	tests := []struct {
		name  string
		build func(*stream)
		want  Reason
		says  string
	}{
		{"whole", func(s *stream) { whole(s) }, Valid, ""},
		{"metadata last", func(s *stream) { s.before(1, 0, opA, 10).after(1, 1, opA, 20).metadata(1) }, Valid, ""},
		{"out of order", func(s *stream) {
			s.after(1, 3, opA, 40).before(1, 1, opB, 20).metadata(1).after(1, 2, opB, 30).before(1, 0, opA, 10)
		}, Valid, ""},
		{"with other trace events", func(s *stream) {
			s.metadata(1).before(1, 0, opA, 10).record(splitClass, int64(15), int64(1), 1).after(1, 2, opA, 20)
		}, Valid, ""},
		{"no metadata", func(s *stream) { s.before(1, 0, opA, 10).after(1, 1, opA, 20) }, NoMetadata, "2 events"},
		{"second root", func(s *stream) { whole(s).before(1, 4, opA, 50).after(1, 5, opA, 60) }, LateEvents, "2 events"},
		{"metadata twice", func(s *stream) { whole(s.metadata(1)) }, DuplicateMetadata, ""},
		{"order index twice", func(s *stream) { s.metadata(1).before(1, 0, opA, 10).before(1, 0, opB, 11).after(1, 1, opA, 20) }, DuplicateOrder, "order index 0 came twice"},
		{"lost event", func(s *stream) { s.metadata(1).before(1, 0, opA, 10).after(1, 3, opA, 40) }, MissingEvents, "order index 1 is missing"},
		{"never closed", func(s *stream) { s.metadata(1).before(1, 0, opA, 10).before(1, 1, opB, 20) }, NeverClosed, "open in p.C.b(int)"},
		{"exit without entry", func(s *stream) { s.metadata(1).after(1, 0, opA, 10) }, ExitWithoutEntry, "which was not entered"},
		{"exit of another", func(s *stream) { s.metadata(1).before(1, 0, opA, 10).after(1, 1, opB, 20) }, ExitOfAnother, "exit of p.C.b(int) inside p.C.a()"},
		{"executions", func(s *stream) {
			s.execution(1, opB, 1, 1, 20, 30, otherHost).execution(1, opA, 0, 0, 10, 40, hostText)
		}, Valid, ""},
		{"executions missing", func(s *stream) { s.execution(1, opB, 2, 1, 20, 30, hostText).execution(1, opA, 0, 0, 10, 40, hostText) }, MissingExecutions, "eoi 1"},
		{"execution twice", func(s *stream) {
			s.execution(1, opB, 1, 1, 2, 3, hostText).execution(1, opB, 1, 1, 2, 3, hostText).execution(1, opA, 0, 0, 1, 4, hostText)
		}, DuplicateExecution, "eoi 1 came twice"},
		{"no trace", func(s *stream) {
			s.execution(-1, opB, -1, -1, 20, 30, hostText).execution(-1, opA, -1, -1, 40, 50, hostText)
		}, NoTrace, "2 executions without order"},
		{"stack jump", func(s *stream) { s.execution(1, opB, 1, 2, 20, 30, hostText).execution(1, opA, 0, 0, 10, 40, hostText) }, StackJump, "no caller"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := newStream()
			test.build(s)
			r := s.result(Options{})
			if test.want == Valid {
				if r.Valid != 1 || r.Counts.Invalid != 0 {
					t.Fatalf("%+v %+v", r.Counts, r.Examples)
				}
				return
			}
			if len(r.Examples) != 1 || r.Examples[0].Reason != test.want || !strings.Contains(r.Examples[0].Detail, test.says) {
				t.Fatalf("%+v, want %q saying %q", r.Examples, test.want, test.says)
			}
		})
	}
}

func TestRepairClosesWhatNeverEnded(t *testing.T) {
	s := newStream().metadata(1).before(1, 0, opA, 10).before(1, 1, opB, 20).before(1, 2, opC, 25).after(1, 4, opB, 30)
	r := s.result(Options{Repair: true})
	if r.Valid != 1 || r.Repaired != 1 || r.Classes[0].Len() != 3 {
		t.Fatalf("%+v", r.Counts)
	}
	for i, want := range []int64{20, 10, 5} { // c is closed by b's exit, a by the end
		if got := r.Classes[0].Calls[i].Max; got != want {
			t.Errorf("call %d took %d, want %d", i, got, want)
		}
	}
}

func TestCallEventsTellObservedFromAssumedCalls(t *testing.T) {
	s := newStream().metadata(1).before(1, 0, opA, 10).
		record(callClass, int64(11), int64(1), 1, opA, opClass, opB, opClass).before(1, 2, opB, 12).after(1, 3, opB, 13).
		record(callClass, int64(14), int64(1), 4, opA, opClass, opC, opClass).after(1, 5, opA, 20)
	c := s.result(Options{}).Classes[0]
	if c.Len() != 3 || c.Inferred(1) || c.Assumed(1) || !c.Assumed(2) || c.Operation(2).Name != "c" || c.Calls[2].Max != 6 {
		t.Errorf("%+v", c)
	}
	if c := s.result(Options{IgnoreAssumed: true}).Classes[0]; c.Len() != 2 {
		t.Errorf("with assumed calls ignored: %d executions", c.Len())
	}
}

func TestFailuresAreCountedWhereTheyHappen(t *testing.T) {
	c := newStream().metadata(1).before(1, 0, opA, 10).before(1, 1, opB, 20).failed(1, 2, opB, 30).after(1, 3, opA, 40).result(Options{}).Classes[0]
	if c.Calls[0].Failed != 0 || c.Calls[1].Failed != 1 || c.Calls[1].Max != 10 {
		t.Errorf("%+v", c.Calls)
	}
}

func TestStatisticsAreRight(t *testing.T) {
	s := newStream()
	rng := rand.New(rand.NewPCG(1, 2))
	var values []float64
	for trace := range int64(5000) {
		took := int64(math.Exp(rng.NormFloat64()+10)) + 1
		values = append(values, float64(took))
		at := int64(1_700_000_000_000_000_000)
		s.metadata(trace).before(trace, 0, opA, at).after(trace, 1, opA, at+took)
	}
	c := s.result(Options{}).Classes[0]
	slices.Sort(values)
	var sum, squares float64
	for _, v := range values {
		sum += v
	}
	mean := sum / float64(len(values))
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	call := &c.Calls[0]
	near := func(what string, got, want, within float64) {
		t.Helper()
		if math.Abs(got-want) > within*want {
			t.Errorf("%s: %g, want %g", what, got, want)
		}
	}
	near("mean", call.Mean(c.Count), mean, 1e-12)
	near("deviation", call.Deviation(c.Count), math.Sqrt(squares/float64(len(values))), 1e-9)
	near("minimum", float64(call.Min), values[0], 0)
	near("maximum", float64(call.Max), values[len(values)-1], 0)
	quantiles := call.Quantiles(0.5, 0.95, 0.99)
	for i, share := range []float64{0.5, 0.95, 0.99} {
		near(fmt.Sprint("quantile ", share), quantiles[i], values[int(share*float64(len(values)-1))], 0.01)
	}
	if !call.Exact() || call.Inexact() > 0.01 {
		t.Error("the quantiles claim to be coarse")
	}
}

func TestMergingIsExactInAnyOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	all, parts := newStream(), make([]*stream, 5)
	for i := range parts {
		parts[i] = newStream()
	}
	for trace := range int64(2000) {
		at := int64(1_700_000_000_000_000_000) + trace
		took := rng.Int64N(1 << uint(1+rng.IntN(40)))
		for _, s := range []*stream{all, parts[rng.IntN(len(parts))]} {
			s.metadata(trace).before(trace, 0, opA, at).after(trace, 1, opA, at+took)
		}
	}
	want := all.result(Options{}).Classes[0]
	rng.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	engine := NewEngine(Options{})
	for _, part := range parts {
		handler := engine.Open("part")
		dec := wire.NewStream(nil, handler)
		dec.Decode(part.data, true)
		handler.Closed(dec.Report())
	}
	got := engine.Result().Classes[0]
	w, g := &want.Calls[0], &got.Calls[0]
	if got.Count != want.Count || g.Sum != w.Sum || g.Squares != w.Squares || g.Min != w.Min || g.Max != w.Max || got.Rep.ID != want.Rep.ID {
		t.Errorf("merged %+v, want %+v", g, w)
	}
	gq := g.Quantiles(0, 0.1, 0.5, 0.9, 1)
	if wq := w.Quantiles(0, 0.1, 0.5, 0.9, 1); !slices.Equal(gq, wq) {
		t.Errorf("merged quantiles %v, want %v", gq, wq)
	}
}

func TestQuietTracesTimeOutAndOldOnesGiveWay(t *testing.T) {
	feed := func(options Options, s *stream) (*Shard, *Engine) {
		engine := NewEngine(options)
		shard := engine.Open("test").(*Shard)
		wire.NewStream(nil, shard).Decode(s.data, true)
		return shard, engine
	}
	open := newStream()
	for trace := range int64(100) {
		open.metadata(trace).before(trace, 0, opA, 10)
	}
	shard, engine := feed(Options{Timeout: time.Minute}, open)
	shard.Idle(time.Now().Add(30 * time.Second))
	if r := engine.Result(); r.Open != 100 {
		t.Errorf("after half the time: %+v", r.Counts)
	}
	shard.Idle(time.Now().Add(3 * time.Minute))
	if r := engine.Result(); r.Open != 0 || r.Reasons[TimedOut] != 100 || len(r.Examples) != 20 {
		t.Errorf("after the time: %+v", r.Counts)
	}
	_, engine = feed(Options{MaxOpen: 10}, open)
	if r := engine.Result(); r.Open != 10 || r.Reasons[TooMany] != 90 {
		t.Errorf("too many: %+v", r.Counts)
	}
	deep := newStream().metadata(1)
	for i := range 100 {
		deep.before(1, i, opA, int64(i))
	}
	for i := range 100 {
		deep.after(1, 100+i, opA, int64(100+i))
	}
	_, engine = feed(Options{MaxExecutions: 50}, deep)
	if r := engine.Result(); r.Reasons[TooLong] != 1 {
		t.Errorf("too long: %+v", r.Counts)
	}
}

func TestMemoryIsBoundedWhateverArrives(t *testing.T) {
	engine := NewEngine(Options{Memory: 4 << 20})
	handler := engine.Open("test")
	dec := wire.NewStream(nil, handler)
	dec.Decode(newStream().data, false)
	rng := rand.New(rand.NewPCG(5, 6))
	for piece := range int64(40) {
		s := &stream{}
		for i := range int64(500) { // never ended, and every one of another class
			trace := piece*1000 + i
			s.metadata(trace)
			for order := range 40 {
				s.before(trace, order, opA+rng.IntN(3), 10)
			}
		}
		for i := range int64(100) {
			trace := piece*1000 + 500 + i
			s.metadata(trace)
			ops := make([]int, 20)
			for order := range ops {
				ops[order] = opA + rng.IntN(3)
				s.before(trace, order, ops[order], 10)
			}
			for order := range ops {
				s.after(trace, 20+order, ops[19-order], rng.Int64N(1<<40))
			}
		}
		dec.Decode(s.data, false)
	}
	r := engine.Result()
	if r.Reasons[TooMany] == 0 || r.Unsorted == 0 || r.Valid != 40*100 {
		t.Errorf("not every limit was reached, or whole traces had to give way: %+v", r.Counts)
	}
	if left := engine.openMemory.Load(); left < 0 {
		t.Errorf("%d bytes beyond the limit", -left)
	}
	handler.Closed(dec.Report())
	if left, all := engine.openMemory.Load(), engine.share(openShare); left != all {
		t.Errorf("%d bytes of %d came back", left, all)
	}
}

func TestADistributedTraceIsPutTogetherFromSeveralSources(t *testing.T) {
	parts := []*stream{
		newStream().execution(1, opA, 0, 0, 10, 40, hostText).execution(1, opC, 3, 1, 30, 35, hostText),
		newStream().execution(1, opB, 1, 1, 11, 20, otherHost).execution(1, opC, 2, 2, 12, 15, otherHost),
	}
	for _, distributed := range []bool{false, true} {
		engine := NewEngine(Options{Distributed: distributed})
		for _, part := range parts {
			handler := engine.Open("part")
			dec := wire.NewStream(nil, handler)
			dec.Decode(part.data, true)
			handler.Closed(dec.Report())
		}
		engine.End()
		r := engine.Result()
		if distributed && (r.Valid != 1 || r.Classes[0].Host(0) != "host" || r.Classes[0].Host(1) != "other" || r.Open != 0) || !distributed && r.Counts.Invalid != 2 {
			t.Errorf("distributed %v: %+v", distributed, r.Counts)
		}
	}
}

// System.nanoTime counts from anywhere, also from the future.
func TestTimesMayBeNegative(t *testing.T) {
	s := newStream()
	for trace := range int64(4) { // the second of a class goes another way than the first
		s.metadata(trace).before(trace, 0, opA, -1000).before(trace, 1, opB, -900).after(trace, 2, opB, -700).after(trace, 3, opA, -400)
		s.execution(100+trace, opB, 0, 0, -1000, -400, hostText)
	}
	r := s.result(Options{})
	if r.Valid != 8 || r.Backward != 0 || len(r.Classes) != 2 {
		t.Fatalf("%+v, %d classes", r.Counts, len(r.Classes))
	}
	for _, c := range r.Classes {
		if root := &c.Calls[0]; root.Min != 600 || root.Max != 600 || root.Failed != 0 {
			t.Errorf("%s: %d to %d ns, %d failed", c.Operation(0), root.Min, root.Max, root.Failed)
		}
	}
}

// A trace of nothing but a call is one execution that is assumed, and a call
// lasts, with what is entered in it, until its caller is heard of again.
func TestCallsWithoutAnEntryAreAssumedExecutions(t *testing.T) {
	const flow = "kieker.common.record.flow.trace."
	dir := t.TempDir()
	for name, content := range map[string]string{
		"kieker.map": "$0=" + flow + "TraceMetadata\n$1=" + flow + "operation.BeforeOperationEvent\n$2=" + flow + "operation.AfterOperationEvent\n$3=" + flow + "operation.CallOperationEvent\n",
		"kieker.dat": `$0;-1;1;1;s;h;-1;-1
$3;-1;100;1;0;void p.A.a();p.A;void p.B.b();p.B
$0;-1;2;1;s;h;-1;-1
$1;-1;200;2;0;void p.A.a();p.A
$3;-1;210;2;1;void p.A.a();p.A;void p.B.b();p.B
$1;-1;220;2;2;void p.C.c();p.C
$2;-1;230;2;3;void p.C.c();p.C
$2;-1;240;2;4;void p.A.a();p.A
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got := map[int64][]classes.Execution{}
	engine := NewEngine(Options{Trace: func(one classes.Trace) { got[one.ID] = one.Executions }})
	if _, err := logs.Read(t.Context(), []string{dir}, logs.Options{Open: engine.Open}); err != nil {
		t.Fatal(err)
	}
	if call := got[1]; len(call) != 1 || !call[0].Assumed() || call[0].In != 100 || call[0].Out != 100 {
		t.Errorf("of nothing but a call: %+v, invalid %v", call, engine.Result().Examples)
	}
	nested := got[2]
	if len(nested) != 3 || !nested[1].Assumed() || nested[1].Out != 240 || nested[2].Parent != 1 || nested[2].Depth != 2 || !nested[2].Inferred() || nested[2].Assumed() {
		t.Errorf("%+v", nested)
	}
}
