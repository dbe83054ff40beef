package spans

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// number is an integer that may stand in quotes, as 64 bits do in protobuf's JSON.
type number int64

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

// moment is a time as a number, whose unit the form tells, or as a date; or a duration as a number or with its unit.
type moment struct {
	number float64
	whole  int64 // of numbers without a fraction, which float64 would round
	ns     int64 // of dates and of durations with units
}

func (m *moment) UnmarshalJSON(data []byte) error {
	text := strings.Trim(string(data), `"`)
	if text == "null" || text == "" {
		return nil
	}
	var err error
	if m.whole, err = strconv.ParseInt(text, 10, 64); err == nil {
		return nil
	}
	if m.number, err = strconv.ParseFloat(text, 64); err == nil {
		return nil
	}
	if length, err := time.ParseDuration(text); err == nil {
		m.ns = int64(length)
		return nil
	}
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999Z07:00", "2006-01-02 15:04:05.999999999"} {
		if at, err := time.Parse(layout, text); err == nil && at.Year() > 1970 && at.Year() < 2262 {
			m.ns = at.UnixNano()
			return nil
		}
	}
	return fmt.Errorf("%.40q is no time", text)
}

func (m moment) in(unit int64) int64 {
	switch {
	case m.ns != 0:
		return m.ns
	case m.whole != 0:
		if m.whole < 0 || m.whole > math.MaxInt64/2/unit {
			return 0
		}
		return m.whole * unit
	default:
		ns := m.number * float64(unit)
		if ns < 0 || ns > math.MaxInt64/2 {
			return 0
		}
		return int64(math.Round(ns))
	}
}

func lasting(start, duration moment) (begin, end int64) {
	begin = start.in(int64(time.Microsecond))
	return begin, begin + duration.in(int64(time.Microsecond))
}

type word string

func (w *word) UnmarshalJSON(data []byte) error {
	*w = word(bytes.Trim(data, `"`))
	return nil
}

var kinds = map[string]Kind{
	"1": Internal, "2": Server, "3": Client, "4": Producer, "5": Consumer,
	"INTERNAL": Internal, "SERVER": Server, "CLIENT": Client, "PRODUCER": Producer, "CONSUMER": Consumer,
}

func (w word) kind() Kind {
	name := strings.ToUpper(string(w))
	for _, prefix := range []string{"SPAN_KIND_", "SPANKIND.", "KIND_"} {
		name = strings.TrimPrefix(name, prefix)
	}
	return kinds[name]
}

func (w word) isError() bool {
	switch strings.ToUpper(string(w)) {
	case "2", "ERROR", "STATUS_CODE_ERROR", "STATUSCODE.ERROR":
		return true
	}
	return false
}

// identity reads an id of at most so many bytes: in hexadecimal, or in base64 as protobuf's JSON has bytes.
func identity(text string, size int) []byte {
	text = strings.TrimPrefix(text, "0x")
	if len(text) <= 2*size {
		if id, err := hex.DecodeString(strings.Repeat("0", 2*size-len(text)) + text); err == nil {
			return id
		}
	}
	text = strings.NewReplacer("-", "+", "_", "/").Replace(strings.TrimRight(text, "="))
	id, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil || len(id) > size || len(id) == 0 {
		return nil
	}
	return append(make([]byte, size-len(id)), id...)
}

func traceID(text string) (out TraceID) {
	copy(out[:], identity(text, len(out)))
	return out
}

// spanID reads the id of a span; 0: it is none.
func spanID(text string) ID {
	if id := identity(text, 8); id != nil {
		return ID(binary.BigEndian.Uint64(id))
	}
	return 0
}

type fields map[string]json.RawMessage

func (f fields) give(take func(key, value string)) {
	for _, key := range sorted(f) {
		giveValue(key, f[key], take)
	}
}

func giveValue(key string, raw json.RawMessage, take func(key, value string)) {
	var text string
	var list []json.RawMessage
	switch {
	case len(raw) == 0 || raw[0] == '{' || string(raw) == "null":
	case json.Unmarshal(raw, &text) == nil:
		take(key, text)
	case json.Unmarshal(raw, &list) == nil:
		take(key+elementsOf, strconv.Itoa(len(list)))
	default:
		take(key, string(raw))
	}
}
