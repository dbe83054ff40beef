package logs

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"beagle/internal/need"
	"beagle/measure"
	"beagle/model"
	"beagle/traces"
)

var (
	order = measure.Order{
		Services: []measure.Service{{Name: "pack", Code: model.Section{Unit: "demo.Zip"}}, {Name: "crc", Code: model.Section{Unit: "demo.Crc"}}},
		Sections: []measure.Section{{Kind: measure.Demand, PCMID: "_a1", Code: model.Section{Unit: "demo.Zip"}}},
	}
	elements = []model.Element{{PCMID: "_a1", Name: "compress block"}}
	start    = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
)

// events are two threads: pack with a section and crc in it; a section that no
// service is around; a service whose end never came.
var events = []measure.Event{
	{Kind: measure.ServiceEntered, Thread: 1, Section: 0, Time: 100},
	{Kind: measure.ServiceEntered, Thread: 2, Section: 1, Time: 105},
	{Kind: measure.LoopCounted, Thread: 1, Section: 0, Count: 3},
	{Kind: measure.ServiceEntered, Thread: 1, Section: 1, Time: 120},
	{Kind: measure.ServiceLeft, Thread: 1, Section: 1, Time: 140},
	{Kind: measure.DemandCaptured, Thread: 1, Section: 0, Time: 110, Wall: 50, Weight: 7},
	{Kind: measure.ServiceLeft, Thread: 1, Section: 0, Time: 200},
	{Kind: measure.DemandCaptured, Thread: 3, Section: 0, Time: 300, Wall: 5},
	{Kind: measure.DemandCaptured, Thread: -1 << 32, Section: 0, Time: 110, Wall: 50, Weight: 9},
}

func write(t *testing.T) (dir string, log *Log) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "log")
	log, err := NewLog(dir, order, elements, start)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if err := log.Event(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	return dir, log
}

func TestExecutionsAreNestedAsTheyRan(t *testing.T) {
	dir, log := write(t)
	files, err := filepath.Glob(filepath.Join(dir, "*.dat"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	const at = "17673230450000" // 2026-01-02 03:04:05 UTC, without the last five digits
	want := []string{
		"$0;-1;2.0.2;beagle;beagle;1;false;0;NANOSECONDS;0",
		"$1;-1;public void demo.Crc.crc();<no-session-id>;1;" + at + "00120;" + at + "00140;beagle;2;2",
		"$1;-1;public void demo.Zip.compress_block$_a1();<no-session-id>;1;" + at + "00110;" + at + "00160;beagle;1;1",
		"$1;-1;public void demo.Zip.pack();<no-session-id>;1;" + at + "00100;" + at + "00200;beagle;0;0",
		"$1;-1;public void demo.Zip.compress_block$_a1();<no-session-id>;2;" + at + "00300;" + at + "00305;beagle;0;0",
		"$1;-1;public void demo.Crc.crc();<no-session-id>;3;" + at + "00105;" + at + "00305;beagle;0;0",
	}
	if got := strings.Split(strings.TrimSpace(string(data)), "\n"); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if log.Executions != 5 || log.Traces != 3 {
		t.Errorf("%d executions in %d traces", log.Executions, log.Traces)
	}
	if _, err := NewLog(dir, order, elements, start); err == nil {
		t.Error("a folder with a log is written to again")
	}
}

// Launches follow one another, though each begins its clock anew.
func TestLaunchesDoNotOverlap(t *testing.T) {
	log, err := NewLog(t.TempDir(), order, elements, start)
	if err != nil {
		t.Fatal(err)
	}
	for launch := range int32(2) {
		if err := log.Event(measure.Event{Kind: measure.DemandCaptured, Launch: launch, Time: 10, Wall: 90}); err != nil {
			t.Fatal(err)
		}
	}
	if got := log.last - start.UnixNano(); got != 200 {
		t.Errorf("the last execution ends after %d ns", got)
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
}

// Beagle's own reader finds whole traces, too.
func TestBeagleReadsItsOwnLog(t *testing.T) {
	dir, log := write(t)
	engine := traces.NewEngine(traces.Options{})
	if _, err := Read(t.Context(), []string{dir}, Options{Open: engine.Open}); err != nil {
		t.Fatal(err)
	}
	engine.End()
	if r := engine.Result(); r.Valid != log.Traces || r.Counts.Invalid != 0 {
		t.Errorf("%d valid and %d invalid traces of %d", r.Valid, r.Counts.Invalid, log.Traces)
	}
}

// Kieker's own reconstruction of traces finds every trace valid.
func TestKiekersOwnToolsOpenIt(t *testing.T) {
	need.Maven(t)
	dir, _ := write(t)
	java := filepath.Join(need.Root(t), "bench", "traces", "java")
	lib, classes := t.TempDir(), t.TempDir()
	run := func(name string, args ...string) string {
		cmd := exec.Command(name, args...)
		out, err := cmd.Output() // SLF4J talks on standard error
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
		return string(out)
	}
	run("mvn", "-q", "-B", "-f", filepath.Join(java, "pom.xml"), "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies", "-DoutputDirectory="+lib)
	path := filepath.Join(lib, "*")
	run("javac", "-nowarn", "-cp", path, "-d", classes, "testdata/Executions.java")
	got := strings.Fields(run("java", "-cp", classes+string(filepath.ListSeparator)+path, "Executions", dir))
	if slices.Sort(got); !slices.Equal(got, []string{"1:3", "2:1", "3:1"}) {
		t.Errorf("Kieker's valid traces, with their executions: %q", got)
	}
}

// full is a file on a full disk.
type full struct{ closed bool }

func (*full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }
func (f *full) Close() error            { f.closed = true; return nil }

func TestAFileThatTakesNothingIsClosed(t *testing.T) {
	file := &full{}
	if l, err := begin(file, time.Now()); l != nil || err == nil || !strings.Contains(err.Error(), "no space left") {
		t.Errorf("%v, %v", l, err)
	}
	if !file.closed {
		t.Error("the file is still open")
	}
}
