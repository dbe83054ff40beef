package cluster

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// A server may lose a stream, or what it keeps of one may be damaged so that it takes nothing more.

// DamagedError says that a stream takes no messages any more, since the server's files of it are damaged.
type DamagedError struct {
	stream stream
	cause  error
}

func (d *DamagedError) Error() string {
	return fmt.Sprintf("the server's files of the stream %s are damaged: %v", d.stream.name, d.cause)
}

func (d *DamagedError) Unwrap() error { return d.cause }

// Remove removes the stream, so that Bus.Create lays it down again.
func (d *DamagedError) Remove(ctx context.Context) error {
	ctx, stop := context.WithTimeout(ctx, requestTimeout)
	defer stop()
	if err := d.stream.js.DeleteStream(ctx, d.stream.name); err != nil && !Gone(err) {
		return err
	}
	return nil
}

// storeFailed is JSStreamStoreFailedF of nats-server: what it is, only the text says. It may also be that the
// disk or the stream is full.
const storeFailed jetstream.ErrorCode = 10077

// signsOfDamage are what nats-server 2.9 and later say of a store whose blocks are damaged.
var signsOfDamage = []string{"corrupt", "did not match", "block data missing", "partial cache", "bad message"}

func (s stream) refused(err error) error {
	var api *jetstream.APIError
	if errors.As(err, &api) && api.ErrorCode == storeFailed {
		for _, sign := range signsOfDamage {
			if strings.Contains(api.Description, sign) {
				return &DamagedError{s, err}
			}
		}
	}
	return err
}

// errContradiction is the damage of a stream that takes nothing on a subject.
var errContradiction = errors.New("its last message is not the one that the server knows")

// contradicts reports whether the last message of a subject is the one behind which the server wrote nothing.
func (s stream) contradicts(ctx context.Context, subject string, last uint64) bool {
	number, alone, err := s.lastNumber(ctx, subject)
	return err == nil && alone && number == last
}

// has checks that the server has a message that it took, by its number.
func (s stream) has(ctx context.Context, subject string, number uint64) error {
	last, alone, err := s.lastNumber(ctx, subject)
	if err == nil && alone && last < number {
		return &DamagedError{s, errContradiction}
	}
	return err
}

// lastNumber is the number of the last message of a subject, 0 where there is none. alone is false where several
// servers keep the stream, of which one may just be behind the others: then nothing is asked.
func (s stream) lastNumber(ctx context.Context, subject string) (number uint64, alone bool, err error) {
	found, err := s.known(ctx)
	if err != nil || found.CachedInfo().Config.Replicas > 1 {
		return 0, false, err
	}
	message, err := s.last(ctx, subject)
	if err != nil || message == nil {
		return 0, true, err
	}
	return message.Sequence, true, nil
}

// Probe is the subject of what only tries whether a stream takes it.
const Probe = "probe"

// Whole tries whether the server has the streams of traces, and takes messages there. Gone and DamagedError
// tell what can be mended.
func (b *Bus) Whole(ctx context.Context) error {
	for _, s := range []stream{b.in, b.out, b.state} {
		if err := s.there(ctx); err != nil {
			return fmt.Errorf("the stream %s: %w", s.name, err)
		}
		number, err := s.publish(ctx, s.subject(Probe), nil)
		if err == nil {
			err = s.purge(ctx, s.subject(Probe), number)
		}
		if err != nil {
			return fmt.Errorf("the stream %s takes nothing at present: %w", s.name, err)
		}
	}
	return nil
}
