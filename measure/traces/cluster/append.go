package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// ErrFenced says that another worker has written to the partition meanwhile.
var ErrFenced = errors.New("another worker has gone on with the partition")

// Append adds a packed part to a partition, and returns when the server has it.
// since is the first number of the unbroken row of parts that ends with this one
// and that the agent still has.
func (b *Bus) Append(ctx context.Context, partition int, part []byte, since int64) error {
	message := nats.NewMsg(b.inSubject(partition))
	message.Header.Set(sinceHeader, strconv.FormatInt(since, 10))
	message.Data = part
	_, err := b.publishMessage(ctx, in, message)
	return err
}

// sinceHeader is the head of a message of IN that tells Message.Since.
const sinceHeader = "Beagle-Since"

// Tick lets the time of a partition's stream go on where nothing comes.
func (b *Bus) Tick(ctx context.Context, partition int) error {
	body, err := (&Part{Kind: Tick}).Pack()
	if err != nil {
		return err
	}
	return b.Append(ctx, partition, body, 1)
}

// Position is where a partition stands.
type Position struct {
	Checkpoint        // the last one; none: its number is 0
	Number     uint64 // of the checkpoint
	Tail       uint64 // number of the last message on the subject
}

// Position finds the last checkpoint of a partition.
func (b *Bus) Position(ctx context.Context, partition int) (at Position, err error) {
	message, err := b.last(ctx, out, b.outSubject(partition))
	if err != nil || message == nil {
		return at, err
	}
	at.Tail = message.Sequence
	var p piece
	if _, err := Unpack(message.Data, &p); err != nil {
		return at, fmt.Errorf("the last checkpoint of partition %d is unreadable: %w", partition, err)
	}
	if p.Piece == 1 { // the first pieces of a partition without a checkpoint
		return at, nil
	}
	if p.Piece > 1 {
		if message, err = b.at(ctx, out, p.Piece-1); err != nil {
			return at, err
		}
		if message == nil {
			return at, fmt.Errorf("the last checkpoint of partition %d is gone", partition)
		}
	}
	if at.Checkpoint, err = UnpackCheckpoint(message.Data); err != nil {
		return at, fmt.Errorf("the last checkpoint of partition %d is unreadable: %w", partition, err)
	}
	at.Number = message.Sequence
	return at, nil
}

// UnpackCheckpoint reads a checkpoint.
func UnpackCheckpoint(data []byte) (c Checkpoint, err error) {
	c.Body, err = Unpack(data, &c)
	return c, err
}

// UnpackOut reads what stands on a partition's subject of OUT: a checkpoint, or
// (of no worker) a piece of the body of one.
func UnpackOut(data []byte) (c Checkpoint, isPiece bool, err error) {
	var both struct {
		Checkpoint
		piece
	}
	body, err := Unpack(data, &both)
	c = both.Checkpoint
	c.Body = body
	return c, both.Piece > 0, err
}

// Publish appends a checkpoint behind a position, with its body in the pieces
// given, of which there is at least one. ErrFenced says that somebody else was
// quicker; after any other error, Position tells whether it was written.
// Unfenced is for tests only: it writes whatever stands there.
func (b *Bus) Publish(ctx context.Context, at *Position, c Checkpoint, pieces [][]byte, unfenced bool) error {
	put := func(head any, body []byte) error {
		data, err := Pack(head, body)
		if err != nil {
			return err
		}
		options := []jetstream.PublishOpt{jetstream.WithExpectLastSequencePerSubject(at.Tail)}
		if unfenced {
			options = nil
		}
		number, err := b.publish(ctx, out, b.outSubject(c.Partition), data, options...)
		if fenced(err) {
			return ErrFenced
		}
		if err == nil {
			at.Tail = number
		}
		return err
	}
	for _, body := range pieces[:len(pieces)-1] {
		if err := put(piece{Piece: at.Number + 1}, body); err != nil {
			return err
		}
		c.Pieces = append(c.Pieces, at.Tail)
	}
	c.Previous = at.Number
	if err := put(c, pieces[len(pieces)-1]); err != nil {
		return err
	}
	at.Checkpoint, at.Number = c, at.Tail
	return nil
}

// Forget removes the parts of a partition below a number: a checkpoint has them.
func (b *Bus) Forget(ctx context.Context, partition int, below uint64) error {
	return b.purge(ctx, in, b.inSubject(partition), below)
}

// ForgetOut removes a partition's checkpoints below a number: the totals have them.
func (b *Bus) ForgetOut(ctx context.Context, partition int, below uint64) error {
	return b.purge(ctx, out, b.outSubject(partition), below)
}

// Put sets a value in STATE. Where the number of the value before is given, it
// fails with ErrFenced if somebody else has set it meanwhile.
func (b *Bus) Put(ctx context.Context, key string, value []byte, before *uint64) (uint64, error) {
	var options []jetstream.PublishOpt
	if before != nil {
		options = append(options, jetstream.WithExpectLastSequencePerSubject(*before))
	}
	number, err := b.publish(ctx, state, b.stateSubject(key), value, options...)
	if fenced(err) {
		err = ErrFenced
	}
	return number, err
}

// Get is a value of STATE with its number; nil where it was never set.
func (b *Bus) Get(ctx context.Context, key string) ([]byte, uint64, error) {
	message, err := b.last(ctx, state, b.stateSubject(key))
	if err != nil || message == nil {
		return nil, 0, err
	}
	return message.Data, message.Sequence, nil
}

// Keys are the keys of STATE that a pattern fits, which may end with ".>".
func (b *Bus) Keys(ctx context.Context, pattern string) (keys []string, err error) {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	stream, err := b.js.Stream(ctx, b.stream(state))
	if err != nil {
		return nil, err
	}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(b.stateSubject(pattern)))
	if err != nil {
		return nil, err
	}
	for subject := range info.State.Subjects {
		keys = append(keys, strings.TrimPrefix(subject, b.stateSubject("")))
	}
	return keys, nil
}

// Drop removes a value of STATE.
func (b *Bus) Drop(ctx context.Context, key string) error {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	stream, err := b.js.Stream(ctx, b.stream(state))
	if err != nil {
		return err
	}
	return stream.Purge(ctx, jetstream.WithPurgeSubject(b.stateSubject(key)))
}

// Committed tells an agent up to which of its parts, by partition, the totals
// are written down.
func (b *Bus) Committed(ctx context.Context, agent string) (map[int]int64, error) {
	data, _, err := b.Get(ctx, "agent."+agent)
	if err != nil || data == nil {
		return nil, err
	}
	var numbers map[int]int64
	if err := json.Unmarshal(data, &numbers); err != nil {
		return nil, fmt.Errorf("what the hub says of this agent is unreadable: %w", err)
	}
	return numbers, nil
}

// SafeID reports whether an id can stand in a subject.
func SafeID(id string) bool { return id != "" && !strings.ContainsAny(id, ".*> \t\r\n") }

// StreamFull reports whether the server refuses messages because a stream is full,
// or its disk.
func StreamFull(err error) bool {
	return err != nil && (strings.Contains(err.Error(), "maximum bytes exceeded") || strings.Contains(err.Error(), "insufficient resources") || strings.Contains(err.Error(), "insufficient storage"))
}
