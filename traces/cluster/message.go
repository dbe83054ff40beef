package cluster

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"

	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"

	"beagle/traces/kieker"
)

// Part is what an agent appends: reduced traces, or records, that count once.
type Part struct {
	Agent  string `json:"agent"`  // id of the agent that made it
	Number int64  `json:"number"` // from 1, of the agent's parts in this partition
	Kind   Kind   `json:"kind"`   // what Body holds
	// Sources are the agent's connections and logs, as they were when the part was made.
	Sources []kieker.Report `json:"sources,omitempty"`
	// Other is how many records came since the part before that belong to no trace, so that they are in no body.
	Other int64 `json:"other,omitempty"`
	// Records is how many records came since the part before, and Read how many up to this part, of
	// those that the agent has told of in this partition.
	Records int64  `json:"records,omitempty"`
	Read    int64  `json:"read,omitempty"` // see Records
	Body    []byte `json:"-"`              // as Kind says; not in the message's header
}

// Kind is what the body of a part is.
type Kind string

// The kinds of parts.
const (
	Classes Kind = "classes" // reduced traces, as chain writes them
	Records Kind = "records" // chunks of Kieker records, one after another
	Tick    Kind = "tick"    // nothing: only its time counts; of nobody
)

// Checkpoint is how far a partition was read, and what that added since the checkpoint before it.
type Checkpoint struct {
	Partition  int              `json:"partition"` // number of the partition, from 0
	Worker     string           `json:"worker"`    // id of the member that wrote it
	Nonce      string           `json:"nonce"`     // tells attempts apart
	Previous   uint64           `json:"previous"`  // number of the checkpoint before; 0: none
	After      string           `json:"after"`     // nonce of that one: numbers begin again where a server lost the stream
	Input      uint64           `json:"input"`     // number of the last part that is in
	Parts      int64            `json:"parts"`     // how many parts this checkpoint took in
	AgentParts map[string]int64 `json:"agent_parts"`
	// Pieces are the numbers of messages that hold the beginning of Body, where it is too large for one.
	Pieces []uint64 `json:"pieces,omitempty"`

	// Where distributed traces are still open: the first part that has records
	// of one, the time there, and parts from there on that do not count.
	Floor uint64   `json:"floor,omitempty"` // number of that part
	Clock int64    `json:"clock,omitempty"` // the time there
	Skip  []uint64 `json:"skip,omitempty"`  // numbers of parts that do not count
	Open  int64    `json:"open,omitempty"`  // records of these traces

	Books map[string]Book `json:"books,omitempty"` // of each agent, in this partition since it began

	Anomalies Anomalies                  `json:"anomalies"`         // what was not as it should be since the checkpoint before
	Sources   map[string][]kieker.Report `json:"sources,omitempty"` // the latest reports of each agent's sources, by agent
	Body      []byte                     `json:"-"`                 // reduced traces, as chain writes them
}

// Book is what became of the records of an agent. What was read was counted, is damaged or is lost.
type Book struct {
	Read    int64 `json:"read"`              // that the agent told of
	Counted int64 `json:"counted"`           // in traces, valid or not, or in none
	Damaged int64 `json:"damaged,omitempty"` // in parts that could not be read
	Lost    int64 `json:"lost,omitempty"`    // in parts that the agent does not have any more
}

// Enter books a part that counts; readable says that its content does.
func (b *Book) Enter(p *Part, readable bool) {
	b.Lost += p.Read - p.Records - b.Read
	b.Read = p.Read
	if readable {
		b.Counted += p.Records
	} else {
		b.Damaged += p.Records
	}
}

// Add adds what another partition has of the agent.
func (b *Book) Add(more Book) {
	b.Read += more.Read
	b.Counted += more.Counted
	b.Damaged += more.Damaged
	b.Lost += more.Lost
}

// Balances reports whether each record is somewhere, once.
func (b *Book) Balances() bool {
	return min(b.Counted, b.Damaged, b.Lost) >= 0 && b.Read == b.Counted+b.Damaged+b.Lost
}

// Anomalies counts what did not come as it should: from the network, of a damaged stream, or
// after its time. All are sums, so that those of several checkpoints can be added.
type Anomalies struct {
	Duplicates int64 `json:"duplicates,omitempty"` // parts that came again
	Early      int64 `json:"early,omitempty"`      // parts that came before their turn, and must come again
	Lost       int64 `json:"lost,omitempty"`       // parts that their agent does not have any more
	Damaged    int64 `json:"damaged,omitempty"`    // messages that are no parts
	Forged     int64 `json:"forged,omitempty"`     // parts in the name of an agent of another user
	Late       int64 `json:"late,omitempty"`       // records that came after their trace was given up
	LostOpen   int64 `json:"lost_open,omitempty"`  // records of open traces that the server does not have any more
}

// Add adds those of elsewhere.
func (o *Anomalies) Add(more Anomalies) {
	o.Duplicates += more.Duplicates
	o.Early += more.Early
	o.Lost += more.Lost
	o.Damaged += more.Damaged
	o.Forged += more.Forged
	o.Late += more.Late
	o.LostOpen += more.LostOpen
}

// piece stands on a partition's subject before the checkpoint that it belongs to.
type piece struct {
	Piece uint64 `json:"piece"` // number of the last checkpoint + 1
	Body  []byte `json:"-"`
}

// Messages are a line of JSON and a body, together compressed.

// MaxMessage bounds a message that is unpacked, in bytes. What is larger was written to do harm: no body
// is, since servers bound messages.
const MaxMessage = 96 << 20

// quick is in front of a message in S2. Frames of zstd begin in another way.
const quick = 'q'

var (
	packer = sync.OnceValue(func() *zstd.Encoder {
		e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(2))
		if err != nil {
			panic(err) // options that are constants
		}
		return e
	})
	unpacker = sync.OnceValue(func() *zstd.Decoder {
		d, err := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(MaxMessage), zstd.WithDecoderConcurrency(2))
		if err != nil {
			panic(err) // options that are constants
		}
		return d
	})
)

// PackedSize is how many bytes a body has once it is packed.
func PackedSize(body []byte) int { return len(packer().EncodeAll(body, nil)) }

// Pack is a head in JSON and a body as a message.
func Pack(head any, body []byte) ([]byte, error) {
	all, err := message(head, body)
	if err != nil {
		return nil, err
	}
	return packer().EncodeAll(all, nil), nil
}

// packQuickly is Pack in S2.
func packQuickly(head any, body []byte) ([]byte, error) {
	all, err := message(head, body)
	if err != nil {
		return nil, err
	}
	into := make([]byte, 1+s2.MaxEncodedLen(len(all)))
	into[0] = quick
	return into[:1+len(s2.Encode(into[1:], all))], nil
}

func message(head any, body []byte) ([]byte, error) {
	line, err := json.Marshal(head)
	if err != nil {
		return nil, err
	}
	return slices.Concat(line, []byte{'\n'}, body), nil
}

// Unpack is the opposite of Pack.
func Unpack(data []byte, head any) (body []byte, err error) {
	all, err := decompress(data)
	if err != nil {
		return nil, fmt.Errorf("the message is damaged: %w", err)
	}
	line, body, ok := bytes.Cut(all, []byte{'\n'})
	if !ok {
		return nil, errors.New("the message has no head")
	}
	if err := json.Unmarshal(line, head); err != nil {
		return nil, fmt.Errorf("the message's head is damaged: %w", err)
	}
	return body, nil
}

func decompress(data []byte) ([]byte, error) {
	if len(data) == 0 || data[0] != quick {
		return unpacker().DecodeAll(data, nil)
	}
	size, err := s2.DecodedLen(data[1:])
	if err == nil && size > MaxMessage {
		err = errors.New("it is too large")
	}
	if err != nil {
		return nil, err
	}
	return s2.Decode(nil, data[1:])
}

// Pack is the part as a message.
func (p *Part) Pack() ([]byte, error) {
	if p.Kind == Records {
		return packQuickly(p, p.Body)
	}
	return Pack(p, p.Body)
}

// UnpackPart reads a part and checks what can be known of it alone.
func UnpackPart(data []byte) (p Part, err error) {
	if p.Body, err = Unpack(data, &p); err != nil {
		return p, err
	}
	const longest = 200
	switch {
	case p.Kind == Tick:
	case p.Kind != Classes && p.Kind != Records:
		err = fmt.Errorf("the message is of an unknown kind %.20q", p.Kind)
	case p.Agent == "" || len(p.Agent) > longest || p.Number < 1 || p.Other < 0 || p.Records < 0 || p.Read < p.Records:
		err = errors.New("the message has impossible numbers")
	}
	return p, err
}

// Chunks are the chunks of a part's body, each behind its length in 4 bytes; nil at last where the body is damaged.
func Chunks(body []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for len(body) > 0 {
			if len(body) < 4 || uint64(binary.BigEndian.Uint32(body)) > uint64(len(body)-4) {
				yield(nil)
				return
			}
			n := int(binary.BigEndian.Uint32(body))
			if !yield(body[4 : 4+n]) {
				return
			}
			body = body[4+n:]
		}
	}
}

// AppendChunk adds a chunk to a part's body.
func AppendChunk(body, chunk []byte) []byte {
	return append(binary.BigEndian.AppendUint32(body, uint32(len(chunk))), chunk...)
}
