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
	"beagle/model"
)

var lombokImport = regexp.MustCompile(`(?m)(^|;)\s*import\s+(static\s+)?lombok\.|@lombok\.`)

// changedByBuild says what the project's build does to the class of a file that
// javac alone does not, as far as file and class tell; empty: nothing is seen.
func changedByBuild(file *rewritten, found map[string]classes.Found) string {
	if lombokImport.MatchString(file.file.Source) {
		return "the source uses Lombok, which runs in the project's build only"
	}
	class, err := classes.Parse(found[file.class()].Data)
	if err != nil {
		return ""
	}
	if tool := classes.ChangedBy(class); tool != "" {
		return tool + " changed its class after javac"
	}
	return ""
}

// stale says that a source is newer than its class: what runs is then not what
// would be measured.
func stale(file *rewritten, found map[string]classes.Found) string {
	class, ok := found[file.class()]
	if !ok {
		return ""
	}
	if source, err := os.Stat(file.path); err == nil && class.Time.Before(source.ModTime()) {
		return "the source is newer than its class in " + class.Entry
	}
	return ""
}

// faithful takes the files out whose classes the overlay's compiler would not
// make as the project's build did: the program would behave in another way.
func (p *preparation) faithful(ctx context.Context, o *overlay, where *origin) error {
	for i := range p.files {
		if why := stale(&p.files[i], where.found); why != "" {
			p.notes = append(p.notes, model.Problem{
				Severity: model.Warning, Rule: "stale", File: p.files[i].path,
				Message: why, Hint: "build the project, so that what runs is what is measured",
			})
		}
	}
	differs, err := p.differences(ctx, o, where)
	if err != nil {
		return err
	}
	var left []rewritten
	for i := range p.files {
		file := &p.files[i]
		why := differs[file.path]
		switch {
		case why == "":
			left = append(left, *file)
		case len(p.options.Build) > 0 && p.options.Delivery == "":
			return model.Problem{Severity: model.Warning, Rule: "overlay", File: file.path, Message: filepath.Base(file.path) + ": " + why}
		case p.options.Delivery == Overlay:
			left = append(left, *file)
			p.notes = append(p.notes, model.Problem{
				Severity: model.Warning, Rule: "overlay", File: file.path, Message: why + "; the class with probes is without that",
				Hint: "measure.delivery: copy builds and runs an instrumented copy",
			})
		default:
			p.notes = append(p.notes, model.Problem{
				Severity: model.Warning, Rule: "overlay", File: file.path, Message: "nothing in this file is measured: " + why,
				Hint: "build the project; if its build does more than javac, set build: then an instrumented copy is built and run",
			})
		}
	}
	if len(left) == 0 && len(p.files) > 0 {
		return model.Problem{
			Severity: model.Error, Rule: "overlay", File: p.files[0].path, Message: "no file can be measured in the program as it is built: " + differs[p.files[0].path],
			Hint: "build the project; if its build does more than javac, set build: then an instrumented copy is built and run",
		}
	}
	p.files = left
	return nil
}

// differences are, by file, what the classes of the program differ in from those
// that javac makes of the sources without probes.
func (p *preparation) differences(ctx context.Context, o *overlay, where *origin) (map[string]string, error) {
	differs := map[string]string{}
	var files []*rewritten
	for i := range p.files {
		file := &p.files[i]
		if why := changedByBuild(file, where.found); why != "" {
			differs[file.path] = why
		} else if _, ok := where.found[file.class()]; ok {
			files = append(files, file)
		}
	}
	out := filepath.Join(o.folder, "plain")
	compiled, err := p.compilePlain(ctx, o, where, files, out, differs)
	if err != nil || !compiled {
		return differs, err
	}
	names, err := classesIn(out)
	if err != nil {
		return nil, err
	}
	found := classes.Find(where.path, names)
	for _, name := range names {
		ours, err := readClass(filepath.Join(out, filepath.FromSlash(name)+".class"))
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(files, func(f *rewritten) bool {
			return filepath.Base(f.path) == ours.Source && path.Dir(name) == path.Dir(f.class())
		})
		if i < 0 || differs[files[i].path] != "" {
			continue
		}
		theirs, ok := found[name]
		if !ok {
			if !anonymous.MatchString(name) { // compilers number them as they like
				differs[files[i].path] = "its class " + strings.ReplaceAll(name, "/", ".") + " is not among those of the program: they are older"
			}
			continue
		}
		program, err := classes.Parse(theirs.Data)
		why := "cannot be read"
		if err == nil {
			why = classes.Difference(program, ours)
		}
		if why != "" {
			differs[files[i].path] = strings.ReplaceAll(name, "/", ".") + " in " + theirs.Entry + " " + why
		}
	}
	return differs, nil
}

var anonymous = regexp.MustCompile(`\$\d+$`)

func readClass(file string) (*classes.Class, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	c, err := classes.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return c, nil
}

// compilePlain compiles files as they are. Those that javac alone cannot compile
// are said to differ; false: none is left.
func (p *preparation) compilePlain(ctx context.Context, o *overlay, where *origin, files []*rewritten, out string, differs map[string]string) (bool, error) {
	sources := filepath.Join(o.folder, "plainsrc")
	log := filepath.Join(o.folder, "plain.log")
	for range maxRounds {
		var paths []string
		at := map[string]*rewritten{}
		for i, file := range files {
			if differs[file.path] != "" {
				continue
			}
			target := filepath.Join(sources, fmt.Sprint(i), filepath.Base(file.path))
			if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
				return false, err
			}
			if err := os.WriteFile(target, []byte(file.file.Source), 0o600); err != nil {
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
		err := javac(ctx, where.home, log, append(o.javacOptions(where, out), paths...)...)
		if err == nil {
			return true, nil
		}
		said, readErr := os.Open(log)
		if readErr != nil {
			return false, errors.Join(err, readErr)
		}
		rejected, readErr := rejections(said)
		_ = said.Close()
		if readErr != nil {
			return false, errors.Join(err, readErr)
		}
		wrong := false
		for _, r := range rejected {
			if file := at[r.path]; file != nil && differs[file.path] == "" {
				wrong = true
				differs[file.path] = fmt.Sprintf("javac alone does not compile it (line %d: %s), so the project's build does more", r.line, r.message)
			}
		}
		if !wrong {
			return false, err
		}
	}
	return false, nil
}

// classesIn are the names of the classes in a folder.
func classesIn(folder string) (names []string, err error) {
	err = fs.WalkDir(os.DirFS(folder), ".", func(file string, _ fs.DirEntry, err error) error {
		if name, ok := strings.CutSuffix(file, ".class"); ok {
			names = append(names, name)
		}
		return err
	})
	return names, err
}
