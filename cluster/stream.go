package cluster

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// stream is one of the streams of a hub. Its subjects begin with its own prefix,
// so that what stands after it (a partition, a key) tells them apart.
type stream struct {
	js     jetstream.JetStream
	name   string // at the server, e.g. BEAGLE_IN
	prefix string // of its subjects, with the dot, e.g. "beagle.in."
}

// streamOf is the stream of a site by its short name: in, out or state.
func streamOf(js jetstream.JetStream, site, short string) stream {
	return stream{js, strings.ToUpper(site + "_" + short), site + "." + short + "."}
}

// subject is where messages of a partition, or of a key, stand.
func (s stream) subject(of string) string { return s.prefix + of }

// find asks the server for the stream.
func (s stream) find(ctx context.Context) (jetstream.Stream, error) { return s.js.Stream(ctx, s.name) }

// requestTimeout bounds one question to the server.
const requestTimeout = 5 * time.Second

// last is the last message of a subject; nil: there is none.
func (s stream) last(ctx context.Context, subject string) (*jetstream.RawStreamMsg, error) {
	ctx, stop := context.WithTimeout(ctx, requestTimeout)
	defer stop()
	found, err := s.find(ctx)
	if err != nil {
		return nil, err
	}
	message, err := found.GetLastMsgForSubject(ctx, subject)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, nil
	}
	return message, err
}

// at is the message with the number; nil: it is gone.
func (s stream) at(ctx context.Context, sequence uint64) (*jetstream.RawStreamMsg, error) {
	ctx, stop := context.WithTimeout(ctx, requestTimeout)
	defer stop()
	found, err := s.find(ctx)
	if err != nil {
		return nil, err
	}
	message, err := found.GetMsg(ctx, sequence)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, nil
	}
	return message, err
}

// purge removes what stands below a number on a subject.
func (s stream) purge(ctx context.Context, subject string, below uint64) error {
	ctx, stop := context.WithTimeout(ctx, requestTimeout)
	defer stop()
	found, err := s.find(ctx)
	if err != nil {
		return err
	}
	return found.Purge(ctx, jetstream.WithPurgeSubject(subject), jetstream.WithPurgeSequence(below))
}

// publish appends a message, and returns its number.
func (s stream) publish(ctx context.Context, subject string, body []byte, options ...jetstream.PublishOpt) (uint64, error) {
	return s.publishMessage(ctx, &nats.Msg{Subject: subject, Data: body}, options...)
}

// publishMessage publishes and waits until the server has it on its disk; the result is its number in the
// stream.
func (s stream) publishMessage(ctx context.Context, message *nats.Msg, options ...jetstream.PublishOpt) (uint64, error) {
	ctx, stop := context.WithTimeout(ctx, requestTimeout)
	defer stop()
	ack, err := s.js.PublishMsg(ctx, message, append(options, jetstream.WithExpectStream(s.name))...)
	if err != nil {
		return 0, err
	}
	return ack.Sequence, nil
}

// fenced reports whether a message was refused because another one came first.
func fenced(err error) bool {
	var api *jetstream.APIError
	// Servers of a cluster say it by another number, without the sequence.
	const wrongLastSequenceConstant jetstream.ErrorCode = 10164
	return errors.As(err, &api) && (api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || api.ErrorCode == wrongLastSequenceConstant)
}
