package spans

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

const (
	maxDocument = 64 << 20 // bytes of a value that has to be in memory at once: a resource with its spans, a trace of Jaeger, a span
	maxDepth    = 12       // envelopes within one another; each known form has at most five
)

// JSON gives the spans of JSON documents, one behind the other, until they end or are damaged. They may be OTLP's,
// Jaeger's and Zipkin's, in any envelope that their programs put around them, and what console exporters print.
// skipped is told of a part that is none of these, and of its offset.
func JSON(in io.Reader, each func(Span), skipped func(at int64, what string)) error {
	bounded := &bound{in: in}
	d := json.NewDecoder(bounded)
	r := jsonReader{most: maxDocument, decoder: d, bound: bounded, each: each, told: skipped}
	for {
		token, err := r.token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = r.behind(token, 0)
		}
		if errors.Is(err, io.EOF) {
			return io.ErrUnexpectedEOF
		}
		if err != nil {
			return err
		}
	}
}

// Message gives the spans of one JSON document that is in memory, as JSON does.
func Message(data []byte, each func(Span), skipped func(at int64, what string)) error {
	// The small values of a span take up to 60 times their text, so it is bounded as a string of
	// Kieker's records is: with 1 MiB.
	const maxSpan = 1 << 20
	var document part
	if err := json.Unmarshal(data, &document); err != nil {
		return err
	}
	r := jsonReader{most: maxSpan, bound: &bound{}, each: each, told: skipped}
	return r.value(json.RawMessage(document), 0)
}

type bound struct {
	in   io.Reader
	read int64
	from int64 // where the value at hand begins
}

// Read fails once one part of the document is larger than is allowed.
func (b *bound) Read(to []byte) (int, error) {
	n, err := b.in.Read(to)
	if b.read += int64(n); b.read-b.from > maxDocument {
		return n, fmt.Errorf("one part of the document is larger than %d MiB", maxDocument>>20)
	}
	return n, err
}

type jsonReader struct {
	most    int // bytes of a span, or of a trace of Jaeger
	decoder *json.Decoder
	bound   *bound
	each    func(Span)
	told    func(at int64, what string)
}

func (r *jsonReader) skipped(what string) { r.told(r.bound.from, what) }

func (r *jsonReader) token() (json.Token, error) {
	r.bound.from = r.decoder.InputOffset()
	return r.decoder.Token()
}

func (r *jsonReader) behind(token json.Token, depth int) error {
	switch token {
	case json.Delim('['):
		for r.decoder.More() {
			raw, err := r.raw()
			if err != nil {
				return err
			}
			if err := r.value(raw, depth+1); err != nil {
				return err
			}
		}
		_, err := r.token()
		return err
	case json.Delim('{'):
		return r.object(depth)
	default:
		if depth == 0 {
			r.skipped("a text or number is no span")
		}
		return nil
	}
}

func (r *jsonReader) raw() (raw json.RawMessage, err error) {
	r.bound.from = r.decoder.InputOffset()
	err = r.decoder.Decode(&raw)
	return raw, err
}

func (r *jsonReader) object(depth int) error {
	if depth > maxDepth {
		return errDeep
	}
	begun := r.bound.from
	kept := []byte{'{'}
	var errs json.RawMessage
	enveloped := false
	for r.decoder.More() {
		key, err := r.token()
		if err != nil {
			return err
		}
		name, _ := key.(string)
		if slices.Contains(envelopes, name) {
			token, err := r.token()
			if err == nil {
				err = r.behind(token, depth+1)
			}
			if err != nil {
				return err
			}
			enveloped = enveloped || token == json.Delim('[') || token == json.Delim('{')
			continue
		}
		raw, err := r.raw()
		if err != nil {
			return err
		}
		if len(kept)+len(name)+len(raw) > maxDocument {
			return fmt.Errorf("one object of the document is larger than %d MiB", maxDocument>>20)
		}
		if name == "errors" {
			errs = raw
		}
		quoted, err := json.Marshal(name)
		if err != nil {
			return err
		}
		if len(kept) > 1 {
			kept = append(kept, ',')
		}
		kept = append(append(append(kept, quoted...), ':'), raw...)
	}
	if _, err := r.token(); err != nil {
		return err
	}
	r.bound.from = begun
	if why := answered(errs); why != "" {
		r.skipped("the server answered with an error: " + why)
		return nil
	}
	if enveloped {
		return nil
	}
	return r.value(append(kept, '}'), depth+1)
}

var errDeep = fmt.Errorf("objects lie more than %d deep within one another", maxDepth)

// answered is the first error in an answer of Jaeger's query service; empty: there is none.
func answered(raw json.RawMessage) string {
	var all []struct {
		Message string `json:"msg"`
	}
	if json.Unmarshal(raw, &all) != nil || len(all) == 0 {
		return ""
	}
	return clip(all[0].Message)
}

// envelopes are the keys below which others' programs put spans: requests of OTLP, Tempo's and Jaeger's answers, and
// those of databases that Jaeger stores spans in.
var envelopes = []string{"resourceSpans", "resource_spans", "batches", "data", "traces", "trace", "result", "hits", "_source"}

type looks struct {
	ResourceSpans  part `json:"resourceSpans"`
	ResourceSpans2 part `json:"resource_spans"`
	Batches        part `json:"batches"`
	Scopes         part `json:"scopeSpans"`
	Scopes2        part `json:"scope_spans"`
	Libraries      part `json:"instrumentationLibrarySpans"`
	Libraries2     part `json:"instrumentation_library_spans"`
	Spans          part `json:"spans"`
	Data           part `json:"data"`
	Traces         part `json:"traces"`
	Trace          part `json:"trace"`
	Result         part `json:"result"`
	Hits           part `json:"hits"`
	Source         part `json:"_source"`
	Processes      part `json:"processes"`
	Operation      part `json:"operationName"` // Jaeger
	SpanContext    part `json:"SpanContext"`   // Go's console exporter
	Context        part `json:"context"`       // Python's
	SpanID         part `json:"spanId"`
	SpanID2        part `json:"span_id"`
	TraceID        part `json:"traceId"`
	ID             part `json:"id"` // Zipkin, and Node's console exporter
	RootService    part `json:"rootServiceName"`
}

func (r *jsonReader) value(raw json.RawMessage, depth int) error {
	if depth > maxDepth {
		return errDeep
	}
	switch {
	case string(raw) == "null":
		return nil
	case raw[0] == '[':
		for one := range elements(raw) {
			if err := r.value(one, depth+1); err != nil {
				return err
			}
		}
		return nil
	case raw[0] != '{':
		r.skipped("a text or number is no span")
		return nil
	}
	var is looks
	if err := json.Unmarshal(raw, &is); err != nil {
		return err
	}
	for _, inside := range []part{is.ResourceSpans, is.ResourceSpans2, is.Batches, is.Data, is.Traces, is.Trace, is.Result, is.Hits, is.Source} {
		if len(inside) > 0 && (inside[0] == '[' || inside[0] == '{') {
			return r.value(json.RawMessage(inside), depth+1)
		}
	}
	var wrong *json.UnmarshalTypeError
	err := r.form(raw, &is, depth)
	if errors.As(err, &wrong) {
		r.skipped(fmt.Sprintf("%s is a %s, as in no span of OpenTelemetry, Jaeger or Zipkin", clip(wrong.Field), clip(wrong.Value)))
		return nil
	}
	return err
}

func (r *jsonReader) form(raw json.RawMessage, is *looks, depth int) error {
	switch {
	case is.Scopes != nil || is.Scopes2 != nil || is.Libraries != nil || is.Libraries2 != nil:
		return r.resourceSpans(raw, is)
	case is.Spans != nil && is.Processes == nil:
		return r.value(json.RawMessage(is.Spans), depth+1)
	case len(raw) > r.most:
		r.skipped(larger(r.most))
	case is.Spans != nil:
		return r.jaegerTrace(raw)
	case is.Operation != nil:
		return r.jaegerSpan(raw)
	case is.SpanContext != nil && is.SpanContext[0] == '{' && is.Context == nil:
		return r.goSpan(raw)
	case is.Context != nil && is.Context[0] == '{':
		return r.pythonSpan(raw)
	case is.SpanID != nil || is.SpanID2 != nil:
		return r.otlpSpan(raw)
	case is.RootService != nil:
		r.skipped("a search result of Tempo names traces without their spans: download the traces themselves")
	case is.ID != nil && is.TraceID != nil:
		return r.zipkin(raw)
	default:
		r.skipped(keysOf(raw))
	}
	return nil
}

func larger(most int) string { return fmt.Sprintf("a span is larger than %d MiB", most>>20) }

func keysOf(raw json.RawMessage) string {
	var all map[string]json.RawMessage
	_ = json.Unmarshal(raw, &all)
	keys := slices.Sorted(maps.Keys(all))
	const most = 6
	more := ""
	if len(keys) > most {
		keys, more = keys[:most], ", ..."
	}
	if len(keys) == 0 {
		return "an empty object is no span"
	}
	return clip("an object with " + strings.Join(keys, ", ") + more + " is no span of OpenTelemetry, Jaeger or Zipkin")
}
