package traces

import (
	"testing"

	"beagle/internal/need"
	"beagle/traces/classes"
	"beagle/traces/kieker/logs"
)

func TestMain(m *testing.M) { need.Main(m) }

func reconstruct(t *testing.T, options Options, paths ...string) Result {
	t.Helper()
	engine := NewEngine(options)
	if _, err := logs.Read(t.Context(), paths, logs.Options{Open: engine.Open}); err != nil {
		t.Fatal(err)
	}
	return engine.Result()
}

func TestRecordedLogsGiveKiekersClasses(t *testing.T) {
	bookstore := reconstruct(t, Options{}, need.Shared(t, "kieker/recorded/bookstore-executions"))
	if bookstore.Valid != 1635 || bookstore.Invalid != 0 || bookstore.Records != 6541 {
		t.Errorf("bookstore: %+v", bookstore.Counts)
	}
	want := map[int64]uint64{6488138950668976130: 386, 6488138950668976129: 706, 6488138950668976141: 187, 6488138950668976131: 356}
	for _, c := range bookstore.Classes {
		if id := c.Representative().ID; want[id] != c.Count || c.Len() != 4 || c.MaxDepth() != 2 {
			t.Errorf("class of %d: %d traces, %d executions, depth %d", id, c.Count, c.Len(), c.MaxDepth())
		}
	}
	if all := classes.Assembly(bookstore.Classes); len(all) != 1 || all[0].Count != 1635 || all[0].Representative().ID != 6488138950668976129 {
		t.Errorf("assembly: %+v", all)
	}
	if got := bookstore.Classes; len(got) != 4 {
		t.Errorf("%d classes, want 4", len(got))
	}
}

func TestRecordedEventsAreReconstructed(t *testing.T) {
	tests := []struct {
		name                     string
		repair                   bool
		valid, invalid, repaired int64
	}{
		{"trace-events", false, 2, 0, 0},
		{"repair-events", false, 0, 2, 0},
		{"repair-events", true, 2, 0, 2},
		{"eprints-perl", false, 1, 1, 0},
	}
	for _, test := range tests {
		r := reconstruct(t, Options{Repair: test.repair}, need.Shared(t, "kieker/recorded/"+test.name))
		if r.Valid != test.valid || r.Invalid != test.invalid || r.Repaired != test.repaired {
			t.Errorf("%s, repair %v: %+v", test.name, test.repair, r.Counts)
		}
		for _, i := range r.Examples {
			t.Logf("%s: %d %s: %s", test.name, i.Trace.ID, i.Reason, i.Detail)
		}
	}
	r := reconstruct(t, Options{}, need.Shared(t, "kieker/recorded/moobench-binary-1.10"))
	t.Logf("%+v %d", r.Counts, len(r.Classes))
	for _, i := range r.Examples {
		t.Logf("%d %s: %s", i.Trace.ID, i.Reason, i.Detail)
	}
}
