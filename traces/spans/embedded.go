package spans

import (
	"bufio"
	"bytes"
	"errors"
)

// embedded is the JSON within the lines of a log, as Java's logging exporter for OTLP
// prints it behind what the log puts in front of each line. Other lines are passed over.
type embedded struct {
	in   *bufio.Reader
	rest []byte // of a line
	on   bool   // the line goes on, and is JSON
}

// Read gives the JSON of one line after the other.
func (e *embedded) Read(to []byte) (int, error) {
	for len(e.rest) == 0 {
		begins := !e.on
		part, err := e.in.ReadSlice('\n')
		more := errors.Is(err, bufio.ErrBufferFull)
		if err != nil && !more && len(part) == 0 {
			return 0, err
		}
		if begins {
			at := bytes.Index(part, []byte(`{"`))
			if at < 0 || !jsonInLine.Match(part) {
				for more { // the rest of a long line of something else
					_, err = e.in.ReadSlice('\n')
					more = errors.Is(err, bufio.ErrBufferFull)
				}
				continue
			}
			part = part[at:]
		}
		e.rest, e.on = append(e.rest[:0], part...), more
	}
	n := copy(to, e.rest)
	e.rest = e.rest[n:]
	return n, nil
}
