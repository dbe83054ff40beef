package spans_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"beagle/traces"
	"beagle/traces/classes"
	"beagle/traces/kieker"
	"beagle/traces/spans"
)

// The same trace in all formats: shop's order calls price twice, and bank's charge
// over the network, which fails.
const (
	asOTLP = `{"resourceSpans":[
 {"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"shop"}}]},"scopeSpans":[{"scope":{"name":"x"},"spans":[
  {"traceId":"5b8efff798038103d269b633813fc60c","spanId":"0000000000000001","name":"POST /order","kind":2,"startTimeUnixNano":"1000000","endTimeUnixNano":"9000000","status":{}},
  {"traceId":"5b8efff798038103d269b633813fc60c","spanId":"0000000000000002","parentSpanId":"0000000000000001","name":"Shop.price","kind":1,"startTimeUnixNano":"2000000","endTimeUnixNano":"3000000","attributes":[{"key":"code.function.name","value":{"stringValue":"a.b.Shop.price"}},{"key":"thread.id","value":{"intValue":"7"}},{"key":"n","value":{"intValue":"40"}}]},
  {"traceId":"5b8efff798038103d269b633813fc60c","spanId":"0000000000000003","parentSpanId":"0000000000000001","name":"Shop.price","kind":1,"startTimeUnixNano":"3000000","endTimeUnixNano":"4000000","attributes":[{"key":"code.function","value":{"stringValue":"price"}},{"key":"code.namespace","value":{"stringValue":"a.b.Shop"}},{"key":"n","value":{"intValue":41}}]},
  {"traceId":"5b8efff798038103d269b633813fc60c","spanId":"0000000000000004","parentSpanId":"0000000000000001","name":"POST","kind":3,"startTimeUnixNano":"5000000","endTimeUnixNano":"8000000","status":{"code":2}}]}]},
 {"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"bank"}}]},"scopeSpans":[{"spans":[
  {"traceId":"5b8efff798038103d269b633813fc60c","spanId":"0000000000000005","parentSpanId":"0000000000000004","name":"POST /charge","kind":"SPAN_KIND_SERVER","flags":768,"startTimeUnixNano":"6000000","endTimeUnixNano":"7000000","status":{"code":"STATUS_CODE_ERROR"}}]}]}]}`
	asJaeger = `{"data":[{"traceID":"5b8efff798038103d269b633813fc60c","spans":[
 {"traceID":"5b8efff798038103d269b633813fc60c","spanID":"0000000000000005","operationName":"POST /charge","references":[{"refType":"CHILD_OF","traceID":"5b8efff798038103d269b633813fc60c","spanID":"0000000000000004"}],"startTime":6000,"duration":1000,"tags":[{"key":"span.kind","type":"string","value":"server"},{"key":"error","type":"bool","value":true}],"processID":"p2"},
 {"traceID":"5b8efff798038103d269b633813fc60c","spanID":"0000000000000001","operationName":"POST /order","references":[],"startTime":1000,"duration":8000,"tags":[],"processID":"p1"},
 {"traceID":"5b8efff798038103d269b633813fc60c","spanID":"0000000000000002","operationName":"Shop.price","references":[{"refType":"CHILD_OF","traceID":"5b8efff798038103d269b633813fc60c","spanID":"0000000000000001"}],"startTime":2000,"duration":1000,"tags":[{"key":"code.function.name","type":"string","value":"a.b.Shop.price"},{"key":"n","type":"int64","value":40}],"processID":"p1"},
 {"traceID":"5b8efff798038103d269b633813fc60c","spanID":"0000000000000003","operationName":"Shop.price","references":[{"refType":"CHILD_OF","traceID":"5b8efff798038103d269b633813fc60c","spanID":"0000000000000001"}],"startTime":3000,"duration":1000,"tags":[{"key":"code.function.name","type":"string","value":"a.b.Shop.price"},{"key":"n","type":"int64","value":41}],"processID":"p1"},
 {"traceID":"5b8efff798038103d269b633813fc60c","spanID":"0000000000000004","operationName":"POST","references":[{"refType":"CHILD_OF","traceID":"5b8efff798038103d269b633813fc60c","spanID":"0000000000000001"}],"startTime":5000,"duration":3000,"tags":[{"key":"otel.status_code","type":"string","value":"ERROR"}],"processID":"p1"}
 ],"processes":{"p1":{"serviceName":"shop","tags":[]},"p2":{"serviceName":"bank"}},"warnings":null}],"total":0,"errors":null}`
	// Zipkin's tracers give both sides of a call one id.
	asZipkin = `[[
 {"traceId":"5b8efff798038103d269b633813fc60c","id":"0000000000000001","name":"POST /order","kind":"SERVER","timestamp":1000,"duration":8000,"localEndpoint":{"serviceName":"shop"}},
 {"traceId":"5b8efff798038103d269b633813fc60c","id":"0000000000000002","parentId":"0000000000000001","name":"Shop.price","timestamp":2000,"duration":1000,"localEndpoint":{"serviceName":"shop"},"tags":{"code.function.name":"a.b.Shop.price","n":"40"}}],[
 {"traceId":"5b8efff798038103d269b633813fc60c","id":"0000000000000003","parentId":"0000000000000001","name":"Shop.price","timestamp":3000,"duration":1000,"localEndpoint":{"serviceName":"shop"},"tags":{"code.function.name":"a.b.Shop.price","n":"41"}},
 {"traceId":"5b8efff798038103d269b633813fc60c","id":"0000000000000004","parentId":"0000000000000001","name":"POST","kind":"CLIENT","timestamp":5000,"duration":3000,"localEndpoint":{"serviceName":"shop"},"tags":{"error":"500"}},
 {"traceId":"5b8efff798038103d269b633813fc60c","id":"0000000000000004","parentId":"0000000000000001","name":"POST /charge","kind":"SERVER","shared":true,"timestamp":6000,"duration":1000,"localEndpoint":{"serviceName":"bank"},"tags":{"error":""}}]]`
	// What all of them tell.
	asExecutions = `trace 5938477915992737292
shop: shop.POST /order 1ms..9ms
  shop: a.b.Shop.price() 2ms..3ms
  shop: a.b.Shop.price() 3ms..4ms
  shop: shop.POST 5ms..8ms failed
    bank: bank.POST /charge 6ms..7ms failed
inputs of a.b.Shop price() n=40 n=41
`
)

type told struct {
	engine *traces.Engine
	kieker.Handler
	out    strings.Builder
	inputs []string
}

func listen(t testing.TB) *told {
	t.Helper()
	var h told
	h.engine = traces.NewEngine(traces.Options{
		Trace: func(one classes.Trace) {
			fmt.Fprintf(&h.out, "trace %d\n", one.ID)
			for _, e := range one.Executions {
				failed := ""
				if e.Failed {
					failed = " failed"
				}
				fmt.Fprintf(&h.out, "%s%s: %s %s..%s%s\n", strings.Repeat("  ", int(e.Depth)), h.engine.Names().Host(e.Host), h.engine.Names().Operation(e.Op), time.Duration(e.In), time.Duration(e.Out), failed)
			}
		},
		Invalid: func(i traces.Invalid) { fmt.Fprintf(&h.out, "invalid: %s (%s)\n", i.Reason, i.Detail) },
	})
	h.Handler = h.engine.Open("test")
	return &h
}

func (h *told) Records(batch []kieker.Record) {
	for i := range batch {
		if r := &batch[i]; r.Class.ShortName() == "ExecutionInputs" {
			names, values := r.Strings(r.Class.Index("parameters"), nil), r.Strings(r.Class.Index("values"), nil)
			if len(h.inputs) == 0 {
				h.inputs = append(h.inputs, "inputs of", r.String(3), r.String(2))
			}
			h.inputs = append(h.inputs, names[0]+"="+values[0])
		}
	}
	h.Handler.Records(batch)
}

func (h *told) text(report kieker.Report) string {
	h.Closed(report)
	slices.Sort(h.inputs[min(3, len(h.inputs)):])
	if len(h.inputs) > 0 {
		h.out.WriteString(strings.Join(h.inputs, " ") + "\n")
	}
	for _, l := range report.LeftOut {
		fmt.Fprintf(&h.out, "left out: %d %s\n", l.Count, l.Reason)
	}
	return h.out.String()
}

func read(t testing.TB, data []byte) (string, error) {
	t.Helper()
	to, report := listen(t), kieker.NewReading("test", "", time.Time{})
	g := spans.New(spans.Options{}, report, to)
	err := g.Read(bytes.NewReader(data))
	g.End()
	return to.text(report.Report()), err
}

func TestATraceIsTheSameInEachFormat(t *testing.T) {
	message := spans.Encode(parsed(t, asOTLP))
	lengths := append(binary.BigEndian.AppendUint32(nil, uint32(len(message))), message...)
	for name, data := range map[string]string{
		"OTLP JSON": asOTLP, "Jaeger": asJaeger, "Zipkin": asZipkin,
		"OTLP protobuf": string(message), "OTLP protobuf with lengths": string(lengths),
		"OTLP JSON in lines": strings.ReplaceAll(asOTLP, "\n", "") + "\n{\"resourceSpans\":[]}\n",
	} {
		if got, err := read(t, []byte(data)); err != nil || got != asExecutions {
			t.Errorf("%s: %v\n%s", name, err, got)
		}
	}
}

func parsed(t testing.TB, text string) (all []spans.Span) {
	t.Helper()
	if err := spans.JSON(strings.NewReader(text), func(s spans.Span) { all = append(all, s) }, func(_ int64, what string) { t.Error(what) }); err != nil {
		t.Fatal(err)
	}
	return all
}

// gathered is what spans tell in this order, with a quiet time of 10 s, one span a
// second; the trace is looked at when it has been quiet.
func gathered(t testing.TB, options spans.Options, all []spans.Span) string {
	t.Helper()
	to, report := listen(t), kieker.NewReading("test", "", time.Time{})
	g := spans.New(options, report, to)
	now := time.Unix(1000, 0)
	for _, s := range all {
		now = now.Add(time.Second)
		g.Idle(now)
		g.Add(s, now)
	}
	g.Idle(now.Add(9 * time.Second))
	if options.Quiet == 10*time.Second && g.Waiting() == 0 && len(all) > 0 {
		t.Error("a trace was complete after 9 s")
	}
	g.Idle(now.Add(10 * time.Second))
	g.End()
	return to.text(report.Report())
}

func TestSpansComeInAnyOrder(t *testing.T) {
	all := parsed(t, asOTLP)
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		if got := gathered(t, spans.Options{Quiet: 10 * time.Second}, all); got != asExecutions {
			t.Fatal(got)
		}
	}
}

func TestWhatCannotBeMappedIsCountedByReason(t *testing.T) {
	one := func(id, parent spans.ID) spans.Span {
		return spans.Span{Trace: spans.TraceID{15: 9}, ID: id, Parent: parent, Kind: spans.Internal, Start: int64(id), End: 100, Operation: spans.Operation{Component: "a.B", Name: "c()", Host: "h"}}
	}
	with := func(s spans.Span, change func(*spans.Span)) spans.Span { change(&s); return s }
	tests := []struct {
		name string
		all  []spans.Span
		want string
	}{
		{"a parent of the same process is missing", []spans.Span{one(1, 0), one(3, 2)}, "invalid: executions missing (eoi 1 is missing)\n"},
		{"the outermost is missing", []spans.Span{one(2, 1), one(3, 2)}, "invalid: executions missing (eoi 0 is missing)\n"},
		{"a parent of another process never came", []spans.Span{with(one(2, 1), func(s *spans.Span) { s.Kind = spans.Server }), one(3, 2)}, "trace 701034758581836324\nh: a.B.c() 2ns..100ns\n  h: a.B.c() 3ns..100ns\n"},
		{"twice", []spans.Span{one(1, 0), one(1, 0)}, "trace 9\nh: a.B.c() 1ns..100ns\nleft out: 1 spans that came twice\n"},
		{"a circle", []spans.Span{one(1, 0), one(2, 3), one(3, 2)}, "trace 9\nh: a.B.c() 1ns..100ns\nleft out: 2 spans that call each other in a circle\n"},
		{"its own parent", []spans.Span{one(1, 1)}, "left out: 1 spans that are their own parents\n"},
		{"no id", []spans.Span{one(0, 1)}, "left out: 1 spans without an id\n"},
		{"no trace", []spans.Span{with(one(1, 0), func(s *spans.Span) { s.Trace = spans.TraceID{} })}, "left out: 1 spans without the id of a trace\n"},
		{"ends before it begins", []spans.Span{with(one(1, 0), func(s *spans.Span) { s.End = -1 })}, "left out: 1 spans that end before they begin, or have no times\n"},
	}
	for _, test := range tests {
		if got := gathered(t, spans.Options{}, test.all); got != test.want {
			t.Errorf("%s:\n%s", test.name, got)
		}
	}
}

func TestLateSpansAreCounted(t *testing.T) {
	all := parsed(t, asOTLP)
	to, report := listen(t), kieker.NewReading("test", "", time.Time{})
	g := spans.New(spans.Options{Quiet: time.Second}, report, to)
	now := time.Unix(1000, 0)
	for _, s := range all {
		g.Add(s, now)
	}
	g.Idle(now.Add(time.Second))
	for _, s := range all[:2] {
		g.Add(s, now.Add(2*time.Second))
	}
	g.End()
	if got, want := to.text(report.Report()), asExecutions+"left out: 2 spans that came after their trace had ended (--quiet)\n"; got != want {
		t.Error(got)
	}
}

func TestSpansThatNeverEndAreBounded(t *testing.T) {
	to, report := listen(t), kieker.NewReading("test", "", time.Time{})
	g := spans.New(spans.Options{Quiet: time.Hour, Memory: 1 << 20}, report, to)
	now := time.Unix(1000, 0)
	for i := range 100_000 {
		var id spans.TraceID
		binary.BigEndian.PutUint64(id[8:], uint64(i+1))
		g.Add(spans.Span{Trace: id, ID: 2, Parent: 1, Start: 1, End: 2, Operation: spans.Operation{Component: "a", Name: fmt.Sprint(i), Host: "h"}}, now)
	}
	if waiting := g.Waiting(); waiting > 5000 || waiting < 1000 {
		t.Errorf("%d traces wait in a MiB", waiting)
	}
	waited := g.Waiting()
	g.End()
	r := report.Report()
	if len(r.LeftOut) != 1 || r.Left() != int64(100_000-waited) {
		t.Errorf("%+v", r.LeftOut)
	}
}

func TestDamagedFilesGiveWhatStandsBeforeTheDamage(t *testing.T) {
	for _, text := range []string{asOTLP, asJaeger, asZipkin} {
		if _, err := read(t, []byte(text[:len(text)-2])); err == nil {
			t.Errorf("nothing is wrong with %.40s", text)
		}
	}
	if got, err := read(t, []byte(asOTLP[:strings.Index(asOTLP, ` {"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"bank"`)])); err == nil || !strings.Contains(got, "shop.POST 5ms..8ms failed") {
		t.Errorf("%v: %s", err, got)
	}
	if _, err := read(t, []byte(`[{"traceId":"1","id":"1","localEndpoint":{},"binaryAnnotations":[]}]`)); err != nil {
		t.Error(err)
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{asOTLP, asJaeger, asZipkin, string(spans.Encode(parsed(f, asOTLP))), `{"batches":[{}]}`, `[[[]]]`, `[1]`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		first, err := read(t, data)
		if again, other := read(t, data); first != again || (err == nil) != (other == nil) {
			t.Fatalf("read twice: %v, %v\n%s\n%s", err, other, first, again)
		}
	})
}

// FuzzProtobuf: what is decoded and encoded again is the same.
func FuzzProtobuf(f *testing.F) {
	f.Add(spans.Encode(parsed(f, asOTLP)))
	f.Fuzz(func(t *testing.T, data []byte) {
		var first, second []spans.Span
		_ = spans.OTLP(data, func(s spans.Span) { first = append(first, s) })
		if err := spans.OTLP(spans.Encode(first), func(s spans.Span) { second = append(second, s) }); err != nil {
			t.Fatal(err)
		}
		if len(first) != len(second) {
			t.Fatalf("%d spans became %d", len(first), len(second))
		}
	})
}
