package spans

import "encoding/json"

// What OpenTelemetry's console exporters print as JSON, one object a span.

// pythonSpan reads what ConsoleSpanExporter prints in Python, and in PHP, which calls some of it otherwise.
func (r *jsonReader) pythonSpan(raw json.RawMessage) error {
	var in struct {
		Name    string `json:"name"`
		Context struct {
			Trace string `json:"trace_id"`
			ID    string `json:"span_id"`
		} `json:"context"`
		Kind       word   `json:"kind"`
		Parent     string `json:"parent_id"`
		ParentSpan string `json:"parent_span_id"`
		Start      moment `json:"start_time"`
		End        moment `json:"end_time"`
		Begin      moment `json:"start"`
		Finish     moment `json:"end"`
		Status     struct {
			Name word `json:"status_code"`
			Code word `json:"code"`
		} `json:"status"`
		Attributes json.RawMessage `json:"attributes"`
		Resource   json.RawMessage `json:"resource"`
	}
	if err := json.Unmarshal(raw, &in); err != nil {
		return err
	}
	if in.Start == (moment{}) {
		in.Start, in.End = in.Begin, in.Finish
	}
	if in.Parent == "" {
		in.Parent = in.ParentSpan
	}
	var about described
	var resource struct {
		Attributes json.RawMessage `json:"attributes"`
	}
	if json.Unmarshal(in.Resource, &resource) == nil && resource.Attributes != nil {
		giveAny(resource.Attributes, about.resource)
	} else { // until 1.12
		giveAny(in.Resource, about.resource)
	}
	giveAny(in.Attributes, about.attribute)
	r.each(Span{
		Trace: traceID(in.Context.Trace), ID: spanID(in.Context.ID), Parent: spanID(in.Parent), Kind: in.Kind.kind(),
		Failed: in.Status.Name.isError() || in.Status.Code.isError(), Start: in.Start.in(1), End: in.End.in(1),
		Operation: about.operation(in.Name), Inputs: about.inputs,
	})
	return nil
}

func (r *jsonReader) goSpan(raw json.RawMessage) error {
	type context struct {
		Trace  string `json:"TraceID"`
		ID     string `json:"SpanID"`
		Remote bool   `json:"Remote"`
	}
	var in struct {
		Name       string          `json:"Name"`
		Self       context         `json:"SpanContext"`
		Parent     context         `json:"Parent"`
		OldParent  string          `json:"ParentSpanID"`
		Kind       word            `json:"SpanKind"`
		Start      moment          `json:"StartTime"`
		End        moment          `json:"EndTime"`
		Attributes json.RawMessage `json:"Attributes"`
		Resource   json.RawMessage `json:"Resource"`
		Status     struct {
			Code word `json:"Code"`
		} `json:"Status"`
	}
	if err := json.Unmarshal(raw, &in); err != nil {
		return err
	}
	if in.Parent.ID == "" {
		in.Parent.ID = in.OldParent
	}
	var about described
	giveAny(in.Resource, about.resource)
	giveAny(in.Attributes, about.attribute)
	r.each(Span{
		Trace: traceID(in.Self.Trace), ID: spanID(in.Self.ID), Parent: spanID(in.Parent.ID), Kind: in.Kind.kind(),
		Failed: in.Status.Code.isError(), Remote: in.Parent.Remote, Start: in.Start.in(1), End: in.End.in(1),
		Operation: about.operation(in.Name), Inputs: about.inputs,
	})
	return nil
}
