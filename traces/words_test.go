package traces

import (
	"testing"
	"time"
)

// Each of these begins as words and ends in another way, or is of no pattern;
// the same in batches, which know no words, must come to the same.
func TestTracesInWordsEndLikeThoseInBatches(t *testing.T) {
	const long = int64(10 * time.Second)
	traces := map[string]func(*stream, int64){
		"plain": func(s *stream, id int64) {
			s.before(id, 0, opA, 10).before(id, 1, opB, 20).after(id, 2, opB, 30+id).after(id, 3, opA, 50)
		},
		"longer than 4 s": func(s *stream, id int64) {
			s.before(id, 0, opA, 10).before(id, 1, opB, 20).after(id, 2, opB, long).after(id, 3, opA, long+id)
		},
		"backward": func(s *stream, id int64) {
			s.before(id, 0, opA, 10).before(id, 1, opB, 90).after(id, 2, opB, 20).after(id, 3, opA, 100)
		},
		"before its begin": func(s *stream, id int64) {
			s.before(id, 0, opA, 10).before(id, 1, opB, 5).after(id, 2, opB, 7).after(id, 3, opA, 100)
		},
		"failed": func(s *stream, id int64) {
			s.before(id, 0, opA, 10).before(id, 1, opB, 20).failed(id, 2, opB, 30).after(id, 3, opA, 50)
		},
		"exit of another": func(s *stream, id int64) {
			s.before(id, 0, opA, 10).before(id, 1, opB, 20).after(id, 2, opC, 30).after(id, 3, opA, 50)
		},
		"never closed": func(s *stream, id int64) { s.before(id, 0, opA, 10).before(id, 1, opB, 20).after(id, 2, opB, 30) },
		"out of order": func(s *stream, id int64) {
			s.before(id, 0, opA, 10).after(id, 2, opB, 30).before(id, 1, opB, 20).after(id, 3, opA, 50)
		},
		"second metadata": func(s *stream, id int64) { s.before(id, 0, opA, 10).metadata(id).after(id, 1, opA, 30) },
		"forty deep": func(s *stream, id int64) {
			for i := range 40 {
				s.before(id, i, opA+i%3, int64(10+i))
			}
			for i := range 40 {
				s.after(id, 40+i, opA+(39-i)%3, 100+int64(i)*id)
			}
		},
		"again after its end": func(s *stream, id int64) {
			s.before(id, 0, opA, 10).after(id, 1, opA, 30).before(id, 2, opA, 40).after(id, 3, opA, 50)
		},
	}
	for name, trace := range traces {
		t.Run(name, func(t *testing.T) {
			s := newStream()
			for id := range int64(30) { // enough for durations to wait and be counted
				trace(s.metadata(id+1), id+1)
			}
			options := Options{MaxExecutions: 50}
			got, want := described(t, s.result(options)), described(t, s.through(options, inBatches))
			if got != want {
				t.Errorf("bytes lead to\n%s\nand batches to\n%s", got, want)
			}
			if got = described(t, s.through(options, lookingAhead)); got != want {
				t.Errorf("looking ahead leads to\n%s\nand batches to\n%s", got, want)
			}
		})
	}
}

// An order index may be the number that stands for a trace that is no longer in words.
func TestATraceOfManyEventsIsWhole(t *testing.T) {
	const calls = 40_000
	s := newStream()
	s.metadata(1).before(1, 0, opA, 1)
	for i := range calls {
		s.before(1, 2*i+1, opB, int64(2*i+2)).after(1, 2*i+2, opB, int64(2*i+3))
	}
	s.after(1, 2*calls+1, opA, 2*calls+2)
	if r := s.result(Options{}); r.Valid != 1 || r.Invalid != 0 || len(r.Classes) != 1 {
		t.Errorf("%+v", r.Counts)
	}
}

// The trace of a class that began first stands for it, whichever ends first.
func TestTheFirstTraceInWordsStandsForItsClass(t *testing.T) {
	s := newStream()
	for id := int64(9); id > 0; id-- { // the later it begins, the earlier it ends
		s.metadata(id).before(id, 0, opA, id*1000).before(id, 1, opB, id*1000+5).after(id, 2, opB, id*1000+7+id).after(id, 3, opA, id*1000+50)
	}
	r := s.result(Options{})
	if got := r.Classes[0].Representative(); got.ID != 1 || got.Executions[0].In != 1000 || got.Executions[0].Out != 1050 || got.Executions[1].In != 1005 || got.Executions[1].Out != 1008 || got.Executions[1].Parent != 0 {
		t.Errorf("it is %+v", got)
	}
	if got, want := described(t, r), described(t, s.through(Options{}, inBatches)); got != want {
		t.Errorf("bytes lead to\n%s\nand batches to\n%s", got, want)
	}
}
