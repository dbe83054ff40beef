package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"beagle/cli/app"
	"beagle/cli/prepare"
	"beagle/cli/setup"
	"beagle/extract"
	"beagle/extract/rules"
	"beagle/run"
	"beagle/tui/components"
)

func free(dir string) string {
	out := filepath.Join(dir, "model")
	for n := 2; ; n++ {
		if _, err := os.Lstat(out); errors.Is(err, fs.ErrNotExist) {
			return out
		}
		out = filepath.Join(dir, fmt.Sprintf("model-%d", n))
	}
}

func programIn(ctx context.Context, dir string, decided run.Extract, say func(string)) (components.Program, error) {
	r, err := extract.Extract(ctx, extract.Options{Dir: dir, Runs: app.Agreed(dir), Cache: setup.CacheDir(), Choices: prepare.Choices(decided), Say: say})
	if err != nil {
		return components.Program{}, err
	}
	return components.Program{
		Name: filepath.Base(r.Project.Dir), Division: r.Division(), Divide: prepare.Divider(r),
		Write: func(ctx context.Context, c rules.Choices, cfg run.Config) (run.Config, error) {
			taken, err := r.Decide(ctx, c)
			if err != nil {
				return cfg, err
			}
			w, err := taken.Write(free(dir))
			if err != nil {
				return cfg, err
			}
			cfg.Model, cfg.Links, cfg.Sources = w.Repository, w.Links, taken.Project.Folders()
			if cfg.Quality.Write != run.WriteAll {
				cfg.Quality.Write = run.WriteMeans // the model has no values that somebody thought of
			}
			cfg.Output.InPlace, cfg.Output.File = true, "" // it is Beagle's own, and the other files name it
			prepare.Keep(&cfg.Extract, taken)
			return cfg, nil
		},
	}, nil
}
