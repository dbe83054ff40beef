package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/cli/setup"
	"beagle/config"
	"beagle/examples"
	"beagle/internal/safe"
	"beagle/model"
)

func newDemo(a *program) *cobra.Command {
	var flags settingFlags
	var dir, eventsTo string
	var filesOnly bool
	c := &cobra.Command{
		Use:   "demo",
		Short: "Run the main job on the bundled example: measure, learn, review, write",
		Long: `Put the bundled example, a small file sharing service in Java, into a folder,
and run the main job on it: on a terminal with the screens, else headless.

It needs a JDK. The folder is yours: look around, change it, run "beagle" in it.`,
		Example: "beagle demo\nbeagle demo --dir fileshare --output json\nbeagle demo --dir fileshare --files-only",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := needJDK(); err != nil && !filesOnly {
				return err
			}
			project, err := placeExample(dir)
			if err != nil {
				return err
			}
			a.Say("the example is in %s", safe.Line(safe.Shown(project)))
			if filesOnly && a.JSON() {
				return a.PrintJSON(map[string]string{"example": project})
			}
			if filesOnly {
				return nil
			}
			cfg, err := flags.config(a.App, c, []string{project})
			if err != nil {
				return err
			}
			if a.Screens() && eventsTo == "" {
				return leave(a.App, screens{a}.showRun(c.Context(), cfg))
			}
			return a.headless(c.Context(), cfg, eventsTo, false)
		},
	}
	c.Flags().StringVar(&dir, "dir", "", "folder for the example (default: a new folder under your cache)")
	c.Flags().StringVar(&eventsTo, "events", "", "write events as one JSON object a line to this file, or to standard output with -; no screens")
	c.Flags().BoolVar(&filesOnly, "files-only", false, "put the example into the folder and stop")
	flags.add(c)
	flags.addOutput(c)
	return c
}

func needJDK() error {
	for _, name := range []string{"javac", "java"} {
		if _, err := exec.LookPath(name); err != nil {
			return model.Problem{
				Severity: model.Error, Message: "the example is a Java program, and " + name + " is not on the PATH",
				Hint: "Install a JDK, on Debian or Ubuntu with: apt-get install default-jdk-headless",
			}
		}
	}
	return nil
}

func placeExample(dir string) (string, error) {
	if dir == "" {
		if err := os.MkdirAll(setup.CacheDir(), 0o700); err != nil {
			return "", app.Hinted(err, "name a folder for the example: beagle demo --dir DIR")
		}
		fresh, err := os.MkdirTemp(setup.CacheDir(), "demo-")
		if err != nil {
			return "", err
		}
		dir = filepath.Join(fresh, "fileshare")
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if err := isFree(dir); err != nil {
		return "", err
	}
	source, err := fs.Sub(examples.FS, "fileshare")
	if err != nil {
		return "", err
	}
	return dir, fs.WalkDir(source, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		target := filepath.Join(dir, filepath.FromSlash(name))
		if entry.IsDir() {
			return os.MkdirAll(target, 0o750)
		}
		data, err := fs.ReadFile(source, name)
		if err != nil {
			return err
		}
		if name == config.FileName {
			data = append([]byte(config.SchemaLine), data...)
			if err := config.WriteSchema(target, data); err != nil {
				return err
			}
		}
		return writeNew(target, data)
	})
}

func isFree(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(dir, "truth.json")); len(entries) == 0 || err == nil {
		return nil
	}
	return app.Exit(app.WrongUse, model.Problem{
		Severity: model.Error, File: safe.Shown(dir), Message: "the folder holds something else than the example",
		Hint: "Give a folder that is empty or not there yet.",
	})
}

func writeNew(name string, data []byte) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if _, err := file.Write(data); err != nil {
		return errors.Join(fmt.Errorf("%s: %w", name, err), file.Close(), os.Remove(name))
	}
	return file.Close()
}
