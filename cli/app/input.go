package app

import (
	"context"
	"io"
)

// untilStopped reads what a person types, or a file that may have no end, until
// a signal ends the command: a read that waits cannot be ended itself.
type untilStopped struct {
	ctx  context.Context //nolint:containedctx // a reader is handed to parsers, which take no context
	in   io.Reader
	buf  []byte
	rest []byte // of buf: read, not taken yet
	done chan received
	err  error
}

type received struct {
	n   int
	err error
}

// NewUntilStopped reads from in until the context ends.
func NewUntilStopped(ctx context.Context, in io.Reader) *untilStopped {
	return &untilStopped{ctx: ctx, in: in, buf: make([]byte, 1<<16), done: make(chan received, 1)}
}

// Read is the reader's, or the reason why the command was stopped.
func (r *untilStopped) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	if len(r.rest) == 0 {
		if r.err != nil {
			return 0, r.err
		}
		go func() {
			n, err := r.in.Read(r.buf)
			r.done <- received{n, err}
		}()
		select {
		case got := <-r.done:
			r.rest, r.err = r.buf[:got.n], got.err
		case <-r.ctx.Done(): // the read is left behind; the process ends now
			r.err = r.ctx.Err()
		}
		if len(r.rest) == 0 {
			return 0, r.err
		}
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}
