package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"beagle/model"
)

// Bus is a connection to the server, and the streams there.
type Bus struct {
	conn  *nats.Conn
	js    jetstream.JetStream
	name  string
	url   string
	setup Setup
	look  time.Duration // how often a reader looks whether there is something that it does not get
}

// Setup is what a hub has laid down for all others.
type Setup struct {
	Format     string        `json:"format"`
	Partitions int           `json:"partitions"`
	Quiet      time.Duration `json:"quiet_ns"`
	Created    time.Time     `json:"created"`
}

// setupFormat names the version of streams and messages.
const setupFormat = "beagle traces over machines 1"

// MaxPartitions bounds the partitions; 16 are usual.
const MaxPartitions = 256

// Streams that a hub creates.
const (
	in    = "IN"
	out   = "OUT"
	state = "STATE"
)

func (b *Bus) stream(which string) string { return strings.ToUpper(b.name) + "_" + which }

// Subjects, by stream.
func (b *Bus) inSubject(partition int) string { return fmt.Sprintf("%s.in.%d", b.name, partition) }

func (b *Bus) outSubject(partition int) string { return fmt.Sprintf("%s.out.%d", b.name, partition) }
func (b *Bus) stateSubject(key string) string  { return b.name + ".state." + key }
func (b *Bus) aliveSubject() string            { return b.name + ".alive" }

// URL is the server's address, without passwords.
func (b *Bus) URL() string { return b.url }

// Connected reports whether the server answers at present.
func (b *Bus) Connected() bool { return b.conn.IsConnected() }

// Partitions is the number of partitions.
func (b *Bus) Partitions() int { return b.setup.Partitions }

// Quiet is Layout.Quiet, as the hub has laid it down.
func (b *Bus) Quiet() time.Duration { return b.setup.Quiet }

// Close ends the connection.
func (b *Bus) Close() { b.conn.Close() }

// MaxBody is the largest message that the server takes, with some room for
// its head.
func (b *Bus) MaxBody() int { return max(int(b.conn.MaxPayload())-4096, 16<<10) }

// Layout says how a hub creates the streams.
type Layout struct {
	Partitions int
	// Quiet is after how long without a record a distributed trace is taken for
	// complete. It is the time of the partition's stream that counts, so that it
	// makes no difference when a worker reads it.
	Quiet    time.Duration
	Replicas int   // of each stream, in a cluster: 1, 3 or 5
	Bytes    int64 // at most kept in IN, and in OUT; 0: no limit
}

// Create makes the streams, or finds them as they are.
func (b *Bus) Create(ctx context.Context, l Layout) error {
	info, err := b.js.Stream(ctx, b.stream(state))
	if err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
		return fmt.Errorf("look for streams on %s: %w", b.url, err)
	}
	if info == nil {
		for _, config := range b.configs(l) {
			if _, err := b.js.CreateStream(ctx, config); err != nil {
				return b.cannotCreate(config.Name, err)
			}
		}
		body, err := json.Marshal(Setup{setupFormat, l.Partitions, l.Quiet, time.Now().UTC()})
		if err != nil {
			return err
		}
		// Of two hubs that start at once the first one's word counts.
		if _, err := b.js.Publish(ctx, b.stateSubject("setup"), body, jetstream.WithExpectLastSequencePerSubject(0)); err != nil && !fenced(err) {
			return fmt.Errorf("lay down the streams' form: %w", err)
		}
	}
	return b.Attach(ctx)
}

func (b *Bus) configs(l Layout) []jetstream.StreamConfig {
	bytes := l.Bytes
	if bytes <= 0 {
		bytes = -1
	}
	form := func(which, subjects, what string) jetstream.StreamConfig {
		return jetstream.StreamConfig{
			Name: b.stream(which), Subjects: []string{b.name + subjects}, Description: "beagle: " + what,
			Storage: jetstream.FileStorage, Replicas: max(1, l.Replicas), MaxBytes: bytes,
			// What does not fit is refused, and stays where it is; nothing is
			// dropped that was once taken.
			Discard: jetstream.DiscardNew,
		}
	}
	totals := form(state, ".state.>", "totals, and how far each agent's parts are in")
	totals.MaxMsgsPerSubject, totals.Discard, totals.MaxBytes = 1, jetstream.DiscardOld, -1
	return []jetstream.StreamConfig{
		form(in, ".in.*", "parts of reduced traces, and records of distributed ones, from agents"),
		form(out, ".out.*", "checkpoints of workers"),
		totals,
	}
}

// cannotCreate says what is wrong with a stream that is there already, or cannot
// be.
func (b *Bus) cannotCreate(name string, err error) error {
	if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) || strings.Contains(err.Error(), "overlap") {
		return model.Problem{Severity: model.Error, Message: fmt.Sprintf("the stream %s on %s is somebody else's: %v", name, b.url, err), Hint: "choose another name with --name; nothing was changed"}
	}
	return model.Problem{Severity: model.Error, Message: fmt.Sprintf("cannot create the stream %s on %s: %v", name, b.url, err), Hint: "the hub needs the right to create streams, and the server room for them"}
}

// ErrNoHub says that no hub has created the streams yet.
var ErrNoHub = errors.New("no hub was here yet")

// Attach finds the streams that a hub has created.
func (b *Bus) Attach(ctx context.Context) error {
	message, err := b.last(ctx, state, b.stateSubject("setup"))
	if errors.Is(err, jetstream.ErrStreamNotFound) || err == nil && message == nil {
		return fmt.Errorf("%w: %w", ErrNoHub, model.Problem{Severity: model.Error, Message: fmt.Sprintf("there are no streams called %s on %s", strings.ToUpper(b.name), b.url), Hint: "start beagle hub there once; --name must be the hub's"})
	}
	if err != nil {
		return fmt.Errorf("look for streams on %s: %w", b.url, err)
	}
	var s Setup
	if json.Unmarshal(message.Data, &s) != nil || s.Format != setupFormat || s.Partitions < 1 || s.Partitions > MaxPartitions || s.Quiet <= 0 {
		return model.Problem{Severity: model.Error, Message: fmt.Sprintf("the streams called %s on %s are of another version of Beagle (%.40q, not %q)", strings.ToUpper(b.name), b.url, s.Format, setupFormat), Hint: "use the version that made them, or begin anew with another --name"}
	}
	b.setup = s
	return nil
}

// AttachPatiently is Attach that waits for a hub.
func (b *Bus) AttachPatiently(ctx context.Context, say func(line string)) error {
	for said := false; ; {
		err := b.Attach(ctx)
		if err == nil || !errors.Is(err, ErrNoHub) && !Passing(err) {
			return err
		}
		if !said {
			said = true
			say("waiting for beagle hub: " + strings.TrimPrefix(err.Error(), ErrNoHub.Error()+": "))
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(500 * time.Millisecond):
		}
	}
}

// Passing reports whether an error may go away by itself: nobody answers at
// present, or another one leads a cluster now.
func Passing(err error) bool {
	var api *jetstream.APIError
	if errors.As(err, &api) && api.Code == 503 {
		return true
	}
	for _, one := range []error{
		context.DeadlineExceeded, nats.ErrTimeout, nats.ErrNoResponders, nats.ErrDisconnected, nats.ErrConnectionReconnecting,
		nats.ErrReconnectBufExceeded, nats.ErrNoServers, nats.ErrConnectionClosed, jetstream.ErrNoStreamResponse, errStalled,
	} {
		if errors.Is(err, one) {
			return true
		}
	}
	return false
}

// fenced reports whether a message was refused because another one came first.
func fenced(err error) bool {
	var api *jetstream.APIError
	// Servers of a cluster say it by another number, without the sequence.
	const wrongLastSequenceConstant jetstream.ErrorCode = 10164
	return errors.As(err, &api) && (api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || api.ErrorCode == wrongLastSequenceConstant)
}

// patience bounds one question to the server.
const patience = 5 * time.Second

// last is the last message of a subject; nil: there is none.
func (b *Bus) last(ctx context.Context, which, subject string) (*jetstream.RawStreamMsg, error) {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	stream, err := b.js.Stream(ctx, b.stream(which))
	if err != nil {
		return nil, err
	}
	message, err := stream.GetLastMsgForSubject(ctx, subject)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, nil
	}
	return message, err
}

// at is the message with the number; nil: it is gone.
func (b *Bus) at(ctx context.Context, which string, sequence uint64) (*jetstream.RawStreamMsg, error) {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	stream, err := b.js.Stream(ctx, b.stream(which))
	if err != nil {
		return nil, err
	}
	message, err := stream.GetMsg(ctx, sequence)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, nil
	}
	return message, err
}

// purge removes what stands below a number on a subject.
func (b *Bus) purge(ctx context.Context, which, subject string, below uint64) error {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	stream, err := b.js.Stream(ctx, b.stream(which))
	if err != nil {
		return err
	}
	return stream.Purge(ctx, jetstream.WithPurgeSubject(subject), jetstream.WithPurgeSequence(below))
}

// publish appends a message, and returns its number.
func (b *Bus) publish(ctx context.Context, which, subject string, body []byte, options ...jetstream.PublishOpt) (uint64, error) {
	return b.publishMessage(ctx, which, &nats.Msg{Subject: subject, Data: body}, options...)
}

func (b *Bus) publishMessage(ctx context.Context, which string, message *nats.Msg, options ...jetstream.PublishOpt) (uint64, error) {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	ack, err := b.js.PublishMsg(ctx, message, append(options, jetstream.WithExpectStream(b.stream(which)))...)
	if err != nil {
		return 0, err
	}
	return ack.Sequence, nil
}
