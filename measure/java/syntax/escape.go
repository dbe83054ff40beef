package syntax

import "strings"

// translate replaces unicode escapes (JLS 3.3).
func translate(source string) (text string, offsets []int32) {
	if !strings.Contains(source, `\u`) {
		return source, nil
	}
	var b strings.Builder
	offsets = make([]int32, 0, len(source)+1)
	put := func(s string, at int) {
		b.WriteString(s)
		for range len(s) {
			offsets = append(offsets, int32(at))
		}
	}
	for i := 0; i < len(source); {
		if source[i] != '\\' || i+1 >= len(source) {
			put(source[i:i+1], i)
			i++
			continue
		}
		if source[i+1] != 'u' { // the second of two backslashes starts no escape
			put(source[i:i+1], i)
			put(source[i+1:i+2], i+1)
			i += 2
			continue
		}
		unit, end := escape(source, i)
		at := i
		i = end
		r := rune(unit)
		if unit >= 0xd800 && unit < 0xdc00 && strings.HasPrefix(source[i:], `\u`) {
			if low, lowEnd := escape(source, i); low >= 0xdc00 && low < 0xe000 {
				r = 0x10000 + (rune(unit)-0xd800)<<10 + rune(low) - 0xdc00
				i = lowEnd
			}
		}
		if r == '\\' { // an escaped backslash starts no further escape, but it is one of two
			put(`\`, at)
			if i < len(source) && source[i] != '\\' {
				put(source[i:i+1], i)
				i++
			}
			continue
		}
		put(string(r), at)
	}
	return b.String(), append(offsets, int32(len(source)))
}

// escape reads a unicode escape (JLS 3.3) at start: any number of u, four hexadecimal digits.
func escape(source string, start int) (unit, end int) {
	i := start + 1
	for i < len(source) && source[i] == 'u' {
		i++
	}
	if i+4 > len(source) {
		fail(start, "the unicode escape is cut off")
	}
	for _, c := range []byte(source[i : i+4]) {
		switch {
		case c >= '0' && c <= '9':
			unit = unit<<4 | int(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			unit = unit<<4 | int(c|0x20-'a'+10)
		default:
			fail(start, "a unicode escape needs four hexadecimal digits")
		}
	}
	return unit, i + 4
}
