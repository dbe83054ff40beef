package logs

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"

	"beagle/internal/safe"
	"beagle/traces/kieker"
	"beagle/traces/kieker/wire"
)

// maxMap bounds the bytes of a log's maps: binary logs keep every string there.
const maxMap = 256 << 20

var errMapSize = errors.New("the map has more than 256 MiB: record fewer different values, or end the log and begin another one more often")

// stringMap is what a kieker.map says: a string per line, "$id=text".
type stringMap struct {
	texts    map[int32]string
	gained   []int32 // ids that got a text since somebody emptied the list
	problems int     // lines that are no entries, or give an id a second meaning
	beyond   int     // entries with a larger id or a longer text than Beagle keeps
	bytes    int64   // that were read
	most     int64   // that may be read

	open   int32  // id of the latest entry, which the next line may continue; -1: none
	text   []byte // of it, so far
	maybe  int32  // id of an entry that counts although it may be continued; -1: none
	marked bool   // the first line, which may have a byte order mark, was read
}

func newStringMap() *stringMap {
	return &stringMap{texts: map[int32]string{}, most: maxMap, open: -1, maybe: -1}
}

// read takes the whole lines of a map, and returns how many bytes they have and the line at the end that is not
// whole. Of a line longer than a string may be, no more is kept than tells that.
func (m *stringMap) read(in io.Reader) (taken int64, rest []byte, err error) {
	lines := bufio.NewReaderSize(io.LimitReader(in, m.most+1-m.bytes), 64<<10)
	var size int64 // of the line at hand
	for {
		part, err := lines.ReadSlice('\n')
		size += int64(len(part))
		if m.bytes+taken+size > m.most {
			return taken, nil, errMapSize
		}
		if len(rest) <= wire.MaxString {
			rest = append(rest, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF):
			m.bytes += taken
			return taken, rest, nil
		case err != nil:
			return taken, nil, err
		}
		m.line(rest)
		taken, size, rest = taken+size, 0, rest[:0]
	}
}

func (m *stringMap) readWhole(in io.Reader) error {
	_, rest, err := m.read(in)
	if err != nil {
		return err
	}
	m.bytes += int64(len(rest))
	m.line(rest)
	// A line break at the very end belongs to the file, not to the string.
	m.text = bytes.TrimRight(m.text, "\n")
	m.settle()
	m.open = -1
	return nil
}

func (m *stringMap) line(line []byte) {
	line = wire.TrimLine(line)
	if !m.marked {
		line = bytes.TrimPrefix(line, byteOrderMark)
		m.marked = len(line) > 0
	}
	id, text, ok := mapEntry(line)
	switch {
	case ok && (id >= kieker.MaxStrings || len(text) > wire.MaxString):
		m.settle()
		m.open = -1
		m.beyond++
	case ok:
		m.settle()
		m.open, m.text = int32(id), append(m.text[:0], unescape(text)...)
	case m.open >= 0 && len(m.text)+len(line) > wire.MaxString:
		m.open = -1
		m.beyond++
	case m.open >= 0:
		m.text = append(append(m.text, '\n'), line...)
	case len(line) > 0 && m.beyond == 0: // else it continues what is not kept
		m.problems++
	}
}

func (m *stringMap) settle() {
	if m.open < 0 {
		return
	}
	text := wire.ToValid(string(m.text))
	old, known := m.texts[m.open]
	if known && old == text {
		return
	}
	if known && m.open != m.maybe {
		m.problems++
	}
	m.texts[m.open] = text
	m.gained = append(m.gained, m.open)
}

var byteOrderMark = []byte("\ufeff")

func mapEntry(line []byte) (id int64, text string, ok bool) {
	left, right, found := bytes.Cut(line, []byte{'='})
	if !found || len(left) == 0 {
		return 0, "", false
	}
	if left[0] == '$' {
		left = left[1:]
	}
	n, rest, ok := wire.LeadingInt(left)
	if !ok || rest != nil || n < 0 || n > 1<<31-1 {
		return 0, "", false
	}
	return n, string(right), true
}

// unescape undoes what writers before 1.13 do to line breaks and backslashes; other escapes are kept.
func unescape(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	return strings.NewReplacer(`\\`, `\`, `\r`, "\r", `\n`, "\n").Replace(text)
}

// growingMap reads the kieker.map of a log that is being written. Of a map whose end
// is being written, or copied, the last line may be a part, and the last entry
// may go on in the next line: that entry counts once nothing came for a while.
type growingMap struct {
	*stringMap
	path string
	file os.FileInfo // that was read; nil: none yet
	at   int64       // how far
}

// update takes what the map gained since it was read last. ended says that nobody waits for more: its last line then
// counts, too. A map that was written anew, as rsync does, is read again from its beginning.
func (g *growingMap) update(ctx context.Context, ended bool) error {
	in, err := safe.Open(ctx, g.path)
	if err != nil {
		return safe.Cause(err)
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	if g.file == nil || !os.SameFile(info, g.file) || info.Size() < g.at {
		g.at, g.open, g.marked, g.bytes = 0, -1, false, 0
	}
	g.file = info
	if _, err := in.Seek(g.at, io.SeekStart); err != nil {
		return err
	}
	taken, rest, err := g.read(in)
	g.at += taken
	if err != nil {
		return err
	}
	_, _, another := mapEntry(rest)
	if ended || another || taken == 0 && len(rest) == 0 {
		g.settle()
		g.maybe = g.open
	}
	if ended && len(rest) > 0 { // it is read again where it grows after all
		open, text := g.open, slices.Clone(g.text)
		g.line(rest)
		g.settle()
		g.maybe, g.open, g.text = g.open, open, text
	}
	return nil
}
