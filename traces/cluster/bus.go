// Package cluster spreads work over machines, on NATS JetStream: what is learnt (package learn/spread), launches
// (measure/remote), and the reduction of traces: agents beside the measured programs reduce what they see, workers
// merge that (and join traces whose records come from several programs), and totals is what everybody reads. Nothing
// here is needed by one process alone.
//
// Learning and launches are tasks that workers take and answer (Work). Three streams carry traces. IN has a subject
// for each of a fixed number of partitions, to which agents append numbered parts. OUT has a subject for each
// partition, too, on which its owner publishes checkpoints: how far the partition's input was read, and what that
// added. STATE has the totals that a hub writes from time to time, so that OUT stays short.
//
// Each part counts exactly once, whoever dies, because of two rules. A checkpoint says which message was the last one
// on its subject; the server refuses it if another one came in between, so that a worker which was frozen and woke up
// too late cannot add anything twice (it is fenced off). And parts of an agent are taken in the order of their
// numbers only; an agent keeps them on its disk until the totals tell that they are in, and sends again what is not.
// Time plays no role in either: an owner that is wrong about being one does no harm. docs/machines.md says how to
// operate it. Only what a nats-server of version 2.9 knows is used.
package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"beagle/model"
)

// Bus is a connection to the server, and the streams there as a hub has laid them down.
type Bus struct {
	conn  *nats.Conn
	js    jetstream.JetStream
	name  string
	role  string
	user  string // whose parts are sent, of an agent
	url   string
	setup Setup
	look  time.Duration // how often a reader looks whether there is something that it does not get

	in     stream // parts of agents, a subject a partition
	out    stream // checkpoints of workers, a subject a partition
	state  stream // totals and what agents are told, a subject a key
	learn  stream // elements that runs have learnt elsewhere, see Work
	launch stream // programs that they have launched elsewhere
}

func newBus(conn *nats.Conn, js jetstream.JetStream, name, role, user, url string) *Bus {
	return &Bus{
		conn: conn, js: js, name: name, role: role, user: user, url: url, look: lookEvery,
		in: streamOf(js, name, "in"), out: streamOf(js, name, "out"), state: streamOf(js, name, "state"),
		learn: streamOf(js, name, "learn"), launch: streamOf(js, name, "launch"),
	}
}

// Setup is what a hub has laid down for all others.
type Setup struct {
	Format     string        `json:"format"`     // of all messages; members of another format refuse to take part
	Partitions int           `json:"partitions"` // into how many parts distributed traces are divided
	Quiet      time.Duration `json:"quiet_ns"`   // see Layout.Quiet
	Created    time.Time     `json:"created"`    // when the hub laid it down
}

const setupFormat = "beagle traces over machines 5"

// MaxPartitions bounds the partitions; 16 are usual.
const MaxPartitions = 256

// URL is the server's address, without passwords.
func (b *Bus) URL() string { return b.url }

// Setup is what a hub has laid down.
func (b *Bus) Setup() Setup { return b.setup }

// Connected reports whether the server answers at present.
func (b *Bus) Connected() bool { return b.conn.IsConnected() }

// Partitions is the number of partitions.
func (b *Bus) Partitions() int { return b.setup.Partitions }

// Quiet is Layout.Quiet, as the hub has laid it down.
func (b *Bus) Quiet() time.Duration { return b.setup.Quiet }

// Close ends the connection.
func (b *Bus) Close() { b.conn.Close() }

// MaxBody is the largest message that the server takes, with some room for its head.
func (b *Bus) MaxBody() int { return max(int(b.conn.MaxPayload())-4096, 16<<10) }

// State is what the hub has written down.
func (b *Bus) State() State { return State{b.state} }

// Partition is the one with the number, from 0.
func (b *Bus) Partition(number int) Partition {
	of := strconv.Itoa(number)
	return Partition{b, number, b.in.subject(of + "." + b.user), b.in.subject(of + ".*"), b.out.subject(of)}
}

// Unsent is a packed part that is to be appended.
type Unsent struct {
	Part []byte // as it goes over the network
	// Since is the first number of the unbroken row of parts that ends with this one and that the agent still has.
	Since int64
}

// Layout says how a hub creates the streams.
type Layout struct {
	Partitions int // into how many parts distributed traces are divided; each has one worker at a time
	// Quiet is after how long without a record a distributed trace is taken for complete. It is the time of the
	// partition's stream that counts, so that it makes no difference when a worker reads it.
	Quiet    time.Duration
	Replicas int   // of each stream, in a cluster: 1, 3 or 5
	Bytes    int64 // at most kept in IN, and in OUT; 0: no limit
}

// Create makes the streams that are missing, and leaves the others as they are.
func (b *Bus) Create(ctx context.Context, l Layout) error {
	setup := Setup{setupFormat, l.Partitions, l.Quiet, time.Now().UTC()}
	before, said, err := b.laidDown(ctx)
	if err != nil {
		return fmt.Errorf("look for streams on %s: %w", b.url, err)
	}
	if before.valid() {
		setup = before
	}
	configs, err := b.configs(l, setup)
	if err != nil {
		return err
	}
	for _, config := range configs {
		if err := b.createStream(ctx, config); err != nil {
			return err
		}
	}
	if !said {
		body, err := json.Marshal(setup)
		if err != nil {
			return err
		}
		// Of two hubs that start at once the first one's word counts.
		number, err := b.state.publishBehind(ctx, b.state.subject("setup"), body, 0)
		if err == nil {
			err = b.state.has(ctx, b.state.subject("setup"), number)
		}
		var damaged *DamagedError
		if errors.As(err, &damaged) {
			if err := damaged.Remove(ctx); err != nil {
				return err
			}
			return b.Create(ctx, l)
		}
		if err != nil && !errors.Is(err, ErrFenced) {
			return fmt.Errorf("lay down the streams' form: %w", err)
		}
	}
	for _, work := range []Work{b.Learning(), b.Launching()} {
		if err := b.createWork(ctx, work, l); err != nil {
			return err
		}
	}
	return b.Attach(ctx)
}

func (s Setup) valid() bool {
	return s.Format == setupFormat && s.Partitions >= 1 && s.Partitions <= MaxPartitions && s.Quiet > 0
}

// laidDown is what a hub has laid down before, as STATE says it (said) or else the description of another stream,
// which is another file on the disk.
func (b *Bus) laidDown(ctx context.Context) (before Setup, said bool, err error) {
	message, err := b.state.last(ctx, b.state.subject("setup"))
	if err != nil && !Gone(err) {
		return before, false, err
	}
	if err == nil && message != nil {
		_ = json.Unmarshal(message.Data, &before) // Attach says what is wrong
		return before, true, nil
	}
	for _, s := range []stream{b.in, b.out, b.state} {
		found, err := s.find(ctx)
		if Gone(err) {
			continue
		}
		if err != nil {
			return before, false, err
		}
		_, text, _ := strings.Cut(found.CachedInfo().Config.Description, describedBy)
		if json.Unmarshal([]byte(text), &before) == nil && before.valid() {
			return before, false, nil
		}
	}
	return Setup{}, false, nil
}

const describedBy = "; setup "

func (b *Bus) createStream(ctx context.Context, config jetstream.StreamConfig) error {
	found, err := b.js.Stream(ctx, config.Name)
	switch {
	case errors.Is(err, jetstream.ErrStreamNotFound):
		if _, err := b.js.CreateStream(ctx, config); err != nil {
			return b.cannotCreate(config.Name, err)
		}
		return nil
	case err != nil:
		return fmt.Errorf("look for streams on %s: %w", b.url, err)
	}
	is := found.CachedInfo().Config
	if slices.ContainsFunc(is.Subjects, func(subject string) bool {
		return !strings.HasPrefix(subject, strings.TrimRight(config.Subjects[0], "*>"))
	}) {
		return b.cannotCreate(config.Name, jetstream.ErrStreamNameAlreadyInUse)
	}
	if slices.Equal(is.Subjects, config.Subjects) && is.AllowDirect == config.AllowDirect {
		return nil
	}
	is.Subjects, is.AllowDirect, is.Description = config.Subjects, config.AllowDirect, config.Description // of an earlier version
	if _, err := b.js.UpdateStream(ctx, is); err != nil {
		return b.cannotCreate(config.Name, err)
	}
	return nil
}

func (b *Bus) createWork(ctx context.Context, w Work, l Layout) error {
	_, err := w.find(ctx)
	if !errors.Is(err, jetstream.ErrStreamNotFound) {
		return err
	}
	most := int64(mostWork)
	if l.Bytes > 0 {
		most = min(most, l.Bytes)
	}
	_, err = b.js.CreateStream(ctx, jetstream.StreamConfig{
		Name: w.name, Subjects: []string{w.subject(">")}, Description: "beagle: " + w.kind.about,
		Storage: jetstream.FileStorage, Replicas: max(1, l.Replicas), MaxBytes: most, MaxAge: longestWork, Discard: jetstream.DiscardOld,
	})
	if err != nil {
		return b.cannotCreate(w.name, err)
	}
	return nil
}

// configs are the three streams. IN and OUT refuse what does not fit, so that nobody's parts are lost to
// make room; STATE keeps the last value of each key only.
func (b *Bus) configs(l Layout, setup Setup) ([]jetstream.StreamConfig, error) {
	about, err := json.Marshal(setup)
	if err != nil {
		return nil, err
	}
	bytes := l.Bytes
	if bytes <= 0 {
		bytes = -1
	}
	form := func(s stream, subjects, what string) jetstream.StreamConfig {
		return jetstream.StreamConfig{
			Name: s.name, Subjects: []string{s.subject(subjects)}, Description: "beagle: " + what + describedBy + string(about),
			Storage: jetstream.FileStorage, Replicas: max(1, l.Replicas), MaxBytes: bytes,
			// What does not fit is refused, and stays where it is; nothing is dropped that was once taken.
			Discard: jetstream.DiscardNew,
		}
	}
	totals := form(b.state, ">", "totals, and how far each agent's parts are in")
	totals.MaxMsgsPerSubject, totals.Discard, totals.MaxBytes = 1, jetstream.DiscardOld, -1
	totals.AllowDirect = true // an agent may ask for its own values only
	return []jetstream.StreamConfig{
		form(b.in, ">", "parts of reduced traces, and records of distributed ones, from agents"),
		form(b.out, "*", "checkpoints of workers"),
		totals,
	}, nil
}

func (b *Bus) cannotCreate(name string, err error) error {
	if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) || strings.Contains(err.Error(), "overlap") {
		return model.Problem{Severity: model.Error, Message: fmt.Sprintf("the stream %s on %s is somebody else's: %v", name, b.url, err), Hint: "choose another name with --name; nothing was changed"}
	}
	return model.Problem{Severity: model.Error, Message: fmt.Sprintf("cannot create the stream %s on %s: %v", name, b.url, err), Hint: "the hub needs the right to create streams, and the server room for them: --store MiB asks for less"}
}

// ErrNoHub says that no hub has created the streams yet.
var ErrNoHub = errors.New("no hub was here yet")

// Attach finds the streams that a hub has created.
func (b *Bus) Attach(ctx context.Context) error {
	if err := b.checkRights(ctx); err != nil {
		return err
	}
	get := b.state.last
	if b.role == "agent" { // which may not ask for anything else
		get = b.state.direct
	}
	message, err := get(ctx, b.state.subject("setup"))
	if Gone(err) || err == nil && message == nil {
		return fmt.Errorf("%w: %w", ErrNoHub, model.Problem{Severity: model.Error, Message: fmt.Sprintf("there are no streams called %s on %s", strings.ToUpper(b.name), b.url), Hint: "start beagle hub there once; --name must be the hub's"})
	}
	if err != nil {
		return fmt.Errorf("look for streams on %s: %w", b.url, err)
	}
	var s Setup
	if json.Unmarshal(message.Data, &s) != nil || !s.valid() {
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

// Gone reports whether an error says that a stream is not there.
func Gone(err error) bool { return errors.Is(err, jetstream.ErrStreamNotFound) }

// Passing reports whether an error may go away by itself: nobody answers at present.
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
