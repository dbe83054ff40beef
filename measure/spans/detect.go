package spans

import (
	"bytes"
	"encoding/binary"
	"regexp"
)

// Format is how spans are written in a file.
type Format int

// The formats that are read.
const (
	None         Format = iota // what is in the file is no span that is known
	OTLPJSON                   // OpenTelemetry's export as JSON, one request or one a line
	OTLPProtobuf               // the same as protocol buffers
	Jaeger                     // what Jaeger's user interface downloads
	Zipkin                     // lists of spans of version 2
)

// String names the format.
func (f Format) String() string {
	return [...]string{"no spans", "OTLP, JSON", "OTLP, protobuf", "Jaeger, JSON", "Zipkin, JSON"}[f]
}

// detect is the format of a file that begins so.
func detect(head []byte) Format {
	if isOTLP(head) {
		return OTLPProtobuf
	}
	first := bytes.TrimLeft(head, " \t\r\n\ufeff")
	if len(first) == 0 || first[0] != '{' && first[0] != '[' {
		return None
	}
	switch {
	case saysOTLP.Match(head):
		return OTLPJSON
	case saysJaegerTrace.Match(head) && saysJaegerSpans.Match(head):
		return Jaeger
	case saysZipkinTrace.Match(head) && saysZipkinSpan.Match(head):
		return Zipkin
	}
	return None
}

var (
	saysOTLP        = regexp.MustCompile(`"resource_?[sS]pans"|"scopeSpans"`)
	saysJaegerTrace = regexp.MustCompile(`"traceID"`)
	saysJaegerSpans = regexp.MustCompile(`"spans"|"spanID"`)
	saysZipkinTrace = regexp.MustCompile(`"traceId"`)
	saysZipkinSpan  = regexp.MustCompile(`"localEndpoint"|"remoteEndpoint"|"binaryAnnotations"`)
	attributes      = regexp.MustCompile(`^(service|telemetry|host|process|os|container|k8s|deployment|cloud|library)\.[a-z._]+`)
)

// isOTLP reports whether a file begins as OTLP's messages do, with or without their
// length in front (opentelemetry/proto/collector: resource_spans, resource_metrics
// and resource_logs are field 1 of their request, resource field 1 of these,
// attributes field 1 of it).
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
