package extension

import (
	"bytes"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/measure"
	"beagle/model"
)

var order = measure.Order{
	Sections: []measure.Section{{Kind: measure.Demand}, {Kind: measure.LoopBody}, {Kind: measure.Transition}, {Kind: measure.Call}},
	Services: []measure.Service{{Name: "work"}, {Name: "rest"}},
}

// record is one record of a segment file.
func record(kind measure.EventKind, value model.ValueKind, section, index int32, a, b int64, x float64) []byte {
	r := make([]byte, recordSize)
	r[0], r[1], r[2] = byte(kind), byte(value), byte(model.ValueOf)
	binary.LittleEndian.PutUint32(r[4:], uint32(section))
	binary.LittleEndian.PutUint32(r[8:], uint32(index))
	binary.LittleEndian.PutUint64(r[16:], 7)
	binary.LittleEndian.PutUint64(r[24:], uint64(a))
	binary.LittleEndian.PutUint64(r[32:], uint64(b))
	binary.LittleEndian.PutUint64(r[40:], math.Float64bits(x))
	return r
}

func text(number int32, word string) []byte {
	r := record(textRecord, 0, number, int32(len(word)), 0, 0, 0)
	return append(append(r, word...), make([]byte, recordSize-len(word)%recordSize)...)
}

type kept []measure.Event

func (k *kept) Events(batch []measure.Event) { *k = append(*k, batch...) }

func readAll(t testing.TB, parts ...[]byte) (events kept, s segments, problems []model.Problem) {
	t.Helper()
	dir := t.TempDir()
	data := append([]byte(segmentStart), bytes.Join(parts, nil)...)
	if err := os.WriteFile(filepath.Join(dir, "1.events"), data, 0o600); err != nil {
		t.Fatal(err)
	}
	s = segments{order: &order, launch: 3, sink: &events}
	problems = s.folder(t.Context(), dir)
	return events, s, problems
}

func TestEventsAreReadFromSegments(t *testing.T) {
	events, s, problems := readAll(t,
		record(measure.ServiceEntered, 0, 0, 0, 99, 0, 0), text(1, "TEXT"), record(measure.ParameterCaptured, model.Text, 0, 2, 0, 0, 1),
		record(measure.DemandCaptured, 0, 0, 0, 500, 400, math.Float64frombits(101)), record(measure.LoopCounted, 0, 1, 0, 12, 0, 0), record(endRecord, 0, 0, 0, 5, 0, 0))
	if len(problems) > 0 || len(events) != 4 || !s.complete() || s.lost != 5 {
		t.Fatalf("%d events, %v, %+v", len(events), problems, s)
	}
	if e := events[1]; e.Value != model.TextValue("TEXT") || e.Index != 2 || e.Launch != 3 {
		t.Errorf("a text is read as %+v", e)
	}
	if events[0].Time != 99 || events[2].Time != 101 {
		t.Errorf("times are %d and %d", events[0].Time, events[2].Time)
	}
	if events[2].Wall != 500 || events[2].CPU != 400 || events[3].Count != 12 {
		t.Errorf("read %+v", events[2:])
	}
}

func TestWhatNoToolCanSayIsRefused(t *testing.T) {
	good := record(measure.ServiceEntered, 0, 0, 0, 0, 0, 0)
	for want, bad := range map[string][]byte{
		"no section or service 2":          record(measure.ServiceEntered, 0, 2, 0, 0, 0, 0),
		"no section or service -1":         record(measure.SectionEntered, 0, -1, 0, 0, 0, 0),
		"no kind of event 77":              record(77, 0, 0, 0, 0, 0, 0),
		"no kind of value 9":               record(measure.ParameterCaptured, 9, 0, 0, 0, 0, 0),
		"text 4, which it did not":         record(measure.ParameterCaptured, model.Text, 0, 0, 0, 0, 4),
		"a demand took -5 ns":              record(measure.DemandCaptured, 0, 0, 0, -5, 0, 0),
		"counted -1 times":                 record(measure.LoopCounted, 0, 1, 0, -1, 0, 0),
		"which is a loop-body":             record(measure.DemandCaptured, 0, 1, 0, 5, 5, 0),
		"text 1 has 1000000 bytes":         record(textRecord, 0, 1, 1_000_000, 0, 0, 0),
		"it ends within a record":          {1, 2, 3},
		"files of this launch have no end": nil,
	} {
		events, s, problems := readAll(t, good, bad)
		if len(events) != 1 || s.complete() || len(problems) == 0 || !strings.Contains(problems[0].Message, want) {
			t.Errorf("want %q: %d events, %v", want, len(events), problems)
		}
	}
}

func TestEventsOutOfOrderAreSaidAndTheRestIsUsed(t *testing.T) {
	enter, leave := record(measure.ServiceEntered, 0, 0, 0, 0, 0, 0), record(measure.ServiceLeft, 0, 0, 0, 0, 0, 0)
	demand := record(measure.DemandCaptured, 0, 0, 0, 5, 5, 0)
	events, s, problems := readAll(t, demand, enter, demand, leave, leave, demand, record(endRecord, 0, 0, 0, 0, 0, 0))
	if len(events) != 3 || !s.complete() || len(problems) != 1 || !strings.Contains(problems[0].Message, "3 events are out of order and not used; the first: section 0 happens outside of its service 0 (work)") {
		t.Errorf("%d events, %v", len(events), problems)
	}
}

func FuzzSegments(f *testing.F) {
	f.Add(append([]byte(segmentStart), record(measure.DemandCaptured, 0, 0, 0, 500, 400, 0)...))
	f.Add(append([]byte(segmentStart), text(1, "TEXT")...))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "1.events")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		var events kept
		s := segments{order: &order, sink: &events}
		_ = s.file(path, 1)
		s.flush()
		for _, e := range events {
			if int(e.Section) >= max(len(order.Sections), 1) && e.Kind != measure.ParameterCaptured || e.Wall < 0 || e.Count < 0 {
				t.Errorf("an event got through: %+v", e)
			}
		}
	})
}
