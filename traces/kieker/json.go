package kieker

import (
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"
)

// AppendJSON appends the record as one JSON object: its class, its logging timestamp and its fields in order.
func (r *Record) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"class":`...)
	dst = appendString(dst, r.Class.Class)
	dst = append(dst, `,"logged":`...)
	dst = strconv.AppendInt(dst, r.stamp(), 10)
	for i, field := range r.Class.Fields {
		dst = append(dst, ',')
		dst = appendString(dst, field.Name)
		dst = append(dst, ':')
		dst = r.appendValue(dst, i, field.Type)
	}
	return append(dst, '}')
}

func (r *Record) appendValue(dst []byte, i int, kind Type) []byte {
	data := r.at(i)
	if !kind.IsArray() {
		return r.appendOne(dst, data, kind)
	}
	dst = append(dst, '[')
	size := typeSizes[kind.Elem()]
	for n := range r.Len(i) {
		if n > 0 {
			dst = append(dst, ',')
		}
		dst = r.appendOne(dst, data[4+n*size:], kind.Elem())
	}
	return append(dst, ']')
}

func (r *Record) appendOne(dst, data []byte, kind Type) []byte {
	one := Record{Class: elementClass[kind], Data: data}
	switch kind {
	case Bool:
		return strconv.AppendBool(dst, data[0] != 0)
	case String:
		text, known := r.Class.strings.Lookup(one.Int(0))
		if !known {
			return append(dst, "null"...)
		}
		return appendString(dst, text)
	case Char:
		return appendString(dst, string(rune(uint16(one.Short(0)))))
	case Long:
		return strconv.AppendInt(dst, one.Long(0), 10)
	case Float, Double:
		return appendFloat(dst, one.Number(0))
	default:
		return strconv.AppendInt(dst, int64(one.Number(0)), 10)
	}
}

// elementClass has one field of each type at the start of its data.
var elementClass = func() (all [String + 1]*Class) {
	for kind := Bool; kind <= String; kind++ {
		all[kind] = &Class{Schema: &Schema{Fields: []Field{{Type: kind}}, offsets: []int{0}}}
	}
	return all
}()

// appendFloat writes NaN and the infinities as strings: JSON has none.
func appendFloat(dst []byte, x float64) []byte {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return appendString(dst, strconv.FormatFloat(x, 'g', -1, 64))
	}
	return strconv.AppendFloat(dst, x, 'g', -1, 64)
}

// appendString quotes text.
func appendString(dst []byte, text string) []byte {
	dst = append(dst, '"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r == '\n':
			dst = append(dst, `\n`...)
		case r == '\t':
			dst = append(dst, `\t`...)
		case r < 0x20 || r >= 0x7f && r < 0xa0 || r == 0x2028 || r == 0x2029:
			dst = fmt.Appendf(dst, `\u%04x`, r)
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return append(dst, '"')
}
