package csvtable

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// limited passes text on, unless a line is too long to be one of a table.
type limited struct {
	r    *bufio.Reader
	line int // number of the present line, from 0
	long int // bytes of it so far
}

// Read hands on what the reader behind it gives, and fails as soon as one line is longer than is allowed:
// encoding/csv keeps a whole line in memory.
func (l *limited) Read(p []byte) (int, error) {
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
