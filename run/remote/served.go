package remote

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/adrg/xdg"

	"beagle/measure/benchmark"
	"beagle/measure/launch"
	"beagle/model"
	"beagle/run/folder"
	"beagle/run/machine"
)

// Serve is what Beagle's program does on the other machine, on the order of one that reached it by package machine.
func Serve(ctx context.Context, order []string, in io.Reader, out io.Writer) error {
	value, err := serve(ctx, order, bufio.NewReader(in), out)
	if order[0] == "pipe" && err == nil {
		return nil // the run itself has answered
	}
	return machine.Say(out, value, err)
}

func serve(ctx context.Context, order []string, in *bufio.Reader, out io.Writer) (any, error) {
	home := filepath.Dir(xdg.StateHome) // of the project
	what, rest := order[0], order[1:]
	switch what {
	case "look":
		return machine.Look(ctx, filepath.Dir(home), rest), nil
	case "put":
		return nil, takeIn(home, in, out)
	case "empty":
		return nil, empty(filepath.Dir(home))
	}
	if len(rest) != 1 {
		return nil, errors.New("no such order: " + strings.Join(order, " "))
	}
	if what == "benchmark" {
		lasts, err := time.ParseDuration(rest[0])
		if err != nil {
			return nil, err
		}
		return benchmark.Measure(ctx, lasts)
	}
	f, err := folder.Find(rest[0])
	if err != nil {
		return nil, model.Problem{
			Severity: model.Error, Rule: "machine", Message: "the run " + rest[0] + " is not there any more", Hint: "beagle rm --remote " + rest[0] + " empties Beagle's folder there and forgets the run; then measure anew",
		}
	}
	switch what {
	case "start":
		return nil, start(ctx, f)
	case "pipe":
		return nil, join(f, in, out)
	case "get":
		return nil, handOut(f, in, out)
	case "drop":
		return nil, folder.Remove(f.ID())
	}
	return nil, errors.New("no such order: " + what)
}

func takeIn(home string, in *bufio.Reader, out io.Writer) error {
	all, err := folder.All()
	if err != nil {
		return err
	}
	for _, f := range all {
		if f.Live() {
			return model.Problem{Severity: model.Error, Rule: "run-lives", Message: "the run " + f.ID() + " of this project goes on there", Hint: "wait for its end, or beagle abort " + f.ID()}
		}
	}
	root, err := os.OpenRoot(home)
	if err != nil {
		if err = os.MkdirAll(home, 0o700); err == nil {
			root, err = os.OpenRoot(home)
		}
		if err != nil {
			return err
		}
	}
	defer root.Close()
	if err := machine.Say(out, nil, nil); err != nil {
		return err
	}
	var files []machine.File
	if err := hear(in, &files); err != nil {
		return err
	}
	return machine.Accept(out, in, root, files, "tree")
}

func start(ctx context.Context, f folder.Folder) error {
	if err := os.Remove(f.Path(waiting)); errors.Is(err, fs.ErrNotExist) {
		return nil // an earlier order came, and its answer was lost
	} else if err != nil {
		return err
	}
	r, err := launchIn(ctx, f)
	if err != nil {
		return err
	}
	return r.Close()
}

func join(f folder.Folder, in io.Reader, out io.Writer) error {
	c, err := dial(socketOf(f))
	for deadline := time.Now().Add(launchWithin); err != nil; c, err = dial(socketOf(f)) { // it may begin or end just now
		if !f.Live() {
			return model.Problem{Severity: model.Error, Rule: over, Message: "the run " + f.ID() + " has ended"}
		}
		if time.Now().After(deadline) {
			return err
		}
		time.Sleep(20 * time.Millisecond)
	}
	if err := machine.Say(out, nil, nil); err != nil {
		return err
	}
	go func() {
		_, _ = io.Copy(c, in)
		_ = c.Close()
	}()
	_, _ = io.Copy(out, c)
	return nil
}

func handOut(f folder.Folder, in *bufio.Reader, out io.Writer) error {
	lock, err := f.Take()
	if err != nil {
		return err
	}
	defer lock.Close()
	launch.EndLeft(f.Work()) // of a process that was killed
	db, err := f.Open()
	if err == nil {
		err = db.Close() // so that it is one file
	}
	if err != nil {
		return err
	}
	files, err := machine.List(string(f), ".", func(relative string, entry fs.DirEntry) bool {
		switch filepath.Dir(relative) {
		case ".":
			return relative != "raw" && relative != "work" && relative != "run.db" && relative != "log"
		case "raw":
			return false
		}
		return entry.IsDir() || filepath.Ext(relative) != ".log"
	})
	if err != nil {
		return err
	}
	return machine.Offer(out, files, func(into any) error { return hear(in, into) })
}

func hear(in *bufio.Reader, into any) error {
	line, err := in.ReadBytes('\n')
	if err != nil {
		return err
	}
	var said machine.Answer
	if err := json.Unmarshal(line, &said); err != nil {
		return err
	}
	return json.Unmarshal(said.Value, into)
}

// empty removes all that Beagle keeps there, of all projects, where none is at work.
func empty(base string) error {
	locks, err := filepath.Glob(filepath.Join(base, "*", "state", "beagle", "runs", "*", "lock"))
	if err != nil {
		return err
	}
	for _, lock := range locks {
		if f := folder.Folder(filepath.Dir(lock)); f.Live() {
			return model.Problem{Severity: model.Error, Rule: "run-lives", Message: "the run " + f.ID() + " goes on there", Hint: "wait for its end, or beagle abort " + f.ID()}
		}
	}
	return os.RemoveAll(base)
}
