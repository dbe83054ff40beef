package cluster

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// stream is one of the streams of a hub.
type stream struct {
	js     jetstream.JetStream
	name   string // at the server, e.g. BEAGLE_IN
	prefix string // of its subjects, with the dot, e.g. "beagle.in."
	handle *handle
}

// handle is the stream as the server told of it once, for questions that do not depend on how full it is.
type handle struct {
	mu    sync.Mutex
	found jetstream.Stream
}

func streamOf(js jetstream.JetStream, site, short string) stream {
	return stream{js, strings.ToUpper(site + "_" + short), site + "." + short + ".", &handle{}}
}

func (s stream) subject(of string) string { return s.prefix + of }

func (s stream) find(ctx context.Context) (jetstream.Stream, error) {
	found, err := s.js.Stream(ctx, s.name)
	if err == nil || Gone(err) {
		s.handle.mu.Lock()
		defer s.handle.mu.Unlock()
		s.handle.found = found
	}
	return found, err
}

func (s stream) known(ctx context.Context) (jetstream.Stream, error) {
	s.handle.mu.Lock()
	found := s.handle.found
	s.handle.mu.Unlock()
	if found != nil {
		return found, nil
	}
	return s.find(ctx)
}

const requestTimeout = 5 * time.Second

func (s stream) last(ctx context.Context, subject string) (*jetstream.RawStreamMsg, error) {
	return s.message(ctx, func(ctx context.Context, found jetstream.Stream) (*jetstream.RawStreamMsg, error) {
		return found.GetLastMsgForSubject(ctx, subject)
	})
}

// direct is last for those who may ask for certain subjects only: the subject is in the question's own.
func (s stream) direct(ctx context.Context, subject string) (*jetstream.RawStreamMsg, error) {
	ctx, stop := context.WithTimeout(ctx, requestTimeout)
	defer stop()
	m, err := s.js.Conn().RequestWithContext(ctx, "$JS.API.DIRECT.GET."+s.name+"."+subject, nil)
	if errors.Is(err, nats.ErrNoResponders) {
		return nil, jetstream.ErrStreamNotFound
	}
	if err != nil {
		return nil, err
	}
	const none = "404"
	switch status := m.Header.Get("Status"); status {
	case "":
	case none:
		return nil, nil
	default:
		return nil, fmt.Errorf("the server does not tell %s: %s %s", subject, status, m.Header.Get("Description"))
	}
	sequence, err := strconv.ParseUint(m.Header.Get("Nats-Sequence"), 10, 64)
	return &jetstream.RawStreamMsg{Subject: subject, Sequence: sequence, Header: m.Header, Data: m.Data}, err
}

func (s stream) at(ctx context.Context, sequence uint64) (*jetstream.RawStreamMsg, error) {
	return s.message(ctx, func(ctx context.Context, found jetstream.Stream) (*jetstream.RawStreamMsg, error) {
		return found.GetMsg(ctx, sequence)
	})
}

func (s stream) message(ctx context.Context, get func(context.Context, jetstream.Stream) (*jetstream.RawStreamMsg, error)) (*jetstream.RawStreamMsg, error) {
	asking, stop := context.WithTimeout(ctx, requestTimeout)
	defer stop()
	found, err := s.known(asking)
	if err != nil {
		return nil, err
	}
	message, err := get(asking, found)
	switch {
	case errors.Is(err, jetstream.ErrMsgNotFound):
		return nil, nil
	case Passing(err): // nobody answers for a stream that is gone
		if missing := s.there(ctx); Gone(missing) {
			err = missing
		}
	}
	return message, err
}

func (s stream) there(ctx context.Context) error {
	ctx, stop := context.WithTimeout(ctx, requestTimeout)
	defer stop()
	_, err := s.find(ctx)
	return err
}

// purge removes what stands below a number on a subject.
func (s stream) purge(ctx context.Context, subject string, below uint64) error {
	if below <= 1 {
		return nil
	}
	ctx, stop := context.WithTimeout(ctx, requestTimeout)
	defer stop()
	found, err := s.known(ctx)
	if err != nil {
		return err
	}
	return found.Purge(ctx, jetstream.WithPurgeSubject(subject), jetstream.WithPurgeSequence(below))
}

func (s stream) publish(ctx context.Context, subject string, body []byte, options ...jetstream.PublishOpt) (uint64, error) {
	return s.publishMessage(ctx, &nats.Msg{Subject: subject, Data: body}, options...)
}

// publishBehind appends a message where the last one of its subject has that number (0: there is
// none); ErrFenced says that there is another one.
func (s stream) publishBehind(ctx context.Context, subject string, body []byte, last uint64) (uint64, error) {
	number, err := s.publish(ctx, subject, body, jetstream.WithExpectLastSequencePerSubject(last))
	if fenced(err) {
		err = ErrFenced
		if s.contradicts(ctx, subject, last) {
			err = &DamagedError{s, errContradiction}
		}
	}
	return number, err
}

// goOn appends a message behind the one at last, and moves that to it.
func (s stream) goOn(ctx context.Context, subject string, body []byte, last *uint64, unfenced bool) (err error) {
	var number uint64
	if unfenced {
		number, err = s.publish(ctx, subject, body)
	} else {
		number, err = s.publishBehind(ctx, subject, body, *last)
	}
	if err == nil {
		*last = number
	}
	return err
}

// publishMessage publishes and waits until the server has it on its disk; the result is its number in the stream.
func (s stream) publishMessage(ctx context.Context, message *nats.Msg, options ...jetstream.PublishOpt) (uint64, error) {
	ctx, stop := context.WithTimeout(ctx, requestTimeout)
	defer stop()
	ack, err := s.js.PublishMsg(ctx, message, append(options, jetstream.WithExpectStream(s.name))...)
	if err != nil {
		return 0, s.refused(err)
	}
	return ack.Sequence, nil
}

// publishAll publishes messages in their order, without waiting for the answer to each, and returns when the server
// has all of them on its disk, or refused one; the result is the last one's number in the stream.
func (s stream) publishAll(ctx context.Context, messages []*nats.Msg) (last uint64, err error) {
	ctx, stop := context.WithTimeout(ctx, requestTimeout)
	defer stop()
	var all []jetstream.PubAckFuture
	for _, message := range messages {
		one, err := s.js.PublishMsgAsync(message, jetstream.WithExpectStream(s.name))
		if err != nil {
			return 0, err
		}
		all = append(all, one)
	}
	for _, one := range all {
		select {
		case ack := <-one.Ok():
			last = ack.Sequence
		case err := <-one.Err():
			return 0, s.refused(err)
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
	return last, nil
}

// fenced reports whether a message was refused because another one came first.
func fenced(err error) bool {
	var api *jetstream.APIError
	// Servers of a cluster say it by another number, without the sequence.
	const wrongLastSequenceConstant jetstream.ErrorCode = 10164
	return errors.As(err, &api) && (api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || api.ErrorCode == wrongLastSequenceConstant)
}
