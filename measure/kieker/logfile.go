package kieker

import (
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"beagle/internal/safe"
)

// logReader reads the files of one log.
type logReader struct {
	log     logSource
	options LogOptions
	report  *report
	handler Handler
	names   map[int32]string
	info    os.FileInfo // of the log's path
	mapSize int64       // of the map when it was read

	text   *textReader // kept over the files of a log, for its strings
	binary *decoder
	buf    []byte
	blocks [][]byte // see ahead
	kinds  []string
}

// reading is what reads one file: text lines, binary records, a recorded
// socket stream, or chunks.
type reading func(data []byte, offset int64, last bool) (used int)

// follow reads one data file of a log that is being written. A file that cannot
// be opened or decompressed is reported, and the rest of the log goes on.
func (l *logReader) follow(ctx context.Context, path string) error {
	l.report.begin(path, false)
	in, err := safe.Open(ctx, path)
	if err != nil {
		l.report.fault(0, "cannot open the file: "+safe.Cause(err).Error())
		return nil
	}
	defer in.Close()
	more := func() bool { return l.grows(ctx, path) }
	growing := &tail{in: in, more: more}
	plain, packed, err := decompress(bufio.NewReaderSize(growing, 64<<10))
	if err != nil {
		l.report.fault(0, err.Error())
		return ctx.Err()
	}
	content := bufio.NewReaderSize(plain, 16)
	first, err := content.Peek(4)
	if len(first) == 0 {
		if !errors.Is(err, io.EOF) {
			l.report.fault(0, fmt.Sprintf("the file cannot be read: %v", err))
		}
		return ctx.Err()
	}
	read := l.reading(path, first, packed)
	if packed != "" {
		more = func() bool { return false } // the end of what was packed
	} else {
		growing.done = true // from here on pump waits
	}
	l.pump(ctx, content, read, more)
	return ctx.Err()
}

func (l *logReader) note(kind string) {
	if !slices.Contains(l.kinds, kind) {
		l.kinds = append(l.kinds, kind)
		l.report.setKind(strings.Join(l.kinds, " and "))
	}
}

// registryMark is what a socket stream begins with.
var registryMark = []byte{0xff, 0xff, 0xff, 0xff}

// reading is how a file is read, which its report says.
func (l *logReader) reading(path string, first []byte, packed string) reading {
	read, kind := l.format(path, first)
	l.report.begin(path, kind == "text")
	if packed != "" {
		kind += ", " + packed
	}
	l.note(kind)
	return read
}

// format chooses by the first bytes: ids of binary records are small, so that
// their first byte is 0.
func (l *logReader) format(path string, first []byte) (reading, string) {
	damagedBinary := first[0] != '$' && strings.HasSuffix(path, ".bin")
	switch {
	case first[0] != 0 && first[0] != 0xff && !bytes.Equal(first, chunkMagic[:4]) && !damagedBinary:
		if l.text == nil {
			l.text = newTextReader(l.options.Schemas, l.names, l.report, l.handler.Records)
		}
		l.text.names, l.text.line = l.names, 0
		if l.options.Follow {
			// The map is written before the first record that needs an entry.
			l.text.reload = func() {
				if l.mapGrew() && l.loadMap() == nil {
					l.text.names = l.names
				}
			}
		}
		return func(data []byte, _ int64, last bool) int { return l.text.decode(data, last) }, "text"
	case bytes.Equal(first, chunkMagic[:4]):
		chunks := &chunkReader{options: l.options, report: l.report, handle: l.handler.Records}
		return chunks.decode, "chunks"
	case bytes.Equal(first, registryMark):
		dec := newDecoder(l.options.Schemas, true, l.report, nil, l.handler.Records)
		dec.runner, _ = l.handler.(Runner)
		dec.declared(l.options.ByteLengths)
		return dec.decode, "recorded socket stream"
	default:
		return l.binaryReading(), "binary"
	}
}

// binaryReading decodes binary records with the strings of the map.
func (l *logReader) binaryReading() reading {
	if l.binary == nil {
		l.binary = newDecoder(l.options.Schemas, false, l.report, newBudget(3*maxMap), l.handler.Records)
		l.binary.runner, _ = l.handler.(Runner)
		l.useStrings()
	}
	return func(data []byte, offset int64, last bool) int {
		if l.options.Follow && !l.allSaid(data) {
			// The map is written before the records that need it.
			if l.loadMap() == nil {
				l.useStrings()
			}
		}
		return l.binary.decode(data, offset, last)
	}
}

func (l *logReader) useStrings() {
	for id, text := range l.names {
		l.binary.define(id, text)
	}
	l.report.strings.Store(int64(l.binary.strings.count))
}

// allSaid reports whether the first record of data uses known strings only.
func (l *logReader) allSaid(data []byte) bool {
	if len(data) < 4 {
		return true
	}
	l.binary.ahead = nil
	size, ok := l.binary.plausibleRecord(int32(binary.BigEndian.Uint32(data)), append(data[:len(data):len(data)], make([]byte, 12)...))
	return ok && size > 0
}

// logBuffer is how much of a file is read at once.
const logBuffer = 1 << 20

// pump reads the content of a log that is followed, and waits at its end.
func (l *logReader) pump(ctx context.Context, content io.Reader, read reading, more func() bool) {
	if l.buf == nil {
		l.buf = make([]byte, logBuffer)
	}
	var offset int64
	filled, ended := 0, false
	for ctx.Err() == nil {
		if filled == len(l.buf) { // a record larger than the buffer
			if len(l.buf) >= maxRecord {
				l.report.fault(offset, "a record is larger than 16 MiB; the rest of the file is skipped")
				l.report.skipped.Add(int64(filled))
				return
			}
			l.buf = append(l.buf, make([]byte, len(l.buf))...)
		}
		n, err := content.Read(l.buf[filled:])
		filled += n
		l.report.bytes.Add(int64(n))
		if n > 0 {
			l.report.lastRecord.Store(time.Now().UnixNano())
		}
		if n > 0 {
			used := read(l.buf[:filled], offset, false)
			offset += int64(used)
			filled = copy(l.buf, l.buf[used:filled])
		}
		if err == nil {
			continue
		}
		if errors.Is(err, io.EOF) && !ended {
			if n == 0 && filled > 0 {
				l.rest(&filled, &offset, read)
			}
			ended = !more() // what was written while more waited is still to be read
			continue
		}
		if !errors.Is(err, io.EOF) {
			l.report.fault(offset, fmt.Sprintf("the file cannot be read to its end: %v", err))
		}
		read(l.buf[:filled], offset, true)
		return
	}
	l.rest(&filled, &offset, read)
}

// rest reads the last line of a log that is followed when nothing came for a
// while: its end may otherwise only be seen when the next line begins.
func (l *logReader) rest(filled *int, offset *int64, read reading) {
	if l.text == nil || !l.options.Follow {
		return
	}
	l.text.quiet = true
	used := read(l.buf[:*filled], *offset, false)
	l.text.quiet = false
	*offset += int64(used)
	*filled = copy(l.buf, l.buf[used:*filled])
}

// isArchive reports whether a file is a whole log in a zip.
func isArchive(path string) bool {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return false // a pipe would be waited for
	}
	archive, err := zip.OpenReader(path)
	if err != nil {
		return false
	}
	defer archive.Close()
	return slices.ContainsFunc(archive.File, func(f *zip.File) bool { return strings.HasSuffix(f.Name, ".map") })
}

// archive reads a whole log from a zip.
func (l *logReader) archive(ctx context.Context) error {
	archive, err := zip.OpenReader(l.log.path)
	if err != nil {
		return fmt.Errorf("cannot read %s: %w", l.log.path, err)
	}
	defer archive.Close()
	slices.SortFunc(archive.File, func(a, b *zip.File) int { return strings.Compare(a.Name, b.Name) })
	for _, file := range archive.File {
		if strings.HasSuffix(file.Name, ".map") {
			if err := l.entry(file, l.useMap); err != nil {
				return err
			}
		}
	}
	for _, file := range archive.File {
		if file.FileInfo().IsDir() || !isData(file.Name) {
			continue
		}
		err := l.entry(file, func(in io.Reader) error {
			l.content(ctx, filepath.Join(l.log.path, filepath.Base(file.Name)), &boundedReader{in: in})
			return ctx.Err()
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (l *logReader) entry(file *zip.File, read func(io.Reader) error) error {
	in, err := file.Open()
	if err != nil {
		return fmt.Errorf("cannot read %s in %s: %w", file.Name, l.log.path, err)
	}
	defer in.Close()
	return read(in)
}
