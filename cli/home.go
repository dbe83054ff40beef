package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/cli/runs"
	"beagle/compare"
	"beagle/config"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/run"
	"beagle/run/draft"
	"beagle/run/folder"
	"beagle/run/remote"
	"beagle/tui"
)

func newHome(a *program) *cobra.Command {
	return &cobra.Command{
		Use:   "home",
		Short: "Show what there is to go on with: drafts, analyses, projects",
		Long: `Show what there is to go on with: drafts of the wizard, analyses with their
states, and projects; attach, resume, review, compare and remove from there, open
a project. "beagle" shows it, too, where there is neither a project nor a model;
elsewhere esc on the wizard's first step leads to it. Without a terminal it is a
list.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			s := screens{a}
			if a.Screens() {
				return s.home(c, nil, false)
			}
			return s.listHome()
		},
	}
}

func (a screens) home(c *cobra.Command, first *tui.WizardOptions, touring bool) error {
	var later delayed
	quiet := *a.App // what is said while the screens are there is seen after them
	quiet.Err = &later
	b := screens{&program{App: &quiet, starter: a.starter, named: a.named, extensions: a.extensions}}
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	here := sync.OnceValue(func() tui.HomePlace { return placeOf(dir) }) // the first frame does not wait for a large folder
	err = tui.Home(c.Context(), tui.HomeOptions{
		List:   func() (tui.HomeListing, error) { return listing(here()) },
		Remove: folder.Remove, Forget: draft.Drop,
		Attach: func(id string) (run.Run, tui.WatchOptions, error) {
			return b.opened(remote.Attach(id, remote.Control))
		},
		Resume: func(_ context.Context, id string, anew bool) (run.Run, tui.WatchOptions, error) {
			how := folder.Stop
			if anew {
				how = folder.Anew
			}
			r, _, err := resume(b.App, c, id, how, false)
			return b.opened(r, changesInWords(id, err))
		},
		Compare: func(ctx context.Context, before, after string) (*compare.Comparison, error) {
			return runs.Compared(ctx, before, after, 0.1)
		},
		History: func(ctx context.Context, newest string) (*compare.History, error) {
			return runs.History(ctx, newest, 0.1)
		},
		Project: func(path string) (tui.WizardOptions, error) {
			opt, _, err := b.project(c, []string{path})
			return opt, err
		},
		Example: func() (tui.WizardOptions, error) { return b.example(c, "") },
		Touring: touring, First: first, Say: a.SayLine,
	})
	_, _ = later.WriteTo(a.Err) // nobody is left to be told of a terminal that is gone
	return leave(a.App, err)
}

func (a screens) opened(r run.Run, err error) (run.Run, tui.WatchOptions, error) {
	opt := tui.WatchOptions{CanDetach: true, Say: a.SayLine, Runs: ofFolders}
	if err != nil {
		return nil, opt, err
	}
	cfg, err := settingsOf(r)
	if err == nil && len(cfg.Extensions) > 0 && a.extensions == nil {
		err = model.Problem{
			Severity: model.Error, Rule: "extensions", Message: "the run was made with extensions, which have no part here",
			Hint: "leave Beagle and write: beagle review " + r.ID(),
		}
	}
	if err != nil {
		return nil, opt, errors.Join(err, r.Close())
	}
	opt.Output = cfg.Output
	return r, opt, nil
}

func changesInWords(id string, err error) error {
	var changes *folder.ChangedError
	if !errors.As(err, &changes) {
		return err
	}
	var said []string
	for _, change := range changes.Changes {
		said = append(said, safe.Line(change.String()))
	}
	return model.Problem{
		Severity: model.Error, Rule: run.InputsChanged, Message: "the inputs are no longer what the analysis began with: " + strings.Join(quantity.Some(said, 4), "; "),
		Hint: "beagle resume " + id + " --changed unaffected goes on without what they concern; --changed anew measures that again",
	}
}

func placeOf(dir string) tui.HomePlace {
	guess, models := config.Guess(dir, "")
	_, err := os.Stat(filepath.Join(dir, config.FileName))
	return tui.HomePlace{Folder: dir, Settings: err == nil, Models: len(models), Sources: len(guess.Sources) > 0}
}

func listing(here tui.HomePlace) (l tui.HomeListing, err error) {
	if _, err := os.Stat(filepath.Join(here.Folder, config.FileName)); err == nil {
		here.Settings = true // the wizard may have saved it
	}
	l.Here = here
	if l.Runs, err = folder.List(); err != nil {
		return l, err
	}
	if slices.Reverse(l.Runs); l.Runs == nil {
		l.Runs = []folder.Info{} // of JSON an empty list
	}
	l.Drafts, err = draft.List()
	return l, err
}

func (a screens) listHome() error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	l, err := listing(placeOf(dir))
	if err != nil {
		return err
	}
	type kept struct {
		Project string `json:"project"`
		Model   string `json:"model,omitempty"`
		Saved   string `json:"saved"`
		Step    int    `json:"step"`
		Started string `json:"started,omitempty"`
	}
	drafts := []kept{}
	for _, d := range l.Drafts {
		drafts = append(drafts, kept{d.Project, d.Config.Model, d.Saved.Format("2006-01-02T15:04:05Z07:00"), d.Step, d.Started})
	}
	if a.JSON() {
		return a.PrintJSON(map[string]any{"here": l.Here, "drafts": drafts, "runs": l.Runs})
	}
	s := &app.Sheet{Width: a.Width()}
	s.Field("Here", safe.Line(dir)+": "+l.Here.Has())
	for _, d := range drafts {
		s.Field("Draft", fmt.Sprintf("%s, step %d of the wizard, %s", safe.Line(d.Project), d.Step, d.Saved))
	}
	s.Field("Runs", quantity.Count(int64(len(l.Runs))))
	if len(l.Runs) > 0 {
		s.WriteString(runs.Table(l.Runs, a.Width()))
	}
	_, err = io.WriteString(a.Out, s.String())
	return err
}

type delayed struct {
	mu sync.Mutex
	bytes.Buffer
}

// Write keeps what is written until it may be shown.
func (d *delayed) Write(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.Buffer.Write(p)
}
