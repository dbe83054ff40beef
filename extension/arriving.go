package extension

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"sync"
	"time"

	"beagle/measure"
	"beagle/model"
	"beagle/traces/kieker"
	"beagle/traces/kieker/live"
)

// eventClass is the class of Kieker's records that are measurement events, with the
// fields of a segment file's record. Text stands for the value where that is one.
const (
	eventClass  = "beagle.Event"
	eventFields = "I kind valueKind characterisation section index nested, L thread first second, D value, S text"
)

const drain = 30 * time.Second

type arriving struct {
	order    *measure.Order
	launch   int32
	sink     measure.Sink
	receiver *live.Receiver

	mu      sync.Mutex // the sink is one, connections are many
	streams []*stream
}

func arrive(order *measure.Order, number int32, sink measure.Sink) (*arriving, error) {
	a := &arriving{order: order, launch: number, sink: sink}
	schemas := kieker.NewSchemas()
	if err := schemas.Add(*kieker.DefineSchema(eventClass, eventFields)); err != nil {
		return nil, err
	}
	var err error
	a.receiver, err = live.Listen("127.0.0.1:0", live.Options{Schemas: schemas, Open: a.open})
	return a, err
}

func (a *arriving) address() string { return a.receiver.Addr() }

func (a *arriving) open(source string) kieker.Handler {
	a.mu.Lock()
	defer a.mu.Unlock()
	s := &stream{segments: segments{order: a.order, launch: a.launch, sink: a.sink}, of: a, source: source, number: int64(maxFiles + len(a.streams))}
	a.streams = append(a.streams, s)
	return s
}

func (a *arriving) finish(ctx context.Context) (all segments, problems []model.Problem) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), drain)
	defer cancel()
	_, err := a.receiver.Shutdown(ctx)
	a.mu.Lock()
	defer a.mu.Unlock()
	say := func(message, hint string) {
		problems = append(problems, model.Problem{Severity: model.Warning, Rule: "records", Message: message, Hint: hint})
	}
	for _, s := range a.streams {
		all.files, all.ended = all.files+s.files, all.ended+s.ended
		all.events, all.lost = all.events+s.events, all.lost+s.lost
		if s.failed != nil {
			say(fmt.Sprintf("the events of %s are damaged: %v", s.source, s.failed), "those before are used")
		}
		if s.files > s.ended {
			say("the events of "+s.source+" have no end: some may be lost", "send a record of kind 101 before the connection is closed")
		}
		problems = append(problems, s.misplaced(s.source)...)
	}
	if err != nil {
		say(fmt.Sprintf("records still came when the program had ended for %v", drain), "")
	}
	return all, problems
}

type stream struct {
	segments
	of     *arriving
	source string
	number int64
	failed error
}

func (s *stream) Records(batch []kieker.Record) {
	s.of.mu.Lock()
	defer s.of.mu.Unlock()
	for i := range batch {
		if r := &batch[i]; r.Class.Class == eventClass && s.failed == nil && s.ended == 0 {
			s.files = 1
			s.failed = s.record(r)
		}
	}
	s.flush()
}

func (s *stream) Closed(kieker.Report) {}

func (s *stream) record(r *kieker.Record) error {
	if r.Int(0) == endRecord {
		s.ended, s.lost = 1, s.lost+max(0, r.Long(7))
		return nil
	}
	var plain [recordSize]byte
	for i := range 3 {
		n := r.Int(i)
		if n < 0 || n > math.MaxUint8 {
			return fmt.Errorf("there is no kind %d", n)
		}
		plain[i] = byte(n)
	}
	for i := range 3 {
		binary.LittleEndian.PutUint32(plain[4+4*i:], uint32(r.Int(3+i)))
	}
	for i := range 3 {
		binary.LittleEndian.PutUint64(plain[16+8*i:], uint64(r.Long(6+i)))
	}
	value, texts := r.Double(9), map[int32]string(nil)
	if model.ValueKind(plain[1]) == model.Text {
		word := r.String(10)
		if len(word) > maxTextBytes {
			return fmt.Errorf("a text has %d bytes", len(word))
		}
		value, texts = 1, map[int32]string{1: word}
	}
	bits := math.Float64bits(value)
	if measure.EventKind(plain[0]) == measure.DemandCaptured {
		bits = uint64(int64(value)) // when it began
	}
	binary.LittleEndian.PutUint64(plain[40:], bits)
	e, err := s.event(plain[:], texts)
	if err == nil {
		s.take(e, s.number)
	}
	return err
}
