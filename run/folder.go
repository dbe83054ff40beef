package run

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

	"beagle/model"
)

// folder is where a run keeps everything, $XDG_STATE_HOME/beagle/runs/<id>:
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
type folder string

// Folder is where all runs of this user are kept.
func Folder() string { return filepath.Join(xdg.StateHome, "beagle", "runs") }

func (f folder) id() string              { return filepath.Base(string(f)) }
func (f folder) path(name string) string { return filepath.Join(string(f), name) }
func (f folder) store() string           { return f.path("run.db") }
func (f folder) work() string            { return f.path("work") }

// newFolder makes the folder of a new run.
func newFolder(modelFile string, now time.Time) (folder, error) {
	if err := os.MkdirAll(Folder(), 0o700); err != nil {
		return "", noFolder(err)
	}
	id := newID(modelFile, now)
	for n := 1; ; n++ {
		f := folder(filepath.Join(Folder(), id))
		if n > 1 {
			f = folder(fmt.Sprintf("%s-%d", f, n))
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
	return model.Problem{
		Severity: model.Error, Rule: "state-folder", File: Folder(), Message: "the run's folder cannot be made: " + err.Error(),
		Hint: "set XDG_STATE_HOME to a folder that you may write to",
	}
}

// ErrNoRun marks a run that does not exist.
var ErrNoRun = errors.New("no such run")

// findFolder finds a run by its id or the beginning of it; without one, the
// latest run.
func findFolder(id string) (folder, error) {
	if strings.ContainsAny(id, `/\`) {
		return "", fmt.Errorf("%w: %s", ErrNoRun, id)
	}
	all, err := folders()
	if err != nil {
		return "", err
	}
	var found []folder
	for _, f := range all {
		if f.id() == id {
			return f, nil
		}
		if strings.HasPrefix(f.id(), id) {
			found = append(found, f)
		}
	}
	switch {
	case id == "" && len(found) > 0:
		return found[len(found)-1], nil
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return "", fmt.Errorf("%s may be %s or %s; write more of it", id, found[0].id(), found[1].id())
	case id == "":
		return "", fmt.Errorf("%w: there are none yet", ErrNoRun)
	}
	return "", fmt.Errorf("%w: %s; beagle ps lists them", ErrNoRun, id)
}

// folders lists the runs, the oldest first.
func folders() ([]folder, error) {
	entries, err := os.ReadDir(Folder())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	type aged struct {
		folder
		made time.Time
	}
	var all []aged
	for _, e := range entries {
		f := folder(filepath.Join(Folder(), e.Name()))
		if info, err := os.Stat(f.path("run.json")); err == nil && e.IsDir() {
			all = append(all, aged{f, info.ModTime()})
		}
	}
	slices.SortFunc(all, func(a, b aged) int {
		if c := a.made.Compare(b.made); c != 0 {
			return c
		}
		return strings.Compare(string(a.folder), string(b.folder))
	})
	out := make([]folder, len(all))
	for i := range all {
		out[i] = all[i].folder
	}
	return out, nil
}

// take makes this process the one that conducts the run, until the file is
// closed. Others look whether somebody does by locking it for a moment, so that
// one refusal says little.
func (f folder) take() (*os.File, error) {
	for attempts := 50; ; attempts-- {
		lock, err := lockFile(f.path("lock"))
		if err == nil || attempts == 1 {
			return lock, err
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// Remove deletes an ended run with everything that it kept.
func Remove(id string) error {
	f, err := findFolder(id)
	if err != nil {
		return err
	}
	lock, err := f.take()
	if err != nil {
		return model.Problem{
			Severity: model.Error, Rule: "run-lives", Message: "the run " + f.id() + " has not ended", Hint: "abort it first: beagle abort " + f.id(),
		}
	}
	defer lock.Close()
	return os.RemoveAll(string(f))
}
