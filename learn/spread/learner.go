package spread

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"beagle/analysers"
	"beagle/analysers/analyser"
	"beagle/judge"
	"beagle/model"
	"beagle/statistics/dataset"
	"beagle/traces/cluster"
)

// Learner is a worker that learns elements for runs on other machines.
type Learner struct {
	Bus     *cluster.Bus  // the streams of tasks and answers
	ID      string        // tells workers apart
	Cores   int           // tasks at a time
	Version string        // of the program, for people
	Say     func(error)   // told what a person should know
	Lease   time.Duration // see cluster.Offer; 0: 5 s

	// For tests: Held is called with a task's id before its answer, Answers says what
	// is answered instead, Answered is told how that went, and a Frozen worker tells
	// nobody that it is at its tasks. They may be nil.
	Held     func(context.Context, string)
	Answers  func(answer []byte) (as []byte)
	Answered func(id string, err error)
	Frozen   bool
	Unfenced bool // it answers also what others have taken meanwhile

	started time.Time
	done    atomic.Int64
	tables  tables
}

// mostTime bounds one task. What takes longer is left to the run itself.
const mostTime = 15 * time.Minute

// Run takes tasks until the context ends.
func (l *Learner) Run(ctx context.Context) error {
	program, err := Program()
	if err != nil {
		return err
	}
	if l.Lease <= 0 {
		l.Lease = 5 * time.Second
	}
	l.started, l.tables.most = time.Now(), 2*l.Cores+4
	work := l.Bus.Learning()
	if err := work.Ready(ctx); err != nil && !cluster.Passing(err) {
		return err
	}
	var all sync.WaitGroup
	all.Go(func() { cluster.Say(ctx, l.Bus, func() cluster.Member { return l.member(program) }) })
	for range l.Cores {
		all.Go(func() { l.take(ctx, work, program) })
	}
	all.Wait()
	return nil
}

// member is how this process is announced to the others.
func (l *Learner) member(program string) cluster.Member {
	host, _ := os.Hostname()
	return cluster.Member{
		ID: l.ID, Role: Role, Host: host, Process: os.Getpid(), Started: l.started,
		Parts: l.done.Load(), Program: program, Version: l.Version, Cores: l.Cores,
	}
}

// Role is what learners say they are.
const Role = "learner"

// take does one task after another. What fails is begun anew.
func (l *Learner) take(ctx context.Context, work cluster.Work, program string) {
	var offer *cluster.Offer
	said := ""
	for ctx.Err() == nil {
		var err error
		if offer == nil {
			offer, err = work.Offer(ctx, program, l.ID, l.Lease)
		}
		var taken *cluster.Taken
		if err == nil {
			taken, err = offer.Take(ctx)
		}
		if err == nil && taken != nil {
			err = l.do(ctx, work, taken)
		}
		switch {
		case err == nil:
			said = ""
		case ctx.Err() == nil:
			if text := err.Error(); text != said && l.Say != nil && !cluster.Passing(err) {
				said = text
				l.Say(err)
			}
			offer = nil
			cluster.Pause(ctx)
		}
	}
}

func (l *Learner) do(ctx context.Context, work cluster.Work, taken *cluster.Taken) error {
	at, stop := context.WithTimeout(ctx, mostTime)
	defer stop()
	keeping, kept := context.WithCancel(ctx)
	if !l.Frozen {
		go taken.Keep(keeping)
	}
	defer kept()
	found, err := l.answer(at, work, taken)
	if ctx.Err() != nil {
		return taken.GiveBack()
	}
	failed := ""
	var body []byte
	if err == nil {
		body, err = json.Marshal(found)
	}
	if err == nil && len(body) > mostAnswer(l.Bus) {
		err = errors.New("the answer is too large for a message")
	}
	if err != nil {
		body, failed = nil, err.Error()
	}
	if l.Answers != nil {
		body = l.Answers(body)
	}
	if l.Held != nil {
		l.Held(ctx, taken.ID)
	}
	err = taken.Answer(ctx, body, failed, l.Unfenced)
	if l.Answered != nil {
		l.Answered(taken.ID, err)
	}
	if errors.Is(err, cluster.ErrFenced) {
		return nil // another worker has the task since this one was silent
	}
	l.done.Add(1)
	return err
}

// mostAnswer bounds an answer before it is packed: with a margin for what packs badly.
func mostAnswer(bus *cluster.Bus) int { return bus.MaxBody() }

// answer works on one task that was taken: it fetches the table, lets the analysers or
// the judge look at it, and packs what they say. A panic is an error of the task, not the
// end of the worker.
func (l *Learner) answer(ctx context.Context, work cluster.Work, taken *cluster.Taken) (a answer, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the task panicked: %v", r)
		}
	}()
	var t task
	if _, err := cluster.Unpack(taken.Data, &t); err != nil {
		return a, err
	}
	data, err := l.tables.data(ctx, work, taken.Run, &t)
	if err != nil {
		return a, err
	}
	proposals, err := decodeProposals(t.Proposals)
	if err != nil {
		return a, err
	}
	if len(t.Analysers) == 0 {
		own, err := judge.ParseFormula(t.Own)
		if err != nil {
			return a, err
		}
		a.Opinion = encodeOpinion(judge.Assess(t.Element.Kind, data, proposals, own))
		return a, nil
	}
	related, err := decodeProposals(t.Related)
	if err != nil {
		return a, err
	}
	for _, name := range t.Analysers {
		x := compiledIn(name)
		if x == nil {
			return a, fmt.Errorf("there is no analyser %.40q", name)
		}
		pass := &analyser.Pass{Element: t.Element, Data: data, Proposals: proposals, Related: related, Seed: t.Seed}
		one, err := pass1(ctx, x, pass)
		if err != nil {
			return a, err
		}
		a.Learnt = append(a.Learnt, one)
	}
	return a, ctx.Err()
}

// pass1 is one analyser's turn. That it fails is an answer, too.
func pass1(ctx context.Context, x *analyser.Analyser, pass *analyser.Pass) (one learnt, err error) {
	one.Analyser = x.Name
	failed := guarded(func() error { return x.Run(ctx, pass) })
	if failed != nil {
		one.Failed, one.Hint = failed.Error(), model.AsProblem(failed, "").Hint
	}
	one.Proposals, err = encodeProposals(pass.Proposed)
	return one, err
}

// guarded does something and makes an error of a panic: tasks come from other processes.
func guarded(do func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("it panicked: %v", r)
		}
	}()
	return do()
}

// compiledIn is the analyser of the name, unless it is a program of others; nil:
// there is none.
func compiledIn(name string) *analyser.Analyser {
	if _, err := analysers.Added.Get(name); err == nil {
		return nil
	}
	for _, x := range analysers.All() {
		if x.Name == name {
			return x
		}
	}
	return nil
}

// tables are the tables of the last tasks, made ready for learning.
type tables struct {
	most int

	mu    sync.Mutex
	known []*prepared // the latest last
}

// prepared is a table that was fetched and made ready, once for all tasks that ask for
// it.
type prepared struct {
	key  string
	once sync.Once
	data *dataset.Data
	err  error
}

// data are the table of a task, made ready. Several tasks with the same table wait
// for the same work.
func (t *tables) data(ctx context.Context, work cluster.Work, run string, of *task) (*dataset.Data, error) {
	key := fmt.Sprint(of.Table, of.Element.Kind, of.Options)
	t.mu.Lock()
	var one *prepared
	for i, known := range t.known {
		if known.key == key {
			one = known
			t.known = append(t.known[:i], t.known[i+1:]...)
			break
		}
	}
	if one == nil {
		one = &prepared{key: key}
	}
	if t.known = append(t.known, one); len(t.known) > t.most {
		t.known = t.known[1:]
	}
	t.mu.Unlock()
	one.once.Do(func() {
		var table *model.Table
		if table, one.err = fetch(ctx, work, run, of); one.err == nil {
			one.data = dataset.PrepareKind(table, of.Element.Kind, of.Options...)
		}
	})
	if one.err != nil {
		t.mu.Lock()
		defer t.mu.Unlock()
		for i, known := range t.known {
			if known == one {
				t.known = append(t.known[:i], t.known[i+1:]...)
				break
			}
		}
	}
	return one.data, one.err
}

// fetch reads a table that a run shared.
func fetch(ctx context.Context, work cluster.Work, run string, of *task) (*model.Table, error) {
	if of.Pieces < 1 || of.Pieces > mostPieces {
		return nil, errors.New("the table is in no sensible number of pieces")
	}
	var all []byte
	for i := range of.Pieces {
		piece, err := work.Shared(ctx, run, pieceKey(of.Table, i))
		if err != nil {
			return nil, err
		}
		if piece == nil {
			return nil, errors.New("the table is not there any more")
		}
		all = append(all, piece...)
	}
	body, err := cluster.Unpack(all, &struct{}{})
	if err != nil {
		return nil, err
	}
	if short(body) != of.Table {
		return nil, errors.New("the table is another one")
	}
	return decodeTable(body)
}

// pieceKey is the key of one piece of a table in the store that machines share.
func pieceKey(table string, i int) string { return table + "-" + strconv.Itoa(i) }
