package spread

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"beagle/analysers"
	"beagle/blackboard"
	"beagle/control"
	"beagle/judge"
	"beagle/model"
	"beagle/traces/cluster"
	"beagle/traces/cluster/broker"
	"beagle/traces/cluster/clustertest"
)

// measured are elements of three services with all that is measured of them:
// demands, counts, decisions and arguments, of which some are not explained.
func measured(t testing.TB) *blackboard.Board {
	t.Helper()
	var elements []model.Element
	for i := range 8 {
		kind := model.Kinds[i%4]
		elements = append(elements, model.Element{ID: model.ElementID(fmt.Sprint("_", i)), Kind: kind, Name: fmt.Sprint("element ", i), SEFF: fmt.Sprint("seff", i/3), Branches: transitions(kind)})
	}
	board := blackboard.New(elements, 7, nil)
	c := board.Contribute("measure")
	random := rand.New(rand.NewPCG(1, 2))
	n, m := model.Variable{Name: "n", Char: model.ValueOf}, model.Variable{Name: "list", Char: model.NumberOfElements}
	for i, e := range elements {
		var all []blackboard.Observation
		for seq := range int64(60) {
			a, b := float64(random.IntN(40)), float64(random.IntN(9))
			value := model.NumberValue(3*a + b)
			switch e.Kind {
			case model.InternalAction:
				value = model.NumberValue((2e-6*a*b + 1e-5) * (1 + random.NormFloat64()*0.05))
			case model.Loop:
				value = model.NumberValue(a + float64(i))
			case model.CallParameter: // as above
			case model.Branch:
				value = model.NumberValue(float64(random.IntN(2)))
				if i > 3 && a > 20 {
					value = model.NumberValue(0)
				}
			}
			all = append(all, blackboard.Observation{
				Inputs: []blackboard.Assignment{{Variable: n, Value: model.NumberValue(a)}, {Variable: m, Value: model.NumberValue(b)}},
				Value:  value, Launch: int32(seq%3) + 1, Seq: seq,
			})
		}
		c.AddResults(e.ID, all)
	}
	if err := c.Commit(); err != nil {
		t.Fatal(err)
	}
	return board
}

func transitions(kind model.Kind) []model.Option {
	if kind != model.Branch {
		return nil
	}
	return []model.Option{{ID: "yes"}, {ID: "no"}}
}

// learnt is what an analysis found, to the last bit.
func learntBy(t testing.TB, elsewhere control.Elsewhere) []byte {
	t.Helper()
	board := measured(t)
	analysis := control.Analysis{
		Board: board, Machine: control.NewMachine(nil), Seed: 7, Elsewhere: elsewhere,
		Analysers: analysers.All(), Judge: judge.New(judge.Options{Error: judge.ErrorLimit, Total: judge.TotalLimit}),
	}
	if err := analysis.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	var all []any
	for _, e := range board.Elements() {
		proposals, err := encodeProposals(board.Proposals(e.ID))
		if err != nil {
			t.Fatal(err)
		}
		j := board.Judgement(e.ID)
		if len(proposals) == 0 {
			t.Errorf("nothing was proposed for %s", e.Name)
		}
		all = append(all, e.ID, proposals, encodeOpinion(judge.Opinion{Grades: j.Grades, Verdict: *j.Verdict}))
	}
	all = append(all, board.Problems())
	data, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// alone is what one process finds.
func alone(t *testing.T) string {
	t.Helper()
	onlyOnce.Do(func() { foundAlone = string(learntBy(t, nil)) })
	return foundAlone
}

var (
	onlyOnce   sync.Once
	foundAlone string
)

// asking is a run that learns elsewhere only.
func asking(t *testing.T, b *broker.Broker, o Options) *Spread {
	t.Helper()
	if o.Here == 0 {
		o.Here = -1
	}
	o.To = clustertest.Access(b, "run")
	if o.Run == "" {
		o.Run = t.Name()
	}
	s := Start(t.Context(), o)
	t.Cleanup(func() { s.Close(true) })
	return s
}

// work starts a worker that ends with the test, or earlier.
func work(t *testing.T, b *broker.Broker, l *Learner) (stop func()) {
	t.Helper()
	l.Bus = clustertest.Dial(t, b, "worker")
	if l.Cores == 0 {
		l.Cores = 2
	}
	if l.Lease == 0 {
		l.Lease = time.Second
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := l.Run(ctx); err != nil {
			t.Errorf("%s: %v", l.ID, err)
		}
	}()
	stop = sync.OnceFunc(func() { cancel(); <-ended })
	t.Cleanup(stop)
	return stop
}

func same(t *testing.T, got []byte) {
	t.Helper()
	if want := alone(t); string(got) != want {
		a, b := strings.Split(string(got), "\n"), strings.Split(want, "\n")
		for i := range min(len(a), len(b)) {
			if a[i] != b[i] {
				t.Fatalf("line %d differs from what one process found:\n%s\nwant\n%s", i+1, a[i], b[i])
			}
		}
		t.Fatalf("%d lines, one process found %d", len(a), len(b))
	}
}

func TestWorkersLearnWhatOneProcessLearns(t *testing.T) {
	b := clustertest.Site(t)
	for i := range 3 {
		work(t, b, &Learner{ID: fmt.Sprint("w", i)})
	}
	s := asking(t, b, Options{})
	same(t, learntBy(t, s))
	if got := s.Stats(); got.Here > 0 || got.There < 16 || got.Failed > 0 {
		t.Errorf("where tasks were done: %+v, want all by workers", got)
	}
}

func TestTheRunsOwnProcessTakesItsPart(t *testing.T) {
	b := clustertest.Site(t)
	work(t, b, &Learner{ID: "w"})
	s := asking(t, b, Options{Here: 1})
	same(t, learntBy(t, s))
	if got := s.Stats(); got.Here == 0 {
		t.Errorf("where tasks were done: %+v, want some by the run", got)
	}
}

func TestWithoutWorkersTheRunLearnsAlone(t *testing.T) {
	b := clustertest.Site(t)
	s := asking(t, b, Options{Here: 2})
	same(t, learntBy(t, s))
	if got := s.Stats(); got.There > 0 {
		t.Errorf("where tasks were done: %+v, and there was no worker", got)
	}
}

func TestAServerThatGoesAwayChangesNothing(t *testing.T) {
	b := clustertest.Site(t)
	answered := make(chan struct{}, 1<<10)
	work(t, b, &Learner{ID: "w", Held: func(context.Context, string) { answered <- struct{}{} }, Say: func(error) {}})
	s := asking(t, b, Options{})
	var closing sync.WaitGroup
	closing.Go(func() {
		<-answered
		b.Close()
		s.release() // from now on this process learns
	})
	same(t, learntBy(t, s))
	closing.Wait()
}

func TestAnAnswerIsKeptForARunThatIsTakenUpAgain(t *testing.T) {
	b := clustertest.Site(t)
	stop := work(t, b, &Learner{ID: "w"})
	first := asking(t, b, Options{Run: "again"})
	same(t, learntBy(t, first))
	first.Close(false)
	stop()
	again := Start(t.Context(), Options{To: clustertest.Access(b, "run"), Run: "again", Here: -1})
	defer again.Close(true)
	same(t, learntBy(t, again)) // there is nobody any more who could learn
}

func TestAnswersOfNoUseAreLearntByTheRun(t *testing.T) {
	b := clustertest.Site(t)
	said := []string{`{}`, `nonsense`, `{"learnt":[{"analyser":"other"}]}`, `{"opinion":{"verdict":{"final":99},"figures":[],"grades":[]}}`, ``}
	var mu sync.Mutex
	i := 0
	work(t, b, &Learner{ID: "liar", Answers: func([]byte) []byte {
		mu.Lock()
		defer mu.Unlock()
		i++
		return []byte(said[i%len(said)])
	}})
	s := asking(t, b, Options{Here: 1})
	s.room = 4 // asks as if the worker were known already
	same(t, learntBy(t, s))
	if got := s.Stats(); got.There > 0 {
		t.Errorf("%+v: an answer of no use counted", got)
	}
}

func TestWorkersThatAreOtherProgramsAreNotAsked(t *testing.T) {
	b := clustertest.Site(t)
	ctx, stop := context.WithCancel(t.Context())
	var other sync.WaitGroup
	other.Go(func() {
		cluster.Say(ctx, clustertest.Dial(t, b, "worker"), func() cluster.Member {
			return cluster.Member{ID: "other", Role: Role, Program: "another", Version: "0.1 (linux/arm64)", Cores: 8}
		})
	})
	defer other.Wait()
	defer stop()
	noted := make(chan model.Problem, 10)
	s := asking(t, b, Options{Here: 1, Note: func(p model.Problem) { noted <- p }})
	same(t, learntBy(t, s))
	if p := <-noted; !strings.Contains(p.Message, "other programs (0.1 (linux/arm64))") || p.Hint == "" {
		t.Errorf("a person was told %q", p.Message)
	}
	if got := s.Stats(); got.There > 0 {
		t.Errorf("%+v: another program learnt", got)
	}
}

// zombie is a worker that is frozen before its first answer until others have learnt
// everything.
func zombie(t *testing.T, unfenced bool) (answers map[string]int, late error) {
	t.Helper()
	b := clustertest.Site(t)
	frozen, thaw, thawed := make(chan string, 1), make(chan struct{}), make(chan error, 1)
	var once sync.Once
	work(t, b, &Learner{
		ID: "zombie", Unfenced: unfenced, Frozen: true, Cores: 1,
		Held:     func(_ context.Context, id string) { once.Do(func() { frozen <- id; <-thaw }) },
		Answered: func(_ string, err error) { thawed <- err },
	})
	s := asking(t, b, Options{Run: "run"})
	learning := make(chan []byte, 1)
	go func() { learning <- learntBy(t, s) }()
	<-frozen
	work(t, b, &Learner{ID: "other"})
	same(t, <-learning)
	close(thaw)
	late = <-thawed
	reader, err := clustertest.Dial(t, b, "run").Learning().Answers(t.Context(), s.remote.run, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	answers = map[string]int{}
	for range reader.Behind {
		m := <-reader.Next()
		if a, err := cluster.UnpackAnswer(m.Data); err == nil && !a.Taken {
			answers[a.ID]++
		}
	}
	return answers, late
}

func TestAFrozenWorkersLateAnswerIsRefused(t *testing.T) {
	answers, late := zombie(t, false)
	if !errors.Is(late, cluster.ErrFenced) || len(answers) == 0 {
		t.Errorf("%d tasks were answered; the late answer: %v, want it refused", len(answers), late)
	}
	for id, n := range answers {
		if n != 1 {
			t.Errorf("%s was answered %d times", id, n)
		}
	}
}

func TestWithoutTheFenceALateAnswerCountsTwice(t *testing.T) {
	answers, late := zombie(t, true)
	twice := 0
	for _, n := range answers {
		if n == 2 {
			twice++
		}
	}
	if twice != 1 || late != nil {
		t.Errorf("%d tasks were answered twice, want the frozen one (%v): the test above shows nothing", twice, late)
	}
}
