package spans

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// zipkinSpan is a span of Zipkin's API, version 2, or one that OpenTelemetry's console exporter for JavaScript
// prints, whose kinds are numbers.
type zipkinSpan struct {
	Trace         string `json:"traceId"`
	ID            string `json:"id"`
	Parent        string `json:"parentId"`
	ParentContext struct {
		ID string `json:"spanId"`
	} `json:"parentSpanContext"`
	Name     string `json:"name"`
	Kind     word   `json:"kind"`
	Start    moment `json:"timestamp"`
	Duration moment `json:"duration"`
	Shared   bool   `json:"shared"` // the server's side, under the client's id
	Local    struct {
		Service string `json:"serviceName"`
	} `json:"localEndpoint"`
	Tags        fields          `json:"tags"`
	Annotations []annotation    `json:"annotations"`
	Binary      json.RawMessage `json:"binaryAnnotations"` // version 1
	Resource    struct {
		Attributes fields `json:"attributes"`
	} `json:"resource"`
	Attributes fields `json:"attributes"`
	Status     struct {
		Code word `json:"code"`
	} `json:"status"`
}

type annotation struct {
	Endpoint json.RawMessage `json:"endpoint"` // version 1
}

func (a annotation) old() bool { return a.Endpoint != nil }

func (r *jsonReader) zipkin(raw json.RawMessage) error {
	var in zipkinSpan
	if err := json.Unmarshal(raw, &in); err != nil {
		return err
	}
	if in.Binary != nil || slices.ContainsFunc(in.Annotations, annotation.old) {
		r.skipped("a span of Zipkin's version 1 is not read: ask for version 2 (/api/v2/traces)")
		return nil
	}
	if in.Parent == "" {
		in.Parent = in.ParentContext.ID
	}
	s := Span{Trace: traceID(in.Trace), ID: spanID(in.ID), Parent: spanID(in.Parent), Kind: in.Kind.kind(), Failed: in.Status.Code.isError()}
	if number, javaScript := javaScriptKinds[in.Kind]; javaScript {
		s.Kind = number
	}
	if in.Shared {
		s.Kind = Server
	}
	s.Start, s.End = lasting(in.Start, in.Duration)
	about := described{service: clip(in.Local.Service)}
	in.Resource.Attributes.give(about.resource)
	in.Attributes.give(about.attribute)
	in.Tags.give(func(key, value string) {
		if key == "error" {
			s.Failed = !strings.EqualFold(value, "false")
			return
		}
		about.attribute(key, value)
	})
	s.Operation, s.Inputs = about.operation(in.Name), about.inputs
	r.each(s)
	return nil
}

// javaScriptKinds are OpenTelemetry's numbers in JavaScript, one less than elsewhere.
var javaScriptKinds = map[word]Kind{"0": Internal, "1": Server, "2": Client, "3": Producer, "4": Consumer}

func sorted[V any](of map[string]V) []string { return slices.Sorted(maps.Keys(of)) }
