package wire

import (
	"strconv"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"beagle/traces/kieker"
)

// Limits of what one source may make Beagle remember.
const (
	MaxString = 1 << 20 // bytes of one string
)

// FirstBuffer is the size of a connection's first buffer, for which a part of the memory is kept free.
const FirstBuffer = 16 << 10

// Budget bounds the memory of all sources of a receiver together. One that
// wants much may not keep the others from reading.
type Budget struct {
	Left    atomic.Int64 // bytes that may still be kept
	reserve int64        // of it, only for the first buffer of a connection
}

// NewBudget is a budget of so many bytes.
func NewBudget(bytes int64) *Budget {
	b := &Budget{reserve: bytes / 8}
	b.Left.Store(bytes)
	return b
}

// Take reserves memory for a buffer; a nil budget has no bound.
func (b *Budget) Take(n int) bool {
	least := int64(0)
	if b != nil && n > FirstBuffer {
		least = b.reserve
	}
	return b == nil || b.takeDownTo(int64(n), least)
}

// takeShare reserves memory for a source that has some: so much must be left for the others.
func (b *Budget) takeShare(n int, has int64) bool {
	return b == nil || b.takeDownTo(int64(n), has+int64(n)+b.reserve)
}

func (b *Budget) takeDownTo(n, least int64) bool {
	if b.Left.Add(-n) >= least {
		return true
	}
	b.Left.Add(n)
	return false
}

// Give returns memory that was taken.
func (b *Budget) Give(n int64) {
	if b != nil {
		b.Left.Add(n)
	}
}

type table struct {
	texts     []string
	transient []string
	known     []bool
	count     int
	bytes     int64 // taken from the budget
	budget    *Budget
	closed    bool
	lent      bool  // records were handed on that use strings not known yet
	version   int64 // another one when an id changes its text; no two tables share one
}

// versions counts the meanings that tables gave to their ids.
var versions atomic.Int64

func newTable(b *Budget) table { return table{budget: b, version: versions.Add(1)} }

// Lookup is the string with the id; false: it was never sent, and the text is a name that tells such strings apart.
func (t *table) Lookup(id int32) (string, bool) {
	if t.has(id) {
		return t.texts[id], true
	}
	if i := int(id) - kieker.FirstTransient; i >= 0 && i < len(t.transient) {
		return t.transient[i], true
	}
	return "unknown_string_" + strconv.Itoa(int(id)), false
}

// Version is another one whenever an id gets another text.
func (t *table) Version() int64 { return t.version }

func (t *table) has(id int32) bool { return uint(id) < uint(len(t.known)) && t.known[id] }

func (t *table) set(id int32, text string) bool {
	if id < 0 || id >= kieker.MaxStrings || t.closed {
		return false
	}
	const header = 17 // of a slot in texts and known
	if grow := int(id) + 1 - len(t.texts); grow > 0 {
		grow = max(grow, min(len(t.texts)/2, kieker.MaxStrings-len(t.texts)), 16)
		if !t.budget.takeShare(grow*header, t.bytes) {
			return false
		}
		t.bytes += int64(grow * header)
		t.texts = append(t.texts, make([]string, grow)...)
		t.known = append(t.known, make([]bool, grow)...)
	}
	if !t.budget.takeShare(len(text), t.bytes) {
		return false
	}
	t.bytes += int64(len(text))
	if t.known[id] || t.lent {
		t.version = versions.Add(1)
	}
	if !t.known[id] {
		t.count++
	}
	t.texts[id], t.known[id] = text, true
	return true
}

func (t *table) release() int {
	given := t.bytes
	t.budget.Give(given)
	t.bytes, t.closed = 0, true
	return int(given)
}

// UTF16Length is how many bytes of UTF-8 make up the given number of UTF-16 code units, because Kieker declares a
// string's length in units and then sends UTF-8 (AbstractMonitoringWriter and String.length). It starts at a place
// and count of units that an earlier call returned; done is false where data ends first.
func UTF16Length(data []byte, at, units, want int) (newAt, newUnits int, done bool) {
	for units < want {
		if at >= len(data) {
			return at, units, false
		}
		switch c := data[at]; {
		case c < 0x80:
			at, units = at+1, units+1
		case c < 0xc0: // a stray continuation byte: decoders replace it by one unit
			at, units = at+1, units+1
		case c < 0xe0:
			at, units = at+2, units+1
		case c < 0xf0:
			at, units = at+3, units+1
		default:
			at, units = at+4, units+2
		}
	}
	return at, units, at <= len(data)
}

// ToValid replaces bytes that are no UTF-8, so that text is fit for JSON and for terminals.
func ToValid(text string) string { return strings.ToValidUTF8(text, string(utf8.RuneError)) }

// interner gives the strings of a text log ids, so that a repeated string costs a comparison.
type interner struct {
	table table
	ids   map[string]int32
	// recent holds the last string seen at each hash of its length and ends.
	recent [1 << 10]int32
}

const (
	maxInterned      = 1 << 16 // strings remembered; more are kept for one batch only
	maxInternedBytes = 32 << 20
)

// id is the number of a text.
func (in *interner) id(text []byte) int32 {
	slot := recentSlot(text)
	if id := in.recent[slot] - 1; id >= 0 && in.table.texts[id] == string(text) {
		return id
	}
	if id, ok := in.ids[string(text)]; ok {
		in.recent[slot] = id + 1
		return id
	}
	if in.ids == nil {
		in.ids = map[string]int32{}
	}
	kept := ToValid(string(text))
	if in.table.count >= maxInterned || in.table.bytes > maxInternedBytes {
		in.table.transient = append(in.table.transient, kept)
		return kieker.FirstTransient + int32(len(in.table.transient)) - 1
	}
	id := int32(in.table.count)
	in.table.set(id, kept)
	in.ids[string(text)] = id
	if kept == string(text) {
		in.recent[slot] = id + 1
	}
	return id
}

func (in *interner) forget() {
	clear(in.table.transient)
	in.table.transient = in.table.transient[:0]
}

// recentSlot mixes the length and five bytes of a text.
func recentSlot(text []byte) int {
	n := len(text)
	if n == 0 {
		return 0
	}
	h := uint32(n) * 0x9e3779b1
	h ^= uint32(text[0])<<24 ^ uint32(text[n-1])<<16 ^ uint32(text[n/2])<<8 ^ uint32(text[n/4])
	h ^= uint32(text[3*n/4]) * 0x85ebca6b
	h *= 0xc2b2ae35
	return int(h >> 22)
}
