package logs

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"beagle/internal/need"
	"beagle/traces/kieker"
	"beagle/traces/kieker/kiekertest"
)

// readAll reads logs and returns the first report and all records as text.
func readAll(t *testing.T, path string, schemas *kieker.Schemas) (kieker.Report, []string) {
	t.Helper()
	got := &kiekertest.Keeper{}
	reports, err := Read(t.Context(), []string{path}, Options{Schemas: schemas, Open: func(string) kieker.Handler { return got }})
	if err != nil {
		t.Fatal(err)
	}
	if len(reports) != 1 {
		t.Fatalf("%d logs found in %s, want 1", len(reports), path)
	}
	return reports[0], got.Lines
}

func withDecision(t *testing.T) *kieker.Schemas {
	t.Helper()
	schemas := kieker.NewSchemas()
	err := schemas.Add(kieker.Schema{Class: "beagle.BranchDecision", Fields: []kieker.Field{{Name: "timestamp", Type: kieker.Long}, {Name: "traceId", Type: kieker.Long}, {Name: "orderIndex", Type: kieker.Int}, {Name: "branch", Type: kieker.Int}, {Name: "value", Type: kieker.String}}})
	if err != nil {
		t.Fatal(err)
	}
	return schemas
}

func TestEveryWriterOfOneRunGivesTheSameRecords(t *testing.T) {
	for _, name := range []string{"text", "text-gzip", "binary", "binary-gzip", "binary-zip", "binary-deflate", "single-socket-stream.bin"} {
		t.Run(name, func(t *testing.T) {
			report, lines := readAll(t, need.Shared(t, "kieker/written-2.x/"+name), withDecision(t))
			if len(lines) != 18 || report.Skipped != 0 || report.Unknown != 0 {
				t.Fatalf("%s\n%s", report, strings.Join(lines, "\n"))
			}
			all := strings.Join(lines, "\n")
			for _, want := range []string{`"v;w\\x"`, `"line1\nline2"`, `"Größe € 😀"`, `"java.lang.RuntimeException: bad; ü"`, `"parameters":["p1","p2"]`} {
				if !strings.Contains(all, want) {
					t.Errorf("%s is missing in\n%s", want, all)
				}
			}
		})
	}
}

func TestRecordedLogsAreReadCompletely(t *testing.T) {
	tests := []struct {
		name    string
		records int64
	}{
		{"bookstore-executions", 6541},
		{"trace-events", 13},
		{"repair-events", 10},
		{"moobench-binary-1.10", 75000},
		{"eprints-perl", 50002},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			report, _ := readAll(t, need.Shared(t, "kieker/recorded/"+test.name), nil)
			if report.Records != test.records || report.Broken != 0 || report.Unknown != 0 || !report.Complete {
				t.Errorf("%s %+v", report, report.Problems)
			}
		})
	}
}

func writeLog(t *testing.T, kiekerMap, data string) string {
	return need.Folder(t, map[string]string{"kieker.map": kiekerMap, "kieker-20260101-000000000-UTC-001.dat": data})
}

func TestTextLinesAreRepairedOrLocated(t *testing.T) {
	tests := []struct {
		name, line       string
		records, unknown int64
		recovered        int64
		want             string // in the record, or in the problem
	}{
		{"plain", "$1;-1;5;7;0;void a.B.c();a.B\n", 1, 0, 0, `"classSignature":"a.B"`},
		{"CRLF", "$1;-1;5;7;0;void a.B.c();a.B\r\n", 1, 0, 0, `"classSignature":"a.B"`},
		{"separator in a cause", "$2;-1;5;7;0;op;cls;bad; worse; worst\n", 1, 0, 1, `"cause":"bad; worse; worst"`},
		{"separator in the middle", "$3;-1;a;b;s;7;1;2;h;0;0\n", 1, 0, 1, `"sessionId":"b;s"`},
		{"line break in a cause", "$2;-1;5;7;0;op;cls;bad\n\tat line 2\n$0;-1;7;1;s;h;-1;-1\n", 2, 0, 0, `"cause":"bad\n\tat line 2"`},
		{"nine fields before 1.6", "$3;-1;1;op;s;7;1;2;h;0;0\n", 1, 0, 0, `"experimentId":1`},
		{"unknown class", "$4;-1;5\n$1;-1;5;7;0;void a.B.c();a.B\n", 1, 1, 0, `my.Own`},
		{"id without entry", "$9;-1;5\n", 0, 1, 0, `$9 (not in kieker.map)`},
		{"a whole line is not continued", "$3;-1;op;s;7;1;2;h;0;0\n0;0\n00;pc;0;0\n$1;-1;5;7;0;op;cls\n", 2, 0, 0, `"hostname":"h","eoi":0,"ess":0`},
		{"nor is a class name", "$1;-1;5;7;0;void a.B.c();a.B\nid c();a.B\n", 1, 0, 0, `"classSignature":"a.B"`},
		{"a line break in a signature is a cut", "$1;-1;5;7;0;void a\nvoid a.B.c();a.B\n$1;-1;5;7;0;op;cls\n", 1, 0, 0, `begin with a class id`},
		{"a whole line with separators is not continued", "$3;-1;a;b;s;7;1;2;h;0;0\n;0\n", 1, 0, 1, `"sessionId":"b;s"`},
		{"line break in the middle", "$5;-1;ses\nsion;exe;loop;3\n$1;-1;5;7;0;op;cls\n", 1, 0, 0, `begin with a class id`},
		{"an empty last field is missing", "$6;-1;7;1;;h;0;0\n$6;-1;8;1;;h;0;0;\n", 2, 0, 1, `"traceId":7,"threadId":1,"sessionId":"","hostname":"h","parentTraceId":0,"parentOrderId":0,"applicationName":""`},
		{"a class name is no empty field", "$1;-1;5;7;0;op\n", 0, 0, 0, `BeforeOperationEvent`},
		{"byte order marks", "\ufeff$1;-1;5;7;0;op;cls\n", 1, 0, 0, `"traceId":7`},
		{"cut off", "$1;-1;5;7;0;void a.B.c();a.B\n$1;-1;5;7", 1, 0, 0, `cut off`},
		{"no number", "$1;-1;x;7;0;op;cls\n", 0, 0, 0, `5: `},
		{"garbage in front", "hello\n$1;-1;5;7;0;op;cls\n", 1, 0, 0, `does not begin with a class id`},
		{"empty lines", "\n\n$1;-1;5;7;0;op;cls\n\n", 1, 0, 0, `"traceId":7`},
		{"int out of range", "$1;-1;5;7;4294967296;op;cls\n", 0, 0, 0, `BeforeOperationEvent`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			report, lines := readAll(t, writeLog(t, "\ufeff"+kiekertest.EventMap+moreClasses, test.line), nil)
			said := strings.Join(lines, "\n")
			for _, p := range report.Problems {
				said += p.Error() + "\n"
			}
			for _, c := range report.Classes {
				said += c.Class
			}
			if report.Records != test.records || report.Unknown != test.unknown || report.Recovered != test.recovered || !strings.Contains(said, test.want) {
				t.Errorf("%+v\n%s", report, said)
			}
		})
	}
}

const moreClasses = `$5=cipm.consistency.bridge.monitoring.records.LoopRecord
$6=kieker.common.record.flow.trace.ApplicationTraceMetadata
`

// Whichever piece of a line lies behind another, as on network drives, it costs nothing
// but itself.
func TestAFragmentOfALineCostsOnlyItself(t *testing.T) {
	all := []string{
		"$3;1700000000005000000;public void shop.Form.load(int);AABB;100;1700000000001000000;1700000000003000000;pc;1;1\n",
		"$1;-1;1700000000005000000;7;0;public void a.B.c(int);a.B\n",
		"$6;-1;7;1;;h;0;0;shop\n",
	}
	_, want := readAll(t, writeLog(t, kiekertest.EventMap+moreClasses, strings.Join(all, "")), nil)
	for at := range all {
		for _, of := range all {
			for cut := 1; cut < len(of)-1; cut += 2 {
				data := strings.Join(all[:at+1], "") + of[cut:] + strings.Join(all[at+1:], "")
				report, got := readAll(t, writeLog(t, kiekertest.EventMap+moreClasses, data), nil)
				if !slices.Equal(got, want) || report.Broken != 1 {
					t.Fatalf("%q behind line %d: %s %v\n%s", of[cut:], at+1, report, report.Problems, strings.Join(got, "\n"))
				}
				if p := report.Problems[0]; p.Line != at+2 {
					t.Fatalf("%q behind line %d is located at line %d", of[cut:], at+1, p.Line)
				}
			}
		}
	}
}

func TestProblemsNameFileAndLine(t *testing.T) {
	report, _ := readAll(t, writeLog(t, kiekertest.EventMap, "$1;-1;5;7;0;op;cls\n$1;-1;oops\n"), nil)
	if len(report.Problems) != 1 || report.Problems[0].Line != 2 || !strings.HasSuffix(report.Problems[0].File, ".dat") {
		t.Errorf("%+v", report.Problems)
	}
}

func TestAMissingLogIsOneClearError(t *testing.T) {
	empty := t.TempDir()
	for _, path := range []string{empty, filepath.Join(empty, "absent")} {
		_, err := Read(t.Context(), []string{path}, Options{})
		if err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// What a broker's consumer stored needs no map, whatever the files are called.
func TestAFolderOfChunksIsALog(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "topic")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"000": kiekertest.Chunk(), "001.bin": kiekertest.Chunk(), "002.msg": append(kiekertest.Chunk(), kiekertest.Chunk()...), "notes.txt": []byte("no records")} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	report, lines := readAll(t, filepath.Dir(dir), nil)
	if len(lines) != 4 || report.Broken != 0 || report.Kind != "chunks" {
		t.Errorf("%d records: %s", len(lines), report)
	}
}
