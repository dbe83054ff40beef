package spans

import (
	"encoding/json"
	"strings"
)

// What Jaeger's user interface, query service and storage give, in JSON.
type (
	jaegerTrace struct {
		Spans     []jaegerSpan             `json:"spans"`
		Processes map[string]jaegerProcess `json:"processes"`
	}
	jaegerSpan struct {
		Trace      string `json:"traceID"`
		ID         string `json:"spanID"`
		Parent     string `json:"parentSpanID"` // until Jaeger 1.0
		Name       string `json:"operationName"`
		References []struct {
			Trace string `json:"traceID"`
			ID    string `json:"spanID"`
		} `json:"references"`
		Start    moment        `json:"startTime"`
		Duration moment        `json:"duration"`
		Tags     []jaegerTag   `json:"tags"`
		Tag      fields        `json:"tag"` // Elasticsearch, where tags are fields
		Key      string        `json:"processID"`
		Process  jaegerProcess `json:"process"`
	}
	jaegerProcess struct {
		Service string      `json:"serviceName"`
		Tags    []jaegerTag `json:"tags"`
	}
	jaegerTag struct {
		Key    string          `json:"key"`
		Value  json.RawMessage `json:"value"`
		Text   json.RawMessage `json:"vStr"`
		Bool   json.RawMessage `json:"vBool"`
		Int    json.RawMessage `json:"vInt64"`
		Double json.RawMessage `json:"vFloat64"`
	}
)

func (t jaegerTag) text() string {
	for _, value := range []json.RawMessage{t.Value, t.Text, t.Bool, t.Int, t.Double} {
		var text string
		if json.Unmarshal(value, &text) == nil {
			return text
		}
		if len(value) > 0 {
			return string(value)
		}
	}
	return ""
}

func (r *jsonReader) jaegerTrace(raw json.RawMessage) error {
	var in jaegerTrace
	if err := json.Unmarshal(raw, &in); err != nil {
		return err
	}
	for i := range in.Spans {
		s := &in.Spans[i]
		if process, known := in.Processes[s.Key]; known {
			s.Process = process
		}
		r.each(s.span())
	}
	return nil
}

func (r *jsonReader) jaegerSpan(raw json.RawMessage) error {
	var in jaegerSpan
	if err := json.Unmarshal(raw, &in); err != nil {
		return err
	}
	r.each(in.span())
	return nil
}

func (in *jaegerSpan) span() Span {
	s := Span{Trace: traceID(in.Trace), ID: spanID(in.ID), Parent: spanID(in.Parent)}
	s.Start, s.End = lasting(in.Start, in.Duration)
	var about described
	for _, tag := range in.Process.Tags {
		about.resource(tag.Key, tag.text())
	}
	if in.Process.Service != "" {
		about.service = clip(in.Process.Service)
	}
	for _, reference := range in.References { // the first is the one that a trace's tree goes by
		if traceID(reference.Trace) == s.Trace && s.Parent == 0 {
			s.Parent = spanID(reference.ID)
		}
	}
	take := func(key, value string) {
		switch key {
		case "span.kind":
			s.Kind = kinds[strings.ToUpper(value)]
		case "error":
			s.Failed = s.Failed || value == "true"
		case "otel.status_code":
			s.Failed = s.Failed || value == "ERROR"
		case "internal.span.format", "component":
		default:
			about.attribute(key, value)
		}
	}
	for _, tag := range in.Tags {
		take(tag.Key, tag.text())
	}
	for _, key := range sorted(in.Tag) {
		giveValue(strings.ReplaceAll(key, "@", "."), in.Tag[key], take)
	}
	s.Operation, s.Inputs = about.operation(in.Name), about.inputs
	return s
}
