package ended_test

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"reflect"
	"strings"
	"testing"

	"beagle/internal/hash"
	"beagle/internal/need"
	"beagle/measure"
	"beagle/measure/launch"
	"beagle/run"
	"beagle/run/ended"
	"beagle/run/engine"
	"beagle/run/folder"
	"beagle/run/internal/fake"
	"beagle/run/project"
)

// finished is a run of work(n) with decisions, that has ended.
func finished(t *testing.T) folder.Folder {
	t.Helper()
	fake.StateFolder(t)
	made := project.NewTool
	project.NewTool = func(run.Config, string, io.Writer, launch.Elsewhere) (measure.Tool, error) {
		return &fake.Program{}, nil
	}
	t.Cleanup(func() { project.NewTool = made })
	f := fake.Prepared(t, fake.Project(t))
	s, err := engine.Open(f)
	if err != nil {
		t.Fatal(err)
	}
	l, err := s.Begin(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if s := fake.Wait(t, l); s.State != run.Finished {
		t.Fatalf("%s: %s", s.State, s.Reason)
	}
	if problems := run.AcceptAll(t.Context(), l); len(problems) > 0 {
		t.Fatal(problems)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	return f
}

// shown is all that people see of a run, and what they export.
func shown(f folder.Folder) (seen, exported string, err error) {
	var out bytes.Buffer
	if err = ended.Export(&out, f.ID(), "jsonl", ""); err != nil {
		return "", out.String(), err
	}
	e, err := ended.Open(f)
	if err != nil {
		return "", out.String(), err
	}
	defer e.Close()
	text, err := json.Marshal(e.Snapshot())
	return string(text), out.String(), err
}

// Whatever bit of a store flips, everything that is said of the run is as before, or it is said that the run is
// damaged.
func TestAFlippedBitIsNoticedOrChangesNothing(t *testing.T) {
	f := finished(t)
	whole, err := os.ReadFile(f.Store())
	if err != nil {
		t.Fatal(err)
	}
	seen, exported, err := shown(f)
	if err != nil {
		t.Fatal(err)
	}
	step := max(1, len(whole)/500)
	if need.Long() {
		step = max(1, len(whole)/20000)
	}
	noticed, harmless, rows := 0, 0, 0
	for at := 0; at < len(whole); at += step {
		place := min(at+int(hash.Mix(uint64(at), 1)%uint64(step)), len(whole)-1)
		flipped := bytes.Clone(whole)
		flipped[place] ^= 1 << (hash.Mix(uint64(at), 2) % 8)
		if err := os.WriteFile(f.Store(), flipped, 0o600); err != nil {
			t.Fatal(err)
		}
		nowSeen, nowExported, err := shown(f)
		switch {
		case err != nil:
			noticed++
			if nowExported != "" {
				rows++
			}
			if !strings.Contains(err.Error(), "run") {
				t.Errorf("byte %d: the error says nothing of the run: %v", place, err)
			}
		case nowSeen != seen || nowExported != exported:
			t.Errorf("byte %d of %d: other results, and no error", place, len(whole))
		default:
			harmless++
		}
		for _, left := range []string{"-wal", "-shm"} {
			_ = os.Remove(f.Store() + left)
		}
	}
	t.Logf("%d bytes: %d flips noticed, of which %d left rows to export; %d changed nothing", len(whole), noticed, rows, harmless)
	if noticed == 0 || harmless == 0 {
		t.Errorf("%d noticed, %d harmless", noticed, harmless)
	}
}

// The list of runs says of a run what it said before, or why it cannot be read.
func TestAFlippedBitIsNoticedInTheListOrChangesNothing(t *testing.T) {
	f := finished(t)
	whole, err := os.ReadFile(f.Store())
	if err != nil {
		t.Fatal(err)
	}
	before, noticed := f.Info(), 0
	for at := 0; at < len(whole); at += max(1, len(whole)/2000) {
		flipped := bytes.Clone(whole)
		flipped[at] ^= 1 << (hash.Mix(uint64(at), 3) % 8)
		if err := os.WriteFile(f.Store(), flipped, 0o600); err != nil {
			t.Fatal(err)
		}
		switch now := f.Info(); {
		case now.Problem != "":
			noticed++
		case !reflect.DeepEqual(now, before):
			t.Errorf("byte %d: %+v, want %+v", at, now, before)
		}
		for _, left := range []string{"-wal", "-shm"} {
			_ = os.Remove(f.Store() + left)
		}
	}
	if noticed == 0 {
		t.Error("no flip was noticed")
	}
}
