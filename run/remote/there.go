package remote

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"beagle/internal/hash"
	"beagle/model"
	"beagle/run"
	"beagle/run/engine"
	"beagle/run/folder"
	"beagle/run/machine"
)

// Person is told what happens on the way to another machine, and asked by ssh what it needs.
var Person struct {
	Say      func(string) // nil: nobody is told
	Terminal bool         // ssh may ask
}

const reachWithin = time.Minute

const over = "run-over"

func reach(ctx context.Context, at run.There, cfg *run.Config) (*machine.Link, error) {
	link, err := link(ctx, at, cfg.Project)
	if err != nil {
		return nil, err
	}
	_, problems, err := link.Check(ctx, cfg)
	if err == nil && len(problems) > 0 {
		err = problems[0]
	}
	return link, err
}

func link(ctx context.Context, at run.There, project string) (*machine.Link, error) {
	say := Person.Say
	if say == nil {
		say = func(string) {}
	}
	return machine.Open(ctx, at, project, Person.Terminal, say)
}

// Check reaches the machine of an analysis, and says what is there and what is missing.
func Check(ctx context.Context, at run.There, cfg *run.Config) (lines []string, problems []model.Problem, err error) {
	l, err := link(ctx, at, cfg.Project)
	if err != nil {
		return nil, nil, err
	}
	return l.Check(ctx, cfg)
}

// Reach lets ssh ask what it needs for a run on another machine, before screens have the terminal.
func Reach(ctx context.Context, f folder.Folder) error {
	at, there := f.There()
	if !there {
		return nil
	}
	cfg, err := folder.Settings(f.ID())
	if err == nil {
		_, err = link(ctx, at, cfg.Project)
	}
	return err
}

// Empty removes all that Beagle keeps on a machine.
func Empty(ctx context.Context, at run.There, project string) error {
	l, err := link(ctx, at, project)
	if err != nil {
		return err
	}
	return l.Ask(ctx, nil, "empty")
}

func launchThere(ctx context.Context, at run.There, cfg *run.Config) (run.Run, error) {
	if len(cfg.Extensions) > 0 {
		return nil, model.Problem{Severity: model.Error, Rule: "machine", Message: "extensions do not go to another machine", Hint: "run beagle on that machine, or leave them out"}
	}
	link, err := reach(ctx, at, cfg)
	if err != nil {
		return nil, err
	}
	f, err := engine.Create(*cfg)
	if err != nil {
		return nil, err
	}
	r, err := begin(ctx, link, f, cfg)
	if _, there := f.There(); err != nil && !there {
		_ = os.RemoveAll(string(f))
	}
	return r, err
}

func begin(ctx context.Context, link *machine.Link, f folder.Folder, cfg *run.Config) (run.Run, error) {
	roots := rootsOf(cfg)
	folderThere := link.State() + "/beagle/runs/" + f.ID()
	moved := func(text string) string {
		text = machine.Moved(text, string(f), folderThere)
		for _, root := range roots {
			text = machine.Moved(text, root, link.Tree()+root)
		}
		return text
	}
	temporary, err := os.MkdirTemp("", "beagle-sent-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temporary)
	store := filepath.Join(temporary, "run.db")
	if err := f.Sent(store, moved); err != nil {
		return nil, err
	}
	files, err := filesOf(f, store, roots)
	if err != nil {
		return nil, err
	}
	link.Say("the project goes to " + link.String())
	if err := link.Retry(ctx, machine.Patience, func() error { return put(ctx, link, files) }); err != nil {
		return nil, err
	}
	at, _ := cfg.Elsewhere()
	if err := f.Leave(at); err != nil {
		return nil, err
	}
	if err := link.Retry(ctx, machine.Patience, func() error { return link.Ask(ctx, nil, "start", f.ID()) }); err != nil {
		if lost := (machine.LostError{}); !errors.As(err, &lost) { // else it may go on there
			err = errors.Join(err, f.Return())
		}
		return nil, err
	}
	return attachBy(link, f, Control)
}

// rootsOf are the folders and files that an analysis reads, without those within others.
func rootsOf(c *run.Config) (roots []string) {
	all := slices.Concat([]string{c.Project, c.Model, c.Links}, c.Sources, c.Measure.Logs, c.Measure.Records, c.Measure.RecordTypes)
	if strings.HasSuffix(c.Measure.Kieker, ".jar") {
		all = append(all, c.Measure.Kieker)
	}
	slices.Sort(all)
	for _, path := range slices.Compact(all) {
		inside := slices.ContainsFunc(roots, func(root string) bool {
			relative, err := filepath.Rel(root, path)
			return err == nil && filepath.IsLocal(relative)
		})
		if filepath.IsAbs(path) && !inside {
			roots = append(roots, path)
		}
	}
	return roots
}

var versions = map[string]bool{".git": true, ".svn": true, ".hg": true, ".idea": true}

func filesOf(f folder.Folder, store string, roots []string) (files []machine.File, err error) {
	state := "state/beagle/runs/" + f.ID()
	add := func(from, to string, skip func(string, fs.DirEntry) bool) {
		if err == nil {
			var more []machine.File
			more, err = machine.List(from, to, skip)
			files = append(files, more...)
		}
	}
	for _, root := range roots {
		add(root, "tree"+filepath.ToSlash(root), func(relative string, entry fs.DirEntry) bool {
			return entry.IsDir() && (versions[entry.Name()] || filepath.Join(root, relative) == folder.Root())
		})
	}
	add(string(f), state, func(relative string, _ fs.DirEntry) bool {
		return relative != "raw" && filepath.Dir(relative) != "raw" && relative != "run.json"
	})
	add(store, state+"/run.db", nil)
	return append(files, machine.File{Path: state + "/" + waiting, Mode: 0o600, Time: time.Now().UnixNano(), Sum: hash.Digest(nil), From: os.DevNull}), err
}

// waiting is a file of a run that was sent and not started.
const waiting = "waiting"

func put(ctx context.Context, link *machine.Link, files []machine.File) error {
	t, err := link.Start(ctx, "put")
	if err != nil {
		return err
	}
	defer t.Close()
	if err := t.Hear(nil); err != nil {
		return err
	}
	if err := machine.Offer(machine.Strict{Talk: t}, files, t.Hear); err != nil {
		return err
	}
	return t.Hear(nil)
}

// attachThere looks into a run on another machine or, where it has ended there, brings it here.
func attachThere(f folder.Folder, at run.There, mode Mode) (run.Run, error) {
	cfg, err := folder.Settings(f.ID())
	if err != nil {
		return nil, err
	}
	link, err := link(context.Background(), at, cfg.Project)
	if err != nil {
		return nil, err
	}
	return attachBy(link, f, mode)
}

func attachBy(link *machine.Link, f folder.Folder, mode Mode) (run.Run, error) {
	ctx := context.Background()
	var r *remote
	err := link.Retry(ctx, machine.Patience, func() (err error) {
		r, err = connectBy(f, mode, link, reachWithin, func(ctx context.Context, _, _ string) (net.Conn, error) { return pipe(ctx, link, f.ID()) })
		return err
	})
	if isOver(err) {
		if err := bring(ctx, link, f); err != nil {
			return nil, err
		}
		return Attach(f.ID(), mode)
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

func isOver(err error) bool {
	p := model.Problem{}
	return errors.As(err, &p) && p.Rule == over
}

func pipe(ctx context.Context, link *machine.Link, id string) (net.Conn, error) {
	t, err := link.Start(context.WithoutCancel(ctx), "pipe", id) // it may be used longer than by who wanted it
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, t.Kill)
	defer stop()
	if err := t.Hear(nil); err != nil {
		_ = t.Close()
		return nil, err
	}
	return machine.Conn{Talk: t}, nil
}

func (r *remote) note(line string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := model.Problem{Severity: model.Info, Rule: "machine", Message: line}
	if !slices.Contains(r.notes, p) {
		r.notes = append(r.notes, p)
		r.snapshot.Problems = append(slices.Clone(r.snapshot.Problems), p)
		r.changes.Set()
	}
}

func (r *remote) notHere() error {
	return model.Problem{
		Severity: model.Error, Rule: "machine", Message: "the model cannot be written while the analysis goes on on " + r.there.String(),
		Hint: "wait for its end, or end it by \"enough\": its results come here, and are written from here",
	}
}

// rejoin joins a run again whose connection ended or, where the run has ended there, brings it here.
func (r *remote) rejoin(ctx context.Context, mode Mode) (w watched, joined bool) {
	r.client.CloseIdleConnections()
	err := r.there.Retry(ctx, 0, func() (err error) {
		w, err = r.watch(ctx, mode)
		return err
	})
	if err == nil {
		return w, true
	}
	if isOver(err) {
		err = bring(ctx, r.there, r.folder)
	}
	if err != nil && ctx.Err() == nil {
		r.mu.Lock()
		r.snapshot.State, r.snapshot.Reason = run.Failed, err.Error()+"; beagle attach "+r.ID()+" tries again"
		r.mu.Unlock()
	}
	return w, false
}

func bring(ctx context.Context, link *machine.Link, f folder.Folder) error {
	var lock *os.File
	for lock == nil { // another screen may be at it
		var err error
		if lock, err = f.Take(); err != nil && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	defer lock.Close()
	if _, there := f.There(); !there {
		return nil
	}
	coming := f.Path("coming")
	if err := os.MkdirAll(coming, 0o700); err != nil {
		return err
	}
	if err := link.Retry(ctx, 0, func() error { return get(ctx, link, f.ID(), coming) }); err != nil {
		return err
	}
	err := f.Brought(filepath.Join(coming, "run.db"), func(text string) string {
		return machine.Moved(machine.Moved(text, link.State()+"/beagle/runs/"+f.ID(), string(f)), link.Tree(), "")
	})
	for _, name := range []string{"raw", "work", "log"} {
		if _, missing := os.Lstat(filepath.Join(coming, name)); missing == nil {
			err = errors.Join(err, os.RemoveAll(f.Path(name)), os.Rename(filepath.Join(coming, name), f.Path(name)))
		}
	}
	if err = errors.Join(err, os.RemoveAll(coming)); err != nil {
		return err
	}
	if err := f.Return(); err != nil {
		return err
	}
	if err := link.Retry(ctx, machine.Patience, func() error { return link.Ask(ctx, nil, "drop", f.ID()) }); err != nil {
		link.Say(fmt.Sprintf("what the run left on %s is still there: %v", link, err))
	}
	return nil
}

func get(ctx context.Context, link *machine.Link, id, to string) error {
	root, err := os.OpenRoot(to)
	if err != nil {
		return err
	}
	defer root.Close()
	t, err := link.Start(ctx, "get", id)
	if err != nil {
		return err
	}
	defer t.Close()
	var files []machine.File
	if err := t.Hear(&files); err != nil {
		return err
	}
	return machine.Accept(machine.Strict{Talk: t}, machine.Strict{Talk: t}, root, files, ".")
}
