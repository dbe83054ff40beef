package launch

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"
)

// output keeps what a program writes.
type output struct {
	file    *os.File // nil: nothing is kept on disk
	head    int64    // bytes of the file still free for the start
	ring    []byte   // the end
	next    int      // where the next byte goes
	ending  bool     // the ring is the file's end
	rest    []byte   // an incomplete character at the end of a read
	written int64
	dropped int64
	err     error
}

// ringMemory bounds the end that is kept in memory where no file is.
const ringMemory = 64 << 10

// newOutput keeps a program's output.
func newOutput(path string, limit int64) (*output, error) {
	if path == "" {
		return &output{ring: make([]byte, 0, min(limit, ringMemory))}, nil
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	return &output{file: file, head: limit / 2, ring: make([]byte, 0, limit/2)}, nil
}

// copyFrom reads until the end; errors end it too, as a closed reader does. Wrote sees everything; it may be nil.
func (o *output) copyFrom(reader io.Reader, wrote func([]byte)) {
	buffer := make([]byte, 64<<10)
	for {
		n, err := reader.Read(buffer)
		o.written += int64(n)
		if wrote != nil {
			wrote(buffer[:n])
		}
		o.add(buffer[:n])
		if err != nil {
			if len(o.rest) > 0 {
				o.unfinished()
			}
			return
		}
	}
}

func (o *output) add(data []byte) {
	if len(o.rest) > 0 {
		data = append(o.rest, data...)
		o.rest = nil
	}
	from := 0
	for i := 0; i < len(data); {
		c := data[i]
		if c >= ' ' && c < 0x7f || c == '\n' || c == '\t' {
			i++
			continue
		}
		if length, whole := colour(data[i:]); length > 0 {
			o.keep(data[from:i])
			if !whole {
				o.rest = bytes.Clone(data[i:])
				return
			}
			i += length
			from = i
			continue
		}
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size <= 1 && !utf8.FullRune(data[i:]) {
			o.keep(data[from:i])
			o.rest = bytes.Clone(data[i:])
			return
		}
		if sign := visible(r); sign != r || r == utf8.RuneError {
			o.keep(data[from:i])
			if sign >= 0 {
				o.keep(utf8.AppendRune(nil, sign))
			}
			from = i + size
		}
		i += size
	}
	o.keep(data[from:])
}

// unfinished keeps the beginning of a character or of a colour that did not go on.
func (o *output) unfinished() {
	text := string(utf8.RuneError)
	if o.rest[0] == 0x1b {
		text = printable(string(o.rest))
	}
	o.keep([]byte(text))
	o.rest = nil
}

// maxColour bounds what is taken for the beginning of a colour.
const maxColour = 32

// colour is the length of the sequence at the beginning that sets colour, weight and the like (SGR of ECMA-48), and
// whether all of it is there.
func colour(data []byte) (length int, whole bool) {
	const start = "\x1b["
	if data[0] != start[0] || len(data) > 1 && data[1] != start[1] {
		return 0, false
	}
	for i := 2; i < min(len(data), maxColour); i++ {
		switch c := data[i]; {
		case c == 'm':
			return i + 1, true
		case c != ';' && c != ':' && (c < '0' || c > '9'):
			return 0, false
		}
	}
	if len(data) >= maxColour {
		return 0, false
	}
	return len(data), false
}

// visible is the sign that stands for a character on a terminal; -1: none.
func visible(r rune) rune {
	switch {
	case r == '\n' || r == '\t':
		return r
	case r == '\r':
		return -1
	case r < ' ':
		return '␀' + r // the picture of the control character
	case r == 0x7f:
		return '␡'
	case unicode.Is(unicode.Cc, r), unicode.Is(unicode.Cf, r), r == '\u2028', r == '\u2029':
		return utf8.RuneError
	}
	return r
}

func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return ' '
		}
		return visible(r)
	}, text)
}

// keep takes in output: what comes first goes to the file, of the rest the latest is remembered.
func (o *output) keep(data []byte) {
	if n := min(o.head, int64(len(data))); n > 0 {
		if o.err == nil {
			_, o.err = o.file.Write(data[:n])
		}
		o.head -= n
		o.remember(data[:n])
		data = data[n:]
	}
	if len(data) == 0 {
		return
	}
	if o.file != nil && !o.ending {
		// From here on the ring is the file's end: forget what the file has.
		o.ring, o.next, o.ending = o.ring[:0], 0, true
	}
	o.remember(data)
}

func (o *output) remember(data []byte) {
	if cap(o.ring) == 0 {
		return
	}
	for len(data) > 0 {
		var n int
		if len(o.ring) < cap(o.ring) {
			n = min(len(data), cap(o.ring)-len(o.ring))
			o.ring = append(o.ring, data[:n]...)
			o.next = len(o.ring) % cap(o.ring)
		} else {
			n = copy(o.ring[o.next:], data)
			o.next = (o.next + n) % cap(o.ring)
			if o.ending {
				o.dropped += int64(n)
			}
		}
		data = data[n:]
	}
}

func (o *output) end() []byte {
	if len(o.ring) < cap(o.ring) {
		return o.ring
	}
	return append(bytes.Clone(o.ring[o.next:]), o.ring[:o.next]...)
}

func (o *output) Close() error {
	if o.file == nil {
		return nil
	}
	if o.ending {
		if o.dropped > 0 && o.err == nil {
			_, o.err = fmt.Fprintf(o.file, "\n[… %d bytes were not kept …]\n", o.dropped)
		}
		if o.err == nil {
			_, o.err = o.file.Write(o.end())
		}
	}
	if err := o.file.Close(); o.err == nil {
		o.err = err
	}
	return o.err
}

// lastLines is the end of the output, at most n lines.
func (o *output) lastLines(n int) string {
	end := o.end()
	if len(end) > ringMemory {
		end = end[len(end)-ringMemory:]
	}
	lines := strings.Split(strings.TrimRight(strings.ToValidUTF8(string(end), "�"), "\n"), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
