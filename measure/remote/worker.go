// Package remote runs the programs of launches on other machines: a run puts what a program needs (its files as
// pieces that are named by their content, its command, its environment) as a task into the stream LAUNCH, and one of
// the workers that were started with that label runs it and answers with what it recorded.
package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"beagle/internal/safe"
	"beagle/measure/launch"
	"beagle/model"
	"beagle/traces/cluster"
)

// Worker runs programs for runs on other machines, one at a time.
type Worker struct {
	Bus      *cluster.Bus      // the streams of launches and results
	ID       string            // tells workers apart
	Label    string            // of the launches that it makes
	Programs []string          // that it starts: the first words of commands, as they are written there
	Folder   string            // where it keeps pieces, and what runs
	Within   time.Duration     // a launch may take at most
	Space    int64             // bytes that pieces may take in its folder, and what one launch brings
	Say      func(line string) // told what a person should know
	Lease    time.Duration     // see cluster.Offer; 0: 5 s
	// Guard is a program that gets the folder of launches as its last argument and calls launch.Guarded.
	Guard []string

	// For tests.
	Answers func(context.Context)
	Frozen  bool
	Host    string

	started time.Time
	done    atomic.Int64
	busy    atomic.Bool
}

const (
	recordsFolder = "records"
	outputFolder  = "output"
	outputName    = "output"
)

// Run makes launches until the context ends.
func (w *Worker) Run(ctx context.Context) error {
	if err := launch.CheckLabel(w.Label); err != nil {
		return err
	}
	if w.Lease <= 0 {
		w.Lease = 5 * time.Second
	}
	var err error
	if w.Folder, err = filepath.Abs(w.Folder); err != nil { // programs work in folders of their own
		return err
	}
	if err := os.MkdirAll(w.Folder, 0o700); err != nil {
		return err
	}
	launch.EndLeft(w.launches())
	if err := os.RemoveAll(w.launches()); err != nil {
		return err
	}
	if len(w.Guard) > 0 {
		end, err := launch.Guard(append(slices.Clone(w.Guard), w.launches()))
		if err != nil {
			return err
		}
		defer end()
	}
	w.started = time.Now()
	work := w.Bus.Launching()
	if err := work.Ready(ctx); err != nil && !cluster.Passing(err) {
		return err
	}
	var all sync.WaitGroup
	all.Go(func() { cluster.Say(ctx, w.Bus, w.member) })
	w.serve(ctx, work)
	all.Wait()
	return nil
}

// launches is the folder of what runs. It is empty between two launches.
func (w *Worker) launches() string { return filepath.Join(w.Folder, "launch") }

func (w *Worker) member() cluster.Member {
	m := cluster.Member{ID: w.ID, Role: Role, Host: w.host(), Process: os.Getpid(), Started: w.started, Parts: w.done.Load(), Label: w.Label}
	if w.busy.Load() {
		m.Busy = 1
	}
	return m
}

func (w *Worker) host() string {
	if w.Host != "" {
		return w.Host
	}
	host, _ := os.Hostname()
	return host
}

func (w *Worker) serve(ctx context.Context, work cluster.Work) {
	var offer *cluster.Offer
	said := ""
	for ctx.Err() == nil {
		var err error
		if offer == nil {
			offer, err = work.Offer(ctx, w.Label, w.ID, w.Lease)
		}
		var taken *cluster.Taken
		if err == nil {
			taken, err = offer.Take(ctx)
		}
		if err == nil && taken != nil {
			w.busy.Store(true)
			err = w.do(ctx, work, taken)
			w.busy.Store(false)
		}
		if err == nil || ctx.Err() != nil {
			continue
		}
		if text := err.Error(); text != said && !cluster.Passing(err) {
			said = text
			w.Say(safe.Line(text))
		}
		offer = nil
		cluster.Pause(ctx)
	}
}

func (w *Worker) do(ctx context.Context, work cluster.Work, taken *cluster.Taken) error {
	working, end := context.WithTimeout(ctx, w.Within)
	defer end()
	var watching sync.WaitGroup
	defer watching.Wait()
	if !w.Frozen {
		at, kept := context.WithCancel(ctx)
		defer kept()
		watching.Go(func() { taken.Keep(at) })
	}
	lost := w.watch(working, end, taken)
	out, err := w.make(working, work, taken)
	wanted := lost()
	if ctx.Err() != nil {
		w.Say("the launch is given back")
		return taken.GiveBack()
	}
	if !wanted {
		w.Say("another worker took the launch meanwhile; this one is left")
		return nil
	}
	failed := ""
	var body []byte
	if err == nil {
		body, err = json.Marshal(out)
	}
	if err == nil && len(body) > pieceSize {
		err = errors.New("it left too many files to be told in a message")
	}
	if err != nil {
		body, failed = nil, model.AsProblem(err, "machine").Message
		w.Say("the launch failed: " + safe.Line(failed))
	}
	if w.Answers != nil {
		w.Answers(ctx)
	}
	err = taken.Answer(ctx, body, failed, false)
	if errors.Is(err, cluster.ErrFenced) {
		w.Say("another worker took the launch meanwhile; this one's answer was refused")
		return nil
	}
	w.done.Add(1)
	return err
}

// watch ends a launch that is no longer wanted.
func (w *Worker) watch(ctx context.Context, end func(), taken *cluster.Taken) (wanted func() bool) {
	at, stop := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan struct{})
	fenced := false
	go func() {
		defer close(ended)
		tick := time.NewTicker(ask)
		defer tick.Stop()
		for {
			select {
			case <-at.Done():
				return
			case <-tick.C:
			}
			if w.Frozen {
				continue
			}
			told, err := taken.Wanted(at)
			if fenced = errors.Is(err, cluster.ErrFenced); fenced {
				end()
				return
			}
			if told {
				end()
			}
		}
	}()
	return func() bool {
		stop()
		<-ended
		return !fenced
	}
}

func (w *Worker) make(ctx context.Context, work cluster.Work, taken *cluster.Taken) (out outcome, err error) {
	var t task
	if _, err := cluster.Unpack(taken.Data, &t); err != nil {
		return out, err
	}
	if err := w.check(&t); err != nil {
		return out, err
	}
	w.Say(fmt.Sprintf("%s: %s", safe.Line(t.Name), safe.Line(strings.ReplaceAll(strings.Join(t.Command, " "), "\x00", "…"))))
	folder := w.launches()
	if err := os.MkdirAll(filepath.Join(folder, outputFolder), 0o700); err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	records := filepath.Join(folder, recordsFolder)
	if err := os.Mkdir(records, 0o700); err != nil {
		return out, err
	}
	all := places{{recordsLetter, records}}
	for i, one := range t.Needs {
		path, err := w.need(ctx, work, taken.Run, i, one)
		if err != nil {
			return out, err
		}
		all = append(all, place{letters[i], path})
	}
	all = all.sorted()
	t.translate(all.hear)
	output := filepath.Join(folder, outputFolder, outputName)
	if out.Result, out.Noise, err = w.execute(ctx, &t, output+".log"); err != nil {
		return out, err
	}
	out.Host = w.host()
	out.translate(func(text string) string {
		return all.say(strings.ReplaceAll(text, output, "\x00"+string(rune(outputLetter))))
	})
	content := &cutter{most: w.Space, put: func(piece []byte) error {
		return put(context.WithoutCancel(ctx), work, taken.Run, taken.ID+".", piece)
	}}
	for _, name := range []string{recordsFolder, outputFolder} {
		files, err := pack(filepath.Join(folder, name), content)
		if err != nil {
			return out, err
		}
		for i := range files {
			files[i].Path = name + "/" + files[i].Path
			if files[i].Path == name+"/." {
				files[i].Path = name
			}
		}
		out.Files = append(out.Files, files...)
	}
	out.Files = slices.Insert(out.Files, 0, file{Path: ".", Mode: uint32(os.ModeDir | 0o700)})
	out.Pieces = content.keys
	return out, nil
}

func (w *Worker) check(t *task) error {
	refuse := func(format string, args ...any) error {
		return model.Problem{Severity: model.Error, Rule: "machine", Message: "the worker on " + w.host() + " refuses it: " + fmt.Sprintf(format, args...)}
	}
	switch {
	case t.Protocol != protocol:
		return refuse("it speaks version %d of what runs and workers say, the run %d; use the same Beagle on both", protocol, t.Protocol)
	case t.System != runtime.GOOS:
		return refuse("it runs on %s, and the run's folders are those of %s", runtime.GOOS, t.System)
	case len(t.Needs) > len(letters) || len(t.Command) == 0:
		return refuse("the task is damaged")
	}
	for _, command := range t.commands() {
		if !slices.Contains(w.Programs, command[0]) {
			return refuse("it was started for %s, and this is %.60q (beagle worker --program)", strings.Join(w.Programs, ", "), strings.ReplaceAll(command[0], "\x00", "…"))
		}
	}
	return nil
}

func (w *Worker) need(ctx context.Context, work cluster.Work, run string, i int, n need) (string, error) {
	kept := cache{filepath.Join(w.Folder, "pieces"), w.Space}
	defer kept.trim()
	read := func(keys []string) *pieces {
		return &pieces{keys: keys, get: func(key string) ([]byte, error) {
			return kept.get(key, func() ([]byte, error) { return get(ctx, work, run, "", key) })
		}}
	}
	var files []file
	if err := json.NewDecoder(read(n.Tree)).Decode(&files); err != nil {
		return "", fmt.Errorf("the list of files is damaged: %w", err)
	}
	folder := filepath.Join(w.launches(), string(letters[i]))
	if err := os.Mkdir(folder, 0o700); err != nil {
		return "", err
	}
	return filepath.Join(folder, n.Base), unpack(folder, n.Base, files, read(n.Pieces))
}

// execute runs the program.
func (w *Worker) execute(ctx context.Context, t *task, output string) (r launch.Result, noise launch.Noise, err error) {
	for _, command := range t.commands() {
		if filepath.Base(command[0]) != command[0] {
			continue
		}
		path, err := exec.LookPath(command[0])
		if err != nil {
			return r, noise, model.Problem{Severity: model.Error, Rule: "machine", Message: fmt.Sprintf("%s is not on the PATH of the worker", safe.Line(command[0]))}
		}
		if command[0], err = filepath.Abs(path); err != nil {
			return r, noise, err
		}
	}
	machine := launch.Watch()
	spec := launch.Spec{Name: t.Name, Command: t.Command, Dir: t.Dir, Env: t.Env, Output: output}
	r, err = launch.Start(ctx, spec, t.Server)
	noise = machine.Stop()
	if err == nil && errors.Is(context.Cause(ctx), context.DeadlineExceeded) {
		r.Problems = append(r.Problems, model.Problem{
			Severity: model.Warning, Rule: "machine", Message: fmt.Sprintf("%s: the worker ended it after %s", t.Name, w.Within), Hint: "beagle worker --within allows more",
		})
	}
	return r, noise, err
}
