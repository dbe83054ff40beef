package folder

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"beagle/measure"
	"beagle/model"
)

type collect []measure.Event

func (c *collect) Events(batch []measure.Event) { *c = append(*c, batch...) }

func randomEvents(n int) []measure.Event {
	r := rand.New(rand.NewPCG(1, 2))
	events := make([]measure.Event, n)
	for i := range events {
		e := measure.Event{Launch: 1, Kind: measure.EventKind(1 + r.IntN(9)), Thread: int64(r.IntN(3)), Section: int32(r.IntN(100)), Time: int64(i) * 1000}
		switch r.IntN(4) {
		case 0:
			e.Value, e.Char, e.Index = model.TextValue("zip"), model.ValueOf, -1
		case 1:
			e.Value = model.NumberValue(r.NormFloat64())
		case 2:
			e.Wall, e.CPU, e.Away, e.Nested, e.Weight = r.Int64N(1e6), -1, r.Int64N(2), 3, 2.5
		default:
			e.Value, e.Count = model.BoolValue(true), r.Int64()
		}
		events[i] = e
	}
	return events
}

func written(t testing.TB, dir string, events []measure.Event, limit int64) *EventWriter {
	t.Helper()
	var passed collect
	w := NewEventWriter(dir, 1, limit, &passed)
	for len(events) > 0 {
		n := min(len(events), 1000)
		w.Events(events[:n])
		events = events[n:]
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return w
}

func readAll(t *testing.T, dir string) (events []measure.Event, problems []model.Problem) {
	t.Helper()
	problems, err := ReadEvents(dir, func(e measure.Event) error { events = append(events, e); return nil })
	if err != nil {
		t.Fatal(err)
	}
	return events, problems
}

func TestEventsAreReadAsTheyWereWritten(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "raw")
	events := randomEvents(100_000)
	written(t, dir, events, 1<<40)
	got, problems := readAll(t, dir)
	if len(got) != len(events) || len(problems) > 0 {
		t.Fatalf("%d of %d events, %v", len(got), len(events), problems)
	}
	for i := range got {
		if got[i] != events[i] {
			t.Fatalf("event %d is %+v, was %+v", i, got[i], events[i])
		}
	}
}

func TestEventsBeyondTheLimitAreCounted(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "raw")
	events := randomEvents(200_000)
	w := written(t, dir, events, 100_000)
	got, problems := readAll(t, dir)
	if w.Left == 0 || len(got)+int(w.Left) != len(events) || len(problems) > 0 {
		t.Errorf("%d kept, %d left, of %d; %v", len(got), w.Left, len(events), problems)
	}
}

func TestDamagedSegmentsKeepTheirGoodPart(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "raw")
	events := randomEvents(60_000)
	written(t, dir, events, 1<<40)
	path := filepath.Join(dir, "launch-0001.000.seg")
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 3))
	for range 40 {
		bad := bytes.Clone(good)
		if r.IntN(2) == 0 {
			bad = bad[:r.IntN(len(bad)-1)]
		} else {
			bad[r.IntN(len(bad))] ^= 1 << r.IntN(8)
		}
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		got, problems := readAll(t, dir)
		if len(problems) == 0 && len(got) == len(events) {
			t.Error("damage went unnoticed")
		}
		for i := range got {
			if got[i] != events[i] {
				t.Fatalf("event %d is %+v, was %+v", i, got[i], events[i])
			}
		}
	}
}

func FuzzReadingSegmentsNeverPanics(f *testing.F) {
	dir := filepath.Join(f.TempDir(), "raw")
	written(f, dir, randomEvents(50), 1<<40)
	seed, err := os.ReadFile(filepath.Join(dir, "launch-0001.000.seg"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(seed)
	f.Add([]byte(version))
	f.Fuzz(func(_ *testing.T, data []byte) {
		_, _ = read(bytes.NewReader(data), func(measure.Event) error { return nil })
	})
}

func BenchmarkWriter(b *testing.B) {
	events := randomEvents(1000)
	w := NewEventWriter(b.TempDir(), 1, 1<<40, new(discard))
	b.ReportAllocs()
	for b.Loop() {
		w.Events(events)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/event")
	b.ReportMetric(float64(w.written)/float64(b.N)/1000, "B/event")
}

type discard struct{}

func (*discard) Events([]measure.Event) {}

// Passes measure other sections, so that a number means another one in each.
func TestEachLaunchKeepsWhatItsEventsName(t *testing.T) {
	dir := t.TempDir()
	for launch, id := range map[int]string{1: "all", 7: "one"} {
		if err := KeepOrder(dir, launch, measure.Order{Sections: []measure.Section{{PCMID: id}}}); err != nil {
			t.Fatal(err)
		}
	}
	if order, known := OrderOf(dir, 7); !known || order.Sections[0].PCMID != "one" {
		t.Errorf("launch 7: %+v", order)
	}
	whole := measure.Order{Sections: []measure.Section{{PCMID: "all"}, {PCMID: "one"}}}
	renumber := Renumber(dir, whole)
	for launch, want := range map[int32]int32{1: 0, 7: 1} {
		if e := (measure.Event{Kind: measure.DemandCaptured, Launch: launch}); !renumber(&e) || e.Section != want {
			t.Errorf("the section of launch %d is %d, want %d", launch, e.Section, want)
		}
	}
	if _, known := OrderOf(dir, 2); known {
		t.Error("there is an order of a launch that was not made")
	}
}
