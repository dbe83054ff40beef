package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	cliextract "beagle/cli/extract"
	"beagle/cli/predict"
	"beagle/cli/setup"
	"beagle/config"
	"beagle/extract"
	"beagle/measure/launch"
	"beagle/model"
	"beagle/run"
)

// modelFolder is where an extracted model is put.
const modelFolder = "model"

func newModel(a *program) *cobra.Command {
	var flags settingFlags
	var yes bool
	c := &cobra.Command{
		Use:   "model [DIR]",
		Short: "From a plain Java project to a calibrated model: extract, build, measure, learn, write, predict",
		Long: `From a plain Java project to a calibrated model: extract, build, measure, learn,
write, predict. The model goes to the folder model, the decisions to beagle.yaml,
where they can be changed: a project that has one is measured as it says, and only
what it lacks is found. Classes with main are launched as they are, without
arguments; give them some in beagle.yaml.

The program is built by its own build, and runs. Exit codes are those of beagle run.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			dir := "."
			if len(args) > 0 {
				dir = args[0]
			}
			dir, err := filepath.Abs(dir)
			if err != nil {
				return err
			}
			if err := a.prepared(c.Context(), dir); err != nil {
				return err
			}
			cfg, err := a.loadConfig(c, &flags, []string{dir})
			if err != nil {
				return err
			}
			learnt := a.headless(c.Context(), cfg, "", false)
			if a.JSON() || learnt != nil && !app.IsPartial(learnt) {
				return learnt
			}
			foretell := predict.New(a.App)
			foretell.SetArgs([]string{filepath.Dir(cfg.Model), "--print"})
			foretell.SilenceErrors, foretell.SilenceUsage = true, true
			a.Say("\nWhat the model foretells for one user:")
			return errors.Join(learnt, foretell.ExecuteContext(c.Context()))
		},
	}
	flags.add(c)
	c.Flags().BoolVar(&yes, "yes", false, "take every default without asking")
	return c
}

// prepared extracts a model where the project has none, and saves what was found in
// its beagle.yaml.
func (a *program) prepared(ctx context.Context, dir string) error {
	var cfg run.Config
	settings, err := config.Load(config.Options{Project: dir, UserFile: setup.UserFile(), Env: os.Environ()})
	var missing *config.MissingError
	switch {
	case err == nil:
		var problems config.SettingErrors
		if cfg, err = settings.Config(); err != nil && !errors.As(err, &problems) {
			return err
		}
	case errors.As(err, &missing):
		cfg, _ = config.Guess(dir, "")
	default:
		return err
	}
	if cfg.Model != "" && len(cfg.Launch) > 0 {
		return nil
	}
	r, err := extract.Extract(ctx, extract.Options{Dir: dir, Cache: setup.CacheDir(), Choices: cliextract.Choices(cfg.Extract), Say: a.SayLine})
	if err != nil {
		return err
	}
	if cfg.Model == "" {
		w, err := r.Write(filepath.Join(dir, modelFolder))
		if err != nil {
			return err
		}
		cfg.Model, cfg.Links, cfg.Sources = w.Repository, w.Links, r.Project.Folders()
		cfg.Output.InPlace, cfg.Output.File = true, "" // it is Beagle's own, and the other files name it
		for _, p := range r.Problems {
			if p.Severity != model.Info {
				a.Warn(p)
			}
		}
		a.Say("Extracted %d components by %s into %s", len(r.Model.Components), r.Rule, shown(filepath.Dir(w.Repository)))
	}
	build, launches, servers := r.Commands()
	if len(cfg.Build) == 0 || cfg.Build[0] != build[0] {
		cfg.Build = build
	}
	if len(cfg.Launch) == 0 {
		cfg.Launch = launches
	}
	if cfg.Extract.By == "" {
		cfg.Extract.By = r.Rule
	}
	file := filepath.Join(dir, config.FileName)
	if err := config.Save(file, cfg); err != nil {
		return err
	}
	a.Say("Saved what was found in %s", shown(file))
	if len(cfg.Launch) == 0 {
		return noLaunch(file, servers)
	}
	return a.built(ctx, dir, cfg.Build)
}

// noLaunch says what a person has to add so that the program can be measured.
func noLaunch(file string, servers []string) error {
	p := model.Problem{
		Severity: model.Error, Rule: "launch", File: file, Message: "the model is extracted, but no class with main was found that could be launched to measure it",
		Hint: "write launch: with a command that uses the program, such as a test, then: beagle run",
	}
	if len(servers) > 0 {
		p.Message = fmt.Sprintf("the model is extracted, but what could be launched is a server, which somebody has to use: %s", strings.Join(servers[:min(3, len(servers))], ", "))
		p.Hint = "write launch: with its command, ready: {port: 8080} and load: [a command that uses it], then: beagle run"
	}
	return p
}

// built builds the program as it is, once, so that probes can be put into its
// classes as they are loaded.
func (a *program) built(ctx context.Context, dir string, command []string) error {
	if len(command) == 0 {
		return nil
	}
	a.Say("Building: %s", strings.Join(command[:min(len(command), 6)], " "))
	if slices.Contains(command, "target/classes") { // javac makes it, but not above it
		if err := os.MkdirAll(filepath.Join(dir, "target", "classes"), 0o755); err != nil {
			return err
		}
	}
	result, err := launch.Run(ctx, launch.Spec{Name: "build", Command: command, Dir: dir})
	if err != nil {
		return err
	}
	if !result.OK() {
		return model.Problem{
			Severity: model.Error, Rule: "build", File: dir, Message: "the project does not build:\n" + result.Tail,
			Hint: "make it build, or set build: in beagle.yaml, then: beagle run",
		}
	}
	return nil
}
