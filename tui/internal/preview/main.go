// Preview shows the screens on a fake analysis, so that they can be looked at,
// and tested in a real terminal, without an engine:
//
//	go run ./tui/internal/preview [wizard | watch | review | many] [hurry]
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"beagle/run/project"

	"beagle/measure"
	"beagle/model"
	"beagle/run"
	"beagle/tui"
	"beagle/tui/internal/fakerun"
)

func main() {
	what := "wizard"
	if len(os.Args) > 1 {
		what = os.Args[1]
	}
	hurry = len(os.Args) > 2 && os.Args[2] == "hurry"
	if err := show(what); err != nil {
		fmt.Fprintln(os.Stderr, "preview:", err)
		os.Exit(1)
	}
}

// show shows one of the screens with a run that is acted.
func show(what string) error {
	ctx, watching := context.Background(), tui.WatchOptions{CanDetach: true}
	switch what {
	case "wizard":
		first := options()
		return tui.Home(ctx, tui.HomeOptions{List: func() (tui.HomeListing, error) { return tui.HomeListing{}, nil }, First: &first})
	case "watch":
		return tui.Watch(ctx, play(fakerun.New(fakerun.Fileshare())), watching)
	case "many":
		return tui.Watch(ctx, play(fakerun.New(fakerun.Many(10000))), watching)
	case "review":
		ended := fakerun.New(fakerun.Fileshare()).Finish()
		return tui.Review(ctx, ended.ID(), func(context.Context) (run.Run, tui.WatchOptions, error) { return ended, watching, nil }, nil)
	}
	return fmt.Errorf("there is no preview of %q: wizard, watch, review or many", what)
}

// speed is how often a second of the fake analysis passes. A test is in a
// hurry, but only once it has paused the analysis: before that it must not end.
const (
	speed   = 200 * time.Millisecond
	hurried = 5 * time.Millisecond
)

var hurry bool

// player moves a fake analysis on.
type player struct {
	*fakerun.Run
	paused atomic.Bool // at least once
}

func (p *player) Pause(ctx context.Context) error {
	p.paused.Store(true)
	return p.Run.Pause(ctx)
}

// play lets a run go on as time passes.
func play(r *fakerun.Run) *player {
	r.Now = time.Now
	p := &player{Run: r}
	go func() {
		step := speed
		if hurry {
			step = hurried
		}
		for state := run.Preparing; !state.Ended(); state = r.Snapshot().State {
			time.Sleep(step)
			if !hurry || p.paused.Load() || state == run.Preparing {
				r.Step()
			}
		}
	}()
	return p
}

func options() tui.WizardOptions {
	root := "/home/you/fileshare"
	return tui.WizardOptions{
		Config: run.Config{
			Project: root, Model: filepath.Join(root, "model/fileshare.repository"),
			Links: filepath.Join(root, "model/fileshare_source_statement_links.xml"), Sources: []string{filepath.Join(root, "src/main/java")},
			Build: []string{"mvn", "-q", "-DskipTests", "package"}, Seed: 1,
			Launch: []measure.Launch{
				{Name: "small files", Command: []string{"java", "-cp", "target/classes", "demo.Main", "--files", "20"}, Repeat: 3},
				{Name: "large files", Command: []string{"java", "-cp", "target/classes", "demo.Main", "--files", "5", "--size", "4 MB"}, Env: map[string]string{"JAVA_OPTS": "-Xmx512m"}},
			},
		},
		Prepare: prepare,
		Start:   func(run.Config) (run.Run, error) { return play(fakerun.New(fakerun.Fileshare())), nil },
		Headless: func(c run.Config) string {
			command := "beagle run beagle.yaml"
			for _, id := range c.Select.Elements {
				command += " --select " + id
			}
			return command
		},
		Save: func(run.Config) error { return nil },
		TryLaunch: func(ctx context.Context, _ run.Config, l measure.Launch) (string, error) {
			select {
			case <-ctx.Done():
				return "", ctx.Err()
			case <-time.After(2 * time.Second):
			}
			return "exit code 0 after 2.0 s\n\nstored 20 files\n" + strings.Join(l.Command, "\n"), nil
		},
		CanDetach: true,
	}
}

func prepare(c run.Config) (*project.Project, error) {
	if !strings.HasSuffix(c.Model, "fileshare.repository") {
		return nil, model.Problem{Severity: model.Error, File: c.Model, Message: "the model cannot be read: " + errors.ErrUnsupported.Error(), Hint: "Only model/fileshare.repository exists in this preview."}
	}
	p := &project.Project{Config: c, Elements: fakerun.Fileshare()}
	for _, e := range p.Elements {
		if !e.Linked() {
			p.Problems = append(p.Problems, model.Problem{Severity: model.Warning, Message: "no link leads to the source; it will not be measured", Element: e.ID, Name: e.Name, File: c.Model, Line: e.Line})
			continue
		}
		named := false
		for _, id := range c.Select.Elements {
			named = named || id == string(e.ID)
		}
		for _, name := range c.Select.Components {
			named = named || name == e.Component
		}
		if named || len(c.Select.Elements)+len(c.Select.Components) == 0 {
			p.Chosen = append(p.Chosen, e)
		}
	}
	return p, nil
}
