package kieker

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// The sizes are those that Kieker 2.0 states for its records (getSize).
func TestBuiltInRecordsHaveKiekersSizes(t *testing.T) {
	const prefix = "kieker.common.record."
	sizes := map[string]int{
		"controlflow.OperationExecutionRecord": 44, "controlflow.BranchingRecord": 16,
		"flow.trace.TraceMetadata": 36, "flow.trace.ApplicationTraceMetadata": 40,
		"flow.trace.operation.BeforeOperationEvent": 28, "flow.trace.operation.AfterOperationFailedEvent": 32, "flow.trace.operation.CallOperationEvent": 36,
		"flow.trace.operation.object.CallOperationObjectEvent": 44, "flow.trace.operation.constructor.object.BeforeConstructorObjectInterfaceEvent": 36,
		"flow.trace.ConstructionEvent": 28, "flow.trace.concurrency.SplitEvent": 20, "flow.trace.concurrency.JoinEvent": 28,
		"flow.trace.BeforeReceivedRemoteEvent": 32, "flow.thread.AfterFailedThreadBasedEvent": 32, "database.DatabaseFailedEvent": 28,
		"misc.KiekerMetadataRecord": 37, "misc.EmptyRecord": 0, "system.CPUUtilizationRecord": 72, "system.NetworkUtilizationRecord": 128,
		"system.MemSwapUsageRecord": 60, "system.DiskUsageRecord": 64, "session.SessionStartEvent": 16,
	}
	schemas := NewSchemas()
	for class, size := range sizes {
		if s := schemas.Lookup(prefix + class); s == nil || s.size-StampSize != size {
			t.Errorf("%s: %+v, want %d bytes", class, s, size)
		}
	}
	if s := schemas.Lookup(prefix + "flow.trace.operation.EntryLevelBeforeOperationEvent"); s == nil || s.size >= 0 || s.minimum-StampSize != 28+4+4+4 {
		t.Errorf("%+v", s)
	}
}

func TestFormerNamesAreKnown(t *testing.T) {
	schemas := NewSchemas()
	for old, now := range aliases {
		if s := schemas.Lookup(old); s == nil || s.Class != now {
			t.Errorf("%s: %+v", old, s)
		}
	}
	if all := schemas.Layouts("kieker.tpmon.monitoringRecord.executions.KiekerExecutionRecord"); len(all) != 2 || len(all[0].Fields) != 8 || len(all[1].Fields) != 9 {
		t.Errorf("%d layouts", len(all))
	}
}

func TestAClassMayHaveSeveralLayouts(t *testing.T) {
	schemas := NewSchemas()
	for _, fields := range [][]Field{{{"a", Int}}, {{"a", Int}, {"b", String}}, {{"a", Long}}} {
		if err := schemas.Add(Schema{Class: "my.Own", Fields: fields}); err != nil {
			t.Fatal(err)
		}
	}
	if all := schemas.Layouts("my.Own"); len(all) != 2 || all[0].Fields[0].Type != Long {
		t.Errorf("%+v", all)
	}
	for _, bad := range []Schema{{Class: ""}, {Class: "a b"}, {Class: "my.Own", Fields: []Field{{"a", 0}}}} {
		if schemas.Add(bad) == nil {
			t.Errorf("%+v is accepted", bad)
		}
	}
}

func TestEveryRecordClassOfKiekersReleasesIsKnown(t *testing.T) {
	table, err := os.ReadFile("testdata/kieker-classes.txt")
	if err != nil {
		t.Fatal(err)
	}
	schemas, classes := NewSchemas(), 0
	for line := range strings.Lines(string(table)) {
		class, types, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || line[0] == '#' {
			continue
		}
		classes++
		s := schemas.Lookup(class)
		if s == nil {
			t.Errorf("%s is unknown", class)
			continue
		}
		var got []string
		for _, field := range s.Fields {
			got = append(got, field.Type.String())
		}
		if want := strings.ToLower(strings.TrimSpace(types)); strings.Join(got, " ") != want {
			t.Errorf("%s has %v, want %s", class, got, want)
		}
	}
	if classes != 73 {
		t.Errorf("the list has %d classes, want 73", classes)
	}
}

// Beagle's own probes may record through Kieker: what comes behind one of their
// records in a binary stream could not be found without its layout.
func TestRecordsOfBeaglesOwnProbesAreKnown(t *testing.T) {
	s := NewSchemas().Lookup("beagle_rt.ProbeRecord")
	if s == nil {
		t.Fatal("unknown")
	}
	source, err := os.ReadFile("../../measure/java/probe/src/kieker/ProbeRecord.java")
	if err != nil {
		t.Fatal(err)
	}
	puts := regexp.MustCompile(`out\.put(\w+)\(`).FindAllStringSubmatch(string(source), -1)
	if len(puts) == 0 || len(puts) != len(s.Fields) {
		t.Fatalf("%d fields, the class writes %q", len(s.Fields), puts)
	}
	for i, put := range puts {
		if s.Fields[i].Type.String() != strings.ToLower(put[1]) {
			t.Errorf("field %s is %s, the class writes %s", s.Fields[i].Name, s.Fields[i].Type, put[1])
		}
	}
}
