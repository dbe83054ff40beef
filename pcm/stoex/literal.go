package stoex

import (
	"math"
	"strconv"
	"strings"
)

// int32 is the value of a token of digits; an error where it does not fit, as Palladio's grammar knows 32 bits only.
func (p *parser) int32(t token) (int32, *Error) {
	value, err := strconv.ParseInt(t.text, 10, 32)
	if err != nil {
		return 0, p.fail("%s does not fit 32 bits: write %s.0 for a floating point number", t.text, t.text)
	}
	return int32(value), nil
}

// double is the value of a floating point token; an error where it is beyond the range.
func (p *parser) double(t token) (float64, *Error) {
	value, err := strconv.ParseFloat(t.text, 64)
	if err != nil || math.IsInf(value, 0) {
		return 0, p.fail("%s is too large for a floating point number", t.text)
	}
	return value, nil
}

func (p *parser) unquote(t token) (string, *Error) {
	inner := t.text[1 : len(t.text)-1]
	if !strings.Contains(inner, "\\") {
		return inner, nil
	}
	var b strings.Builder
	for i := 0; i < len(inner); i++ {
		if inner[i] != '\\' {
			b.WriteByte(inner[i])
			continue
		}
		i++
		at := strings.IndexByte(`btnfr"'\`, inner[i])
		switch {
		case at >= 0:
			b.WriteByte("\b\t\n\f\r\"'\\"[at])
		case inner[i] == 'u' && i+4 < len(inner):
			code, err := strconv.ParseUint(inner[i+1:i+5], 16, 16)
			if err != nil {
				return "", fail(p.text, t.at+i, "\\u needs four hexadecimal digits")
			}
			b.WriteRune(rune(code))
			i += 4
		default:
			return "", fail(p.text, t.at+i, "StoEx has no escape \\%c", inner[i])
		}
	}
	return b.String(), nil
}
