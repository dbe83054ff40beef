package tui

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"beagle/run"
	"beagle/tui/internal/fakerun"
	"beagle/tui/plain"
	"beagle/tui/wizard"
)

// outdated is a model of which one source has changed; again counts how often it was
// extracted again.
func outdated(again *int, failed error) *wizard.Outdated {
	return &wizard.Outdated{
		Files: func(context.Context) ([]string, error) {
			return []string{"src/Cart.java", "src/Desk.java", "src/Hall.java", "src/Stock.java"}, nil
		},
		Again: func(_ context.Context, cfg run.Config) (run.Config, string, error) {
			*again++
			cfg.Select.Unlearnt = true
			return cfg, "Since the last extraction: 1 changed", failed
		},
	}
}

func TestTheWizardAsksWhetherToExtractAgain(t *testing.T) {
	for _, test := range []struct {
		key    string
		failed error
		again  int
		sees   string
	}{
		{"e", nil, 1, "Since the last extraction: 1 changed"},
		{"enter", nil, 1, "Since the last extraction: 1 changed"},
		{"esc", nil, 0, "step 1 of 6"},
		{"e", errors.New("there is no JDK"), 1, "The model was not extracted again: there is no JDK"},
	} {
		opt, again := emptyProject(t), 0
		opt.Outdated = outdated(&again, test.failed)
		story(t, setting(opt), func(d *driver) {
			d.sees("The sources have changed", "4 sources have changed since the model was", "and 1 more", "▸ e extract it again", "esc keep the model as it is")
			d.press(test.key).sees(test.sees).misses("The sources have changed")
			if again != test.again {
				t.Errorf("after %s it was extracted %d times", test.key, again)
			}
		})
	}
}

func TestPlainTerminalsAreAskedWhetherToExtractAgain(t *testing.T) {
	for answer, want := range map[string]int{"\n": 1, "y\n": 1, "n\n": 0} {
		var out strings.Builder
		again := 0
		opt := wizard.Options{Outdated: outdated(&again, nil)}
		if err := askedAgain(t.Context(), plain.New(strings.NewReader(answer), &out), &opt); err != nil {
			t.Fatal(err)
		}
		if again != want || opt.Config.Select.Unlearnt != (want == 1) || !strings.Contains(out.String(), "Extract it again? y yes, n no") {
			t.Errorf("after %q it was extracted %d times; said\n%s", answer, again, out.String())
		}
	}
}

func TestARunThatWasResumedElsewhereIsOfferedToBeAttached(t *testing.T) {
	var lives atomic.Bool
	story(t, func(d *driver) {
		d.run = fakerun.New(fakerun.Fileshare()).Finish()
		again := fakerun.New(fakerun.Fileshare())
		d.app.watch(d.run, WatchOptions{CanDetach: true, Runs: Runs{
			Live:   func(string) bool { return lives.Load() },
			Attach: func(string) (run.Run, error) { d.run = again; return again, nil },
		}})
	}, func(d *driver) {
		d.wait(10).sees("✓ finished").misses("resumed elsewhere")
		lives.Store(true)
		d.wait(10).sees("The run was resumed elsewhere", "esc stay here", "a attach").press("a").sees("○ preparing")
	})
}

// Whoever stays on the outdated screen gets to the run by the key that would resume it.
func TestResumingARunThatWasResumedElsewhereAttaches(t *testing.T) {
	var lives atomic.Bool
	story(t, func(d *driver) {
		d.run = fakerun.New(fakerun.Fileshare()).Steps(3)
		_ = d.run.Abort(t.Context())
		d.run.Step()
		again := fakerun.New(fakerun.Fileshare())
		d.app.watch(d.run, WatchOptions{CanDetach: true, Runs: Runs{
			Live:   func(string) bool { return lives.Load() },
			Attach: func(string) (run.Run, error) { d.run = again; return again, nil },
			Resume: func(context.Context, string) (run.Run, error) { return nil, errors.New("the run goes on already") },
		}})
	}, func(d *driver) {
		d.wait(10).sees("✗ aborted")
		lives.Store(true)
		d.wait(10).sees("a attach").press("esc", "u").sees("○ preparing")
	})
}

// A process that is still ending, as one's own, conducts the run all the time: nobody resumed it.
func TestARunThatIsEndingWasNotResumed(t *testing.T) {
	story(t, func(d *driver) {
		d.run = fakerun.New(fakerun.Fileshare()).Finish()
		d.app.watch(d.run, WatchOptions{Runs: Runs{Live: func(string) bool { return true }}})
	}, func(d *driver) { d.wait(60).misses("resumed elsewhere") })
}
