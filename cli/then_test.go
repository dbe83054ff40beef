package cli

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/cli/app"
)

// standIn puts a program of a name in front of the PATH, which writes its arguments into a file.
func standIn(t *testing.T, name, ends string) (told string) {
	t.Helper()
	folder := t.TempDir()
	told = filepath.Join(folder, "told")
	if err := os.WriteFile(filepath.Join(folder, name), []byte("#!/bin/sh\necho \"$@\" > "+told+"\n"+ends+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", folder+string(os.PathListSeparator)+os.Getenv("PATH"))
	return told
}

func TestTheMachineShutsDownOnlyAfterWorkThatIsDone(t *testing.T) {
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for name, of := range map[string]struct {
		ctx   context.Context //nolint:containedctx // of a test's row
		ended error
		does  bool
	}{
		"done":                      {t.Context(), nil, true},
		"some without a value":      {t.Context(), app.Exit(app.Partial, nil), true},
		"out of time":               {t.Context(), app.Exit(app.TimedOut, nil), true},
		"aborted":                   {t.Context(), app.Exit(app.Aborted, nil), false},
		"failed":                    {t.Context(), errors.New("no"), false},
		"done, stopped by a signal": {stopped, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			told := standIn(t, "shutdown", "exit 0")
			a := &app.App{Err: &bytes.Buffer{}}
			if err := (&then{"poweroff"}).end(of.ctx, a, of.ended); !errors.Is(err, of.ended) {
				t.Errorf("it ends with %v", err)
			}
			if said, err := os.ReadFile(told); (err == nil) != of.does || of.does && !strings.HasPrefix(string(said), "-P +1") {
				t.Errorf("told %q, %v", said, err)
			}
		})
	}
}

func TestAMachineThatDoesNotShutDownIsSaid(t *testing.T) {
	standIn(t, "systemctl", "echo no right >&2; exit 1")
	err := (&then{"suspend"}).end(t.Context(), &app.App{Err: &bytes.Buffer{}}, nil)
	if err == nil || !strings.Contains(err.Error(), "no right") {
		t.Errorf("said %v", err)
	}
}

func TestShuttingDownIsAskedTwice(t *testing.T) {
	standIn(t, "shutdown", "exit 0")
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	for answers, agreed := range map[string]bool{"y\n" + host + "\n": true, "y\nanother\n": false, "n\n": false, "": false, "y\n": false} {
		a := &app.App{Err: &bytes.Buffer{}, In: strings.NewReader(answers), Interactive: true}
		if err := (&then{"poweroff"}).check(a); (err == nil) != agreed {
			t.Errorf("answers %q: %v", answers, err)
		}
	}
	if err := (&then{"explode"}).check(&app.App{}); err == nil || !strings.Contains(err.Error(), "explode") {
		t.Errorf("said %v", err)
	}
}
