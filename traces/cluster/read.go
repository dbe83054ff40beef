package cluster

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Message is one of a stream.
type Message struct {
	Subject  string    // what stands behind the stream's own prefix: a partition, and of IN the agent's user
	Sequence uint64    // its number in the stream, from 1
	Time     time.Time // when the server took it
	Waiting  uint64    // how many follow it at present
	// Since is, of IN, the first number of the unbroken row of its agent's parts
	// that ends with this one and that the agent still had.
	Since int64
	Data  []byte // its content; it belongs to the reader
}

// Reader gives the messages of a stream in order, each once.
type Reader struct {
	Behind uint64 // how many messages there were to read at the beginning
	Last   uint64 // number of the stream's last message then

	iter jetstream.MessagesContext
	next chan Message
	err  error
	done chan struct{}

	prefix  string
	seen    atomic.Uint64 // number of the last message that came
	came    atomic.Bool   // one did
	handing atomic.Bool   // it waits for its reader to take one
	stalled atomic.Bool
}

// Read reads the parts of the partition from a number on.
func (p Partition) Read(ctx context.Context, from uint64) (*Reader, error) {
	return p.bus.in.read(ctx, p.all, from, p.bus.reading())
}

// ReadOut reads the checkpoints of all partitions from a number on.
func (b *Bus) ReadOut(ctx context.Context, from uint64) (*Reader, error) {
	how := b.reading()
	for number := range b.Partitions() {
		how.subjects = append(how.subjects, b.Partition(number).out)
	}
	return b.out.read(ctx, b.out.subject("*"), from, how)
}

// readAhead bounds what a Reader fetches before it is wanted, in bytes.
const readAhead = 4 << 20

type reading struct {
	ahead int           // how many bytes it fetches before they are wanted
	look  time.Duration // how often it looks whether there is something that it does not get
	// subjects are asked for their last messages; empty: only the subject that is read. A subject with a * is not asked
	// where it fits messages that are removed soon: nats-server 2.9 then finds no last message at all.
	subjects []string
}

// reading bounds how much is read ahead of a stream, in bytes.
func (b *Bus) reading() reading { return reading{ahead: max(readAhead, 2*b.MaxBody()), look: b.look} }

// read reads the messages of a subject, which may end with a *, from a number on.
func (s stream) read(ctx context.Context, subject string, from uint64, how reading) (*Reader, error) {
	asking, stop := context.WithTimeout(ctx, requestTimeout)
	defer stop()
	found, err := s.find(asking)
	if err != nil {
		return nil, err
	}
	// Where the server lost its last messages, in a power cut, numbers are used again.
	last := found.CachedInfo().State.LastSeq
	from = min(from, last+1)
	consumer, err := found.OrderedConsumer(asking, jetstream.OrderedConsumerConfig{
		FilterSubjects: []string{subject}, DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: max(1, from),
		InactiveThreshold: 30 * time.Second, MaxResetAttempts: -1,
	})
	if err != nil {
		return nil, err
	}
	iter, err := consumer.Messages(jetstream.PullMaxBytes(how.ahead), jetstream.PullHeartbeat(2*time.Second), jetstream.PullExpiry(10*time.Second))
	if err != nil {
		return nil, err
	}
	behind := uint64(0)
	if info := consumer.CachedInfo(); info != nil {
		behind = info.NumPending
	}
	r := &Reader{Behind: behind, Last: last, prefix: s.prefix, iter: iter, next: make(chan Message), done: make(chan struct{})}
	r.seen.Store(max(1, from) - 1)
	go r.pump(ctx)
	if how.subjects == nil {
		how.subjects = []string{subject}
	}
	go r.watch(ctx, found, how)
	return r, nil
}

var errStalled = errors.New("the server has messages that it does not hand over")

// lookEvery is how often a reader looks whether there is something that it does not get.
const lookEvery = 5 * time.Second

// watch ends the reading where it has stalled, or where another stream has taken the place of the one that was
// read, whose numbers begin anew; who reads begins anew.
func (r *Reader) watch(ctx context.Context, stream jetstream.Stream, how reading) {
	tick := time.NewTicker(how.look)
	defer tick.Stop()
	late, before := false, uint64(0)
	created := stream.CachedInfo().Created
	for {
		select {
		case <-ctx.Done():
			return
		case <-r.done:
			return
		case <-tick.C:
		}
		seen := r.seen.Load()
		asking, stop := context.WithTimeout(ctx, requestTimeout)
		now, unknown := stream.Info(asking)
		last, err := seen, error(nil)
		if unknown != nil || now.State.LastSeq != seen { // the messages themselves come with the answers
			last, err = lastOf(asking, stream, how.subjects)
		}
		stop()
		replaced := unknown == nil && !now.Created.Equal(created)
		// Less than what came: the server has lost messages, and uses their numbers again.
		moved := err == nil && (last > seen || last < seen && r.came.Load())
		waits := (moved || Gone(err)) && !r.handing.Load()
		if replaced || waits && late && seen == before { // twice in a row
			r.stalled.Store(true)
			r.iter.Stop()
			return
		}
		late, before = waits, seen
	}
}

func lastOf(ctx context.Context, stream jetstream.Stream, subjects []string) (last uint64, err error) {
	for _, subject := range subjects {
		message, failed := stream.GetLastMsgForSubject(ctx, subject)
		switch {
		case failed == nil:
			last = max(last, message.Sequence)
		case !errors.Is(failed, jetstream.ErrMsgNotFound):
			return 0, failed
		}
	}
	if last == 0 {
		return 0, jetstream.ErrMsgNotFound
	}
	return last, nil
}

func (r *Reader) pump(ctx context.Context) {
	defer close(r.next)
	go func() {
		select {
		case <-ctx.Done():
		case <-r.done:
		}
		r.iter.Stop()
	}()
	for {
		message, err := r.iter.Next()
		if err != nil {
			switch {
			case r.stalled.Load():
				r.err = errStalled
			case !errors.Is(err, jetstream.ErrMsgIteratorClosed):
				r.err = err
			}
			return
		}
		about, err := message.Metadata()
		if err != nil {
			r.err = err
			return
		}
		r.handing.Store(true)
		since, _ := strconv.ParseInt(message.Headers().Get(sinceHeader), 10, 64)
		select {
		case r.next <- Message{Subject: strings.TrimPrefix(message.Subject(), r.prefix), Sequence: about.Sequence.Stream, Time: about.Timestamp, Waiting: about.NumPending, Since: since, Data: message.Data()}:
		case <-r.done:
			return
		case <-ctx.Done():
			return
		}
		r.seen.Store(about.Sequence.Stream)
		r.came.Store(true)
		r.handing.Store(false)
	}
}

// Next is a channel of messages; it is closed where the reading failed, see Err, or the context ended.
func (r *Reader) Next() <-chan Message { return r.next }

// Err is why the channel was closed; nil where the context ended.
func (r *Reader) Err() error { return r.err }

// Close ends the reading.
func (r *Reader) Close() { close(r.done) }
