package csvtable

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
)

// limited passes text on, unless a line is too long to be one of a table.
type limited struct {
	r     *bufio.Reader
	line  int // number of the present line, from 0
	long  int // bytes of it so far
	above int // lines in front of the names that were left out; they are handed on empty, so that lines keep their numbers
	given int // of these, handed on
}

// Read hands on what the reader behind it gives, and fails as soon as one line is longer than is allowed:
// encoding/csv keeps a whole line in memory.
func (l *limited) Read(p []byte) (int, error) {
	if l.given < l.above && len(p) > 0 {
		p[0] = '\n'
		l.given++
		l.line++
		return 1, nil
	}
	n, err := l.r.Read(p)
	for rest := p[:n]; len(rest) > 0; {
		end := bytes.IndexByte(rest, '\n')
		if end < 0 {
			l.long += len(rest)
			break
		}
		l.line++
		l.long = 0
		rest = rest[end+1:]
	}
	if l.long > maxLine {
		return 0, problem(l.line+1, fmt.Sprintf("this line is longer than %d bytes", maxLine), "is this a table with a line per observation?")
	}
	return n, err
}

// skipAbove leaves out lines that stand above the names of the columns, as Google Benchmark writes the machine there: those in
// front of the first line that has the target as one of its cells.
func (l *limited) skipAbove(target string) {
	start, _ := l.r.Peek(1 << 16) // an error is Read's to say
	for lines, at := 0, 0; at < len(start) && target != ""; lines++ {
		line, _, _ := bytes.Cut(start[at:], []byte{'\n'})
		cells := bytes.FieldsFunc(line, func(r rune) bool { return r == ',' || r == ';' || r == '\t' })
		if slices.ContainsFunc(cells, func(cell []byte) bool { return string(bytes.Trim(cell, "\" \r\ufeff")) == target }) {
			if lines > 0 && len(cells) > 1 {
				_, _ = l.r.Discard(at) // it was peeked
				l.above = lines
			}
			return
		}
		at += len(line) + 1
	}
}

// separator is what stands between the names in the first line that is no
// comment; a comma where there is only one column.
func (l *limited) separator() (rune, error) {
	start, err := l.r.Peek(1 << 16)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, bufio.ErrBufferFull) {
		return 0, err
	}
	if bytes.HasPrefix(start, []byte("\xff\xfe")) || bytes.HasPrefix(start, []byte("\xfe\xff")) {
		return 0, problem(1, "the text is in UTF-16", "save it as UTF-8, as with: iconv -f UTF-16 -t UTF-8")
	}
	if bytes.IndexByte(start, 0) >= 0 {
		return 0, problem(1, "this is no text", "a table is text with a line per observation")
	}
	if mark := []byte("\ufeff"); bytes.HasPrefix(start, mark) { // before a quote it would make the quote part of the name
		start = start[len(mark):]
		if _, err := l.r.Discard(len(mark)); err != nil {
			return 0, err
		}
	}
	for len(start) > 0 {
		line, rest, _ := bytes.Cut(start, []byte{'\n'})
		if len(bytes.TrimSpace(line)) == 0 || line[0] == '#' {
			start = rest
			continue
		}
		best, most := ',', 0
		for _, r := range []rune{',', ';', '\t'} {
			if count := bytes.Count(line, []byte(string(r))); count > most {
				best, most = r, count
			}
		}
		return best, nil
	}
	return ',', nil
}
