package store

import (
	"hash/crc32"
	"strconv"
	"strings"

	"beagle/blackboard"
	"beagle/model"
)

type flat struct{ rest string }

func (f *flat) is(c byte) bool {
	if f.rest == "" || f.rest[0] != c {
		return false
	}
	f.rest = f.rest[1:]
	return true
}

func (f *flat) text() (string, bool) {
	if !f.is('"') {
		return "", false
	}
	end := strings.IndexByte(f.rest, '"')
	if end < 0 || strings.IndexByte(f.rest[:end], '\\') >= 0 {
		return "", false
	}
	word := f.rest[:end]
	f.rest = f.rest[end+1:]
	return word, true
}

func (f *flat) number() (float64, bool) {
	end := 0
	for end < len(f.rest) && strings.IndexByte("-+.eE0123456789", f.rest[end]) >= 0 {
		end++
	}
	x, err := strconv.ParseFloat(f.rest[:end], 64)
	f.rest = f.rest[end:]
	return x, err == nil
}

func (f *flat) value() (v model.Value, ok bool) {
	switch {
	case strings.HasPrefix(f.rest, `"`):
		word, ok := f.text()
		return model.TextValue(strings.Clone(word)), ok
	case strings.HasPrefix(f.rest, "true"):
		f.rest = f.rest[len("true"):]
		return model.BoolValue(true), true
	case strings.HasPrefix(f.rest, "false"):
		f.rest = f.rest[len("false"):]
		return model.BoolValue(false), true
	}
	x, ok := f.number()
	return model.NumberValue(x), ok
}

// quickValue reads a value; false: it does not look simple.
func quickValue(text string) (model.Value, bool) {
	f := flat{text}
	v, ok := f.value()
	return v, ok && f.rest == ""
}

func quickInputs(text string, names []string, columns []model.Variable) (out []blackboard.Assignment, ok bool) {
	f := flat{text}
	if !f.is('{') {
		return nil, false
	}
	values, there := make([]model.Value, len(names)), make([]bool, len(names))
	n := 0
	for first := true; !f.is('}'); first = false {
		if !first && !f.is(',') {
			return nil, false
		}
		name, ok := f.text()
		if !ok || !f.is(':') {
			return nil, false
		}
		v, ok := f.value()
		if !ok {
			return nil, false
		}
		at := 0
		for at < len(names) && names[at] != name {
			at++
		}
		if at == len(names) || there[at] {
			return nil, false
		}
		values[at], there[at] = v, true
		n++
	}
	if f.rest != "" {
		return nil, false
	}
	if n > 0 {
		out = make([]blackboard.Assignment, 0, n)
	}
	for i, c := range columns {
		if there[i] {
			out = append(out, blackboard.Assignment{Variable: c, Value: values[i]})
		}
	}
	return out, true
}

// quickSamples reads samples.
func quickSamples(text string) (out []blackboard.Sample, ok bool) {
	f := flat{text}
	if !f.is('[') {
		return nil, false
	}
	if n := strings.Count(text, "[") - 1; n > 0 {
		out = make([]blackboard.Sample, 0, n)
	}
	for first := true; !f.is(']'); first = false {
		if !first && !f.is(',') || !f.is('[') {
			return nil, false
		}
		of, ended := [4]float64{}, false
		for i := 0; i < len(of) && !ended; i++ {
			if of[i], ok = f.number(); !ok {
				return nil, false
			}
			if ended = i >= 2 && f.is(']'); !ended && !f.is(',') {
				return nil, false
			}
		}
		if !ended {
			return nil, false
		}
		out = append(out, blackboard.Sample{Value: of[0], Launch: int32(of[1]), Seq: int64(of[2]), Weight: of[3]})
	}
	return out, f.rest == ""
}

type checksum struct {
	line []byte
	word [40]byte
}

func (s *checksum) text(c string) {
	s.line = strconv.AppendInt(s.line, int64(len(c)), 10)
	s.line = append(append(s.line, ':'), c...)
}

func (s *checksum) bytes(c []byte) {
	s.line = strconv.AppendInt(s.line, int64(len(c)), 10)
	s.line = append(append(s.line, ':'), c...)
}

func (s *checksum) whole(n int64) { s.bytes(strconv.AppendInt(s.word[:0], n, 10)) }

func (s *checksum) exact(x float64) { s.bytes(strconv.AppendFloat(s.word[:0], x, 'x', -1, 64)) }

func (s *checksum) sum() int64 {
	sum := crc32.Checksum(s.line, castagnoli)
	s.line = s.line[:0]
	return int64(sum)
}
