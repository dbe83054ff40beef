package extension

import (
	"encoding/binary"
	"math"
	"net"
	"strings"
	"testing"

	"beagle/measure"
	"beagle/model"
)

// kiekerStream is what a program sends: strings by number, then records of the class.
func kiekerStream(records ...[]any) []byte {
	var out []byte
	for id, text := range []string{eventClass, "TEXT", ""} {
		out = binary.BigEndian.AppendUint32(out, math.MaxUint32)
		out = binary.BigEndian.AppendUint32(out, uint32(id))
		out = binary.BigEndian.AppendUint32(out, uint32(len(text)))
		out = append(out, text...)
	}
	for _, fields := range records {
		out = binary.BigEndian.AppendUint32(out, 0)
		out = binary.BigEndian.AppendUint64(out, 1)
		for _, field := range fields {
			out, _ = binary.Append(out, binary.BigEndian, field)
		}
	}
	return out
}

func event(kind, value, section, index int32, first, second int64, number float64, text int32) []any {
	return []any{kind, value, int32(model.ValueOf), section, index, int32(0), int64(7), first, second, number, text}
}

func arrived(t *testing.T, data []byte) (kept, segments, []model.Problem) {
	t.Helper()
	var events kept
	a, err := arrive(&order, 3, &events)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := net.Dial("tcp", a.address())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Write(data); err != nil {
		t.Fatal(err)
	}
	conn.Close()
	all, problems := a.finish(t.Context())
	return events, all, problems
}

func TestEventsArriveAsKiekersRecords(t *testing.T) {
	events, all, problems := arrived(t, kiekerStream(
		event(int32(measure.ServiceEntered), 0, 0, 0, 99, 0, 0, 2),
		event(int32(measure.ParameterCaptured), int32(model.Text), 0, 2, 0, 0, 0, 1),
		event(int32(measure.DemandCaptured), 0, 0, 0, 500, 400, 101, 2),
		event(endRecord, 0, 0, 0, 5, 0, 0, 2)))
	if len(events) != 3 || len(problems) > 0 || all.lost != 5 || !all.complete() {
		t.Fatalf("%d events, %v, lost %d", len(events), problems, all.lost)
	}
	if events[0].Time != 99 || events[1].Value != model.TextValue("TEXT") || events[2].CPU != 400 || events[2].Time != 101 || events[2].Launch != 3 {
		t.Errorf("read %+v", events)
	}
}

func TestWhatArrivesDamagedIsSaid(t *testing.T) {
	events, all, problems := arrived(t, kiekerStream(
		event(int32(measure.DemandCaptured), 0, 0, 0, 5, 5, 0, 2),
		event(int32(measure.ServiceEntered), 0, 0, 0, 0, 0, 0, 2),
		event(77, 0, 0, 0, 0, 0, 0, 2)))
	var said strings.Builder
	for _, p := range problems {
		said.WriteString(p.Message + "\n")
	}
	for _, want := range []string{"no kind of event 77", "have no end", "1 event is out of order"} {
		if !strings.Contains(said.String(), want) {
			t.Errorf("%q is not said: %s", want, said.String())
		}
	}
	if len(events) != 1 || all.complete() {
		t.Errorf("%d events", len(events))
	}
}
