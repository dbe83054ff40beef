package spans

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// maxDocument bounds one value that has to be in memory at once: a message of
// OTLP, a trace of Jaeger, a span of Zipkin.
const maxDocument = 64 << 20

// JSON gives the spans of a document of OTLP (also one message a line), Jaeger or
// Zipkin, whichever it is, until it ends or is damaged. skipped is told of a part that
// is none of these.
func JSON(in io.Reader, each func(Span), skipped func(what string)) error {
	bounded := &bound{in: in}
	d := json.NewDecoder(bounded)
	r := jsonReader{decoder: d, bound: bounded, each: each, skipped: skipped}
	for {
		token, err := r.token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch token {
		case json.Delim('['):
			err = r.list(r.traceOrSpan)
		case json.Delim('{'):
			err = r.object()
		default:
			err = errors.New("neither a list nor an object")
		}
		if err != nil {
			return err
		}
	}
}

// bound fails where a value needs more than maxDocument.
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

// jsonReader reads spans of a JSON text of any known form, one by one.
type jsonReader struct {
	decoder *json.Decoder
	bound   *bound
	each    func(Span)
	skipped func(what string)
}

// token is the next token; each is bounded by itself, so that a long file is read and a
// long value is not.
func (r *jsonReader) token() (json.Token, error) {
	r.bound.from = r.decoder.InputOffset()
	return r.decoder.Token()
}

// value is the next value, undecoded, bounded as a token is.
func (r *jsonReader) value() (raw json.RawMessage, err error) {
	r.bound.from = r.decoder.InputOffset()
	err = r.decoder.Decode(&raw)
	return raw, err
}

// list reads the elements of a list that has begun.
func (r *jsonReader) list(element func(json.RawMessage) error) error {
	for r.decoder.More() {
		raw, err := r.value()
		if err != nil {
			return err
		}
		if err := element(raw); err != nil {
			return err
		}
	}
	_, err := r.token()
	return err
}

// object reads what stands at the top of OTLP and of Jaeger's exports.
func (r *jsonReader) object() error {
	known := false
	for r.decoder.More() {
		key, err := r.token()
		if err != nil {
			return err
		}
		name, _ := key.(string)
		var element func(json.RawMessage) error
		switch name {
		case "resourceSpans", "resource_spans", "batches": // Tempo says batches
			element = r.resourceSpans
		case "data", "traces":
			element = r.traceOrSpan
		}
		if element == nil {
			if _, err := r.value(); err != nil {
				return err
			}
			continue
		}
		known = true
		begin, err := r.token()
		if err != nil {
			return err
		}
		if begin == nil { // null
			continue
		}
		if begin != json.Delim('[') {
			return fmt.Errorf("%q is no list", name)
		}
		if err := r.list(element); err != nil {
			return err
		}
	}
	if !known {
		r.skipped("an object without spans")
	}
	_, err := r.token()
	return err
}

// traceOrSpan reads an element of a list: a trace of Jaeger, a span of Zipkin, or
// a list of such spans.
func (r *jsonReader) traceOrSpan(raw json.RawMessage) error {
	if raw[0] == '[' {
		var all []json.RawMessage
		if err := json.Unmarshal(raw, &all); err != nil {
			return err
		}
		for _, one := range all {
			if len(one) > 0 && one[0] == '[' {
				return errors.New("lists in lists in lists")
			}
			if err := r.traceOrSpan(one); err != nil {
				return err
			}
		}
		return nil
	}
	var looks struct {
		Spans         json.RawMessage `json:"spans"`
		ResourceSpans json.RawMessage `json:"resourceSpans"`
		SpanID        json.RawMessage `json:"id"`
	}
	wrong := json.Unmarshal(raw, &looks) != nil
	switch {
	case wrong:
		r.skipped("an element that is no object")
	case looks.Spans != nil:
		return r.jaeger(raw)
	case looks.ResourceSpans != nil:
		var all []json.RawMessage
		if err := json.Unmarshal(looks.ResourceSpans, &all); err != nil {
			return err
		}
		for _, one := range all {
			if err := r.resourceSpans(one); err != nil {
				return err
			}
		}
	case looks.SpanID != nil:
		return r.zipkin(raw)
	default:
		r.skipped("an object without spans")
	}
	return nil
}

// number is an integer that may stand in quotes, as 64 bits do in protobuf's JSON.
type number int64

// UnmarshalJSON implements json.Unmarshaler.
func (n *number) UnmarshalJSON(data []byte) error {
	text := strings.Trim(string(data), `"`)
	if text == "null" || text == "" {
		return nil
	}
	whole, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		f, wrong := strconv.ParseFloat(text, 64)
		if wrong != nil || f < -1<<62 || f > 1<<62 {
			return fmt.Errorf("%.40q is no number", text)
		}
		whole = int64(f)
	}
	*n = number(whole)
	return nil
}

// word is an enumeration, which may be a number or a name.
type word string

// UnmarshalJSON implements json.Unmarshaler.
func (w *word) UnmarshalJSON(data []byte) error {
	*w = word(bytes.Trim(data, `"`))
	return nil
}

// kinds are the names of kinds in OTLP, Jaeger and Zipkin.
var kinds = map[string]Kind{
	"1": Internal, "2": Server, "3": Client, "4": Producer, "5": Consumer,
	"INTERNAL": Internal, "SERVER": Server, "CLIENT": Client, "PRODUCER": Producer, "CONSUMER": Consumer,
}

// kind is a span's kind by its name in OpenTelemetry or Zipkin.
func (w word) kind() Kind { return kinds[strings.TrimPrefix(strings.ToUpper(string(w)), "SPAN_KIND_")] }

// traceID reads the id of a trace in hexadecimal, of 64 or 128 bits.
func traceID(text string) (out TraceID) {
	if len(text) > 32 {
		return TraceID{}
	}
	text = strings.Repeat("0", 32-len(text)) + text
	if _, err := hex.Decode(out[:], []byte(text)); err != nil {
		return TraceID{}
	}
	return out
}

// spanID reads the id of a span in hexadecimal; 0: it is none.
func spanID(text string) ID {
	n, err := strconv.ParseUint(text, 16, 64)
	if err != nil {
		return 0
	}
	return ID(n)
}
