package extension

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"beagle/internal/quantity"
	"beagle/measure"
	"beagle/model"
)

// A segment file begins with the line segmentStart. Behind it come records of 48 bytes, little-endian:
//
//	0  kind of the event: 1 service entered, 2 left, 3 parameter captured, 4 call entered,
//	   5 left, 6 demand, 7 section entered, 8 left, 9 loop counted; 100 text, 101 end
//	1  kind of the value: 0 none, 1 number, 2 truth value, 3 text
//	2  characterisation: 0 STRUCTURE, 1 NUMBER_OF_ELEMENTS, 2 VALUE, 3 BYTESIZE, 4 TYPE
//	3  nothing
//	4  int32: index of the section or service in the order
//	8  int32: index of the parameter in the service's inputs, or of the argument; -1: the returned value
//	12 int32: probes that ran inside a demand
//	16 int64: thread
//	24 int64: ns on the clock of a demand, or iterations of a loop; of a service that was
//	   entered or left when that was, in ns of a clock of the thread; 0: unknown
//	32 int64: ns of the thread's processor time of a demand; -1: not measured
//	40 float64: the value; of a text its number; of a demand int64: when it began, as at 24
//
// A record text defines a text: its number stands at 4, its length at 8, and its bytes in UTF-8 follow the record,
// filled with zeros to a multiple of 48. The last record of a file is end; at 24 it has how many events were lost.
const (
	segmentStart = "beagle events 1\n"
	recordSize   = 48
	textRecord   = 100
	endRecord    = 101
)

const (
	maxFiles     = 10_000
	maxTexts     = 1 << 20 // of a file
	maxTextBytes = 4 << 10
)

type segments struct {
	order  *measure.Order
	launch int32
	sink   measure.Sink

	sequence     sequence // of the present file
	files, ended int
	events, lost int64
	batch        []measure.Event
}

func (s *segments) complete() bool { return s.files > 0 && s.ended == s.files }

func (s *segments) folder(ctx context.Context, dir string) (problems []model.Problem) {
	files, _ := filepath.Glob(filepath.Join(dir, "*.events")) // the pattern is well formed
	slices.Sort(files)
	if len(files) > maxFiles {
		problems = append(problems, model.Problem{Severity: model.Warning, Rule: "records", File: dir, Message: fmt.Sprintf("there are %d segment files; %d are read", len(files), maxFiles)})
		files = files[:maxFiles]
	}
	for i, path := range files {
		if ctx.Err() != nil {
			return problems
		}
		s.sequence = sequence{}
		if err := s.file(path, int64(i)); err != nil {
			problems = append(problems, model.Problem{
				Severity: model.Warning, Rule: "records", File: path, Message: "the events are damaged from here on: " + err.Error(),
				Hint: "those before are used",
			})
		}
		s.flush()
		problems = append(problems, s.misplaced(path)...)
	}
	if s.files > 0 && !s.complete() {
		problems = append(problems, model.Problem{
			Severity: model.Warning, Rule: "incomplete", Message: fmt.Sprintf("%d of %d segment files of this launch have no end: their records are kept", s.files-s.ended, s.files),
			Hint: "let the program end by itself",
		})
	}
	return problems
}

func (s *segments) file(path string, number int64) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	in := bufio.NewReaderSize(file, 1<<20)
	start := make([]byte, len(segmentStart))
	switch n, err := io.ReadFull(in, start); {
	case n == 0 && errors.Is(err, io.EOF):
		return nil // the program ended before it wrote any
	case err != nil || string(start) != segmentStart:
		return errors.New("the file does not begin as a segment does")
	}
	s.files++
	texts := map[int32]string{}
	record := make([]byte, recordSize)
	for {
		if _, err := io.ReadFull(in, record); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return errors.New("it ends within a record")
		}
		switch record[0] {
		case textRecord:
			if err := define(in, record, texts); err != nil {
				return err
			}
		case endRecord:
			s.ended++
			s.lost += max(0, int64(binary.LittleEndian.Uint64(record[24:])))
			return nil
		default:
			e, err := s.event(record, texts)
			if err != nil {
				return err
			}
			s.take(e, number)
		}
	}
}

func (s *segments) take(e measure.Event, file int64) {
	if !s.sequence.allows(&e, s.order) {
		return
	}
	e.Thread = e.Thread<<16 ^ file
	if s.batch = append(s.batch, e); len(s.batch) == 1024 {
		s.flush()
	}
}

func (s *segments) misplaced(file string) []model.Problem {
	n := s.sequence.misplaced
	if n == 0 {
		return nil
	}
	return []model.Problem{{
		Severity: model.Warning, Rule: "records", File: file, Message: fmt.Sprintf("%s out of order and not used; the first: %s", quantity.Plural(n, "event is", "events are"), s.sequence.first),
		Hint: "events of one thread stand in the order in which they happened",
	}}
}

func (s *segments) flush() {
	if len(s.batch) > 0 {
		s.sink.Events(s.batch)
		s.events += int64(len(s.batch))
		s.batch = s.batch[:0]
	}
}

func define(in io.Reader, record []byte, texts map[int32]string) error {
	number, length := int32(binary.LittleEndian.Uint32(record[4:])), int32(binary.LittleEndian.Uint32(record[8:]))
	if length < 0 || length > maxTextBytes || len(texts) >= maxTexts {
		return fmt.Errorf("text %d has %d bytes, or there are too many", number, length)
	}
	data := make([]byte, (int(length)+recordSize-1)/recordSize*recordSize)
	if _, err := io.ReadFull(in, data); err != nil {
		return errors.New("it ends within a text")
	}
	texts[number] = strings.ToValidUTF8(string(data[:length]), "\uFFFD")
	return nil
}

func (s *segments) event(record []byte, texts map[int32]string) (e measure.Event, err error) {
	word := func(at int) int32 { return int32(binary.LittleEndian.Uint32(record[at:])) }
	long := func(at int) int64 { return int64(binary.LittleEndian.Uint64(record[at:])) }
	e = measure.Event{
		Kind: measure.EventKind(record[0]), Char: model.Characterisation(record[2]), Launch: s.launch,
		Section: word(4), Index: word(8), Nested: word(12), Thread: long(16),
	}
	value := math.Float64frombits(binary.LittleEndian.Uint64(record[40:]))
	switch model.ValueKind(record[1]) {
	case model.None:
	case model.Number:
		e.Value = model.NumberValue(value)
	case model.Bool:
		e.Value = model.BoolValue(value != 0)
	case model.Text:
		text, known := texts[int32(value)]
		if !known {
			return e, fmt.Errorf("it uses text %g, which it did not define", value)
		}
		e.Value = model.TextValue(text)
	default:
		return e, fmt.Errorf("there is no kind of value %d", record[1])
	}
	if e.Char > model.TypeOf {
		return e, fmt.Errorf("there is no characterisation %d", record[2])
	}
	many := len(s.order.Sections)
	switch e.Kind {
	case measure.ServiceEntered, measure.ServiceLeft:
		many, e.Time, e.Index = len(s.order.Services), long(24), 0
	case measure.ParameterCaptured:
		many = math.MaxInt32
	case measure.DemandCaptured:
		if e.Wall, e.CPU, e.Time = long(24), long(32), long(40); e.Wall < 0 || e.CPU < -1 {
			return e, fmt.Errorf("a demand took %d ns, of the processor %d ns", e.Wall, e.CPU)
		}
	case measure.LoopCounted:
		if e.Count = long(24); e.Count < 0 {
			return e, fmt.Errorf("a loop was counted %d times", e.Count)
		}
	case measure.CallEntered, measure.CallLeft, measure.SectionEntered, measure.SectionLeft:
	default:
		return e, fmt.Errorf("there is no kind of event %d", e.Kind)
	}
	if e.Section < 0 || int(e.Section) >= many {
		return e, fmt.Errorf("the order has no section or service %d", e.Section)
	}
	return e, s.fits(&e)
}

var sectionOf = map[measure.EventKind]measure.SectionKind{
	measure.CallEntered: measure.Call, measure.CallLeft: measure.Call, measure.DemandCaptured: measure.Demand, measure.LoopCounted: measure.LoopBody,
}

func (s *segments) fits(e *measure.Event) error {
	if kind, ok := sectionOf[e.Kind]; ok && s.order.Sections[e.Section].Kind != kind {
		return fmt.Errorf("an event of kind %d belongs to section %d, which is a %s", e.Kind, e.Section, sectionKinds[s.order.Sections[e.Section].Kind])
	}
	return nil
}
