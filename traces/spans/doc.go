// Package spans reads what other tracers record: spans of OpenTelemetry (OTLP in
// protobuf and JSON), of Jaeger and of Zipkin.
//
// Spans of a trace come in any order, from several services. A Gatherer keeps
// them until the trace is quiet, and hands its executions on as records, in the
// order in which they would have been entered: from there on spans are what
// Kieker's execution records are, for everybody who reads those.
//
// detect.go and file.go find out the format; otlp.go (over protobuf.go), otlpjson.go,
// jaeger.go and zipkin.go read one each into Span. gather.go collects a trace's spans, tree.go
// finds who called whom, and stream.go writes them as records. encode.go is the way back.
package spans
