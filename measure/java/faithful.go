package java

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"beagle/measure/java/classes"
	"beagle/measure/java/jdk"
	"beagle/measure/java/probed"
	"beagle/model"
)

var lombokImport = regexp.MustCompile(`(?m)(^|;)\s*import\s+(static\s+)?lombok\.|@lombok\.`)

// ChangedByBuild says what the project's build does to the class of a file that javac alone does not, as far as file
// and class tell; empty: nothing is seen.
func ChangedByBuild(file *probed.File, found map[string]classes.Found) string {
	if lombokImport.MatchString(file.Tree.Source) {
		return "the source uses Lombok, which runs in the project's build only"
	}
	class, err := classes.Parse(found[file.Class()].Data)
	if err != nil {
		return ""
	}
	if tool := classes.ChangedBy(class); tool != "" {
		return tool + " changed its class after javac"
	}
	return ""
}

// faithful takes the files out whose classes the overlay's compiler would not make as the project's build did.
func (o *overlayDelivery) faithful(ctx context.Context, where *Origin) error {
	for i := range o.Sources.Files {
		if why := Stale(&o.Sources.Files[i], where.found); why != "" {
			o.note(model.Problem{
				Severity: model.Warning, Rule: "stale", File: o.Sources.Files[i].Path,
				Message: why, Hint: "build the project, so that what runs is what is measured",
			})
		}
	}
	if source := StaleElsewhere(ctx, o.Project, where.Path); source != "" {
		o.note(model.Problem{
			Severity: model.Warning, Rule: "stale", File: source,
			Message: "the source is newer than its class, which is on the program's class path",
			Hint:    "build the project, so that what runs is what its sources say",
		})
	}
	differs, err := o.differences(ctx, where)
	if err != nil {
		return err
	}
	var left []probed.File
	for i := range o.Sources.Files {
		file := &o.Sources.Files[i]
		why := differs[file.Path]
		switch {
		case why == "":
			left = append(left, *file)
		case o.Strict:
			return model.Problem{Severity: model.Warning, Rule: "overlay", File: file.Path, Message: filepath.Base(file.Path) + ": " + why}
		case o.Anyway:
			left = append(left, *file)
			o.note(model.Problem{
				Severity: model.Warning, Rule: "overlay", File: file.Path, Message: why + "; the class with probes is without that",
				Hint: "measure.delivery: copy builds and runs an instrumented copy",
			})
		default:
			o.note(model.Problem{
				Severity: model.Warning, Rule: "overlay", File: file.Path, Message: "nothing in this file is measured: " + why,
				Hint: "build the project; if its build does more than javac, set build: then an instrumented copy is built and run",
			})
		}
	}
	if len(left) == 0 && len(o.Sources.Files) > 0 {
		return model.Problem{
			Severity: model.Error, Rule: "overlay", File: o.Sources.Files[0].Path, Message: "no file can be measured in the program as it is built: " + differs[o.Sources.Files[0].Path],
			Hint: "build the project; if its build does more than javac, set build: then an instrumented copy is built and run",
		}
	}
	o.Sources.Files = left
	return nil
}

// differences are, by file, what the classes of the program differ in from those that javac makes of the sources
// without probes.
func (o *overlayDelivery) differences(ctx context.Context, where *Origin) (map[string]string, error) {
	differs := map[string]string{}
	var files []*probed.File
	for i := range o.Sources.Files {
		file := &o.Sources.Files[i]
		if why := ChangedByBuild(file, where.found); why != "" {
			differs[file.Path] = why
		} else if _, ok := where.found[file.Class()]; ok {
			files = append(files, file)
		}
	}
	out := filepath.Join(o.folder, "plain")
	compiled, err := o.compilePlain(ctx, where, files, out, differs)
	if err != nil || !compiled {
		return differs, err
	}
	names, err := classesIn(out)
	if err != nil {
		return nil, err
	}
	found := classes.Find(where.Path, names)
	for _, name := range names {
		ours, err := classes.Read(filepath.Join(out, filepath.FromSlash(name)+".class"))
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(files, func(f *probed.File) bool {
			return filepath.Base(f.Path) == ours.Source && path.Dir(name) == path.Dir(f.Class())
		})
		if i < 0 || differs[files[i].Path] != "" {
			continue
		}
		theirs, ok := found[name]
		if !ok {
			if !anonymous.MatchString(name) { // compilers number them as they like
				differs[files[i].Path] = "its class " + strings.ReplaceAll(name, "/", ".") + " is not among those of the program: they are older"
			}
			continue
		}
		program, err := classes.Parse(theirs.Data)
		why := "cannot be read"
		if err == nil {
			why = classes.Difference(program, ours)
		}
		if why != "" {
			differs[files[i].Path] = strings.ReplaceAll(name, "/", ".") + " in " + theirs.Entry + " " + why
		}
	}
	return differs, nil
}

var anonymous = regexp.MustCompile(`\$\d+$`)

// compilePlain compiles files as they are.
func (o *overlayDelivery) compilePlain(ctx context.Context, where *Origin, files []*probed.File, out string, differs map[string]string) (bool, error) {
	sources := filepath.Join(o.folder, "plainsrc")
	log := filepath.Join(o.folder, "plain.log")
	for range maxRounds {
		var paths []string
		at := map[string]*probed.File{}
		for i, file := range files {
			if differs[file.Path] != "" {
				continue
			}
			target := filepath.Join(sources, fmt.Sprint(i), filepath.Base(file.Path))
			if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
				return false, err
			}
			if err := os.WriteFile(target, []byte(file.Tree.Source), 0o600); err != nil {
				return false, err
			}
			paths, at[target] = append(paths, target), file
		}
		if len(paths) == 0 {
			return false, nil
		}
		if err := os.RemoveAll(out); err != nil {
			return false, err
		}
		if err := os.MkdirAll(out, 0o700); err != nil {
			return false, err
		}
		err := jdk.Run(ctx, where.Home, log, append(o.javacOptions(where, out), paths...)...)
		if err == nil {
			return true, nil
		}
		said, readErr := os.Open(log)
		if readErr != nil {
			return false, errors.Join(err, readErr)
		}
		rejected, readErr := jdk.Rejections(said)
		_ = said.Close()
		if readErr != nil {
			return false, errors.Join(err, readErr)
		}
		wrong := false
		for _, r := range rejected {
			if file := at[r.Path]; file != nil && differs[file.Path] == "" {
				wrong = true
				differs[file.Path] = fmt.Sprintf("javac alone does not compile it (line %d: %s), so the project's build does more", r.Line, r.Message)
			}
		}
		if !wrong {
			return false, err
		}
	}
	return false, nil
}

func classesIn(folder string) (names []string, err error) {
	err = fs.WalkDir(os.DirFS(folder), ".", func(file string, _ fs.DirEntry, err error) error {
		if name, ok := strings.CutSuffix(file, ".class"); ok {
			names = append(names, name)
		}
		return err
	})
	return names, err
}
