package spans_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"beagle/traces/kieker"
	"beagle/traces/spans"
)

// One trace of a service shop: order calls price, in the forms that programs write it.
const (
	otlpOrder = `{"traceId":"0af7651916cd43dd8448eb211c80319c","spanId":"00f067aa0ba902b7","name":"order","kind":2,"startTimeUnixNano":"1700000000000000000","endTimeUnixNano":"1700000000050000000"}`
	otlpPrice = `{"traceId":"0af7651916cd43dd8448eb211c80319c","spanId":"00f067aa0ba902b8","parentSpanId":"00f067aa0ba902b7","name":"price","kind":1,"startTimeUnixNano":1700000000010000000,"endTimeUnixNano":1700000000020000000}`
	shop      = `{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"shop"}}]},"scopeSpans":[{"scope":{"name":"x"},"spans":[` + otlpOrder + "," + otlpPrice + `]}]}`
	otlp      = `{"resourceSpans":[` + shop + `]}`
	base64    = `{"batches":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"shop"}}]},"instrumentationLibrarySpans":[{"spans":[{"traceId":"CvdlGRbNQ92ESOshHIAxnA==","spanId":"APBnqgupArc=","name":"order","kind":"SPAN_KIND_SERVER","startTimeUnixNano":"1700000000000000000","endTimeUnixNano":"1700000000050000000"},{"traceId":"CvdlGRbNQ92ESOshHIAxnA","spanId":"APBnqgupArg","parentSpanId":"APBnqgupArc=","name":"price","startTimeUnixNano":"1700000000010000000","endTimeUnixNano":"1700000000020000000"}]}]}]}`
	snakeCase = `{"resource_spans":[{"resource":{"attributes":[{"key":"service.name","value":{"string_value":"shop"}}]},"scope_spans":[{"spans":[{"trace_id":"CvdlGRbNQ92ESOshHIAxnA==","span_id":"APBnqgupArc=","name":"order","kind":"SPAN_KIND_SERVER","start_time_unix_nano":"1700000000000000000","end_time_unix_nano":"1700000000050000000"},{"trace_id":"CvdlGRbNQ92ESOshHIAxnA==","span_id":"APBnqgupArg=","parent_span_id":"APBnqgupArc=","name":"price","start_time_unix_nano":"1700000000010000000","end_time_unix_nano":"1700000000020000000"}]}]}]}`

	jaegerOrder = `{"traceID":"af7651916cd43dd8448eb211c80319c","spanID":"f067aa0ba902b7","operationName":"order","references":[],"startTime":1700000000000000,"duration":50000,"tags":[{"key":"span.kind","type":"string","value":"server"}],"logs":[],"processID":"p1","process":{"serviceName":"shop","tags":[]}}`
	jaegerPrice = `{"traceID":"af7651916cd43dd8448eb211c80319c","spanID":"f067aa0ba902b8","operationName":"price","references":[{"refType":"CHILD_OF","traceID":"af7651916cd43dd8448eb211c80319c","spanID":"f067aa0ba902b7"}],"startTime":1700000000010000,"duration":10000,"tag":{"x@y":1},"processID":"p1","process":{"serviceName":"shop","tags":[]}}`
	jaegerTrace = `{"traceID":"af7651916cd43dd8448eb211c80319c","spans":[` + jaegerOrder + "," + jaegerPrice + `],"processes":{"p1":{"serviceName":"shop","tags":[]}},"warnings":null}`
	jaegerProto = `{"spans":[{"traceId":"CvdlGRbNQ92ESOshHIAxnA==","spanId":"APBnqgupArc=","operationName":"order","startTime":"2023-11-14T22:13:20Z","duration":"0.050s","process":{"serviceName":"shop"}},{"traceId":"CvdlGRbNQ92ESOshHIAxnA==","spanId":"APBnqgupArg=","operationName":"price","references":[{"traceId":"CvdlGRbNQ92ESOshHIAxnA==","spanId":"APBnqgupArc="}],"startTime":"2023-11-14T22:13:20.010Z","duration":"0.010s","tags":[{"key":"internal.span.format","vStr":"proto"}],"process":{"serviceName":"shop"}}]}`

	zipkinOrder = `{"traceId":"0af7651916cd43dd8448eb211c80319c","id":"00f067aa0ba902b7","name":"order","kind":"SERVER","timestamp":1700000000000000,"duration":50000,"localEndpoint":{"serviceName":"shop"}}`
	zipkinPrice = `{"traceId":"0af7651916cd43dd8448eb211c80319c","id":"00f067aa0ba902b8","parentId":"00f067aa0ba902b7","name":"price","timestamp":1700000000010000,"duration":10000,"localEndpoint":{"serviceName":"shop"}}`

	dataPrepper = `{"traceId":"0af7651916cd43dd8448eb211c80319c","spanId":"00f067aa0ba902b7","parentSpanId":"","name":"order","kind":"SPAN_KIND_SERVER","startTime":"2023-11-14T22:13:20Z","endTime":"2023-11-14T22:13:20.050Z","serviceName":"shop","durationInNanos":50000000,"traceGroup":"order"}
{"traceId":"0af7651916cd43dd8448eb211c80319c","spanId":"00f067aa0ba902b8","parentSpanId":"00f067aa0ba902b7","name":"price","startTime":"2023-11-14T22:13:20.010Z","endTime":"2023-11-14T22:13:20.020Z","serviceName":"shop","span.attributes.http@method":"GET"}`

	// What the console exporters print.
	python = `{
    "name": "price",
    "context": {"trace_id": "0x0af7651916cd43dd8448eb211c80319c", "span_id": "0x00f067aa0ba902b8", "trace_state": "[]"},
    "kind": "SpanKind.INTERNAL",
    "parent_id": "0x00f067aa0ba902b7",
    "start_time": "2023-11-14T22:13:20.010000Z", "end_time": "2023-11-14T22:13:20.020000Z",
    "status": {"status_code": "UNSET"}, "attributes": {}, "events": [], "links": [],
    "resource": {"attributes": {"service.name": "shop"}, "schema_url": ""}
}
{
    "name": "order",
    "context": {"trace_id": "0x0af7651916cd43dd8448eb211c80319c", "span_id": "0x00f067aa0ba902b7", "trace_state": "[]"},
    "kind": "SpanKind.SERVER", "parent_id": null,
    "start_time": "2023-11-14T22:13:20.000000Z", "end_time": "2023-11-14T22:13:20.050000Z",
    "status": {"status_code": "UNSET"}, "attributes": {}, "resource": {"service.name": "shop"}
}`
	goLang = `{"Name":"price","SpanContext":{"TraceID":"0af7651916cd43dd8448eb211c80319c","SpanID":"00f067aa0ba902b8","TraceFlags":"01","TraceState":"","Remote":false},"Parent":{"TraceID":"0af7651916cd43dd8448eb211c80319c","SpanID":"00f067aa0ba902b7","TraceFlags":"01","TraceState":"","Remote":false},"SpanKind":1,"StartTime":"2023-11-14T23:13:20.01+01:00","EndTime":"2023-11-14T23:13:20.02+01:00","Attributes":null,"Events":null,"Status":{"Code":"Unset","Description":""},"ChildSpanCount":0,"Resource":[{"Key":"service.name","Value":{"Type":"STRING","Value":"shop"}}],"InstrumentationScope":{"Name":"x"}}
{"Name":"order","SpanContext":{"TraceID":"0af7651916cd43dd8448eb211c80319c","SpanID":"00f067aa0ba902b7","TraceFlags":"01","TraceState":"","Remote":false},"Parent":{"TraceID":"00000000000000000000000000000000","SpanID":"0000000000000000","TraceFlags":"00","TraceState":"","Remote":false},"SpanKind":2,"StartTime":"2023-11-14T22:13:20Z","EndTime":"2023-11-14T22:13:20.05Z","Attributes":[],"Status":{"Code":"Unset"},"Resource":[{"Key":"service.name","Value":{"Type":"STRING","Value":"shop"}}]}`
	node = `ready
{
  resource: { attributes: { 'service.name': 'shop', 'process.command_args': [ 'node', "it's" ] } },
  instrumentationScope: { name: 'x', version: undefined, schemaUrl: undefined },
  traceId: '0af7651916cd43dd8448eb211c80319c',
  parentSpanContext: {
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: '00f067aa0ba902b7',
    traceFlags: 1,
    traceState: undefined
  },
  name: 'price',
  id: '00f067aa0ba902b8',
  kind: 0,
  timestamp: 1700000000010000,
  duration: 10000.0001,
  attributes: {},
  status: { code: 0 },
  events: [ { name: 'a\nb', attributes: [Object], time: [ 1, 2 ] }, ... 3 more items ],
  links: []
}
{
  resource: {
    attributes: {
      'service.name': 'sh' +
        'op'
    }
  },
  traceId: '0af7651916cd43dd8448eb211c80319c',
  parentId: undefined,
  name: 'order',
  id: '00f067aa0ba902b7',
  kind: 1,
  timestamp: 1700000000000000,
  duration: 50000,
  attributes: {},
  status: { code: 0 },
  events: [],
  links: []
}
`
	java = "Nov 14, 2023 11:13:20 PM io.opentelemetry.exporter.logging.otlp.OtlpJsonLoggingSpanExporter export\nINFO: " + shop + "\nshop has closed\n"

	orderOfShop = "trace 308755101919490460\nshop: shop.order 472222h13m20s..472222h13m20.05s\n  shop: shop.price 472222h13m20.01s..472222h13m20.02s\n"
)

func TestEveryEnvelopeHoldsTheSameTrace(t *testing.T) {
	indented := func(text string) string {
		var value any
		if err := json.Unmarshal([]byte(text), &value); err != nil {
			t.Fatal(err)
		}
		out, _ := json.MarshalIndent(value, "", "\t")
		return "\ufeff" + string(out)
	}
	for name, text := range map[string]string{
		"a request of OTLP":                     otlp,
		"indented, with a mark":                 indented(otlp),
		"requests of OTLP in lines":             otlp + "\n" + `{"resourceSpans":[]}` + "\n",
		"a list of requests of OTLP":            "[" + otlp + "]",
		"a resource of OTLP":                    shop,
		"a list of resources of OTLP":           "[" + shop + "]",
		"spans of OTLP in lines":                strings.ReplaceAll(otlpOrder+"\n"+otlpPrice, `"name"`, `"resource":{"attributes":{"service.name":"shop"}},"name"`),
		"ids in base64, Tempo's batches":        base64,
		"protobuf's names of fields":            snakeCase,
		"Tempo's trace":                         `{"trace":` + otlp + `,"metrics":{"inspectedBytes":"1"}}`,
		"Tempo's trace in batches":              `{"trace":{"batches":[` + shop + `]}}`,
		"Jaeger's API 3":                        `{"result":` + otlp + "}",
		"Jaeger's API 3, in a stream":           `{"result":` + otlp + "}\n" + `{"result":{"resourceSpans":[]}}`,
		"Jaeger's interface":                    `{"data":[` + jaegerTrace + `],"total":0,"limit":0,"offset":0,"errors":null}`,
		"a trace of Jaeger":                     jaegerTrace,
		"a list of traces of Jaeger":            "[" + jaegerTrace + "]",
		"a list of spans of Jaeger":             "[" + jaegerOrder + "," + jaegerPrice + "]",
		"spans of Jaeger in lines":              jaegerOrder + "\n" + jaegerPrice + "\n",
		"Jaeger's messages":                     jaegerProto,
		"an answer of Elasticsearch":            `{"took":1,"hits":{"total":{"value":2},"hits":[{"_index":"jaeger-span","_source":` + jaegerPrice + `},{"_source":` + jaegerOrder + `}]}}`,
		"a dump of Elasticsearch":               `{"_index":"jaeger-span","_id":"1","_source":` + jaegerPrice + "}\n" + `{"_source":` + jaegerOrder + "}",
		"Zipkin's spans":                        "[" + zipkinOrder + "," + zipkinPrice + "]",
		"Zipkin's traces":                       "[[" + zipkinOrder + "," + zipkinPrice + "],[]]",
		"Zipkin's spans in lines":               zipkinPrice + "\n" + zipkinOrder,
		"Zipkin's lists in lines":               "[" + zipkinPrice + "]\n[" + zipkinOrder + "]\n",
		"OpenSearch's Data Prepper":             dataPrepper,
		"a message as Python prints it":         strings.ReplaceAll(snakeCase, `"`, "'"),
		"the console of Python":                 python,
		"the console of Go":                     goLang,
		"the console of Go, indented":           indented("[" + strings.ReplaceAll(goLang, "\n", ",") + "]")[3:],
		"the console of Node":                   node,
		"Java's log":                            java,
		"the log of Java's agent":               "[otel.javaagent 2023-11-14 22:13:20:000 +0000] [BatchSpanProcessor] INFO io.opentelemetry.exporter.logging.otlp.OtlpJsonLoggingSpanExporter - " + shop + "\n",
		"the log of Java's exporter to streams": "started\n" + otlp + "\n",
	} {
		if got, err := read(t, []byte(text)); err != nil || got != orderOfShop {
			t.Errorf("%s: %v\n%s", name, err, got)
		}
	}
}

// What is not read says what it is.
func TestWhatIsNoSpanIsNamed(t *testing.T) {
	for text, want := range map[string]string{
		`{"version":1,"name":"x"}`: "an object with name, version is no span",
		`[1]`:                      "a text or number is no span",
		`{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1}`:                                              "an object with a, b, c, d, e, f, ... is no span",
		`{"traces":[{"traceID":"1","rootServiceName":"x"}]}`:                                       "without their spans",
		`[{"traceId":"1","id":"2","binaryAnnotations":[]}]`:                                        "version 1",
		`[{"traceId":"1","id":"2","annotations":[{"endpoint":1}]}]`:                                "version 1",
		"INFO: 'order' : 0af7651916cd43dd8448eb211c80319c 00f067aa0ba902b7 SERVER [tracer: x:] {}": "use logging-otlp",
		"Activity.TraceId:            0af7651916cd43dd8448eb211c80319c\n":                          ".NET",
		"Span #0\n    Trace ID       : 0af7651916cd43dd8448eb211c80319c\n":                         "file exporter",
		"{\n  name          : order\n  trace_id      : 0af7651916cd43dd8448eb211c80319c\n":         "C++",
		"#<struct OpenTelemetry::SDK::Trace::SpanData\n name=\"x\">":                               "Ruby",
		strings.Repeat(`{"data":`, 20) + "1" + strings.Repeat("}", 20):                             "deep within one another",
		"{\n  resource: { attributes: [ 'x' },\n":                                                  "printed object is damaged",
		`{"data":null,"total":0,"errors":[{"code":404,"msg":"trace not found"}]}`:                  "trace not found",
		`[[{"trace_id":7,"span_id":8,"service":"shop","start":1,"duration":2}]]`:                   "traceId is a number",
		`{"traceId":"a","spans":[{"spanId":0,"parentSpanId":-1}]}`:                                 "spanId is a number",
		"resource_spans {\n  resource {\n":                                                         "MessageToJson",
	} {
		to, report := listen(t), kieker.NewReading("test", "", time.Time{})
		g := spans.New(spans.Options{}, report, to)
		err := g.Read(strings.NewReader(text))
		said := fmt.Sprint(err)
		for _, p := range report.Report().Problems {
			said += "; " + p.Message
		}
		if !strings.Contains(said, want) {
			t.Errorf("%.60q: %s", text, said)
		}
	}
}

// Both sides of a call, and operations of a faulty tracer, may have one id.
func TestSpansThatShareAnIDAreAllKept(t *testing.T) {
	type span = spans.Span
	one := func(id, parent spans.ID, kind spans.Kind, host, name string, from, to int64) span {
		return span{Trace: spans.TraceID{15: 9}, ID: id, Parent: parent, Kind: kind, Start: from, End: to, Operation: spans.Operation{Component: host, Name: name, Host: host}}
	}
	client, server := one(2, 1, spans.Client, "front", "call", 5, 80), one(2, 1, spans.Server, "shop", "serve", 10, 75)
	buy := one(1, 0, spans.Server, "front", "buy", 1, 90)
	tests := []struct {
		name string
		all  []span
		want string
	}{
		{"both sides", []span{buy, client, server, one(3, 2, spans.Client, "shop", "query", 20, 30)}, "buy(call(serve(query)))"},
		{"both sides alone", []span{buy, client, server}, "buy(call(serve))"},
		{"what the client does itself", []span{buy, client, server, one(3, 2, spans.Internal, "front", "connect", 6, 9)}, "buy(call(connect serve))"},
		{"a child of a service with another name", []span{buy, client, server, one(3, 2, spans.Internal, "db", "query", 20, 30)}, "buy(call(serve(query)))"},
		{"both sides in one service", []span{buy, client, one(2, 1, spans.Server, "front", "serve", 10, 75), one(3, 2, spans.Internal, "front", "query", 20, 30)}, "buy(call(serve(query)))"},
		{"before the server", []span{buy, client, one(2, 1, spans.Server, "front", "serve", 10, 75), one(3, 2, spans.Internal, "front", "resolve", 6, 9)}, "buy(call(resolve serve))"},
		{"a producer and a consumer", []span{buy, one(2, 1, spans.Producer, "front", "send", 5, 8), one(2, 1, spans.Consumer, "shop", "take", 10, 75)}, "buy(send(take))"},
		{"a caller's side of no kind", []span{buy, one(2, 1, spans.Unspecified, "front", "call", 5, 80), server}, "buy(call(serve))"},
		{"a server whose client did not come", []span{server, one(3, 2, spans.Internal, "db", "query", 20, 30)}, "serve(query)"},
		{"two operations", []span{buy, one(2, 1, spans.Internal, "front", "read", 2, 12), one(2, 1, spans.Internal, "front", "write", 50, 80), one(3, 2, spans.Internal, "front", "sync", 60, 70)}, "buy(read write(sync))"},
		{"two calls of one operation", []span{buy, one(2, 1, spans.Internal, "front", "read", 2, 12), one(2, 1, spans.Internal, "front", "read", 50, 80)}, "buy(read read)"},
		{"sent again", []span{buy, client, client, buy}, "buy(call)-2"},
		{"reported when it began", []span{buy, one(2, 1, spans.Client, "front", "call", 5, 5), client}, "buy(call)-1"},
		{"one tick of the clock", []span{buy, one(4, 1, spans.Internal, "front", "b", 5, 5), one(3, 1, spans.Internal, "front", "a", 5, 7), one(5, 1, spans.Internal, "front", "c", 5, 6)}, "buy(b c a)"},
		{"one tick for all", []span{buy, one(4, 1, spans.Internal, "front", "b", 5, 5), one(5, 1, spans.Internal, "front", "a", 5, 5)}, "buy(a b)"},
	}
	line := regexp.MustCompile(`(?m)^( *)\S+: \S+\.(\S+) .*$`)
	for _, test := range tests {
		for range 2 {
			text := gathered(t, spans.Options{}, test.all)
			got, depth := "", -1
			for _, match := range line.FindAllStringSubmatch(text, -1) {
				at := len(match[1]) / 2
				switch {
				case at > depth && depth >= 0:
					got += "("
				case depth >= 0:
					got += strings.Repeat(")", depth-at) + " "
				}
				got, depth = got+match[2], at
			}
			got += strings.Repeat(")", max(depth, 0))
			if count := regexp.MustCompile(`left out: (\d+) spans that came twice`).FindStringSubmatch(text); count != nil {
				got += "-" + count[1]
			}
			if got != test.want {
				t.Errorf("%s: %s, want %s\n%s", test.name, got, test.want, text)
			}
			for i, j := 0, len(test.all)-1; i < j; i, j = i+1, j-1 { // in whichever order they come
				test.all[i], test.all[j] = test.all[j], test.all[i]
			}
		}
	}
}

// FuzzInspected: what Node prints, or anything else, is JSON or an error behind it.
func FuzzInspected(f *testing.F) {
	f.Add([]byte(node))
	f.Add([]byte("{\n  traceId: 'x', a: [Foo] { 'b' => 1n }, c: <ref *1> {} }"))
	f.Fuzz(func(t *testing.T, data []byte) {
		first, err := read(t, append([]byte("{\n  traceId: 'x',"), data...))
		if again, other := read(t, append([]byte("{\n  traceId: 'x',"), data...)); first != again || (err == nil) != (other == nil) {
			t.Fatalf("read twice: %v, %v\n%s\n%s", err, other, first, again)
		}
	})
}
