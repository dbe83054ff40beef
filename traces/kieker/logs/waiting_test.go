package logs

import (
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"beagle/internal/need"
	"beagle/traces/kieker"
	"beagle/traces/kieker/kiekertest"
)

// grownMap has strings of every kind that a map may end in: with line breaks, empty,
// and not ASCII.
const grownMap = "$0=kieker.common.record.flow.trace.TraceMetadata\n" +
	"$1=kieker.common.record.flow.trace.operation.EntryLevelBeforeOperationEvent\n" +
	"$2=kieker.common.record.flow.trace.operation.AfterOperationFailedEvent\r\n" +
	"$3=host\n$4=void a.B.größe(int)\n$5=a.B\n$6=\n$7=n\n$8=first\nsecond\n\n$9=42\n"

// grownRecords are records that use all strings of the map, those of arrays, too.
func grownRecords() (out []byte) {
	for trace := range int64(3) {
		for _, v := range []any{
			int32(0), int64(-1), trace, int64(1), int32(6), int32(3), int64(-1), int32(-1),
			int32(1), int64(-1), int64(100), trace, int32(0), int32(4), int32(5), int32(1), int32(7), int32(1), int32(9), int32(0),
			int32(2), int64(-1), int64(200), trace, int32(1), int32(4), int32(5), int32(8),
		} {
			out, _ = binary.Append(out, binary.BigEndian, v)
		}
	}
	return out
}

// stepped follows a log that is looked at when the test says so.
type stepped struct {
	*followed
	dir   string
	steps chan struct{}
	clock atomic.Int64
}

func followInSteps(t *testing.T, files map[string]string) *stepped {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	f := &stepped{
		followed: &followed{t: t, cancel: cancel, done: make(chan []kieker.Report, 1)},
		dir:      need.Folder(t, files), steps: make(chan struct{}),
	}
	options := Options{
		Schemas: kieker.NewSchemas(), Follow: true, now: func() time.Time { return time.Unix(1000, f.clock.Load()) }, Open: func(string) kieker.Handler { return &f.got },
		pause: func(ctx context.Context) bool {
			select {
			case <-ctx.Done():
				return false
			case <-f.steps:
				return true
			}
		},
	}
	log, ok := folderLog(f.dir)
	if !ok {
		t.Fatal("no log")
	}
	go func() { f.done <- []kieker.Report{readLog(ctx, log, options)} }()
	return f
}

// look lets the log be looked at so often; behind each step it has been.
func (f *stepped) look(times int) {
	f.t.Helper()
	for range times {
		select {
		case f.steps <- struct{}{}:
		case <-time.After(time.Minute):
			f.t.Fatal("the log is not looked at any more")
		}
	}
}

// recordsAtTheEnd are the records of a log that is complete, as text.
func recordsAtTheEnd(t *testing.T, files map[string]string) []string {
	t.Helper()
	report, lines := readAll(t, need.Folder(t, files), nil)
	if report.Broken+report.Unknown+report.Skipped != 0 {
		t.Fatalf("%s %v", report, report.Problems)
	}
	return lines
}

const grownFile, grownLines = "kieker-001.bin", "kieker-001.dat"

// Wherever a map is cut, and whether its rest comes before or behind the records, the
// log says what it says when it is complete.
func TestAFollowedLogWhoseMapGrowsIsTheLogReadAtTheEnd(t *testing.T) {
	for file, data := range map[string]string{
		grownFile:  string(grownRecords()),
		grownLines: "$0;-1;7;1;;host;-1;-1\n$2;-1;5;7;1;op;a.B;bad\nworse\n$1;-1;5;7;0;op;a.B;1;n;1;42;0\n",
	} {
		want := recordsAtTheEnd(t, map[string]string{"kieker.map": grownMap, file: data})
		for cut := range len(grownMap) {
			for _, rest := range []string{"appended", "anew"}[:1+(cut+1)%5/4] {
				f := followInSteps(t, map[string]string{"kieker.map": grownMap[:cut]})
				f.write(filepath.Join(f.dir, file), data)
				f.look(2) // the last line of the map may be whole; nothing came since
				if rest == "appended" {
					f.write(filepath.Join(f.dir, "kieker.map"), grownMap[cut:])
				} else { // as rsync does
					f.write(filepath.Join(f.dir, ".kieker.map.x"), grownMap)
					if err := os.Rename(filepath.Join(f.dir, ".kieker.map.x"), filepath.Join(f.dir, "kieker.map")); err != nil {
						t.Fatal(err)
					}
				}
				f.look(4)
				if report := f.end()[0]; !slices.Equal(f.got.Lines, want) || report.Broken != 0 {
					t.Fatalf("%s, map cut at %d, the rest %s: %s %v\n%s", file, cut, rest, report, report.Problems, strings.Join(f.got.Lines, "\n"))
				}
			}
		}
	}
}

// Behind a record of a class without schema, the strings tell where the next begins.
func TestAFollowedLogOfKiekersIsTheLogReadAtTheEnd(t *testing.T) {
	folder := need.Shared(t, "kieker/written-2.x/binary")
	log, err := findLogs(folder)
	if err != nil {
		t.Fatal(err)
	}
	texts, err := os.ReadFile(log[0].mapFile)
	if err != nil {
		t.Fatal(err)
	}
	records, err := os.ReadFile(log[0].files[0])
	if err != nil {
		t.Fatal(err)
	}
	whole, want := readAll(t, folder, nil)
	for cut := 0; cut < len(texts); cut += 13 {
		f := followInSteps(t, map[string]string{"kieker.map": string(texts[:cut])})
		f.write(filepath.Join(f.dir, grownFile), string(records))
		f.look(2)
		f.write(filepath.Join(f.dir, "kieker.map"), string(texts[cut:]))
		f.look(6)
		if report := f.end()[0]; !slices.Equal(f.got.Lines, want) || report.Unknown != whole.Unknown || report.Broken != 0 {
			t.Errorf("map cut at %d: %s %v\n%s", cut, report, report.Problems, strings.Join(f.got.Lines, "\n"))
		}
	}
}

// A map of a string in each record, as of parameter values, grows with the records.
func TestRecordsWaitForTheirOwnStrings(t *testing.T) {
	head := strings.Split(grownMap, "$3=")[0] + "$3=host\n$4=op\n$5=a.B\n$6=\n$7=n\n"
	f := followInSteps(t, map[string]string{"kieker.map": head})
	var data []byte
	for i := range int32(100) {
		for _, v := range []any{int32(1), int64(-1), int64(i), int64(7), i, int32(4), int32(5), int32(1), int32(7), int32(1), 8 + i, int32(0)} {
			data, _ = binary.Append(data, binary.BigEndian, v)
		}
	}
	f.write(filepath.Join(f.dir, grownFile), string(data))
	f.look(1)
	for i := range 100 {
		f.write(filepath.Join(f.dir, "kieker.map"), fmt.Sprintf("$%d=%d\n", 8+i, i))
		f.look(2)
		f.got.Mu.Lock()
		have := len(f.got.Lines)
		f.got.Mu.Unlock()
		if have < i || have > i+1 { // the last line of a map counts when nothing came for a while
			t.Fatalf("%d records, %d strings", have, i+1)
		}
	}
	f.look(3)
	f.end()
	for i, line := range f.got.Lines {
		if !strings.Contains(line, fmt.Sprintf(`"values":["%d"]`, i)) {
			t.Errorf("%d: %s", i, line)
		}
	}
	if len(f.got.Lines) != 100 {
		t.Errorf("%d records", len(f.got.Lines))
	}
}

// A string that never comes costs the records that need it their name, which is told;
// those behind them do not wait again until the map grows.
func TestRecordsDoNotWaitForEver(t *testing.T) {
	cut := strings.Index(grownMap, "$8=")
	f := followInSteps(t, map[string]string{"kieker.map": grownMap[:cut], grownFile: string(grownRecords())})
	f.look(3)
	f.clock.Add(int64(maxWait - 1))
	f.look(3)
	f.got.Mu.Lock()
	have := len(f.got.Lines)
	f.got.Mu.Unlock()
	if have != 1 { // the second needs $9
		t.Errorf("%d records within %v", have, maxWait)
	}
	f.clock.Add(1)
	f.look(3)
	f.got.Mu.Lock()
	have = len(f.got.Lines)
	f.got.Mu.Unlock()
	if have != 9 {
		t.Errorf("%d records behind %v", have, maxWait)
	}
	f.write(filepath.Join(f.dir, "kieker.map"), grownMap[cut:])
	f.write(filepath.Join(f.dir, grownFile), string(grownRecords()))
	f.look(4)
	report := f.end()[0]
	want := recordsAtTheEnd(t, map[string]string{"kieker.map": grownMap, grownFile: string(grownRecords())})
	if got := f.got.Lines[9:]; !slices.Equal(got, want) {
		t.Errorf("when the map has grown:\n%s", strings.Join(got, "\n"))
	}
	const message = "offset 48: EntryLevelBeforeOperationEvent needs string 9, which kieker.map does not have: copy the kieker.map of this log anew"
	if report.Broken != 6 || report.Problems[0].Message != message {
		t.Errorf("%s %v", report, report.Problems)
	}
}

func TestAnEndThatComesWhileRecordsWaitIsTold(t *testing.T) {
	f := followInSteps(t, map[string]string{"kieker.map": grownMap[:strings.Index(grownMap, "$6=")], grownFile: string(grownRecords())})
	f.look(2)
	report := f.end()[0]
	if len(f.got.Lines) != 0 || report.Broken != 1 || !strings.Contains(report.Problems[0].Message, "waiting for string 6 of kieker.map") {
		t.Errorf("%d records, %s %v", len(f.got.Lines), report, report.Problems)
	}
}

// What a map does not have is told of a log that is read at its end, too, and each
// string keeps a name of its own.
func TestARecordWithoutItsStringIsTold(t *testing.T) {
	for _, runs := range []bool{false, true} {
		var handler kieker.Handler = &kiekertest.Keeper{}
		if runs {
			handler = &kiekertest.Counter{}
		}
		dir := need.Folder(t, map[string]string{"kieker.map": grownMap[:strings.Index(grownMap, "$4=")], grownFile: string(grownRecords())})
		reports, err := Read(t.Context(), []string{dir}, Options{Open: func(string) kieker.Handler { return handler }})
		if err != nil || reports[0].Records != 9 || reports[0].Broken != 9 {
			t.Errorf("%v %v %v", err, reports[0], reports[0].Problems)
		}
	}
}
