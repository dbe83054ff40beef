package wire

import (
	"encoding/binary"
	"slices"

	"beagle/traces/kieker"
)

// Kieker's binary formats have no framing: after a damaged record, or one of an unknown class, only the look of what
// follows tells where the next record begins. The look is telling, because class ids and string ids must be known and
// logging timestamps are -1 or a date.
const (
	resyncChain  = 3       // records that must follow one another
	resyncWindow = 1 << 16 // bytes kept in memory while looking
)

// resync finds the next place in data at which records go on. It reports false where more data is needed to tell.
func (d *Decoder) resync(data []byte, f *fault, last bool) (int, bool) {
	if !last && len(data) < d.retry {
		return 0, false
	}
	d.retry = 2 * len(data) // a peer that sends single bytes may not make us look at each of them again and again
	from := max(f.from, 1)
	if guess := d.report.UsualSize(f.class); guess > 0 && guess <= len(data) {
		chain := d.chain(data, guess, last)
		if d.early() {
			return 0, false
		}
		if chain == resyncChain || last && chain > 0 {
			return guess, true
		}
	}
	for at := from; at < len(data); at++ {
		chain := d.chain(data, at, last)
		if d.early() {
			return 0, false
		}
		switch {
		case chain >= resyncChain:
			d.report.LearnSize(f.class, at)
			return at, true
		case chain < 0:
			continue
		case !last && len(data) < resyncWindow:
			return 0, false // the records may go on in what has not arrived
		case last && chain > 0:
			d.report.LearnSize(f.class, at)
			return at, true
		}
	}
	if last {
		return len(data), true
	}
	if len(data) < resyncWindow {
		return 0, false
	}
	return len(data) - resyncWindow/2, true
}

// early reports whether a record seems to begin at the place that was looked at last, before its strings have come.
func (d *Decoder) early() bool {
	if d.perhaps >= 0 {
		d.missing, d.retry = d.perhaps, 0
	}
	return d.perhaps >= 0
}

// absent notes that a record may only seem to be none because a string has not come yet. Kieker numbers strings as
// they come up, so of the words that were passed each may have brought one since the latest that is known.
func (d *Decoder) absent(id int32, passed int) {
	if newer := int(id) - d.strings.count; d.wait && newer >= 0 && newer <= passed/4 && id < kieker.MaxStrings {
		d.perhaps = id
	}
}

// chain counts records that follow one another from a place of data, up to resyncChain. It is negative where
// something impossible comes before that; fewer than resyncChain means that data ends. At the last byte of a source
// the end itself closes a chain.
func (d *Decoder) chain(data []byte, from int, last bool) int {
	d.announced, d.perhaps = d.announced[:0], -1
	return d.links(data[from:], from, last)
}

// links is chain behind strings that are about to be known; so many bytes were passed.
func (d *Decoder) links(data []byte, passed int, last bool) int {
	count := 0
	for count < resyncChain {
		if len(data) == 0 && last {
			return max(count, 1)
		}
		if len(data) < 4+kieker.StampSize {
			return count
		}
		id := int32(binary.BigEndian.Uint32(data))
		var size int
		var ok bool
		if id == registryEntry && d.stream {
			if size, ok = d.plausibleEntry(data); ok {
				d.announced = append(d.announced, int32(binary.BigEndian.Uint32(data[4:])))
			}
		} else if slices.Contains(d.announced, id) {
			return resyncChain // the first record of a class that was named just before
		} else {
			size, ok = d.plausibleRecord(id, data, passed)
		}
		if !ok {
			return -1
		}
		if size > len(data) {
			return count
		}
		data = data[size:]
		passed += size
		count++
	}
	return count
}

// plausibleEntry reports whether a registry entry may begin here, and how long it would be.
func (d *Decoder) plausibleEntry(data []byte) (size int, ok bool) {
	id := int32(binary.BigEndian.Uint32(data[4:]))
	length := int(int32(binary.BigEndian.Uint32(data[8:])))
	if id < 0 || int(id) > d.strings.count+64 || length < 0 || length > MaxString {
		return 0, false
	}
	// Long strings are not counted through at every place that looks like one.
	if len(data) < 12+length || d.lengths == inBytes || length > 4<<10 {
		return 12 + length, true
	}
	size, _, _ = UTF16Length(data[12:], 0, 0, length)
	return 12 + size, true
}

// plausibleRecord reports whether a record may begin here: its class is a known string that looks like a class, its
// time lies between 2000 and 2100 in some unit, its strings are known and its truth values are 0 or 1.
func (d *Decoder) plausibleRecord(id int32, data []byte, passed int) (size int, ok bool) {
	stamped := plausibleStamp(int64(binary.BigEndian.Uint64(data[4:])))
	if !d.strings.has(id) {
		if stamped {
			d.absent(id, passed)
		}
		return 0, false
	}
	name, _ := d.strings.Lookup(id)
	if !kieker.IsClassName(name) || !stamped {
		return 0, false
	}
	schema := d.schemas.Lookup(name)
	if schema == nil {
		if guess := d.report.UsualSize(name); guess > 0 {
			return guess, true
		}
		return 0, false
	}
	data = data[4:]
	if size = schema.DataSize(); size < 0 {
		var more, bad bool
		if size, more, bad = schema.Measure(data); bad {
			return 0, false
		} else if more {
			return 4 + max(size, len(data)+1), true
		}
	}
	for _, off := range schema.StringOffsets() {
		if off+4 > len(data) {
			break
		}
		if text := int32(binary.BigEndian.Uint32(data[off:])); !d.strings.has(text) && !slices.Contains(d.announced, text) {
			d.absent(text, passed+4+off)
			return 0, false
		}
	}
	for _, off := range schema.BoolOffsets() {
		if off < len(data) && data[off] > 1 {
			return 0, false
		}
	}
	return 4 + size, true
}

// plausibleStamp accepts -1, 0 and times between 2000 and 2100 in units from seconds to nanoseconds.
func plausibleStamp(stamp int64) bool {
	const from, to = 946684800, 4102444800
	if stamp == -1 || stamp == 0 {
		return true
	}
	for unit := int64(1); unit <= 1e9; unit *= 1000 {
		if stamp/unit >= from && stamp/unit < to {
			return true
		}
	}
	return false
}
