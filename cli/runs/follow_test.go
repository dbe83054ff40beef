package runs

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/adrg/xdg"

	"beagle/cli/app"
	"beagle/run"
	"beagle/run/folder"
)

// printing is a run that prints something each time it is looked at, and then ends.
type printing struct {
	run.Run
	prints []func()
}

func (*printing) ID() string { return "run-1" }

func (p *printing) Snapshot() run.Snapshot {
	if len(p.prints) == 0 {
		return run.Snapshot{State: run.Finished}
	}
	p.prints[0]()
	p.prints = p.prints[1:]
	return run.Snapshot{State: run.Running}
}

func TestOutputIsFollowedUntilTheEnd(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	xdg.Reload()
	f := folder.Folder(filepath.Join(folder.Root(), "run-1"))
	if err := os.MkdirAll(f.Work(), 0o700); err != nil {
		t.Fatal(err)
	}
	write := func(path, text string, flag int) func() {
		return func() {
			file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|flag, 0o600)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := file.WriteString(text); err != nil {
				t.Fatal(err)
			}
			if err := file.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	build, launch := filepath.Join(f.Work(), "build.log"), filepath.Join(f.Work(), "launch-1.log")
	write(f.Path("run.json"), "{}", 0)()
	write(build, "compiled\n", 0)()
	analysis := &printing{prints: []func(){
		write(launch, "one\ntw", 0), write(launch, "o\n", os.O_APPEND), write(launch, "again\n", os.O_TRUNC), write(launch, "no end", os.O_APPEND),
	}}
	var out, said bytes.Buffer
	if err := (&follower{App: &app.App{Out: &out, Err: &said}, analysis: analysis}).follow(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != "compiled\none\ntwo\nagain\nno end\n" {
		t.Errorf("printed %q", got)
	}
	if got := said.String(); got != "build:\nlaunch-1:\nlaunch-1 is made again\n" {
		t.Errorf("said %q", got)
	}
}
