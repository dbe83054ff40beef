package remote

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"beagle/internal/hash"
	"beagle/internal/safe"
	"beagle/measure/launch"
	"beagle/model"
	"beagle/traces/cluster"
)

// Machines are the other machines of a run. They are connected to when the first launch wants one.
type Machines struct {
	To      cluster.Access // the server, and how to log in there
	Name    string         // tells runs apart; the same when a run is taken up again
	Say     func(string)   // told what a person should know meanwhile; nil: nobody is
	Patient time.Duration  // how long a launch waits for a worker that is not there; 0: a minute

	mu      sync.Mutex
	bus     *cluster.Bus
	members *cluster.Members
	since   time.Time       // when it began to listen who is there
	run     string          // Name, as it stands in subjects
	there   map[string]bool // pieces that were sent
}

// patient is Machines.Patient where nothing else is said.
const patient = time.Minute

// Role is what workers that launch say they are.
const Role = "launcher"

// Try finds out whether a run could ask for launches there.
func Try(ctx context.Context, to cluster.Access) error {
	to.Role = "run"
	bus, err := cluster.Dial(ctx, to)
	if err != nil {
		return err
	}
	defer bus.Close()
	return bus.Launching().Ready(ctx)
}

func (m *Machines) connect(ctx context.Context) (cluster.Work, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.bus != nil {
		return m.bus.Launching(), nil
	}
	if m.Patient <= 0 {
		m.Patient = patient
	}
	m.To.Role = "run"
	bus, err := cluster.Dial(ctx, m.To)
	if err != nil {
		return cluster.Work{}, err
	}
	host, _ := os.Hostname()
	name := sha256.Sum256([]byte(host + "\x00" + m.Name))
	m.run, m.there = hex.EncodeToString(name[:8]), map[string]bool{}
	work := bus.Launching()
	if err = work.Ready(ctx); err == nil {
		err = work.Clear(ctx, m.run)
	}
	if err == nil {
		m.members, err = cluster.Listen(bus)
	}
	if err != nil {
		bus.Close()
		return cluster.Work{}, err
	}
	m.bus, m.since = bus, time.Now()
	return work, nil
}

// Close removes what the run left at the server, and ends the connection.
func (m *Machines) Close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.bus == nil {
		return
	}
	m.members.Close()
	_ = m.bus.Launching().Clear(context.Background(), m.run) // else it goes with time
	m.bus.Close()
	m.bus = nil
}

func (m *Machines) say(format string, args ...any) {
	if m.Say != nil {
		m.Say(fmt.Sprintf(format, args...))
	}
}

// Begin implements launch.Elsewhere: it sends the job.
func (m *Machines) Begin(ctx context.Context, label string, job launch.Job) (launch.Begun, error) {
	a, err := m.begin(ctx, label, job)
	if err != nil {
		return nil, said(err, label, job)
	}
	return a, nil
}

// Apart implements launch.Elsewhere, by the hosts that workers with these labels are on at present.
func (m *Machines) Apart(ctx context.Context, label string, others []string) bool {
	if _, err := m.connect(ctx); err != nil {
		return false // who wants a launch is told
	}
	if unheard := cluster.Silent - time.Since(m.since); unheard > 0 { // not everybody has said anything yet
		select {
		case <-ctx.Done():
			return false
		case <-time.After(unheard):
		}
	}
	here, _ := os.Hostname()
	hosts := map[string]bool{}
	for _, who := range m.launchers(label) {
		hosts[who.Host] = true
	}
	apart := len(hosts) > 0 && !hosts[here]
	for _, other := range others {
		for _, who := range m.launchers(other) {
			apart = apart && !hosts[who.Host]
		}
	}
	return apart
}

func (m *Machines) launchers(label string) (all []cluster.Member) {
	for _, who := range m.members.All() {
		if who.Role == Role && who.Alive() && who.Label == label {
			all = append(all, who)
		}
	}
	return all
}

func said(err error, label string, job launch.Job) error {
	p := model.AsProblem(err, "machine")
	p.Message = fmt.Sprintf("%s on machine %s: %s", job.Spec.Name, label, p.Message)
	return p
}

func (m *Machines) begin(ctx context.Context, label string, job launch.Job) (*asked, error) {
	if err := launch.CheckLabel(label); err != nil {
		return nil, err
	}
	work, err := m.connect(ctx)
	if err != nil {
		return nil, err
	}
	t, all, err := m.task(ctx, work, job)
	if err != nil {
		return nil, err
	}
	body, err := cluster.Pack(t, nil)
	if err != nil {
		return nil, err
	}
	if len(body) > pieceSize {
		return nil, errors.New("the launch needs too many files to be told in a message")
	}
	a := &asked{m: m, work: work, label: label, id: rand.Text(), job: job, places: all}
	if err := work.Put(ctx, label, m.run, a.id, body); err != nil {
		a.drop() // it may be there all the same
		return nil, err
	}
	m.say("machine %s: %s is asked for", label, job.Spec.Name)
	return a, nil
}

func (m *Machines) task(ctx context.Context, work cluster.Work, job launch.Job) (*task, places, error) {
	t := &task{
		Protocol: protocol, System: runtime.GOOS, Name: job.Spec.Name, Command: job.Spec.Command, Dir: job.Spec.Dir, Env: job.Spec.Env, Server: job.Server,
	}
	if len(job.Needs) > len(letters) {
		return nil, nil, fmt.Errorf("it needs %d folders and files beside its own, and %d can be told", len(job.Needs), len(letters))
	}
	all := places{{recordsLetter, job.Records}}
	for i, path := range job.Needs {
		one, err := m.need(ctx, work, path)
		if err != nil {
			return nil, nil, err
		}
		t.Needs = append(t.Needs, one)
		all = append(all, place{letters[i], path})
	}
	all = all.sorted()
	t.translate(all.say)
	return t, append(all, place{outputLetter, strings.TrimSuffix(job.Spec.Output, ".log")}), nil
}

func (m *Machines) need(ctx context.Context, work cluster.Work, path string) (n need, err error) {
	send := func(piece []byte) error {
		key := hash.Digest(piece)
		m.mu.Lock()
		known := m.there[key]
		m.mu.Unlock()
		if known {
			return nil
		}
		if err := put(ctx, work, m.run, "", piece); err != nil {
			return err
		}
		m.mu.Lock()
		m.there[key] = true
		m.mu.Unlock()
		return nil
	}
	content := &cutter{most: mostTree, put: send}
	files, err := pack(path, content)
	if err != nil {
		return n, err
	}
	list, err := json.Marshal(files)
	if err != nil {
		return n, err
	}
	tree := &cutter{most: mostTree, put: send}
	if err := tree.file(strings.NewReader(string(list)), int64(len(list))); err != nil {
		return n, err
	}
	if err := tree.cut(); err != nil {
		return n, err
	}
	return need{filepath.Base(path), tree.keys, content.keys}, nil
}

type asked struct {
	m      *Machines
	work   cluster.Work
	label  string
	id     string
	job    launch.Job
	places places // of the run's files and folders, to understand the answer
}

// drop removes the task, and what the worker left for it; where that fails it goes with the run.
func (a *asked) drop() { _ = a.work.Drop(context.Background(), a.m.run, a.id) }

func (a *asked) End(ctx context.Context) (launch.Result, launch.Noise, error) {
	defer a.drop()
	r, noise, err := a.end(ctx)
	if err != nil && ctx.Err() == nil {
		err = said(err, a.label, a.job)
	}
	return r, noise, err
}

func (a *asked) end(ctx context.Context) (r launch.Result, noise launch.Noise, err error) {
	answer, err := a.wait(ctx)
	if err != nil {
		return r, noise, err
	}
	// What a person ended early is worth having, too.
	fetching, stop := context.WithTimeout(context.WithoutCancel(ctx), a.m.Patient)
	defer stop()
	out, err := a.fetch(fetching, answer)
	if err != nil {
		return r, noise, err
	}
	out.translate(a.places.hear)
	out.Result.Stopped = out.Result.Stopped || ctx.Err() != nil
	if out.Noise.Machine = a.label; out.Host != "" {
		out.Noise.Machine += " (" + safe.Line(out.Host) + ")"
	}
	return out.Result, out.Noise, nil
}

func (a *asked) Drop() {
	ctx, stop := context.WithTimeout(context.Background(), dropping)
	defer stop()
	if said, there, err := a.work.Said(ctx, a.m.run, a.id); err == nil && there && said.Taken {
		_ = a.work.Stop(ctx, a.m.run, a.id, said) // else it runs to its end, for nobody
	}
	a.drop()
}

// dropping bounds how long a run waits for a server to which it says that a launch is not wanted any more.
const dropping = 5 * time.Second

const ask = 300 * time.Millisecond

// stopping is how long a worker may take to end a program that is no longer wanted, and to answer.
const stopping = 30 * time.Second

func (a *asked) wait(ctx context.Context) (answer cluster.Answer, err error) {
	asking, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	tick := time.NewTicker(ask)
	defer tick.Stop()
	heard, told, stopped, until := time.Now(), "", false, time.Time{}
	waits := false
	for {
		said, there, err := a.work.Said(asking, a.m.run, a.id)
		switch {
		case err != nil && !cluster.Passing(err):
			return said, err
		case err == nil && there && !said.Taken:
			if said.Failed != "" {
				return said, model.Problem{Severity: model.Error, Rule: "machine", Message: said.Failed}
			}
			return said, nil
		case err == nil && ctx.Err() != nil && !there:
			return said, ctx.Err() // nobody has begun; the task is dropped
		case err == nil && ctx.Err() != nil && !stopped:
			if err := a.work.Stop(asking, a.m.run, a.id, said); err == nil {
				stopped, until = true, time.Now().Add(stopping)
			}
		case stopped && time.Now().After(until):
			return said, ctx.Err()
		}
		if err == nil && there && said.Worker != told {
			told = said.Worker
			a.m.say("machine %s: worker %s has the launch", a.label, told)
		}
		if a.somebody(said, there && err == nil) {
			heard = time.Now()
		} else if silent := time.Since(heard); silent > a.m.Patient {
			return said, a.nobody(there)
		} else if !waits && silent > a.m.Patient/20 {
			waits = true
			a.m.say("waiting for a worker: beagle worker --launch %s", a.label)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			<-tick.C
		}
	}
}

// somebody reports whether the worker that has the launch is there or, where nobody has it, one that could.
func (a *asked) somebody(said cluster.Answer, taken bool) bool {
	return slices.ContainsFunc(a.m.launchers(a.label), func(who cluster.Member) bool { return !taken || who.ID == said.Worker })
}

func (a *asked) nobody(taken bool) error {
	message := fmt.Sprintf("no worker offers to launch for it on %s", a.m.bus.URL())
	if taken {
		message = fmt.Sprintf("the worker that had it is silent on %s, and no other one took it", a.m.bus.URL())
	}
	return model.Problem{Severity: model.Error, Rule: "machine", Message: message, Hint: "start there: beagle worker --launch " + a.label + " --nats ... --credentials launcher.credentials"}
}

func (a *asked) fetch(ctx context.Context, answer cluster.Answer) (out outcome, err error) {
	job := a.job
	if err := json.Unmarshal(answer.Body, &out); err != nil {
		return out, fmt.Errorf("the worker's answer is damaged: %w", err)
	}
	content := &pieces{keys: out.Pieces, get: func(key string) ([]byte, error) { return get(ctx, a.work, a.m.run, a.id+".", key) }}
	folder, err := os.MkdirTemp(filepath.Dir(job.Records), "brought-")
	if err != nil {
		return out, err
	}
	defer os.RemoveAll(folder)
	if err := unpack(folder, "all", out.Files, content); err != nil {
		return out, err
	}
	err = move(filepath.Join(folder, "all", recordsFolder), func(name string) string { return filepath.Join(job.Records, name) })
	if err == nil && job.Spec.Output != "" {
		err = move(filepath.Join(folder, "all", outputFolder), func(name string) string {
			return strings.TrimSuffix(job.Spec.Output, ".log") + strings.TrimPrefix(name, outputName) // output.log, output-load.log
		})
	}
	return out, err
}

func move(from string, to func(name string) string) error {
	entries, err := os.ReadDir(from)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	for _, entry := range entries {
		if entry.Type().IsRegular() && err == nil {
			err = os.Rename(filepath.Join(from, entry.Name()), to(entry.Name()))
		}
	}
	return err
}

var (
	_ launch.Elsewhere = (*Machines)(nil)
	_ launch.Begun     = (*asked)(nil)
)
