package spans

import (
	"encoding/json"
	"maps"
	"slices"
)

// zipkinSpan is a span of Zipkin's API, version 2. Times are µs.
type zipkinSpan struct {
	Trace    string `json:"traceId"`
	ID       string `json:"id"`
	Parent   string `json:"parentId"`
	Name     string `json:"name"`
	Kind     word   `json:"kind"`
	Start    number `json:"timestamp"`
	Duration number `json:"duration"`
	Shared   bool   `json:"shared"`
	Local    struct {
		Service string `json:"serviceName"`
	} `json:"localEndpoint"`
	Tags   map[string]string `json:"tags"`
	Binary json.RawMessage   `json:"binaryAnnotations"` // version 1
}

// zipkin reads one span.
func (r *jsonReader) zipkin(raw json.RawMessage) error {
	var in zipkinSpan
	if err := json.Unmarshal(raw, &in); err != nil {
		return err
	}
	if in.Binary != nil {
		r.skipped("a span of Zipkin's version 1")
		return nil
	}
	s := Span{Trace: traceID(in.Trace), ID: spanID(in.ID), Parent: spanID(in.Parent), Kind: in.Kind.kind()}
	s.Start, s.End = micros(in.Start, in.Duration)
	if in.Shared && s.ID != 0 { // the server's side of the client's span, under the same id
		s.Parent, s.ID = s.ID, s.ID.other()
	}
	about := described{service: clip(in.Local.Service)}
	for _, key := range sorted(in.Tags) {
		if key == "error" {
			s.Failed = in.Tags[key] != "false"
			continue
		}
		about.attribute(key, in.Tags[key])
	}
	s.Operation, s.Inputs = about.operation(in.Name), about.inputs
	r.each(s)
	return nil
}

// other is the id of the server's side of a span that both sides share. What is
// below it says the shared id as its parent: see shares.
func (i ID) other() ID {
	if o := i ^ sharedBits; o != 0 {
		return o
	}
	return sharedBits
}

const sharedBits ID = 0x5eed0fa5a4ed1d31

// sorted are the names of tags, in order.
func sorted(tags map[string]string) []string { return slices.Sorted(maps.Keys(tags)) }
