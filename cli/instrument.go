package cli

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"beagle/cli/app"
	"beagle/internal/quantity"
	"beagle/internal/shell"
	"beagle/run/project"

	"github.com/spf13/cobra"

	"beagle/config"
	"beagle/internal/safe"
	"beagle/measure/java"
	"beagle/measure/java/classes"
	"beagle/measure/java/probe"
	"beagle/model"
	"beagle/run"
)

type instrumentResult struct {
	Version  int               `json:"version"`
	Out      string            `json:"out"`
	Files    int               `json:"files"`
	Probes   int               `json:"probes"`
	Env      map[string]string `json:"env,omitempty"`        // --overlay: environment of the program
	Option   string            `json:"option,omitempty"`     // --overlay: option of java
	Maven    string            `json:"maven_opts,omitempty"` // of a Maven project: leaves checks of sources out
	Lost     int               `json:"lost"`                 // probes that were taken back because the compiler rejects them
	Compiled *java.Tried       `json:"compiled"`             // whether the copy compiles; null: it was not tried, or it is an overlay
	Problems []model.Problem   `json:"problems"`
}

type compileFlags struct {
	path, home, build string
	skip              bool
}

func (f *compileFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&f.path, "class-path", "", "class path with which the copy is compiled, to take back what does not compile")
	c.Flags().StringVar(&f.home, "jdk", "", "folder of the JDK that compiles it, if not the one on the PATH")
	c.Flags().StringVar(&f.build, "build", "", "command that builds the copy instead, e.g. --build 'mvn -q test-compile'")
	c.Flags().BoolVar(&f.skip, "no-compile", false, "do not see whether the copy compiles")
	c.MarkFlagsMutuallyExclusive("class-path", "build", "no-compile")
}

func (f *compileFlags) compile(a *program, o java.Options) (java.Compile, error) {
	c := java.Compile{Skip: f.skip}
	if f.path == "" && f.build == "" {
		c = java.CompileAs(o)
		c.Skip = f.skip
	}
	if f.home != "" {
		if _, err := exec.LookPath(filepath.Join(f.home, "bin", "javac")); err != nil {
			return c, app.Usage("--jdk: there is no bin/javac in %s", safe.Line(f.home))
		}
		c.Home = f.home
	}
	dir, err := os.Getwd()
	if err != nil {
		return c, err
	}
	if f.path != "" {
		c.Path = classes.Entries(dir, f.path)
		for _, entry := range c.Path {
			if _, err := os.Stat(entry); err != nil {
				return c, app.Usage("--class-path: %s is not there", safe.Line(entry))
			}
		}
	}
	if f.build != "" {
		if c.Build, err = shell.Split(f.build); err != nil {
			return c, app.Usage("--build: %v", err)
		}
	}
	c.Log = a.Err
	if a.JSON() {
		c.Log = nil
	}
	return c, nil
}

func newInstrument(a *program) *cobra.Command {
	var flags settingFlags
	var out string
	var everything, overlay bool
	var compiling compileFlags
	c := &cobra.Command{
		Use:   "instrument --out DIR [DIR or beagle.yaml]",
		Short: "Write an instrumented copy of the sources and stop",
		Long: `Write a copy of the project with probes in its sources, and stop, so that
you can read the probes, or build and run the copy by hand. Nothing in the project changes.

With --overlay, write what takes the place of classes in the program as it is
built: the rewritten sources, their classes, and the agent that loads them.
Where no launch is a plain java command, the first one is run once, to see where
its classes are.

It is seen whether the copy compiles: by javac, with the class path of a launch
that is a plain java command, or by the project's build, which is run in the
copy. Probes that the compiler rejects are written in another form or taken back,
each with a note; then the exit code is 4. A copy that does not compile at all is
an error (exit code 1), which says whether it compiles without probes.

The program then records where somebody starts it by hand, as is printed at the
end; "beagle run --records" learns from that, and "beagle traces" shows it.

With --everything, DIR may be any folder with Java sources; no model is needed.
All statements, branches, loops, calls and methods get probes. That is a test of
instrumentation: the copy must build and do what the project does. The probes
do nothing unless the environment variable BEAGLE_OUT names a folder for their
records.`,
		Example: `  beagle instrument --out /tmp/instrumented
  beagle instrument --overlay --out /tmp/overlay
  beagle instrument --everything some/project --out /tmp/everywhere`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if everything {
				tree := "."
				if len(args) > 0 {
					tree = args[0]
				}
				compile, err := compiling.compile(a, folderOptions(a, c, &flags, tree))
				if err != nil {
					return err
				}
				result, err := java.InstrumentEverything(c.Context(), tree, out, compile)
				if err != nil {
					return err
				}
				return reportInstrumented(a, out, result)
			}
			cfg, err := flags.chosen(a.App, c, args)
			if err != nil {
				return err
			}
			return instrument(c.Context(), a, cfg, &compiling, out, overlay)
		},
	}
	flags.add(c)
	flags.addSelect(c)
	compiling.add(c)
	c.Flags().StringVar(&out, "out", "", "write the copy to this folder, which is made")
	c.Flags().BoolVar(&everything, "everything", false, "put probes everywhere; needs no model")
	c.Flags().BoolVar(&overlay, "overlay", false, "write an overlay of the program as it is built, no copy")
	c.MarkFlagsMutuallyExclusive("overlay", "everything")
	_ = c.MarkFlagRequired("out")
	return c
}

func folderOptions(a *program, c *cobra.Command, flags *settingFlags, folder string) java.Options {
	if _, err := os.Stat(filepath.Join(folder, config.FileName)); err != nil {
		return java.Options{Project: folder}
	}
	cfg, err := flags.config(a.App, c, []string{folder})
	if err != nil {
		return java.Options{Project: folder}
	}
	return optionsOf(&cfg)
}

func optionsOf(cfg *run.Config) java.Options {
	return java.Options{Project: cfg.Project, Clock: cfg.Measure.Clock, Build: cfg.Build, Launches: cfg.Launch}
}

func instrument(ctx context.Context, a *program, cfg run.Config, compiling *compileFlags, out string, overlay bool) error {
	compile, err := compiling.compile(a, optionsOf(&cfg))
	if err != nil {
		return err
	}
	project, err := project.Prepare(cfg)
	if err != nil {
		return err
	}
	var result java.Instrumented
	if overlay {
		result, err = java.InstrumentOverlay(ctx, optionsOf(&cfg), project.Order, out)
	} else {
		result, err = java.Instrument(ctx, cfg.Project, project.Order, cfg.Measure.Clock, out, compile)
	}
	if err != nil {
		return err
	}
	result.Notes = append(project.Problems, result.Notes...)
	return reportInstrumented(a, out, result)
}

func reportInstrumented(a *program, out string, result java.Instrumented) error {
	code := app.Done
	switch {
	case slices.ContainsFunc(result.Notes, func(p model.Problem) bool { return p.Severity == model.Error && p.Rule == "compile" }):
		code = app.Failed
	case result.Lost > 0:
		code = app.Partial
	}
	if a.JSON() {
		shown := instrumentResult{
			Version: 1, Out: out, Files: result.Files, Probes: result.Sites, Problems: append([]model.Problem{}, result.Notes...),
			Env: result.Env, Option: result.Option, Maven: result.Maven, Lost: result.Lost,
		}
		if result.Tried.By != "" {
			shown.Compiled = &result.Tried
		}
		if err := a.PrintJSON(shown); err != nil {
			return err
		}
	} else if err := sayInstrumented(a, out, &result); err != nil {
		return err
	}
	if code != app.Done {
		return app.Exit(code, nil)
	}
	return nil
}

func sayInstrumented(a *program, out string, result *java.Instrumented) error {
	for _, note := range result.Notes {
		a.Warn(note)
	}
	_, err := fmt.Fprintf(a.Out, "%s in %s: %s\n", quantity.Plural(result.Sites, "probe", "probes"), quantity.Plural(result.Files, "file", "files"), safe.Text(out))
	if result.Lost > 0 && err == nil {
		_, err = fmt.Fprintf(a.Out, "%d more were taken back, because the compiler rejects them\n", result.Lost)
	}
	if result.Tried.Files > 0 && err == nil {
		_, err = fmt.Fprintf(a.Out, "%s, by %s\n", quantity.Plural(result.Tried.Files, "file with probes compiles", "files with probes compile"), safe.Text(result.Tried.By))
	}
	if result.Maven != "" && err == nil {
		_, err = fmt.Fprintf(a.Out, "build it without checks of style and licence, which lines with probes do not pass: MAVEN_OPTS=%s mvn ...\n", shell.Quote(result.Maven))
	}
	if len(result.Env) > 0 && err == nil {
		command := "COMMAND ... in the copy, once it is built"
		if result.Option != "" {
			command = "java " + java.StackOption + " " + shell.Quote(result.Option) + " ..."
		}
		_, err = fmt.Fprintf(a.Out, "start it by hand: %s%s\nlearn from what it recorded: beagle run --records %s\n",
			safe.Text(settings(result.Env)), safe.Text(command), safe.Text(shell.Quote(result.Env[probe.EnvOut])))
	}
	return err
}

func settings(env map[string]string) (text string) {
	for _, name := range slices.Sorted(maps.Keys(env)) {
		text += name + "=" + shell.Quote(env[name]) + " "
	}
	return text
}
