package cost

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"beagle/cli/app"
	"beagle/cli/prepare"
	"beagle/cli/setup"
	"beagle/config"
	"beagle/extract/project"
	"beagle/measure/java/driver"
	"beagle/model"
	"beagle/run"
)

// programOf finds the classes of a project's folder, of a folder of classes, or of a jar. The word is the
// person's on running the project's code.
func programOf(ctx context.Context, a *app.App, where, more string, word prepare.Code) (p driver.Program, problems []model.Problem, err error) {
	if where, err = filepath.Abs(where); err != nil {
		return p, nil, err
	}
	cache := setup.CacheDir()
	p.Folder = driversFolder(cache, where)
	problems = []model.Problem{}
	if more != "" {
		for _, entry := range filepath.SplitList(more) {
			whole, err := filepath.Abs(entry)
			if err != nil {
				return p, nil, err
			}
			if _, err := os.Stat(whole); err != nil {
				return p, nil, app.Usage("--class-path: there is no %s", entry)
			}
			p.ClassPath = append(p.ClassPath, whole)
		}
	}
	if strings.HasSuffix(where, ".jar") {
		p.Own = []string{where}
		return p, problems, nil
	}
	word.Dir, word.Commands = where, runs(where)
	if err := prepare.MayRun(ctx, a, word); err != nil {
		return p, nil, err
	}
	say, end := a.Steps()
	defer end()
	found, err := project.Find(ctx, where, project.Asking{Runs: true, Cache: cache, Say: say})
	if err != nil {
		if hasClasses(where) {
			p.Own = []string{where}
			return p, problems, nil
		}
		return p, nil, err
	}
	compiled, err := found.Compile(ctx, filepath.Join(cache, "classes", nameOf(where)))
	if err != nil {
		return p, nil, errors.Join(err)
	}
	if compiled.ByUs {
		say("Compiled the sources into a folder of Beagle's own")
	}
	p.Own = compiled.Classes
	p.ClassPath = append(append(compiled.Resources, found.ClassPath...), p.ClassPath...)
	for _, one := range found.Problems {
		if one.Rule == "class-path" {
			problems = append(problems, one)
			a.Warn(one)
		}
	}
	return p, problems, nil
}

// runs are the commands that run code of a project: its build is asked for class paths, and javac may run its
// annotation processors.
func runs(dir string) []string {
	commands := []string{"javac, with its annotation processors, unless it is built", "its methods that are to be measured"}
	switch gradle := project.Gradle(dir); {
	case project.Has(dir, "pom.xml"):
		return append([]string{"mvn, for its class path"}, commands...)
	case gradle != "":
		return append([]string{gradle + ", for its class path"}, commands...)
	}
	return commands
}

func hasClasses(dir string) (has bool) {
	_ = filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".class") {
			has = true
			return fs.SkipAll
		}
		return nil
	})
	return has
}

// nameOf names the folder of what Beagle keeps of a project.
func nameOf(where string) string {
	if whole, err := filepath.Abs(where); err == nil {
		where = whole
	}
	sum := sha256.Sum256([]byte(where))
	return strings.TrimSuffix(filepath.Base(where), ".jar") + "-" + hex.EncodeToString(sum[:5])
}

// settingsOf are the project's settings; the zero value where it has none.
func settingsOf(where string) (run.Config, error) {
	if info, err := os.Stat(where); err != nil || !info.IsDir() {
		return run.Config{}, nil //nolint:nilerr // a jar has no settings
	}
	settings, err := config.Load(config.Options{Project: where, UserFile: setup.UserFile(), Env: os.Environ()})
	var missing *config.MissingError
	switch {
	case errors.As(err, &missing):
		return run.Config{}, nil
	case err != nil:
		return run.Config{}, err
	}
	cfg, err := settings.Config()
	var incomplete config.SettingErrors
	if errors.As(err, &incomplete) { // what else is missing there does not matter here
		err = nil
	}
	return cfg, err
}
