package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"time"

	"beagle/analysers"
	"beagle/blackboard"
	"beagle/control"
	"beagle/judge"
	"beagle/learn/spread"
	"beagle/model"
	"beagle/model/expression"
	"beagle/traces/cluster"
)

// learning is how fast elements are learnt by one to four workers that have a share of a
// processor each, and that they find what one process finds.
func (b *bench) learning() error {
	limit, how := limiter()
	if limit == nil {
		fmt.Println("learning: left out, no cgroup for processor time can be made here (root?)")
		return nil
	}
	alone, err := b.learn(nil)
	if err != nil {
		return err
	}
	one := 0.0
	for _, workers := range []int{1, 2, 4} {
		took, found, err := b.learnBy(workers, limit)
		if err != nil {
			return err
		}
		if workers == 1 {
			one = took.Seconds()
		}
		same := "the same as one process"
		if found != alone {
			same = "NOT THE SAME as one process"
		}
		fmt.Printf("learning, %d elements, %d workers of %d %% each (%s): %.1f s, %.1f times, %s\n", *elements, workers, *share, how, took.Seconds(), one/took.Seconds(), same)
	}
	return nil
}

// learnBy is how long so many workers take, and what they find.
func (b *bench) learnBy(workers int, limit func(i, pid, percent int) (func(), error)) (took time.Duration, found string, err error) {
	s := &site{b: b}
	defer s.stop()
	if s.state, err = os.MkdirTemp(b.dir, "beagle-hub-"); err != nil {
		return 0, "", err
	}
	server := free()
	s.url = "nats://" + server
	if err := s.add("hub", "--watch", free(), "--listen", server, "--state", s.state, "--lazy-sync"); err != nil {
		return 0, "", err
	}
	if err := s.all[0].sees("totals of"); err != nil {
		return 0, "", err
	}
	to := func(role string) cluster.Access {
		return cluster.Access{URL: s.url, Credentials: filepath.Join(s.state, role+".credentials"), Name: cluster.DefaultName, Role: role}
	}
	program, err := os.Executable()
	if err != nil {
		return 0, "", err
	}
	for i := range workers {
		told, err := json.Marshal(learner{s.url, to("worker").Credentials, fmt.Sprint("worker ", i)})
		if err != nil {
			return 0, "", err
		}
		p := &process{command: exec.Command(program)}
		p.command.Env = append(os.Environ(), learnerVariable+"="+string(told))
		if err := p.start(); err != nil {
			return 0, "", err
		}
		s.all = append(s.all, p)
		done, err := limit(i, p.command.Process.Pid, *share)
		if err != nil {
			return 0, "", err
		}
		defer done()
	}
	others := spread.Start(context.Background(), spread.Options{To: to("run"), Run: "figures", Here: -1})
	defer others.Close(true)
	for end := time.Now().Add(time.Minute); others.Workers() < workers; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			return 0, "", fmt.Errorf("%d of %d workers offer to learn", others.Workers(), workers)
		}
	}
	began := time.Now()
	found, err = b.learn(others)
	return time.Since(began), found, err
}

func (b *bench) learn(elsewhere control.Elsewhere) (found string, err error) {
	board, err := measured(*elements)
	if err != nil {
		return "", err
	}
	analysis := control.Analysis{
		Board: board, Machine: control.NewMachine(nil), Seed: 7, Elsewhere: elsewhere,
		Analysers: analysers.All(), Judge: judge.New(judge.Options{Error: judge.ErrorLimit, Total: judge.TotalLimit}),
	}
	if err := analysis.Run(context.Background()); err != nil {
		return "", err
	}
	for _, e := range board.Elements() {
		for _, p := range board.Proposals(e.ID) {
			found += fmt.Sprintln(e.ID, p.Analyser, expression.String(p.Expression), p.Why)
		}
		verdict, err := json.Marshal(board.Judgement(e.ID).Verdict)
		if err != nil {
			return "", err
		}
		found += string(verdict) + "\n"
	}
	return found, nil
}

func measured(elements int) (*blackboard.Board, error) {
	var all []model.Element
	for i := range elements {
		all = append(all, model.Element{ID: model.ElementID(fmt.Sprint("_", i)), Kind: model.InternalAction, Name: fmt.Sprint("action ", i), SEFF: fmt.Sprint("seff", i)})
	}
	board := blackboard.New(all, 7, nil)
	c := board.Contribute("measure")
	random := rand.New(rand.NewPCG(1, 2))
	n, m := model.Variable{Name: "n", Char: model.ValueOf}, model.Variable{Name: "list", Char: model.NumberOfElements}
	for i := range all {
		var rows []blackboard.Observation
		for seq := range int64(300) {
			x, y := float64(1+random.IntN(400)), float64(1+random.IntN(90))
			rows = append(rows, blackboard.Observation{
				Inputs: []blackboard.Assignment{{Variable: n, Value: model.NumberValue(x)}, {Variable: m, Value: model.NumberValue(y)}},
				Value:  model.NumberValue((1e-5*float64(i+1)*x + 2e-7*x*y + 1e-4) * (1 + random.NormFloat64()*0.1)),
				Launch: int32(seq%5) + 1, Seq: seq,
			})
		}
		c.AddResults(all[i].ID, rows)
	}
	return board, c.Commit()
}

// learner is what a process of this program is told that learns for another one: only the very
// same program learns the same.
type learner struct{ URL, Credentials, ID string }

const learnerVariable = "BEAGLE_FIGURES_LEARNER"

// run learns until it is interrupted.
func (l learner) run() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	bus, err := cluster.Dial(ctx, cluster.Access{URL: l.URL, Credentials: l.Credentials, Name: cluster.DefaultName, Role: "worker"})
	if err != nil {
		return err
	}
	defer bus.Close()
	one := spread.Learner{Bus: bus, ID: l.ID, Cores: 1, Say: func(err error) { fmt.Fprintln(os.Stderr, err) }}
	if err := one.Run(ctx); err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}
