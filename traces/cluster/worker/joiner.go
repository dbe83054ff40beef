package worker

import (
	"encoding/binary"
	"slices"
	"time"

	"beagle/internal/aged"
	"beagle/traces"
	"beagle/traces/cluster"
	"beagle/traces/kieker"
	"beagle/traces/kieker/wire"
)

// joiner puts traces together whose records come from several programs: it keeps the records of each until nothing
// came for a while, and then gives them to an engine, trace by trace.
//
// Its clock are the times at which the server took the parts, so that it does the same whenever it reads them. A
// worker that goes on where another one stopped reads again from the first part that has records of an open trace:
// from there on it comes to the same open traces, because each trace that is open has all of its records there, and
// the others end as they did.
type joiner struct {
	options *traces.Options
	after   time.Duration // see cluster.Layout.Quiet
	clock   int64
	traces  aged.Map[int64, *pending] // by trace id; the one without a record for the longest first
	places  []place                   // of parts with records, from the floor on
	skipped []uint64                  // parts from the floor on that do not count
	bytes   int
	records int64 // of open traces

	gone aged.Latest[int64] // ids of traces that were given to an engine

	sorted byTrace // scratch

	sink     *traces.Engine
	handlers map[*chunk]kieker.Handler
	fed      int
	units    int64 // records that the engine got once for each chunk, to know the unit of its times
}

type pending struct {
	id    int64
	first uint64 // part of its first record
	last  int64  // time of its last record
	from  []records
}

type records struct {
	chunk *chunk
	data  []byte
	many  int64
}

// held is what the lists take beside the records, in bytes.
const held = 128

func (r *records) bytes() int { return len(r.data) + held }

type chunk struct {
	classes []*kieker.Class // by number
	unit    []kieker.Record
}

func (r *records) feed(h kieker.Handler) {
	runner, _ := h.(kieker.Runner)
	for data := r.data; len(data) > 0; {
		used := 0
		if runner != nil {
			used, _ = runner.Run(data, r.chunk.classes)
		}
		if used == 0 { // of a size that is in the record
			class := r.chunk.classes[binary.BigEndian.Uint32(data)]
			if used = class.Size(); used == 0 {
				size, _, _ := class.Measure(data[4:]) // that it is whole was seen when it was read
				used = 4 + size
			}
			h.Records([]kieker.Record{{Class: class, Data: data[4:used:used]}})
		}
		data = data[used:]
	}
}

type place struct {
	sequence uint64
	clock    int64
}

const (
	maxGone = 1 << 16
	// atOnce is how many traces an engine gets before they are judged: fewer than it keeps open.
	atOnce = 20_000
)

// newJoiner puts distributed traces together that end after so long a silence.
func newJoiner(options *traces.Options, after time.Duration) joiner {
	return joiner{options: options, after: after, gone: aged.Latest[int64]{Most: maxGone}, handlers: map[*chunk]kieker.Handler{}}
}

func (j *joiner) open() bool { return j.traces.Len() > 0 }

// floor is where a worker must begin that goes on from here; 0: nothing is open.
func (j *joiner) floor() (sequence uint64, clock int64, skip []uint64) {
	if !j.open() {
		return 0, 0, nil
	}
	sequence = ^uint64(0)
	for p := range j.traces.Values() {
		sequence = min(sequence, p.first)
	}
	j.places = slices.DeleteFunc(j.places, func(p place) bool { return p.sequence < sequence })
	j.skipped = slices.DeleteFunc(j.skipped, func(s uint64) bool { return s < sequence })
	if len(j.places) > 0 {
		clock = j.places[0].clock
	}
	return sequence, clock, slices.Clone(j.skipped)
}

// step takes the time of a part, and its records if it has some that count.
func (j *joiner) step(m *cluster.Message, body []byte, counts bool, sink *traces.Engine, anomalies *cluster.Anomalies) (readable bool) {
	before := j.clock
	j.clock = max(j.clock, m.Time.UnixNano())
	if j.sink != sink {
		j.sink, j.fed = sink, 0
		clear(j.handlers)
	}
	for p, ok := j.traces.Oldest(); ok && p.last+int64(j.after) <= j.clock; p, ok = j.traces.Oldest() {
		j.finish(p)
	}
	var some []keeping
	readable = true
	if counts {
		if some, readable = j.read(body); !readable && sink != nil {
			anomalies.Damaged++
		}
	}
	if !counts || !readable {
		j.skipped = append(j.skipped, m.Sequence)
		if !j.open() {
			j.skipped = j.skipped[:0]
		}
		return readable
	}
	j.places = append(j.places, place{m.Sequence, before})
	for _, one := range some {
		j.keep(m.Sequence, one.id, one.records, anomalies)
	}
	if j.bytes > j.limit() {
		for p, ok := j.traces.Oldest(); ok; p, ok = j.traces.Oldest() {
			j.finish(p)
		}
	}
	if !j.open() {
		j.places, j.skipped = j.places[:0], j.skipped[:0]
	}
	return true
}

// limit bounds the records that are kept, in bytes.
func (j *joiner) limit() int {
	const least = 64 << 20
	return max(least, int(j.options.Memory))
}

type keeping struct {
	id int64
	records
}

// read is what a part has of each trace; false where it is damaged.
func (j *joiner) read(body []byte) (all []keeping, ok bool) {
	for one := range cluster.Chunks(body) {
		if one == nil {
			return nil, false
		}
		c := &chunk{}
		j.sorted.begin()
		report := wire.DecodeChunk(one, j.options.Schemas, func(batch []kieker.Record) {
			for i := range batch {
				if id, ok := batch[i].Trace(); ok {
					j.sorted.add(id, &batch[i])
				} else {
					c.unit = append(c.unit, batch[i])
				}
			}
		})
		c.classes = j.sorted.classes
		trace := 0
		for id, some := range j.sorted.traces() {
			all = append(all, keeping{id, records{c, some, j.sorted.many[trace]}})
			trace++
		}
		if report.Broken+report.Skipped > 0 {
			return nil, false
		}
	}
	return all, true
}

func (j *joiner) keep(sequence uint64, id int64, some records, anomalies *cluster.Anomalies) {
	p, known := j.traces.Get(id)
	if !known {
		if j.gone.Has(id) && j.sink != nil {
			anomalies.Late++
		}
		p = &pending{id: id, first: sequence}
		j.traces.Set(id, p)
	}
	j.traces.Renew(id)
	p.last = j.clock
	p.from = append(p.from, some)
	j.bytes += some.bytes()
	j.records += some.many
}

func (j *joiner) finish(p *pending) {
	j.traces.Take(p.id)
	for _, some := range p.from {
		j.bytes -= some.bytes()
		j.records -= some.many
	}
	j.gone.Add(p.id)
	if j.sink == nil {
		return
	}
	for _, some := range p.from {
		h := j.handlers[some.chunk]
		if h == nil {
			h = j.sink.Open("distributed")
			j.handlers[some.chunk] = h
			if len(some.chunk.unit) > 0 {
				h.Records(some.chunk.unit)
				j.units += int64(len(some.chunk.unit))
			}
		}
		some.feed(h)
	}
	if j.fed++; j.fed >= atOnce {
		j.sink.End()
		j.fed = 0
		clear(j.handlers)
	}
}
