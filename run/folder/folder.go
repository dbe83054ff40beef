// Package folder is the folder in which a run keeps everything: its store, what it began with, its state, its lock.
package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/adrg/xdg"

	"beagle/blackboard/store"
	"beagle/internal/safe"
	"beagle/model"
)

// Folder is where a run keeps everything, $XDG_STATE_HOME/beagle/runs/<id>:
//
//	run.db      the blackboard, what people decided, and the run's state
//	run.json    what the run began with: configuration, elements, inputs
//	log         messages of the background process
//	sock        its socket
//	lock        locked while a process conducts the run
//	work/       instrumented copy, records, output of launches
//
// It belongs to the user alone. $XDG_RUNTIME_DIR would be deleted when the
// user's last session ends, and with it the socket of a run that goes on.
type Folder string

// Root is where all runs of this user are kept: $XDG_STATE_HOME/beagle/runs, or what stands for it on the system.
func Root() string { return filepath.Join(xdg.StateHome, "beagle", "runs") }

// ID is the run's id: the name of its folder.
func (f Folder) ID() string { return filepath.Base(string(f)) }

// Path is where a file of the folder lies.
func (f Folder) Path(name string) string { return filepath.Join(string(f), name) }

// Store is the path of the analysis' SQLite file.
func (f Folder) Store() string { return f.Path("run.db") }

// Work is the folder for copies, classes and records; it may be deleted once the run has ended.
func (f Folder) Work() string { return f.Path("work") }

// New makes the folder of a new run, readable by the user only, under a name that no other run has.
func New(modelFile string, now time.Time) (Folder, error) {
	if err := os.MkdirAll(Root(), 0o700); err != nil {
		return "", noFolder(err)
	}
	id := newID(modelFile, now)
	for n := 1; ; n++ {
		f := Folder(filepath.Join(Root(), id))
		if n > 1 {
			f = Folder(fmt.Sprintf("%s-%d", f, n))
		}
		err := os.Mkdir(string(f), 0o700)
		if errors.Is(err, fs.ErrExist) && n < 1000 {
			continue
		}
		if err != nil {
			return "", noFolder(err)
		}
		return f, nil
	}
}

func noFolder(err error) error {
	if safe.Full(err) {
		return model.Problem{
			Severity: model.Error, Rule: "state-folder", File: Root(), Message: "the disk of Beagle's state folder is full",
			Hint: "make room there (beagle rm RUN deletes ended runs), or set XDG_STATE_HOME to a folder on another disk",
		}
	}
	return model.Problem{
		Severity: model.Error, Rule: "state-folder", File: Root(), Message: "the run's folder cannot be made: " + err.Error(),
		Hint: "set XDG_STATE_HOME to a folder that you may write to",
	}
}

// ErrNoRun marks a run that does not exist.
var ErrNoRun = errors.New("no such run")

// Find finds a run by its id or the beginning of it; without one, the latest run of the project around the working
// folder, or of all where that has none.
func Find(id string) (Folder, error) {
	if strings.ContainsAny(id, `/\`) {
		return "", fmt.Errorf("%w: %s", ErrNoRun, id)
	}
	all, err := All()
	if err != nil {
		return "", err
	}
	var found []Folder
	for _, f := range all {
		if f.ID() == id {
			return f, nil
		}
		if strings.HasPrefix(f.ID(), id) {
			found = append(found, f)
		}
	}
	switch {
	case id == "" && len(found) > 0:
		return latest(found), nil
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return "", fmt.Errorf("%s may be %s or %s; write more of it", id, found[0].ID(), found[1].ID())
	case id == "":
		return "", fmt.Errorf("%w: there are none yet", ErrNoRun)
	}
	return "", fmt.Errorf("%w: %s; beagle ps lists them", ErrNoRun, id)
}

const mostLooked = 30

// latest is the latest of some runs that is of the project around the working folder.
func latest(runs []Folder) Folder {
	here, err := os.Getwd()
	for i := len(runs) - 1; err == nil && i >= max(0, len(runs)-mostLooked); i-- {
		project := runs[i].Info().Project
		if below, err := filepath.Rel(project, here); project != "" && err == nil && filepath.IsLocal(below) {
			return runs[i]
		}
	}
	return runs[len(runs)-1]
}

// All lists the runs, the oldest first.
func All() ([]Folder, error) {
	entries, err := os.ReadDir(Root())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	type aged struct {
		Folder
		made time.Time
	}
	var all []aged
	for _, e := range entries {
		f := Folder(filepath.Join(Root(), e.Name()))
		if info, err := os.Stat(f.Path("run.json")); err == nil && e.IsDir() {
			all = append(all, aged{f, info.ModTime()})
		}
	}
	slices.SortFunc(all, func(a, b aged) int {
		if c := a.made.Compare(b.made); c != 0 {
			return c
		}
		return strings.Compare(string(a.Folder), string(b.Folder))
	})
	out := make([]Folder, len(all))
	for i := range all {
		out[i] = all[i].Folder
	}
	return out, nil
}

// Take makes this process the one that conducts the run, until the file is closed.
func (f Folder) Take() (*os.File, error) {
	for attempts := 50; ; attempts-- {
		lock, err := safe.LockFile(f.Path("lock"))
		if err == nil || attempts == 1 {
			return lock, err
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// Remove deletes an ended run with everything that it kept. A run that is conducted by a process is an error, and
// stays.
func Remove(id string) error {
	f, err := Find(id)
	if err != nil {
		return err
	}
	lock, err := f.Take()
	if err != nil {
		return model.Problem{
			Severity: model.Error, Rule: "run-lives", Message: "the run " + f.ID() + " has not ended", Hint: "abort it first: beagle abort " + f.ID(),
		}
	}
	defer lock.Close()
	if at, there := f.There(); there {
		return model.Problem{
			Severity: model.Error, Rule: "run-lives", Message: "the run " + f.ID() + " is on " + at.String(), Hint: "end it and bring it here: beagle abort " + f.ID() + "; beagle rm --remote " + f.ID() + " forgets it",
		}
	}
	return os.RemoveAll(string(f))
}

// newID names a run by when it began and what it analyses, e.g. 2026-11-21-1430-fileshare.
func newID(modelFile string, now time.Time) string {
	name := strings.TrimSuffix(filepath.Base(modelFile), filepath.Ext(modelFile))
	return now.Format("2006-01-02-1504") + "-" + slug(name)
}

func slug(name string) string {
	keep := func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-', r == '_':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '-'
	}
	name = strings.Trim(strings.Map(keep, name), "-")
	if len(name) > 40 {
		name = strings.TrimRight(name[:40], "-")
	}
	if name == "" {
		return "model"
	}
	return name
}

// Typed is what a person was typing for an element when the screens ended, as they do where a connection is lost.
type Typed struct {
	Element model.ElementID `json:"element"`
	Lines   []string        `json:"lines"` // of a branch one for each transition
}

const typedFile = "typed.json"

const maxTyped = 1 << 20

// TypedOf is what was being typed in a run's review; nil: nothing was.
func TypedOf(id string) *Typed {
	f, err := Find(id)
	if err != nil {
		return nil
	}
	if t := (Typed{}); f.kept(typedFile, maxTyped, &t) {
		return &t
	}
	return nil
}

// KeepTyped keeps what is being typed; nil: forgets it. A run whose folder is gone or full loses nothing else by that.
func KeepTyped(id string, t *Typed) {
	f, err := Find(id)
	if err != nil {
		return
	}
	if t == nil {
		_ = os.Remove(f.Path(typedFile))
		return
	}
	f.keep(typedFile, t)
}

// Open opens the run's store. Where that fails, the error says what else of the run is left, and what can be done
// with it.
func (f Folder) Open() (*store.Store, error) {
	_, err := os.Stat(f.Store()) // opening would make an empty one
	if err == nil {
		db, err := store.Open(f.Store())
		if err == nil {
			return db, nil
		}
		return nil, f.unreadable(err)
	}
	return nil, f.unreadable(fmt.Errorf("the run's store cannot be read: %w", safe.Cause(err)))
}

func (f Folder) unreadable(err error) error {
	p := model.Problem{Severity: model.Error, Rule: "store", File: f.Store(), Message: err.Error()}
	errors.As(err, &p)
	var left []string
	for _, part := range []struct{ name, what string }{
		{"run.json", "run.json (the configuration that it began with)"},
		{"raw", "raw (the first measurement events of each launch)"},
		{"run.db.old", "run.db.old (the store before the run was last renewed)"},
	} {
		if _, err := os.Stat(f.Path(part.name)); err == nil {
			left = append(left, part.what)
		}
	}
	if len(left) > 0 {
		p.Message += "; left in the run's folder: " + strings.Join(left, ", ")
	}
	p.Hint = strings.TrimPrefix(p.Hint+"; beagle run measures anew with the same project, and the folder stays until beagle rm "+f.ID(), "; ")
	return p
}
