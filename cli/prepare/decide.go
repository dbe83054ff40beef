package prepare

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"beagle/cli/app"
	"beagle/cli/setup"
	"beagle/config"
	"beagle/extract"
	"beagle/extract/rules"
	"beagle/internal/safe"
	"beagle/run"
	"beagle/tui"
)

// Decide lets a person decide what the components are, on a screen.
func Decide(ctx context.Context, r *extract.Result) (*extract.Result, error) {
	chosen, taken, err := tui.Components(ctx, filepath.Base(r.Project.Dir), r.Division(), Divider(r))
	switch {
	case err != nil:
		return nil, err
	case !taken:
		return nil, app.Hinted(errors.New("nothing was written: the components were not taken"), "Press enter on the screen to take them, or write --yes.")
	}
	return r.Decide(ctx, chosen)
}

// Divider divides a program otherwise than a result does.
func Divider(r *extract.Result) func(context.Context, rules.Choices) (*extract.Division, error) {
	return func(ctx context.Context, c rules.Choices) (*extract.Division, error) {
		again, err := r.Decide(ctx, c)
		if err != nil {
			return nil, err
		}
		return again.Division(), nil
	}
}

func save(a *app.App, dir string, r *extract.Result, w *extract.Written) error {
	dir = safe.Absolute(dir) // the file names all else from there
	settings, err := config.Load(config.Options{Project: dir, UserFile: setup.UserFile(), Env: os.Environ()})
	var cfg run.Config
	var missing *config.MissingError
	var problems config.SettingErrors
	switch {
	case err == nil:
		if cfg, err = settings.Config(); err != nil && !errors.As(err, &problems) {
			return err
		}
	case errors.As(err, &missing):
		cfg, _ = config.Guess(dir, "")
		cfg.Model, cfg.Links, cfg.Sources = safe.Absolute(w.Repository), safe.Absolute(w.Links), r.Project.Folders()
		cfg.Output.InPlace, cfg.Output.File = true, ""
	default:
		return err
	}
	Keep(&cfg.Extract, r)
	file := filepath.Join(dir, config.FileName)
	if err := config.Save(file, cfg); err != nil {
		return err
	}
	a.Say("Saved what was decided in %s", safe.Line(file))
	return nil
}

// Keep puts what was decided into settings.
func Keep(e *run.Extract, r *extract.Result) {
	c := r.Choices()
	e.By, e.Bind, e.Ignore, e.Services, e.Inside = r.Rule, c.Bind, c.Ignore, c.Services, c.Inside
	e.Components = map[string]string{}
	for name, classes := range c.Components {
		e.Components[name] = strings.Join(classes, " ")
	}
}

const modelFolder = "model"

// folderFor is the folder of a project's model: "model", or, where the project has something of its own of
// that name, such as a module, the first free one of model-2 and so on.
func folderFor(dir string) string {
	folder := filepath.Join(dir, modelFolder)
	for n := 2; taken(folder); n++ {
		folder = filepath.Join(dir, fmt.Sprintf("%s-%d", modelFolder, n))
	}
	return folder
}

func taken(folder string) bool {
	entries, err := os.ReadDir(folder)
	return err == nil && len(entries) > 0 && !slices.ContainsFunc(entries, func(e os.DirEntry) bool {
		return filepath.Ext(e.Name()) == ".repository"
	})
}
