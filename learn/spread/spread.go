// Package spread learns elements on many machines: a run puts what there is to know
// of an element as a task (its table, and what was proposed so far), and workers that
// were started for that run the analysers, or the judge, on it. Elements do not depend
// on one another but for what is proposed within one service, which the run sees to;
// so the same seed gives the same result, whoever works and whoever dies.
//
// Only analysers that are compiled in run elsewhere, and only in the same program on
// the same kind of processor: others could round differently. The run's own process
// works, too, and does in the end what nobody else has answered.
package spread

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"beagle/analysers/analyser"
	"beagle/blackboard"
	"beagle/control"
	"beagle/judge"
	"beagle/model"
)

// Spread has elements learnt by whoever offers itself, and in this process.
type Spread struct {
	mu      sync.Mutex
	free    int             // of the tasks at a time in this process
	waiting []*job          // that nobody works on, in their order
	out     map[string]*job // that others were asked for, by id
	room    int             // how many may be out at a time
	remote  *remote
	memo    map[model.ElementID]remembered
	early   map[string][]byte // answers that nobody waited for: of this run before it was taken up again
	bytes   int               // of these
	stats   Stats

	workers atomic.Int32 // that are there

	others sync.Mutex // programs of others have their turns one after another
}

// Stats are how many tasks were done where.
type Stats struct {
	Here, There int64 // in this process, and by workers
	Backup      int64 // of those here, that workers were asked for before
	Failed      int64 // that a worker could not do
}

// remembered is what was found of an element by several analysers at once.
type remembered struct {
	id     string
	result result
}

// result is what was found.
type result struct {
	by      map[string]found
	opinion judge.Opinion
}

// found is what an analyser answered for an element.
type found struct {
	proposals []blackboard.Proposal
	err       error
}

// job is a task that somebody waits for.
type job struct {
	id       string
	alone    bool        // only this process does it
	take     chan place  // where it is to be done, at most once each
	answered chan []byte // by a worker
	sent     time.Time
	backup   bool
}

type place bool

const (
	inThisProcess place = false
	byOthers      place = true
)

// newSpread does so many tasks at a time in this process.
func newSpread(here int) *Spread {
	return &Spread{free: here, out: map[string]*job{}, memo: map[model.ElementID]remembered{}, early: map[string][]byte{}}
}

// Workers is how many workers learn for the run at present.
func (s *Spread) Workers() int { return int(s.workers.Load()) }

// Stats are how many tasks were done where so far.
func (s *Spread) Stats() Stats {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stats
}

// Learn is an analyser's turn on an element. Those that have theirs on the same
// measurements have them at the same time.
func (s *Spread) Learn(ctx context.Context, w control.Work) ([]blackboard.Proposal, error) {
	if compiledIn(w.Analyser.Name) == nil {
		s.others.Lock()
		defer s.others.Unlock()
		return w.Here(ctx, w.Analyser)
	}
	together := slices.DeleteFunc(slices.Clone(w.Together), func(x *analyser.Analyser) bool { return compiledIn(x.Name) == nil })
	t := task{Element: w.Element, Options: w.Options, Seed: w.Seed}
	for _, x := range together {
		t.Analysers = append(t.Analysers, x.Name)
	}
	var err error
	if t.Proposals, err = encodeProposals(w.Proposals); err != nil {
		return nil, err
	}
	if t.Related, err = encodeProposals(w.Related); err != nil {
		return nil, err
	}
	r, err := s.do(ctx, &t, w.Table, func(ctx context.Context) (result, error) {
		r := result{by: map[string]found{}}
		for _, x := range together {
			proposals, err := w.Here(ctx, x)
			r.by[x.Name] = found{proposals, err}
		}
		return r, ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	one := r.by[w.Analyser.Name]
	return one.proposals, one.err
}

// Assess is the judge's word on an element.
func (s *Spread) Assess(ctx context.Context, w control.Work, own string) (judge.Opinion, error) {
	proposals, err := encodeProposals(w.Proposals)
	if err != nil {
		return judge.Opinion{}, err
	}
	t := task{Element: w.Element, Options: w.Options, Own: own, Proposals: proposals}
	r, err := s.do(ctx, &t, w.Table, func(context.Context) (r result, err error) {
		r.opinion, err = w.Look()
		return r, err
	})
	return r.opinion, err
}

// do has a task done by whoever has time first.
func (s *Spread) do(ctx context.Context, t *task, table *model.Table, here func(context.Context) (result, error)) (result, error) {
	data, err := encodeTable(table)
	if err != nil {
		return result{}, err
	}
	t.Table = short(data)
	if t.Program, err = Program(); err != nil {
		return result{}, err
	}
	asked, err := json.Marshal(t)
	if err != nil {
		return result{}, err
	}
	j := &job{id: short(asked), alone: len(data) > mostTable, take: make(chan place, 2), answered: make(chan []byte, 1)}
	if r, ok := s.recall(t, j.id); ok {
		return r, nil
	}
	if r, err := read(t, s.before(j.id)); err == nil {
		return r, nil
	}
	s.enter(j)
	defer s.leave(j)
	for {
		select {
		case <-ctx.Done():
			return result{}, ctx.Err()
		case at := <-j.take:
			if at == byOthers {
				if err := s.remote.put(ctx, j.id, *t, data); err != nil {
					s.back(j)
				}
				continue
			}
			r, err := s.doHere(ctx, t, j, here)
			if err == nil {
				s.remember(t, j.id, r)
			}
			return r, err
		case data := <-j.answered:
			r, err := read(t, data)
			if err != nil {
				s.refuse(j, t.Table)
				continue
			}
			s.count(func(c *Stats) { c.There++ })
			s.remember(t, j.id, r)
			return r, nil
		}
	}
}

// doHere does a task in this process, unless a worker that was asked before is
// quicker.
func (s *Spread) doHere(ctx context.Context, t *task, j *job, here func(context.Context) (result, error)) (r result, err error) {
	defer s.release()
	at, stop := context.WithCancel(ctx)
	defer stop()
	done := make(chan struct{})
	go func() {
		defer close(done)
		r, err = here(at)
	}()
	for {
		select {
		case <-done:
			s.count(func(c *Stats) {
				c.Here++
				if !j.sent.IsZero() {
					c.Backup++
				}
			})
			return r, err
		case data := <-j.answered:
			answered, wrong := read(t, data)
			if wrong != nil {
				continue
			}
			stop()
			<-done
			s.count(func(c *Stats) { c.There++ })
			return answered, nil
		}
	}
}

// read reads a worker's answer to a task.
func read(t *task, data []byte) (result, error) {
	var a answer
	if err := json.Unmarshal(data, &a); err != nil {
		return result{}, err
	}
	if len(t.Analysers) == 0 {
		if a.Opinion == nil {
			return result{}, errors.New("there is no opinion")
		}
		o, err := decodeOpinion(a.Opinion, len(t.Proposals))
		return result{opinion: o}, err
	}
	r := result{by: map[string]found{}}
	for i, one := range a.Learnt {
		if i >= len(t.Analysers) || one.Analyser != t.Analysers[i] {
			return r, errors.New("other analysers were asked for")
		}
		proposals, err := decodeProposals(one.Proposals)
		if err != nil {
			return r, err
		}
		f := found{proposals: proposals}
		switch {
		case one.Hint != "":
			f.err = model.Problem{Severity: model.Error, Message: one.Failed, Hint: one.Hint}
		case one.Failed != "":
			f.err = errors.New(one.Failed)
		}
		r.by[one.Analyser] = f
	}
	if len(a.Learnt) != len(t.Analysers) {
		return r, errors.New("an analyser's answer is missing")
	}
	return r, nil
}

// recall is what was found by the same task before, and remember keeps it where
// others will ask for their part.
func (s *Spread) recall(t *task, id string) (result, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	known, ok := s.memo[t.Element.ID]
	return known.result, ok && known.id == id
}

// remember keeps what a task found that asked several analysers at once, for the turns of
// the others.
func (s *Spread) remember(t *task, id string, r result) {
	if len(t.Analysers) > 1 {
		s.mu.Lock()
		s.memo[t.Element.ID] = remembered{id, r}
		s.mu.Unlock()
	}
}

// count changes the figures of how much was spread.
func (s *Spread) count(add func(*Stats)) {
	s.mu.Lock()
	add(&s.stats)
	s.mu.Unlock()
}

func (s *Spread) enter(j *job) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiting = append(s.waiting, j)
	s.deal()
}

// leave forgets a job, whatever became of it. A place that it was given and did not
// take is another's.
func (s *Spread) leave(j *job) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiting = slices.DeleteFunc(s.waiting, func(other *job) bool { return other == j })
	delete(s.out, j.id)
	for {
		select {
		case at := <-j.take:
			if at == inThisProcess {
				s.free++
			}
			continue
		default:
		}
		break
	}
	s.deal()
}

// release frees a place of this process.
func (s *Spread) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free++
	s.deal()
}

// back lines a job up again that could not be sent: this process does it.
func (s *Spread) back(j *job) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.out, j.id)
	j.alone = true
	s.waiting = append([]*job{j}, s.waiting...)
	s.deal()
}

// refuse is back for a job whose answer was none.
func (s *Spread) refuse(j *job, table string) {
	s.count(func(c *Stats) { c.Failed++ })
	s.remote.unshare(table)
	s.back(j)
}

// patient is how long others may take before this process, where it has nothing else
// to do, does the same.
const patient = 2 * time.Second

// deal gives jobs to whoever has room. The lock is held.
func (s *Spread) deal() {
	for s.free > 0 && len(s.waiting) > 0 {
		j := s.waiting[0]
		s.waiting = s.waiting[1:]
		s.free--
		j.take <- inThisProcess
	}
	for i := 0; i < len(s.waiting) && len(s.out) < s.room; {
		j := s.waiting[i]
		if j.alone || s.out[j.id] != nil {
			i++
			continue
		}
		s.waiting = slices.Delete(s.waiting, i, i+1)
		j.sent = time.Now()
		s.out[j.id] = j
		j.take <- byOthers
	}
	for s.free > 0 {
		var oldest *job
		for _, j := range s.out {
			if !j.backup && (oldest == nil || j.sent.Before(oldest.sent)) {
				oldest = j
			}
		}
		if oldest == nil || time.Since(oldest.sent) < patient {
			return
		}
		oldest.backup = true
		s.free--
		oldest.take <- inThisProcess
	}
}

// mostTable bounds a table that others are given, in bytes.
const mostTable = 64 << 20

// mostEarly bounds the answers that are kept for those who will ask, in bytes.
const mostEarly = 64 << 20

// answered hands an answer to who waits for it, or keeps it.
func (s *Spread) answered(id string, body []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	j := s.out[id]
	if i := slices.IndexFunc(s.waiting, func(j *job) bool { return j.id == id }); i >= 0 {
		j = s.waiting[i] // which was answered before the run was taken up again
	}
	if j != nil {
		select {
		case j.answered <- body:
		default:
		}
	} else if s.bytes+len(body) <= mostEarly && s.early[id] == nil {
		s.early[id] = body
		s.bytes += len(body)
	}
}

// before is an answer that came before it was asked for.
func (s *Spread) before(id string) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	body := s.early[id]
	delete(s.early, id)
	s.bytes -= len(body)
	return body
}

// has says how many tasks others have room for.
func (s *Spread) has(room int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.room = room
	s.deal()
}

var _ control.Elsewhere = (*Spread)(nil)
