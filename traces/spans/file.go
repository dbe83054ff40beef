package spans

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"time"

	"beagle/traces/kieker"
)

const headBytes = 64 << 10

// DetectFile is the format of what a reader gives, which can be read on from its beginning.
func DetectFile(in io.Reader) (Format, *bufio.Reader) {
	whole := bufio.NewReaderSize(in, headBytes)
	head, _ := whole.Peek(headBytes)
	return detect(head), whole
}

// Read gives the spans of a file to the gatherer. What it cannot understand stands in the gatherer's report.
func (g *Gatherer) Read(in io.Reader) error {
	format, whole := DetectFile(&counted{in, g.report})
	g.report.SetKind("spans: " + format.String())
	each := func(s Span) { g.Add(s, time.Now()) }
	skipped := g.report.Fault
	switch format {
	case Protobuf:
		return messages(whole, each)
	case Document:
		if mark, _ := whole.Peek(len(byteOrderMark)); bytes.Equal(mark, byteOrderMark) {
			_, _ = whole.Discard(len(byteOrderMark))
		}
		return JSON(whole, each, skipped)
	case Inspected:
		return JSON(&inspected{in: whole}, each, skipped)
	case Lines:
		return JSON(&embedded{in: whole}, each, skipped)
	case Printed:
		head, _ := whole.Peek(headBytes)
		return errors.New(printedBy(head))
	default:
		return errors.New("it holds no spans of OpenTelemetry, Jaeger or Zipkin")
	}
}

type counted struct {
	in     io.Reader
	report *kieker.Reading
}

func (c *counted) Read(to []byte) (int, error) {
	n, err := c.in.Read(to)
	c.report.Bytes.Add(int64(n))
	if n > 0 {
		c.report.LastRecord.Store(time.Now().UnixNano())
	}
	return n, err
}

// messages reads OTLP's messages, each behind its length, as the collector's file
// exporter writes them, or a single one.
func messages(in *bufio.Reader, each func(Span)) error {
	if first, _ := in.Peek(1); len(first) == 1 && first[0] == 0x0a { // a length would be 160 MiB and more
		data, err := bounded(in)
		if err != nil {
			return err
		}
		return OTLP(data, each)
	}
	for {
		var length [4]byte
		if _, err := io.ReadFull(in, length[:]); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		size := binary.BigEndian.Uint32(length[:])
		if size > maxDocument {
			return fmt.Errorf("a message cannot have %d bytes", size)
		}
		data, err := bounded(io.LimitReader(in, int64(size)))
		if err != nil {
			return err
		}
		if len(data) < int(size) {
			_ = OTLP(data, each)
			return io.ErrUnexpectedEOF
		}
		if err := OTLP(data, each); err != nil {
			return err
		}
	}
}

func bounded(in io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(in, maxDocument+1))
	if err == nil && len(data) > maxDocument {
		return nil, fmt.Errorf("one message is larger than %d MiB", maxDocument>>20)
	}
	return data, err
}

// embedded is the JSON within the lines of a log.
type embedded struct {
	in   *bufio.Reader
	rest []byte // of a line
	on   bool   // the line goes on, and is JSON
}

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
