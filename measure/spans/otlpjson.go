package spans

import (
	"encoding/json"
	"strconv"
)

// What OTLP looks like in JSON (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding).
type (
	jsonResource struct {
		Resource struct {
			Attributes []jsonAttribute `json:"attributes"`
		} `json:"resource"`
		Scopes []jsonScope `json:"scopeSpans"`
		Old    []jsonScope `json:"instrumentationLibrarySpans"`
		Snake  []jsonScope `json:"scope_spans"`
	}
	jsonScope struct {
		Spans []jsonSpan `json:"spans"`
	}
	jsonSpan struct {
		Trace      string          `json:"traceId"`
		ID         string          `json:"spanId"`
		Parent     string          `json:"parentSpanId"`
		Name       string          `json:"name"`
		Kind       word            `json:"kind"`
		Start      number          `json:"startTimeUnixNano"`
		End        number          `json:"endTimeUnixNano"`
		Attributes []jsonAttribute `json:"attributes"`
		Flags      number          `json:"flags"`
		Status     struct {
			Code word `json:"code"`
		} `json:"status"`
	}
	jsonAttribute struct {
		Key   string `json:"key"`
		Value struct {
			Text   *string  `json:"stringValue"`
			Bool   *bool    `json:"boolValue"`
			Int    *number  `json:"intValue"`
			Double *float64 `json:"doubleValue"`
			Array  *struct {
				Values []json.RawMessage `json:"values"`
			} `json:"arrayValue"`
		} `json:"value"`
	}
)

// resourceSpans reads spans of one resource.
func (r *jsonReader) resourceSpans(raw json.RawMessage) error {
	var in jsonResource
	if err := json.Unmarshal(raw, &in); err != nil {
		return err
	}
	var about described
	for _, a := range in.Resource.Attributes {
		a.give(about.resource)
	}
	for _, scopes := range [][]jsonScope{in.Scopes, in.Old, in.Snake} {
		for _, scope := range scopes {
			for i := range scope.Spans {
				r.each(scope.Spans[i].span(about))
			}
		}
	}
	return nil
}

// span is a span of OTLP's JSON; about is what its resource says.
func (in *jsonSpan) span(about described) Span {
	for _, a := range in.Attributes {
		a.give(about.attribute)
	}
	return Span{
		Trace: traceID(in.Trace), ID: spanID(in.ID), Parent: spanID(in.Parent), Kind: in.Kind.kind(),
		Failed: in.Status.Code == "2" || in.Status.Code == "STATUS_CODE_ERROR",
		Remote: in.Flags&parentIsRemote == parentIsRemote,
		Start:  int64(in.Start), End: int64(in.End), Operation: about.operation(in.Name), Inputs: about.inputs,
	}
}

// give hands over an attribute as text; of an array, how many elements it has.
func (a *jsonAttribute) give(take func(key, value string)) {
	switch v := a.Value; {
	case v.Text != nil:
		take(a.Key, *v.Text)
	case v.Bool != nil:
		take(a.Key, strconv.FormatBool(*v.Bool))
	case v.Int != nil:
		take(a.Key, strconv.FormatInt(int64(*v.Int), 10))
	case v.Double != nil:
		take(a.Key, strconv.FormatFloat(*v.Double, 'g', -1, 64))
	case v.Array != nil:
		take(a.Key+elementsOf, strconv.Itoa(len(v.Array.Values)))
	}
}
