package traces

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"beagle/internal/need"
	"beagle/traces/kieker"
	"beagle/traces/kieker/logs"
	"beagle/traces/kieker/wire"
)

// everything is all that an engine knows: its result, and the numbers of its
// names, which outputs show or sort by.
func everything(t *testing.T, e *Engine) string {
	t.Helper()
	return fmt.Sprintf("%s\n%v\n%+v", described(t, e.Result()), e.names, e.Result().Counts)
}

func (s *stream) whole(t *testing.T, options Options) string {
	t.Helper()
	engine := NewEngine(options)
	handler := engine.Open("test")
	wire.NewStream(nil, handler).Decode(s.data, true)
	handler.Closed(kieker.Report{})
	return everything(t, engine)
}

// cut is what a shard with branches makes of the stream, cut at the places, and
// how many branches were joined.
func (s *stream) cut(t *testing.T, options Options, as func(kieker.Handler) kieker.Handler, cuts ...int) (all string, joined int) {
	t.Helper()
	engine := NewEngine(options)
	handler := engine.Open("test")
	registry := newStream().data
	give := func(to kieker.Handler, records []byte) {
		wire.NewStream(nil, as(to)).Decode(append(registry[:len(registry):len(registry)], records...), true)
	}
	cuts = append(cuts, len(s.data))
	begin := len(registry)
	for ; len(cuts) > 1; cuts = cuts[2:] {
		branch := handler.(kieker.Forker).Fork(func() {})
		give(handler, s.data[begin:cuts[0]])
		if branch != nil {
			give(branch, s.data[cuts[0]:cuts[1]])
		}
		if branch != nil && branch.Join() {
			joined++
		} else {
			give(handler, s.data[cuts[0]:cuts[1]])
		}
		begin = cuts[1]
	}
	give(handler, s.data[begin:])
	handler.Closed(kieker.Report{})
	return everything(t, engine), joined
}

// classOf is a component of its own for each operation.
func classOf(op int) int { return []int{opClass, secondClass, thirdClass}[op-opA] }

func plainly(h kieker.Handler) kieker.Handler { return h }

// likely are steps of FuzzBranch that make whole traces, most of the time.
func likely(seed uint64) (steps []byte) {
	rng := rand.New(rand.NewPCG(seed, 3))
	var depth, events [16]int
	for range 60 + rng.IntN(60) {
		id := rng.IntN(5)
		kind := 3 // an entry
		switch {
		case rng.IntN(40) == 0:
			kind = 12 + rng.IntN(4)
		case events[id] == 0 && rng.IntN(10) == 0: // late
			steps = append(steps, byte(id<<4|13))
			continue
		case events[id] == 0:
			kind, depth[id] = 0, 0
		case events[id] > 1 && (depth[id] > 3 || rng.IntN(2) == 0):
			kind = 8
			depth[id]--
		default:
			depth[id]++
		}
		if events[id]++; events[id] > 2 && depth[id] == 0 {
			events[id] = 0
		}
		steps = append(steps, byte(id<<4|kind))
	}
	return steps
}

// FuzzBranch: wherever a log is cut, and whatever it consists of, two shards
// tell the same of it as one.
func FuzzBranch(f *testing.F) {
	f.Add([]byte{0, 1, 64, 65, 3, 67, 128, 129, 131}, uint16(3), uint16(7))
	f.Add([]byte{0, 17, 1, 3, 19, 0, 1, 3}, uint16(4), uint16(8))
	f.Add([]byte{0, 1, 193, 9, 3, 5, 6, 7, 3, 0, 1}, uint16(2), uint16(5))
	for seed := range uint64(40) {
		f.Add(likely(seed), uint16(10+seed%40), uint16(50+seed%50))
	}
	f.Fuzz(func(t *testing.T, steps []byte, one, other uint16) {
		if len(steps) == 0 || len(steps) > 4096 {
			return
		}
		s := newStream()
		places := []int{}
		var next [16]int
		var stack [16][]int
		for i, b := range steps {
			places = append(places, len(s.data))
			// Most of what comes is as it should be, so that branches are joined.
			id, odd := int(b>>4), b&15
			trace, op, at, order := int64(id), opA+i%3, int64(1000+i/8), next[id]
			switch {
			case odd < 3:
				next[id], stack[id] = 0, nil
				s.metadata(trace)
				continue
			case odd < 8:
				stack[id] = append(stack[id], op)
				s.record(beforeClass, at, trace, order, op, classOf(op))
			case odd < 12 && len(stack[id]) > 0:
				n := len(stack[id]) - 1
				op, stack[id] = stack[id][n], stack[id][:n]
				s.record(afterClass, at, trace, order, op, classOf(op))
			case odd == 12:
				s.failed(trace, order, op, at)
			case odd == 13:
				s.after(trace, order, op, at)
			case odd == 14:
				s.before(trace, order+1, op, at)
				continue
			case i%4 == 0:
				s.execution(trace, op, order, order%3, at, at+5, hostText)
			case i%4 == 1:
				s.record(splitClass, at, trace, order)
			case i%4 == 2:
				s.record(metadataClass, trace, int64(1), hostText, otherHost, int64(id^1), order)
			default:
				s.record(callClass, at, trace, order, op, opClass, opB, opClass)
			}
			next[id]++
		}
		cut := []int{places[int(one)%len(places)], places[int(other)%len(places)]}
		if cut[0] > cut[1] {
			cut[0], cut[1] = cut[1], cut[0]
		}
		for _, options := range []Options{{}, {MaxOpen: 8}} {
			want := s.whole(t, options)
			for name, as := range map[string]func(kieker.Handler) kieker.Handler{"bytes": plainly, "batches": inBatches} {
				if got, joined := s.cut(t, options, as, cut...); got != want {
					t.Fatalf("in %s, cut at %v, with %d branches joined:\n%s\nin one:\n%s", name, cut, joined, got, want)
				}
			}
		}
	})
}

// program makes the records of so many traces of random shape, some open at a
// time; one in so many is left open.
func program(seed uint64, traces, open, lost int) (*stream, []int) {
	rng := rand.New(rand.NewPCG(seed, 2))
	type call struct {
		id    int64
		order int
		stack []int
	}
	s := newStream()
	places := []int{}
	var running []*call
	now := int64(1_700_000_000_000_000_000)
	for next := int64(1); next <= int64(traces) || len(running) > 0; {
		if len(running) < open && next <= int64(traces) {
			places = append(places, len(s.data))
			s.metadata(next)
			running = append(running, &call{id: next})
			next++
			continue
		}
		i := rng.IntN(len(running))
		c := running[i]
		now += int64(rng.IntN(8)) // a coarse clock: traces that begin at once
		places = append(places, len(s.data))
		switch n := len(c.stack); {
		case n == 0 || n < 4 && c.order < 14 && rng.IntN(2) == 0:
			op := opA + rng.IntN(3)
			c.stack = append(c.stack, op)
			s.record(beforeClass, now, c.id, c.order, op, classOf(op))
		case rng.IntN(20) == 0:
			s.record(failedClass, now, c.id, c.order, c.stack[n-1], classOf(c.stack[n-1]), hostText)
			c.stack = c.stack[:n-1]
		default:
			s.record(afterClass, now, c.id, c.order, c.stack[n-1], classOf(c.stack[n-1]))
			c.stack = c.stack[:n-1]
		}
		c.order++
		if len(c.stack) == 0 || lost > 0 && rng.IntN(lost) == 0 {
			running = append(running[:i], running[i+1:]...)
		}
	}
	return s, places
}

func TestALogCutAnywhereTellsTheSame(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for seed := range uint64(4) {
		open := []int{1, 3, 16, 100}[seed%4]
		s, places := program(seed, 200, open, 3000)
		want := s.whole(t, Options{})
		joins := 0
		for range 12 {
			a, b := places[rng.IntN(len(places))], places[rng.IntN(len(places))]
			got, joined := s.cut(t, Options{}, plainly, min(a, b), max(a, b))
			if got != want {
				t.Fatalf("seed %d, cut at %d and %d, %d joined:\n%s\nin one:\n%s", seed, a, b, joined, got, want)
			}
			joins += joined
		}
		if joins < 8 {
			t.Errorf("seed %d, %d open: only %d of 12 branches were joined", seed, open, joins)
		}
	}
}

// What a branch has decides what is said of records behind it, and the other way
// round.
func TestPartsOfALogKnowOfEachOther(t *testing.T) {
	tests := map[string]func() (s *stream, first, second int){
		"an event of a trace that ended in the branch": func() (s *stream, first, second int) {
			s = newStream()
			first = len(s.metadata(1).before(1, 0, opA, 10).after(1, 1, opA, 20).data)
			second = len(s.metadata(2).before(2, 0, opA, 30).after(2, 1, opA, 40).data)
			return s.after(2, 2, opB, 50), first, second
		},
		"two traces that begin at once": func() (s *stream, first, second int) {
			s = newStream()
			first = len(s.metadata(1).data)
			s.metadata(3).before(3, 0, opA, 20).after(3, 1, opA, 21)
			s.metadata(2).before(2, 0, opA, 10).before(1, 0, opA, 10).after(1, 1, opA, 22)
			return s.after(2, 1, opA, 23), first, len(s.data)
		},
		"a trace started by one in the branch": func() (s *stream, first, second int) {
			s = newStream()
			first = len(s.metadata(1).before(1, 0, opA, 10).after(1, 1, opA, 20).data)
			s.metadata(2).before(2, 0, opA, 30).record(splitClass, int64(35), int64(2), 1).after(2, 2, opA, 40)
			second = len(s.data)
			return s.record(metadataClass, int64(3), int64(1), hostText, hostText, int64(2), 1).before(3, 0, opB, 36).after(3, 1, opB, 50), first, second
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s, first, second := test()
			want := s.whole(t, Options{})
			if got, joined := s.cut(t, Options{}, plainly, first, second); got != want {
				t.Errorf("with %d branches joined:\n%s\nin one:\n%s", joined, got, want)
			}
		})
	}
}

// What an interval took is not there when a branch is joined.
func TestABranchIsJoinedAfterAnInterval(t *testing.T) {
	s, places := program(1, 400, 16, 0)
	begin, first := places[0], places[len(places)/2]
	engine := NewEngine(Options{Intervals: true})
	handler := engine.Open("test")
	give := func(to kieker.Handler, records []byte) {
		wire.NewStream(nil, to).Decode(append(newStream().data, records...), true)
	}
	give(handler, s.data[begin:first])
	before, _ := engine.Interval()
	branch := handler.(kieker.Forker).Fork(func() {})
	give(branch, s.data[first:])
	if !branch.Join() {
		t.Fatal("it is not joined")
	}
	handler.Closed(kieker.Report{})
	after, _ := engine.Interval()
	gained := map[uint64]uint64{}
	for _, c := range append(before, after...) {
		gained[c.HashOnOneHost()] += c.Count
		if c.Representative().Executions[0].In == 0 {
			t.Errorf("a class of %d traces has no representative", c.Count)
		}
	}
	result := engine.Result()
	for _, c := range result.Classes {
		if gained[c.HashOnOneHost()] != c.Count {
			t.Errorf("intervals gained %d traces of a class of %d", gained[c.HashOnOneHost()], c.Count)
		}
	}
	if result.Valid != 400 {
		t.Errorf("%d traces are valid, not 400", result.Valid)
	}
}

func (s *stream) inFiles(t *testing.T, places []int, files int) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name string, content []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	texts := ""
	for id, text := range streamTexts {
		texts += fmt.Sprintf("$%d=%s\n", id, text)
	}
	write("kieker.map", []byte(texts))
	begin := places[0]
	for i := range files {
		end := len(s.data)
		if i+1 < files {
			end = places[(i+1)*len(places)/files]
		}
		write(fmt.Sprintf("kieker-20260101-000000000-UTC-%03d.bin", i+1), s.data[begin:end])
		begin = end
	}
	return dir
}

// read is what is known of logs that are split, or not.
func read(t *testing.T, split int64, path string) (all string, reports []kieker.Report) {
	t.Helper()
	engine := NewEngine(Options{})
	reports, err := logs.Read(t.Context(), []string{path}, logs.Options{Open: engine.Open, SplitAbove: split})
	if err != nil {
		t.Fatal(err)
	}
	return everything(t, engine), reports
}

func TestLogsReadOnTwoCoresTellTheSame(t *testing.T) {
	paths := map[string]string{}
	for seed := range uint64(2) {
		s, places := program(seed, 1000, 16, 2000)
		paths[fmt.Sprintf("program %d", seed)] = s.inFiles(t, places, 2+5*int(seed))
	}
	for _, name := range []string{"recorded", "written-2.x/binary", "written-2.x/text"} {
		paths[name] = need.Shared(t, "kieker/"+name)
	}
	for name, path := range paths {
		t.Run(name, func(t *testing.T) {
			got, reports := read(t, 1, path)
			want, others := read(t, -1, path)
			if got != want {
				t.Errorf("two cores say\n%s\none says\n%s", got, want)
			}
			for i := range reports {
				a, b := reports[i], others[i]
				a.Connected, a.LastRecord = b.Connected, b.LastRecord
				if !reflect.DeepEqual(a, b) {
					t.Errorf("two cores report\n%+v\none reports\n%+v", a, b)
				}
			}
		})
	}
}
