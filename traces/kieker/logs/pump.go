package logs

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"beagle/internal/safe"
)

func (l *follower) follow(ctx context.Context, path string) error {
	l.report.Begin(path, false)
	in, err := safe.Open(ctx, path)
	if err != nil {
		l.report.Fault(0, "cannot open the file: "+safe.Cause(err).Error())
		return nil
	}
	defer in.Close()
	more := func() bool { return l.grows(ctx, path) }
	growing := &tail{in: in, more: more}
	plain, packed, err := decompress(bufio.NewReaderSize(growing, 64<<10))
	if err != nil {
		l.report.Fault(0, err.Error())
		return ctx.Err()
	}
	content := bufio.NewReaderSize(plain, 16)
	first, err := content.Peek(4)
	if len(first) == 0 {
		if !errors.Is(err, io.EOF) {
			l.report.Fault(0, fmt.Sprintf("the file cannot be read: %v", err))
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

// logBuffer is how much of a file is read at once.
const logBuffer = 1 << 20

func (l *follower) pump(ctx context.Context, content io.Reader, read reading, more func() bool) {
	if l.buf == nil {
		l.buf = make([]byte, logBuffer)
	}
	var offset int64
	filled, ended := 0, false
	for ctx.Err() == nil {
		if filled == len(l.buf) { // a record larger than the buffer
			if len(l.buf) >= maxRecord {
				l.report.Fault(offset, "a record is larger than 16 MiB; the rest of the file is skipped")
				l.report.Skipped.Add(int64(filled))
				return
			}
			l.buf = append(l.buf, make([]byte, len(l.buf))...)
		}
		n, err := content.Read(l.buf[filled:])
		filled += n
		l.report.Bytes.Add(int64(n))
		if n > 0 {
			l.report.LastRecord.Store(time.Now().UnixNano())
		}
		if n > 0 && !l.decode(ctx, read, &filled, &offset, false) {
			return
		}
		if err == nil {
			continue
		}
		if errors.Is(err, io.EOF) && !ended {
			if n == 0 && filled > 0 && !l.decode(ctx, l.quiet(read), &filled, &offset, false) {
				return
			}
			ended = !more() // what was written while more waited is still to be read
			continue
		}
		if !errors.Is(err, io.EOF) {
			l.report.Fault(offset, fmt.Sprintf("the file cannot be read to its end: %v", err))
		}
		l.decode(ctx, read, &filled, &offset, true)
		return
	}
	l.finish(ctx, read, &filled, &offset)
}

// finish reads the last line when the context has ended, and records behind one that could not be read, as of a log
// that has ended. A record that is being written is no fault.
func (l *follower) finish(ctx context.Context, read reading, filled *int, offset *int64) {
	if l.binary != nil && l.binary.Lost() {
		l.wait(false)
		l.decode(ctx, read, filled, offset, true)
		return
	}
	l.decode(ctx, l.quiet(read), filled, offset, false)
}

// quiet reads the last line of a log that is followed when nothing came for a while.
func (l *follower) quiet(read reading) reading {
	return func(data []byte, offset int64, last bool) int {
		if l.text == nil {
			return 0
		}
		l.text.Quiet(true)
		defer l.text.Quiet(false)
		return read(data, offset, last)
	}
}
