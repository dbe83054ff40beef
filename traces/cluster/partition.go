package cluster

import (
	"context"
	"errors"
	"strconv"

	"github.com/nats-io/nats.go"
)

// ErrFenced says that another worker has written to the partition meanwhile.
var ErrFenced = errors.New("another worker has gone on with the partition")

// Partition is one of the fixed number of partitions: agents append parts to its subject of IN, and its owner.
type Partition struct {
	bus    *Bus
	Number int    // from 0
	in     string // where this connection's parts go
	all    string // where those of all agents are
	out    string // of its checkpoints
}

// Append adds parts to the partition in their order, and returns when the server has them; last is the number of the
// last one there, which grows with each part that any partition gets, unless the server has lost some. After an error
// some may be there, even some behind one that is not: all of them have to be sent again.
func (p Partition) Append(ctx context.Context, parts ...Unsent) (last uint64, err error) {
	return p.append(ctx, p.in, parts...)
}

func (p Partition) append(ctx context.Context, subject string, parts ...Unsent) (last uint64, err error) {
	var messages []*nats.Msg
	for _, part := range parts {
		message := nats.NewMsg(subject)
		message.Header.Set(sinceHeader, strconv.FormatInt(part.Since, 10))
		message.Data = part.Part
		messages = append(messages, message)
	}
	return p.bus.in.publishAll(ctx, messages)
}

const sinceHeader = "Beagle-Since"

// Tick lets the time of the partition's stream go on where nothing comes.
func (p Partition) Tick(ctx context.Context) error {
	body, err := (&Part{Kind: Tick}).Pack()
	if err != nil {
		return err
	}
	_, err = p.append(ctx, p.bus.in.subject(strconv.Itoa(p.Number)+"."+string(Tick)), Unsent{body, 1})
	return err
}

// Position is where a partition stands.
type Position struct {
	Checkpoint        // the last one; none: its number is 0
	Number     uint64 // of the checkpoint
	Tail       uint64 // number of the last message on the subject
}

// Position finds the last checkpoint of the partition.
func (p Partition) Position(ctx context.Context) (at Position, err error) {
	message, err := p.bus.out.last(ctx, p.out)
	if err != nil || message == nil {
		return at, err
	}
	at.Tail = message.Sequence
	var first piece
	if _, err := Unpack(message.Data, &first); err != nil {
		return p.lastReadable(ctx, at.Tail)
	}
	if first.Piece == 1 { // the first pieces of a partition without a checkpoint
		return at, nil
	}
	if first.Piece > 1 {
		if message, err = p.bus.out.at(ctx, first.Piece-1); err != nil {
			return at, err
		}
	}
	if message != nil {
		at.Checkpoint, err = unpackCheckpoint(message.Data)
	}
	if message == nil || err != nil || at.Partition != p.Number {
		return p.lastReadable(ctx, at.Tail)
	}
	at.Number = message.Sequence
	return at, nil
}

// lastReadable is the last checkpoint where the last messages are none, up to a number: they are set aside, and what
// follows is written behind them.
func (p Partition) lastReadable(ctx context.Context, tail uint64) (at Position, err error) {
	ctx, stop := context.WithTimeout(ctx, requestTimeout)
	defer stop()
	reader, err := p.bus.out.read(ctx, p.out, 1, p.bus.reading())
	if err != nil {
		return at, err
	}
	defer reader.Close()
	for m := range reader.Next() {
		if c, isPiece, err := UnpackOut(m.Data); err == nil && !isPiece && c.Partition == p.Number {
			at = Position{Checkpoint: c, Number: m.Sequence}
		}
		if at.Tail = m.Sequence; at.Tail >= tail {
			return at, nil
		}
	}
	return Position{}, errors.Join(reader.Err(), ctx.Err())
}

// Restart lays down from where workers go on, whatever stands on the subject.
func (p Partition) Restart(ctx context.Context, c Checkpoint) (uint64, error) {
	message, err := p.bus.out.last(ctx, p.out)
	if err != nil {
		return 0, err
	}
	at := Position{}
	if message != nil {
		at.Tail = message.Sequence
	}
	if err := p.Publish(ctx, &at, c, [][]byte{nil}, false); err != nil {
		return 0, err
	}
	return at.Number, p.bus.out.has(ctx, p.out, at.Number)
}

func unpackCheckpoint(data []byte) (c Checkpoint, err error) {
	c.Body, err = Unpack(data, &c)
	return c, err
}

// UnpackOut reads what stands on a partition's subject of OUT: a checkpoint.
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

// Publish appends a checkpoint behind a position, with its body in the pieces given, of which there is at least one.
// ErrFenced says that somebody else was quicker; after any other error, Position tells whether it was written.
// Unfenced is for tests only: it writes whatever stands there.
func (p Partition) Publish(ctx context.Context, at *Position, c Checkpoint, pieces [][]byte, unfenced bool) error {
	put := func(head any, body []byte) error {
		data, err := Pack(head, body)
		if err != nil {
			return err
		}
		return p.bus.out.goOn(ctx, p.out, data, &at.Tail, unfenced)
	}
	for _, body := range pieces[:len(pieces)-1] {
		if err := put(piece{Piece: at.Number + 1}, body); err != nil {
			return err
		}
		c.Pieces = append(c.Pieces, at.Tail)
	}
	c.Previous, c.After = at.Number, at.Nonce
	if err := put(c, pieces[len(pieces)-1]); err != nil {
		return err
	}
	at.Checkpoint, at.Number = c, at.Tail
	return nil
}

// Forget removes the parts of the partition below a number: a checkpoint has them.
func (p Partition) Forget(ctx context.Context, below uint64) error {
	return p.bus.in.purge(ctx, p.all, below)
}

// ForgetOut removes the partition's checkpoints below a number: the totals have them.
func (p Partition) ForgetOut(ctx context.Context, below uint64) error {
	return p.bus.out.purge(ctx, p.out, below)
}
