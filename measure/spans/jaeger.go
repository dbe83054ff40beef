package spans

import (
	"encoding/json"
	"math"
	"strings"
)

// What Jaeger's user interface and query service give, in JSON. Times are µs.
type (
	jaegerTrace struct {
		Spans     []jaegerSpan `json:"spans"`
		Processes map[string]struct {
			Service string      `json:"serviceName"`
			Tags    []jaegerTag `json:"tags"`
		} `json:"processes"`
	}
	jaegerSpan struct {
		Trace      string `json:"traceID"`
		ID         string `json:"spanID"`
		Parent     string `json:"parentSpanID"` // until Jaeger 1.0
		Name       string `json:"operationName"`
		References []struct {
			Kind  string `json:"refType"`
			Trace string `json:"traceID"`
			ID    string `json:"spanID"`
		} `json:"references"`
		Start    number      `json:"startTime"`
		Duration number      `json:"duration"`
		Tags     []jaegerTag `json:"tags"`
		Process  string      `json:"processID"`
	}
	jaegerTag struct {
		Key   string          `json:"key"`
		Value json.RawMessage `json:"value"`
	}
)

// text is a tag's value as people write it.
func (t jaegerTag) text() string {
	var text string
	if json.Unmarshal(t.Value, &text) == nil {
		return text
	}
	return string(t.Value)
}

// jaeger reads one trace.
func (r *jsonReader) jaeger(raw json.RawMessage) error {
	var in jaegerTrace
	if err := json.Unmarshal(raw, &in); err != nil {
		return err
	}
	for i := range in.Spans {
		r.each(in.Spans[i].span(&in))
	}
	return nil
}

// span is a span of Jaeger's, with what its process says of service and host.
func (in *jaegerSpan) span(of *jaegerTrace) Span {
	s := Span{Trace: traceID(in.Trace), ID: spanID(in.ID), Parent: spanID(in.Parent)}
	s.Start, s.End = micros(in.Start, in.Duration)
	var about described
	if process, known := of.Processes[in.Process]; known {
		for _, tag := range process.Tags {
			about.resource(tag.Key, tag.text())
		}
		about.service = clip(process.Service)
	}
	for _, reference := range in.References { // the first is the one that a trace's tree goes by
		if reference.Trace == in.Trace && s.Parent == 0 {
			s.Parent = spanID(reference.ID)
		}
	}
	for _, tag := range in.Tags {
		switch value := tag.text(); tag.Key {
		case "span.kind":
			s.Kind = kinds[strings.ToUpper(value)]
		case "error":
			s.Failed = s.Failed || value == "true"
		case "otel.status_code":
			s.Failed = s.Failed || value == "ERROR"
		case "internal.span.format", "component":
		default:
			about.attribute(tag.Key, value)
		}
	}
	s.Operation, s.Inputs = about.operation(in.Name), about.inputs
	return s
}

// micros are begin and end in ns; 0 where they do not fit.
func micros(start, duration number) (begin, end int64) {
	const most = math.MaxInt64 / 2000
	if start < 0 || start > most || duration < 0 || duration > most {
		return 0, 0
	}
	return int64(start) * 1000, int64(start+duration) * 1000
}
