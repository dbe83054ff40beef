package probe

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"beagle/internal/need"
	"beagle/measure"
	"beagle/model"
)

// table is what testdata/Threads.java records: demand, branch, loop, call,
// service; and Callers.java, Receives.java: three services more.
var table = Table{{Kind: Section, Index: 0}, {Kind: Section, Index: 1}, {Kind: Section, Index: 2}, {Kind: Call, Index: 3}, {Kind: Service, Index: 0}, {Kind: Service, Index: 1}, {Kind: Service, Index: 2}, {Kind: Service, Index: 3}}

// totals adds up events by kind, weighted, and checks their order per thread.
type totals struct {
	t       *testing.T
	count   map[measure.EventKind]float64
	records int
	open    map[int64]bool
}

func (s *totals) Events(batch []measure.Event) {
	for i := range batch {
		e := &batch[i]
		weight := e.Weight
		if weight == 0 {
			weight = 1
		}
		s.count[e.Kind] += weight
		s.records++
		switch e.Kind {
		case measure.ServiceEntered, measure.ServiceLeft:
			entered := e.Kind == measure.ServiceEntered
			if s.open[e.Thread] == entered {
				s.t.Fatalf("thread %d: service entered or left twice", e.Thread)
			}
			s.open[e.Thread] = entered
		default:
			if !s.open[e.Thread] {
				s.t.Fatalf("thread %d: event of kind %d outside of the service", e.Thread, e.Kind)
			}
		}
	}
}

// compiled is the folder with the runtime and the programs of testdata.
var compiled = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "beagle-probe-")
	if err != nil {
		return "", err
	}
	compiledTo = dir
	// Free of lint, at the level of Java 8.
	command := []string{"-Xlint:all,-options", "-Werror", "--release", "8", "-d", dir, "testdata/Threads.java", "testdata/Levenshtein.java", "testdata/Within.java", "testdata/Cold.java", "testdata/Away.java", "testdata/Rare.java", "testdata/Rests.java", "testdata/Collects.java", "testdata/Callers.java", "testdata/Receives.java", "testdata/Around.java", "testdata/Grows.java", "testdata/Made.java", "testdata/Many.java", "testdata/Rounds.java", "testdata/Recursive.java", "testdata/Batch.java"}
	for name, text := range Sources(Package) {
		source := filepath.Join(dir, name)
		if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
			return dir, err
		}
		command = append(command, source)
	}
	out, err := exec.Command("javac", command...).CombinedOutput()
	if err != nil || len(out) > 0 {
		return dir, fmt.Errorf("javac: %w\n%s", err, out)
	}
	return dir, nil
})

var compiledTo string

func TestMain(m *testing.M) {
	code := m.Run()
	if compiledTo != "" {
		_ = os.RemoveAll(compiledTo)
	}
	os.Exit(code)
}

func compileThreads(t *testing.T) string {
	t.Helper()
	need.Java(t)
	dir, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// runThreads runs the program while its records are followed.
func runThreads(t *testing.T, classes string, env []string, arguments ...string) (*totals, Ending) {
	t.Helper()
	return runProgram(t, classes, "Threads", env, arguments...)
}

func runProgram(t *testing.T, classes, main string, env []string, arguments ...string) (*totals, Ending) {
	t.Helper()
	sink := &totals{t: t, count: map[measure.EventKind]float64{}, open: map[int64]bool{}}
	return sink, follow(t, sink, classes, main, env, arguments...)
}

func follow(t *testing.T, sink measure.Sink, classes, main string, env []string, arguments ...string) Ending {
	t.Helper()
	return followAll(t, table, sink, classes, main, env, arguments...)
}

// followAll is that for a program with probes of its own.
func followAll(t *testing.T, table Table, sink measure.Sink, classes, main string, env []string, arguments ...string) Ending {
	t.Helper()
	records := t.TempDir()
	cmd := exec.Command("java", append([]string{"-cp", classes, main}, arguments...)...)
	cmd.Env = append(os.Environ(), append(env, EnvOut+"="+records, EnvTable+"="+strconv.FormatInt(table.Hash(), 10))...)
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	follower := &Follower{Dir: records, Decoder: &Decoder{Table: table, Sink: sink}}
	for running := true; running; {
		select {
		case err := <-ended:
			if err != nil || out.Len() > 0 {
				t.Errorf("the program: %v\n%s", err, out.String())
			}
			running = false
		case <-time.After(5 * time.Millisecond):
			if _, err := follower.Poll(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	ending, err := follower.Finish(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return ending
}

// What is taken out of a section for probes inside it is what they cost: those
// that are left out read no clock and write nothing.
func TestExecutionsThatAreLeftOutCostLess(t *testing.T) {
	classes := compileThreads(t)
	least := func(full string) (units int32) { // of the sections in which the runtime did not calibrate itself
		sink := &collect{}
		if ending := follow(t, sink, classes, "Within", []string{EnvFull + "=" + full}); !ending.Complete {
			t.Fatalf("%+v", ending)
		}
		units = math.MaxInt32
		for _, e := range sink.events {
			if e.Kind == measure.DemandCaptured && e.Section == 0 {
				units = min(units, e.Nested)
			}
		}
		return units
	}
	if all, some := least("1000000"), least("10"); some <= 0 || some > all*2/3 {
		t.Errorf("%d units of probes with all recorded, %d with few", all, some)
	}
}

func TestEveryThreadsRecordsArriveInOrder(t *testing.T) {
	classes := compileThreads(t)
	for _, arguments := range [][]string{{"80", "100"}, {"8", "3000", "halt"}, {"150", "40", "together"}} {
		threads, _ := strconv.ParseFloat(arguments[0], 64)
		times, _ := strconv.ParseFloat(arguments[1], 64)
		sink, ending := runThreads(t, classes, []string{EnvFull + "=1000000"}, arguments...)
		if !ending.Complete || ending.Lost > 0 {
			t.Errorf("%v: %+v", arguments, ending)
		}
		runs := threads * times
		for kind, want := range map[measure.EventKind]float64{
			measure.ServiceEntered: runs, measure.ServiceLeft: runs, measure.LoopCounted: runs,
			measure.SectionEntered: 2 * runs, measure.DemandCaptured: 2 * runs,
			measure.CallEntered: runs, measure.CallLeft: runs, measure.ParameterCaptured: 4 * runs,
		} {
			if sink.count[kind] != want {
				t.Errorf("%v: %v events of kind %d, want %v", arguments, sink.count[kind], kind, want)
			}
		}
	}
}

// What cannot be recorded never reaches the program.
func TestTheProgramRunsOnWhereNothingCanBeWritten(t *testing.T) {
	classes := compileThreads(t)
	for name, folder := range map[string]string{"a folder that is missing": filepath.Join(t.TempDir(), "no", "such"), "a file": filepath.Join(classes, "P.java")} {
		cmd := exec.Command("java", "-cp", classes, "Threads", "8", "100")
		cmd.Env = append(os.Environ(), EnvOut+"="+folder)
		if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}

// A program may have used up the memory outside of the heap before its first probe.
func TestRecordingNeedsNoDirectMemory(t *testing.T) {
	sink, ending := runProgram(t, compileThreads(t), "-XX:MaxDirectMemorySize=1", nil, "Threads", "8", "100")
	if !ending.Complete || sink.count[measure.ServiceEntered] != 800 {
		t.Errorf("%v %+v", sink.count, ending)
	}
}

func TestWhatKeepsProbesFromWritingIsSaid(t *testing.T) {
	header := make([]byte, headerSize)
	copy(header, fileMagic)
	binary.LittleEndian.PutUint64(header[8:], version|headerSize<<32)
	binary.LittleEndian.PutUint64(header[16:], uint64(table.Hash()))
	binary.LittleEndian.PutUint64(header[56:], stateFailed)
	copy(header[128:], "No space left on device")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.beagle"), header, 0o600); err != nil {
		t.Fatal(err)
	}
	ending, err := (&Follower{Dir: dir, Decoder: &Decoder{Table: table, Sink: &totals{}}}).Finish(t.Context())
	if err != nil || ending.Complete || len(ending.Problems) != 1 || !strings.HasSuffix(ending.Problems[0].Message, "records: No space left on device") {
		t.Errorf("%+v %v", ending, err)
	}
}

// Sampling leaves out records, never counts: what is recorded stands for the
// rest.
func TestSamplesStandForAll(t *testing.T) {
	sink, ending := runThreads(t, compileThreads(t), []string{EnvFull + "=50"}, "4", "20000")
	if !ending.Complete {
		t.Errorf("%+v", ending)
	}
	if sink.records > 100000 {
		t.Errorf("%d records", sink.records)
	}
	// n from 0 to 4, each time n branches and demands, one loop, one call with a text.
	const runs = 80000.0
	for kind, want := range map[measure.EventKind]float64{
		measure.ServiceEntered: runs, measure.LoopCounted: runs, measure.SectionEntered: 2 * runs,
		measure.DemandCaptured: 2 * runs, measure.CallEntered: runs,
	} {
		if got := sink.count[kind]; math.Abs(got-want) > 1e-6*want {
			t.Errorf("%v events of kind %d, want %v", got, kind, want)
		}
	}
}

// The inner loop of the Levenshtein distance runs m times n times, exactly, also
// where one execution in hundreds is recorded.
func TestCountsAreExactOnAKnownAlgorithm(t *testing.T) {
	a, b := strings.Repeat("kitten", 17), strings.Repeat("sitting", 13)
	sink, ending := runProgram(t, compileThreads(t), "Levenshtein", nil, "101", a, b)
	if !ending.Complete {
		t.Errorf("%+v", ending)
	}
	if got, want := sink.count[measure.SectionEntered], float64(101*len(a)*len(b)); got != want {
		t.Errorf("the inner loop ran %v times, want %v", got, want)
	}
	if got, want := sink.count[measure.LoopCounted], float64(101*len(b)); got != want {
		t.Errorf("it ended %v times, want %v", got, want)
	}
	if sink.records > 50000 {
		t.Errorf("%d records", sink.records)
	}
}

func TestAFullLimitIsSaid(t *testing.T) {
	_, ending := runThreads(t, compileThreads(t), []string{EnvLimit + "=100000", EnvFull + "=1000000"}, "4", "3000")
	if ending.Complete || len(ending.Problems) != 1 || !strings.Contains(ending.Problems[0].Message, "limit") || ending.Lost == 0 {
		t.Errorf("%+v", ending)
	}
}

func TestForeignAndDamagedFilesAreRefused(t *testing.T) {
	for name, data := range map[string]string{
		"is no file of Beagle": strings.Repeat("x", headerSize),
		"version 7":            fileMagic + "\x07\x00\x00\x00" + strings.Repeat("\x00", headerSize),
		"another":              fileMagic + "\x04\x00\x00\x00" + strings.Repeat("\x00", headerSize),
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "a.beagle"), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
		follower := &Follower{Dir: dir, Decoder: &Decoder{Table: table, Sink: &totals{}}}
		ending, err := follower.Finish(t.Context())
		if err != nil || ending.Complete || len(ending.Problems) != 1 || !strings.Contains(ending.Problems[0].Message, name) {
			t.Errorf("%s: %+v %v", name, ending, err)
		}
	}
}

type collect struct{ events []measure.Event }

func (c *collect) Events(batch []measure.Event) { c.events = append(c.events, batch...) }

func head(kind uint64, id, detail uint32) uint64 { return kind<<56 | uint64(id)<<32 | uint64(detail) }

// Arguments that are handed through arrive one by one, with other calls between
// them; the call is entered when its last one has come.
func TestArgumentsWaitForTheirCall(t *testing.T) {
	const open = 1 << 31
	sink := &collect{}
	d := &Decoder{Table: Table{{Kind: Call, Index: 0}, {Kind: Call, Index: 1}}, Sink: sink}
	argument := func(id, position, marks uint32, value uint64) []uint64 {
		return []uint64{head(typeParameter, id, position|valueLong<<8|(marks|markInside)<<12), value}
	}
	for _, record := range [][]uint64{
		{head(typeCall, 0, open|1)},
		argument(0, 0, markFirst, 10),
		{head(typeCall, 1, open|1)},
		argument(1, 0, markFirst|markLast, 20),
		{head(typeReturn, 1, 0)},
		argument(0, 1, markLast, 30),
		{head(typeReturn, 0, 0)},
		{head(typeReturn, 0, 0)}, // of a call that was not entered
		argument(0, 1, markLast, 40),
	} {
		if err := d.Record(1, &Origin{}, record); err != nil {
			t.Fatal(err)
		}
	}
	d.Flush()
	var got []string
	for _, e := range sink.events {
		got = append(got, map[measure.EventKind]string{measure.CallEntered: "enter", measure.CallLeft: "leave", measure.ParameterCaptured: "value"}[e.Kind]+
			strconv.Itoa(int(e.Section))+" "+e.Value.String())
	}
	want := []string{"enter1 none", "value1 20", "leave1 none", "enter0 none", "value0 10", "value0 30", "leave0 none"}
	if strings.Join(got, ", ") != strings.Join(want, ", ") {
		t.Errorf("%q", got)
	}
}

// Short records say the same as long ones with the same numbers.
func TestShortRecordsMeanWhatLongOnesDo(t *testing.T) {
	decode := func(records ...[]uint64) []measure.Event {
		sink := &collect{}
		d := &Decoder{Table: Table{{Kind: Section, Index: 0}, {Kind: Section, Index: 1}, {Kind: Service, Index: 0}}, Sink: sink}
		for _, record := range records {
			if n := Words(record[0]); n != len(record) {
				t.Errorf("%x: %d words", record, n)
			}
			if err := d.Record(1, &Origin{Base: 7}, record); err != nil {
				t.Fatal(err)
			}
		}
		d.Flush()
		return sink.events
	}
	long := decode(
		[]uint64{head(typeEnter, 2, 1), 1000},
		[]uint64{head(typeParameter, 2, valueLong<<8), 99},
		[]uint64{head(typeDemand, 0, 1), 1300, 50, 12},
		[]uint64{head(typeDemand, 0, 1), 1200, 300, 40}, // around the one before
		[]uint64{head(typeLoop, 1, 1), 5},
		[]uint64{head(typeLeave, 2, 0), 1600, 80, 200},
	)
	short := decode(
		[]uint64{head(typeShortEnter, 2, 1000)},
		[]uint64{head(typeParameter, 2, valueSmall<<8|99<<15)},
		[]uint64{head(typeShortDemand, 0, 12), 350<<32 | 50},
		[]uint64{head(typeShortDemand, 0, 40), 150<<32 | 300},
		[]uint64{head(typeShortLoop, 1, 5)},
		[]uint64{head(typeShortLeave, 2, 100), 80<<32 | 200},
	)
	tiny := slices.Clone(short)
	for i, e := range decode([]uint64{head(typeShortEnter, 2, 1000)}, []uint64{1<<63 | 12<<40 | 350<<20 | 50}, []uint64{1<<63 | 40<<40 | 150<<20 | 300}) {
		tiny[i+min(i, 1)] = e // the parameter lies between
	}
	if !slices.Equal(short, long) || !slices.Equal(tiny, long) || len(long) != 6 {
		t.Errorf("tiny %+v\nshort %+v\nlong  %+v", tiny, short, long)
	}
}

// The one word of a tiny demand has the probe's number in its first byte, too: of 512 probes and more it was taken for
// no record at all, so that large programs had their short demands' first, cold executions only, and times of
// what came behind that lacked theirs.
func TestTinyDemandsOfAllProbesThatFitAreRead(t *testing.T) {
	table := make(Table, 1<<16)
	for i := range table {
		table[i] = Probe{Kind: Section, Index: int32(i)}
	}
	sink := &collect{}
	d := &Decoder{Table: table, Sink: sink}
	for id := range uint64(1 << 16) {
		record := []uint64{1<<63 | id<<47 | 12<<40 | 350<<20 | 50}
		if Words(record[0]) != 1 {
			t.Fatalf("probe %d: %d words", id, Words(record[0]))
		}
		if err := d.Record(1, &Origin{}, record); err != nil {
			t.Fatal(err)
		}
	}
	d.Flush()
	if len(sink.events) != len(table) {
		t.Fatalf("%d of %d records were read", len(sink.events), len(table))
	}
	for id, e := range sink.events {
		if e.Kind != measure.DemandCaptured || e.Section != int32(id) || e.Time != 350*int64(id+1)-50 {
			t.Fatalf("probe %d: %+v", id, e)
		}
	}
}

func TestShortSectionsOfALargeProgramAreAllRecorded(t *testing.T) {
	large := make(Table, 1<<17)
	for i := range large {
		large[i] = Probe{Kind: Section, Index: int32(i)}
	}
	sink := &collect{}
	numbers := []string{"3", "511", "512", "4000", "65535", "65536", "131071"}
	ending := followAll(t, large, sink, compileThreads(t), "Many", nil, numbers...)
	count := map[int32]int{}
	for i, e := range sink.events {
		count[e.Section]++
		if i > 0 && e.Time < sink.events[i-1].Time {
			t.Fatalf("section %d begins before the one before it", e.Section)
		}
	}
	for _, number := range numbers {
		if id, _ := strconv.Atoi(number); count[int32(id)] != 200 {
			t.Errorf("section %s was recorded %d times, want 200", number, count[int32(id)])
		}
	}
	if !ending.Complete {
		t.Errorf("%+v", ending)
	}
}

func TestValuesAreCharacterised(t *testing.T) {
	number := model.NumberValue
	for _, c := range []struct {
		words []uint64
		want  map[model.Characterisation]model.Value
	}{
		{[]uint64{valueLong << 8, 1<<64 - 5}, map[model.Characterisation]model.Value{model.ValueOf: number(-5)}},
		{[]uint64{valueBoolean << 8, 1}, map[model.Characterisation]model.Value{model.ValueOf: model.BoolValue(true)}},
		{[]uint64{valueString<<8 | 2<<15, 2, 'h' | 'i'<<16}, map[model.Characterisation]model.Value{
			model.ValueOf: model.TextValue("hi"), model.NumberOfElements: number(2), model.ByteSize: number(4),
		}},
		{[]uint64{valueString << 8, 900}, map[model.Characterisation]model.Value{model.NumberOfElements: number(900), model.ByteSize: number(1800)}},
		{[]uint64{valueArray<<8 | 8<<15, 3}, map[model.Characterisation]model.Value{model.NumberOfElements: number(3), model.ByteSize: number(24)}},
		{[]uint64{valueSize << 8, 7}, map[model.Characterisation]model.Value{model.NumberOfElements: number(7)}},
		{[]uint64{valueType<<8 | 1<<15, 'T'}, map[model.Characterisation]model.Value{model.TypeOf: model.TextValue("T")}},
		{[]uint64{valueNull << 8}, map[model.Characterisation]model.Value{model.ValueOf: {}}},
	} {
		sink := &collect{}
		d := &Decoder{Table: Table{{Kind: Service, Index: 0}}, Sink: sink}
		c.words[0] |= head(typeParameter, 0, 0)
		if n := Words(c.words[0]); n != len(c.words) {
			t.Errorf("%x: %d words", c.words, n)
		}
		if err := d.Record(1, &Origin{}, c.words); err != nil {
			t.Fatal(err)
		}
		d.Flush()
		if len(sink.events) != len(c.want) {
			t.Errorf("%x: %v", c.words, sink.events)
		}
		for _, e := range sink.events {
			if e.Value != c.want[e.Char] {
				t.Errorf("%x: %v is %v", c.words, e.Char, e.Value)
			}
		}
	}
}

// header is what a file of records begins with.
func header() (file []byte) {
	file = append(file, fileMagic...)
	file = append(file, version, 0, 0, 0, 0, 16, 0, 0)
	file = binary.LittleEndian.AppendUint64(file, uint64(table.Hash()))
	return append(file, make([]byte, headerSize-len(file))...)
}

// segmentOf is the first segment of a thread.
func segmentOf(thread, size uint32, words ...uint64) []byte {
	s := append([]byte{}, segmentMagic...)
	for _, n := range []uint32{size, thread, 0, 0, 1, 0} {
		s = binary.LittleEndian.AppendUint32(s, n)
	}
	for _, word := range words {
		s = binary.LittleEndian.AppendUint64(s, word)
	}
	return append(s, make([]byte, int(size)-len(s))...)
}

func TestReadingEndsWithItsContext(t *testing.T) {
	dir := t.TempDir()
	file := append(header(), segmentOf(1, 1<<12, head(typeBranch, 1, 1), head(typeNext, 0, 0))...)
	if err := os.WriteFile(filepath.Join(dir, "a.beagle"), file, 0o600); err != nil {
		t.Fatal(err)
	}
	sink := &collect{}
	follower := &Follower{Dir: dir, Decoder: &Decoder{Table: table, Sink: sink}}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	ending, err := follower.Finish(ctx)
	if err != nil || ending.Complete || len(ending.Problems) > 0 || len(sink.events) > 0 {
		t.Errorf("%+v %v, %d events", ending, err, len(sink.events))
	}
}

// A program may start threads without end: of one that has ended nothing stays,
// whether another took its segment or it is only said that it ended.
func TestThreadsThatEndedAreForgotten(t *testing.T) {
	const threads = 2000
	var taken []uint64
	for i := range uint32(threads) {
		taken = append(taken, head(typeRest, 1, 0), 3, head(typeBranch, 1, 1), head(typeThread, i+2, 0))
	}
	file := append(header(), segmentOf(1, 1<<17, taken...)...)
	for i := range uint32(threads) {
		file = append(file, segmentOf(threads+2+i, 1<<10, head(typeRest, 1, 0), 4, head(typeBranch, 1, 1), head(typeEnd, 0, 0))...)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.beagle"), file, 0o600); err != nil {
		t.Fatal(err)
	}
	sink := &collect{}
	follower := &Follower{Dir: dir, Decoder: &Decoder{Table: table, Sink: sink}}
	for {
		if progress, err := follower.poll(t.Context(), true); err != nil {
			t.Fatal(err)
		} else if !progress {
			break
		}
	}
	f := follower.files[0]
	if n := len(follower.Decoder.threads); n > 1 || len(f.reading) > 1 || len(f.rests) > 0 {
		t.Errorf("%d threads, %d segments and rests of %d are remembered of %d threads that ended", n, len(f.reading), len(f.rests), 2*threads)
	}
	follower.Decoder.Finish()
	sum := 0.0
	for _, e := range sink.events {
		sum += weight(e)
	}
	if sum != threads*(1+3+1+4) {
		t.Errorf("%v executions", sum)
	}
}

// Over Kieker a record of the thread itself says that it has ended.
func TestAThreadIsForgottenWithTheRecordOfItsEnd(t *testing.T) {
	d := &Decoder{Table: table, Sink: &collect{}}
	for _, record := range [][maxWords]uint64{{head(typeBranch, 1, 1)}, {head(typeEnd, 0, 0)}} {
		if err := d.Record(7, &Origin{}, record[:]); err != nil {
			t.Fatal(err)
		}
	}
	if len(d.threads) > 0 {
		t.Errorf("%d threads are remembered", len(d.threads))
	}
}

// FuzzFollow reads segments with anything in them.
func FuzzFollow(f *testing.F) {
	f.Add([]byte{0, 0, 0, 0, 0, 0, 0, typeBranch})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			return
		}
		file := append(header(), segmentOf(1, 8192)[:segmentHeader]...)
		file = append(file, data...)
		file = append(file, make([]byte, headerSize+8192-len(file))...)
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "a.beagle"), file, 0o600); err != nil {
			t.Fatal(err)
		}
		follower := &Follower{Dir: dir, Decoder: &Decoder{Table: table, Sink: &collect{}}}
		if _, err := follower.Finish(t.Context()); err != nil {
			t.Fatal(err)
		}
	})
}
