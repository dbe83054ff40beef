package kieker

import (
	"strings"
	"sync/atomic"
)

// Limits of what one source may make Beagle remember.
const (
	maxString  = 1 << 20 // bytes of one string
	maxStrings = 1 << 20 // strings of one source
)

// budget bounds the memory of all sources of a receiver together. One that
// wants much may not keep the others from reading.
type budget struct {
	left    atomic.Int64
	reserve int64 // of it, only for the first buffer of a connection
}

func newBudget(bytes int64) *budget {
	b := &budget{reserve: bytes / 8}
	b.left.Store(bytes)
	return b
}

// take reserves memory for a buffer; a nil budget has no bound.
func (b *budget) take(n int) bool {
	least := int64(0)
	if b != nil && n > minBuffer {
		least = b.reserve
	}
	return b == nil || b.takeDownTo(int64(n), least)
}

// takeShare reserves memory for a source that has some: so much must be left
// for the others.
func (b *budget) takeShare(n int, has int64) bool {
	return b == nil || b.takeDownTo(int64(n), has+int64(n)+b.reserve)
}

func (b *budget) takeDownTo(n, least int64) bool {
	if b.left.Add(-n) >= least {
		return true
	}
	b.left.Add(n)
	return false
}

func (b *budget) give(n int64) {
	if b != nil {
		b.left.Add(n)
	}
}

// firstTransient is the first id of strings that are only kept for a batch:
// text logs repeat every string in every line, and not all can be remembered.
const firstTransient = maxStrings

// Transient reports whether the id of a string means something else in the
// next batch.
func Transient(id int32) bool { return id >= firstTransient }

// table holds the strings of one source by their ids.
type table struct {
	texts     []string
	transient []string
	known     []bool
	count     int
	bytes     int64 // taken from the budget
	budget    *budget
	closed    bool
	version   int64 // another one when an id changes its text; no two tables share one
}

// versions counts the meanings that tables gave to their ids: a handler may get
// the records of one table after those of another, with the same ids.
var versions atomic.Int64

func newTable(b *budget) table { return table{budget: b, version: versions.Add(1)} }

func (t *table) lookup(id int32) (string, bool) {
	if uint(id) < uint(len(t.texts)) {
		return t.texts[id], t.known[id]
	}
	if i := int(id) - firstTransient; i >= 0 && i < len(t.transient) {
		return t.transient[i], true
	}
	return "", false
}

func (t *table) has(id int32) bool { return uint(id) < uint(len(t.known)) && t.known[id] }

// set keeps a string. It reports false where a limit is reached.
func (t *table) set(id int32, text string) bool {
	if id < 0 || id >= maxStrings || t.closed {
		return false
	}
	const header = 17 // of a slot in texts and known
	if grow := int(id) + 1 - len(t.texts); grow > 0 {
		grow = max(grow, min(len(t.texts)/2, maxStrings-len(t.texts)), 16)
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
	if t.known[id] {
		t.version = versions.Add(1)
	} else {
		t.count++
	}
	t.texts[id], t.known[id] = text, true
	return true
}

// release gives the memory back to the budget; the table takes no more.
func (t *table) release() int {
	given := t.bytes
	t.budget.give(given)
	t.bytes, t.closed = 0, true
	return int(given)
}

// looksLikeClass reports whether text can be the name of a Java class, which
// tells records from garbage.
func looksLikeClass(text string) bool {
	if len(text) == 0 || len(text) > 512 || text[0] == '.' || strings.HasSuffix(text, ".") {
		return false
	}
	for _, c := range text {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9',
			c == '.', c == '_', c == '$', c > 0x7f && c != 0xfffd:
		default:
			return false
		}
	}
	return true
}

// utf16Length is how many bytes of UTF-8 make up the given number of UTF-16
// code units, because Kieker declares a string's length in units and then
// sends UTF-8 (AbstractMonitoringWriter and String.length). It starts at a
// place and count of units that an earlier call returned; done is false where
// data ends first.
func utf16Length(data []byte, at, units, want int) (newAt, newUnits int, done bool) {
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
