package spans

import (
	"bytes"
	"encoding/binary"
	"regexp"
)

// Format is how spans are written in a file.
type Format int

// The formats that are known.
const (
	None      Format = iota // neither spans nor JSON
	Document                // JSON: one document, or one behind the other; with spans or not
	Protobuf                // OTLP's messages as protocol buffers
	Inspected               // objects as Node prints them, which OpenTelemetry's console exporter does, or Python
	Lines                   // lines of a log with JSON of OTLP in them, as Java's logging exporter prints
	Printed                 // spans printed for people, which are not read
)

func (f Format) String() string {
	return [...]string{"none", "JSON", "OTLP, protobuf", "printed objects", "JSON in a log", "printed"}[f]
}

// Sure reports whether spans are in a file: any JSON may have some.
func (f Format) Sure(head []byte) bool { return f > Document || f == Document && saysSpan.Match(head) }

func detect(head []byte) Format {
	switch {
	case isOTLP(head):
		return Protobuf
	case isJSON(head):
		return Document
	case saysInspected.Match(head):
		return Inspected
	case jsonInLine.Match(head):
		return Lines
	case printedBy(head) != "":
		return Printed
	}
	return None
}

func isJSON(head []byte) bool {
	first := bytes.TrimLeft(bytes.TrimPrefix(head, byteOrderMark), " \t\r\n")
	if len(first) == 0 || first[0] != '{' && first[0] != '[' {
		return false
	}
	then := bytes.TrimLeft(first[1:], " \t\r\n")
	if len(then) == 0 {
		return true
	}
	return first[0] == '{' && (then[0] == '"' || then[0] == '}') || first[0] == '[' && bytes.IndexByte([]byte(`{["]-0123456789`), then[0]) >= 0
}

// byteOrderMark is what editors on Windows put in front of a text.
var byteOrderMark = []byte("\ufeff")

var (
	saysSpan      = regexp.MustCompile(`"(resource_?[sS]pans|scope_?[sS]pans|instrumentation_?[lL]ibrary_?[sS]pans|trace_?[iI][dD]|traceID|TraceID)"`)
	saysInspected = regexp.MustCompile(`(?m)^\{\s+(resource: \{|traceId: ')|^\s*\{'[A-Za-z_]+':`)
	jsonInLine    = regexp.MustCompile(`(?m)^.*\{"(resource|resourceSpans|scopeSpans)":`)
	attributes    = regexp.MustCompile(`^(service|telemetry|host|process|os|container|k8s|deployment|cloud|library)\.[a-z._]+`)
)

var printers = []struct {
	text *regexp.Regexp
	who  string
}{
	{regexp.MustCompile(`(?m)LoggingSpanExporter|'[^'\n]*' : [0-9a-f]{32} [0-9a-f]{16} (INTERNAL|SERVER|CLIENT|PRODUCER|CONSUMER) `), "Java's logging exporter prints no times (otel.traces.exporter=logging); use logging-otlp instead"},
	{regexp.MustCompile(`(?m)^resource_spans \{`), "protobuf's text form is not read; write JSON instead (json_format.MessageToJson)"},
	{regexp.MustCompile(`(?m)^\s*Activity\.(TraceId|Id):`), ".NET's console exporter prints spans for people; use the OTLP exporter instead"},
	{regexp.MustCompile(`#<struct\s+OpenTelemetry::SDK::Trace::SpanData`), "Ruby's console exporter prints spans for people; use the OTLP exporter instead"},
	{regexp.MustCompile(`(?m)^\s*Trace ID\s*: [0-9a-f]{32}`), "the collector's debug exporter prints spans for people; use its file exporter instead"},
	{regexp.MustCompile(`(?m)^\s*trace_id\s*: [0-9a-f]{32}`), "C++'s console exporter prints spans for people; use the OTLP exporter instead"},
	{regexp.MustCompile(`(?m)^\s*Trace ?Id\s*: [0-9a-f]{32}`), "Rust's console exporter prints spans for people; use the OTLP exporter instead"},
}

// printedBy says who printed spans in a form that is not read; empty: nobody that is known.
func printedBy(head []byte) string {
	for _, p := range printers {
		if p.text.Match(head) {
			return p.who
		}
	}
	return ""
}

// isOTLP reports whether a file begins as OTLP's messages do.
func isOTLP(head []byte) bool {
	for _, from := range []int{0, 4} {
		at := head[min(from, len(head)):]
		levels := 0
		for levels < 4 && len(at) > 1 && at[0] == 0x0a {
			_, n := binary.Uvarint(at[1:])
			if n <= 0 {
				break
			}
			at, levels = at[1+n:], levels+1
		}
		if key := at[:min(len(at), 64)]; levels == 4 && attributes.Match(key) {
			return true
		}
	}
	return false
}
