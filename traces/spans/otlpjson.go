package spans

import (
	"bytes"
	"encoding/json"
	"iter"
	"regexp"
	"strconv"
	"strings"
)

// What OTLP looks like in JSON (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding).
type (
	jsonSpan struct {
		Trace      string          `json:"traceId"`
		ID         string          `json:"spanId"`
		Parent     string          `json:"parentSpanId"`
		Name       string          `json:"name"`
		Kind       word            `json:"kind"`
		Start      moment          `json:"startTimeUnixNano"`
		End        moment          `json:"endTimeUnixNano"`
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

// snake finds the keys of messages that were printed with their fields' names in protobuf, as Python does on request.
var snake = regexp.MustCompile(`"[a-z]+(_[a-z]+)+"\s*:`)

// camel is a message with its keys as OTLP has them. Keys of OTLP are never of the
// program's making: attributes are lists.
func camel(raw json.RawMessage) json.RawMessage {
	return snake.ReplaceAllFunc(raw, func(key []byte) []byte {
		out := make([]byte, 0, len(key))
		for part := range bytes.SplitSeq(key, []byte{'_'}) {
			if len(out) > 0 {
				part = append(bytes.ToUpper(part[:1]), part[1:]...)
			}
			out = append(out, part...)
		}
		return out
	})
}

func (r *jsonReader) resourceSpans(raw json.RawMessage, is *looks) error {
	var about described
	if err := r.resource(raw, about.resource); err != nil {
		return err
	}
	for _, scopes := range []part{is.Scopes, is.Scopes2, is.Libraries, is.Libraries2} {
		for scope := range elements(scopes) {
			var of struct {
				Spans part `json:"spans"`
			}
			if err := json.Unmarshal(scope, &of); err != nil {
				return err
			}
			for raw := range elements(of.Spans) {
				if err := r.scoped(raw, about); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (r *jsonReader) resource(raw json.RawMessage, take func(key, value string)) error {
	var in struct {
		Resource part `json:"resource"`
	}
	if err := json.Unmarshal(raw, &in); err != nil || in.Resource == nil {
		return err
	}
	if len(in.Resource) > r.most {
		r.skipped(larger(r.most))
		return nil
	}
	var resource struct {
		Attributes []jsonAttribute `json:"attributes"`
	}
	if err := json.Unmarshal(camel(json.RawMessage(in.Resource)), &resource); err != nil {
		return err
	}
	for _, a := range resource.Attributes {
		a.give(take)
	}
	return nil
}

func (r *jsonReader) scoped(raw json.RawMessage, about described) error {
	if len(raw) > r.most {
		r.skipped(larger(r.most))
		return nil
	}
	var one jsonSpan
	if err := json.Unmarshal(camel(raw), &one); err != nil {
		return err
	}
	r.each(one.span(about))
	return nil
}

func (in *jsonSpan) span(about described) Span {
	for _, a := range in.Attributes {
		a.give(about.attribute)
	}
	return Span{
		Trace: traceID(in.Trace), ID: spanID(in.ID), Parent: spanID(in.Parent), Kind: in.Kind.kind(),
		Failed: in.Status.Code.isError(),
		Remote: in.Flags&parentIsRemote == parentIsRemote,
		Start:  in.Start.in(1), End: in.End.in(1), Operation: about.operation(in.Name), Inputs: about.inputs,
	}
}

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

// otlpSpan reads a span of OTLP that stands alone, as OTLP writes it, or as OpenSearch's Data Prepper stores it: with
// dates, and the service beside it.
func (r *jsonReader) otlpSpan(raw json.RawMessage) error {
	raw = camel(raw)
	var in struct {
		jsonSpan
		Attributes json.RawMessage `json:"attributes"`
		Resource   json.RawMessage `json:"resource"`
		Service    string          `json:"serviceName"`
		Begin      moment          `json:"startTime"`
		Finish     moment          `json:"endTime"`
	}
	if err := json.Unmarshal(raw, &in); err != nil {
		return err
	}
	if in.Start == (moment{}) {
		in.Start, in.End = in.Begin, in.Finish
	}
	about := described{service: clip(in.Service)}
	var all fields
	_ = json.Unmarshal(raw, &all)
	for _, key := range sorted(all) { // of Data Prepper
		if name, found := strings.CutPrefix(key, "span.attributes."); found {
			giveValue(strings.ReplaceAll(name, "@", "."), all[key], about.attribute)
		}
	}
	giveAny(in.Attributes, about.attribute)
	var resource struct {
		Attributes json.RawMessage `json:"attributes"`
	}
	if json.Unmarshal(in.Resource, &resource) == nil {
		giveAny(resource.Attributes, about.resource)
	}
	r.each(in.jsonSpan.span(about))
	return nil
}

func giveAny(raw json.RawMessage, take func(key, value string)) {
	var named fields
	if json.Unmarshal(raw, &named) == nil {
		named.give(take)
		return
	}
	var list []json.RawMessage
	_ = json.Unmarshal(raw, &list)
	for _, one := range list {
		var typed struct {
			Key   string `json:"Key"`
			Value struct {
				Type  string          `json:"Type"`
				Value json.RawMessage `json:"Value"`
			} `json:"Value"`
		}
		var of jsonAttribute
		switch {
		case json.Unmarshal(one, &typed) == nil && typed.Value.Type != "":
			giveValue(typed.Key, typed.Value.Value, take)
		case json.Unmarshal(one, &of) == nil:
			of.give(take)
		}
	}
}

// part is a part of a JSON text that is in memory, not copied.
type part json.RawMessage

func (p *part) UnmarshalJSON(data []byte) error {
	*p = data
	return nil
}

func elements[T ~[]byte](list T) iter.Seq[json.RawMessage] {
	return func(yield func(json.RawMessage) bool) {
		if len(list) == 0 || list[0] != '[' {
			return
		}
		depth, from, quoted := 0, 1, false
		for at := 0; at < len(list); at++ {
			end := false
			switch c := list[at]; {
			case quoted && c == '\\':
				at++ // what is escaped ends no text
			case quoted:
				quoted = c != '"'
			case c == '"':
				quoted = true
			case c == '[' || c == '{':
				depth++
			case c == ']' || c == '}':
				depth--
				end = depth == 0
			case c == ',':
				end = depth == 1
			}
			if !end {
				continue
			}
			one := bytes.TrimSpace(list[from:at])
			if from = at + 1; len(one) > 0 && !yield(json.RawMessage(one)) {
				return
			}
		}
	}
}
