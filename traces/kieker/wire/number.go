package wire

import "encoding/binary"

// number reads a decimal number at a place of a line, up to the next separator or the end of the line. next is the
// place behind the separator, where the end counts as one; negative where there is no number.
func number(line []byte, at int) (value int64, next int) {
	negative := false
	if at < len(line) && (line[at] == '-' || line[at] == '+') {
		negative = line[at] == '-'
		at++
	}
	from := at
	var magnitude uint64
	for len(line)-at >= 8 {
		digits := binary.LittleEndian.Uint64(line[at:]) ^ 0x3030303030303030
		// 0x76 more carries into the highest bit of every byte above 9.
		if (digits|(digits+0x7676767676767676))&0x8080808080808080 != 0 {
			break
		}
		magnitude = magnitude*100_000_000 + eight(digits)
		at += 8
	}
	for ; at < len(line); at++ {
		c := line[at] - '0'
		if c > 9 {
			break
		}
		magnitude = magnitude*10 + uint64(c)
	}
	if at == from || at-from > 19 || magnitude > 1<<63 || magnitude == 1<<63 && !negative {
		return 0, -1
	}
	if at < len(line) && line[at] != ';' {
		return 0, -1
	}
	value = int64(magnitude)
	if negative {
		value = -value
	}
	return value, at + 1
}

// eight is the number that eight digits make, the first in the lowest byte. All are
// worked on at once, as in Lemire and Mula's "Quickly parsing eight digits" (2018):
// neighbours are joined to numbers below a hundred, and these all at once.
func eight(digits uint64) uint64 {
	digits = digits*10 + digits>>8
	const pairs, most, least = 0x000000ff000000ff, 100 + 1_000_000<<32, 1 + 10_000<<32
	return ((digits&pairs)*most + (digits>>16&pairs)*least) >> 32
}

// LeadingInt reads a decimal number up to the next separator, or to the end: rest is then nil.
func LeadingInt(text []byte) (value int64, rest []byte, ok bool) {
	value, next := number(text, 0)
	switch {
	case next < 0:
		return 0, nil, false
	case next > len(text):
		return value, nil, true
	default:
		return value, text[next:], true
	}
}
