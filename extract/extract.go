// Package extract makes a Palladio model of a plain Java program: from its sources to the five files of a PCM
// instance and the links between both, in one step. Nothing of the project is changed, built or run.
// docs/extracting.md gives the rules.
package extract

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"beagle/extract/attribution"
	"beagle/extract/project"
	"beagle/extract/rules"
	"beagle/extract/structure"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/model"
)

// Options say what is extracted.
type Options struct {
	Dir     string        // the project
	Runs    bool          // the project's build may be run, to ask it for class paths
	Cache   string        // Beagle's folder for what may be deleted at any time
	Name    string        // of the model; empty: as it was extracted before, else the project's folder's
	Choices rules.Choices // what a person decided before; the zero value: nothing
	Folder  string        // that the model is to be written to: ids of a model that was extracted into it stay; empty: not known
	Say     func(string)  // progress, for a person; may be nil
}

// Result is a model of the program, and how it came to be.
type Result struct {
	Project  *project.Project     // what the build says of the program
	Program  *attribution.Program // what javac said of the sources
	Model    *structure.Model     // what is to be written
	Rule     string               // that made the components
	Divided  []*rules.Component   // the components with their classes
	Open     []rules.Decision     // that the source leaves open
	Circles  int                  // calls that are left out since they lead back to a service that runs
	Guessed  bool                 // what is entered from outside was guessed: what nobody calls
	Beside   int                  // statements whose work beside an external call is in no action
	Problems []model.Problem      // what a person should know

	Attributed time.Duration // javac's own time, with the class path found
	Ruled      time.Duration // ours

	input rules.Input
	found []model.Problem    // before the rules
	back  map[[2]string]bool // calls that are left out since they lead back, by SEFFs of caller and callee
}

// Extract makes a model of the program in a folder. Files are written by Write.
func Extract(ctx context.Context, o Options) (*Result, error) {
	say := o.Say
	if say == nil {
		say = func(string) {}
	}
	if info, err := os.Stat(o.Folder); o.Folder != "" && err == nil && !info.IsDir() {
		return nil, model.Problem{Severity: model.Error, Rule: "write", File: o.Folder, Message: "the model's files cannot be put there: it is a file, no folder", Hint: "name another one with --out"}
	}
	say("Looking for sources")
	found, err := project.Find(ctx, o.Dir, project.Asking{Cache: o.Cache, Runs: o.Runs, Say: say})
	if err != nil {
		return nil, err
	}
	if o.Name == "" {
		o.Name = cmp.Or(recordedName(o.Folder, found.Dir), nameOf(found.Dir))
	}
	files, own := found.Files()
	say(fmt.Sprintf("Attributing %s in %s with %s", quantity.Plural(len(files), "file", "files"), quantity.Plural(len(found.Modules), "module", "modules"), quantity.Plural(len(found.ClassPath), "library", "libraries")))
	began := time.Now()
	program, err := attribution.Attribute(ctx, attribution.Sources{Files: files, ClassPath: found.ClassPath, Encoding: found.Encoding, Cache: o.Cache}, func(step string, n int) {
		say(fmt.Sprintf("javac has %s %s", step, quantity.Plural(n, "file", "files")))
	})
	if err != nil {
		return nil, err
	}
	r := &Result{Project: found, Program: program, Attributed: time.Since(began)}
	r.Problems = append(found.Problems, said(program)...)
	r.found = r.Problems
	in := rules.Input{Program: program, Name: o.Name}
	if err := o.before(&in); err != nil {
		return nil, err
	}
	say("Applying the rules")
	modules := map[string]string{}
	for _, m := range found.Modules {
		for _, file := range m.Files {
			modules[file] = m.Name
		}
	}
	// The helper tells the files in the order of the request, less those that cannot be read.
	generated := map[string]bool{}
	for _, file := range files[own:] {
		generated[file] = true
	}
	firstMade := slices.IndexFunc(program.Files, func(f attribution.File) bool { return generated[f.Path] })
	if firstMade < 0 {
		firstMade = len(program.Files)
	}
	in.Own, in.Choices = firstMade, o.Choices
	in.Module = func(file int) string { return modules[program.Files[file].Path] }
	return r, r.why(r.apply(ctx, in))
}

// why adds to an error of the rules that there is little for them, where sources do not compile.
func (r *Result) why(err error) error {
	var p model.Problem
	if !errors.As(err, &p) {
		return err
	}
	for _, e := range r.Program.Errors {
		if e.Syntax {
			n := uncompiled(r.Program)
			p.Message += fmt.Sprintf("; %d of %s cannot be compiled, e.g. %s:%d: %s", n, quantity.Plural(len(r.Program.Files), "source", "sources"), filepath.Base(e.Path), e.Line, safe.FirstLine(e.Message))
			p.Hint = "extract a project that its build compiles"
			return p
		}
	}
	return err
}

// uncompiled is how many files javac could not parse as a whole.
func uncompiled(p *attribution.Program) int {
	files := map[string]bool{}
	for _, e := range p.Errors {
		if e.Syntax {
			files[e.Path] = true
		}
	}
	return len(files)
}

// before puts in the components that the last extraction into the folder has made, and what launches did when it was
// tried.
func (o *Options) before(in *rules.Input) error {
	if o.Folder == "" {
		return nil
	}
	was, err := readRecord(filepath.Join(o.Folder, o.Name+repositoryEnd))
	if was == nil || err != nil {
		return err
	}
	if o.Choices.By == "" && len(o.Choices.Components) == 0 && was.Rule != rules.ByChoice {
		o.Choices.By = was.Rule
	}
	in.Before, in.Seen = was.Components, was.Seen
	return nil
}

// Choices are those that the model was made with.
func (r *Result) Choices() rules.Choices { return r.input.Choices }

func (r *Result) apply(ctx context.Context, in rules.Input) error {
	began := time.Now()
	made, err := rules.Apply(ctx, in)
	if err != nil {
		return err
	}
	r.input = in
	r.Model, r.Rule, r.Divided, r.Open, r.Circles, r.Beside, r.Guessed = made.Model, made.Rule, made.Components, made.Decisions, made.Circles, made.Beside, made.Guessed
	r.Problems = slices.Concat(r.found, made.Problems)
	r.back = made.Back
	if len(r.Model.Components) == 0 {
		return model.Problem{
			Severity: model.Error, Rule: "no-services", File: r.Project.Dir, Message: "no component has a service: nothing is called from outside",
			Hint: "name what is entered: extract: {services: [Upload.store]}",
		}
	}
	r.Ruled = time.Since(began)
	return nil
}

var unfit = regexp.MustCompile(`[^A-Za-z0-9_.-]+`)

func nameOf(dir string) string {
	name := strings.Trim(unfit.ReplaceAllString(filepath.Base(dir), "-"), "-.")
	if name == "" {
		return "program"
	}
	return name
}

// said is what a person should know of javac's errors.
func said(p *attribution.Program) (problems []model.Problem) {
	seen := map[string]bool{}
	for _, e := range p.Errors {
		if e.Syntax && !seen[e.Path] {
			seen[e.Path] = true
			problems = append(problems, model.Problem{
				Severity: model.Warning, Rule: "does-not-compile", File: e.Path, Line: e.Line, Message: "the source does not compile: " + safe.FirstLine(e.Message),
				Hint: "mend the source; until then only the part that javac understood is extracted",
			})
		}
	}
	if i := slices.IndexFunc(p.Errors, func(e attribution.Diagnostic) bool { return e.Code == "compiler.err.duplicate.class" }); i >= 0 {
		e := p.Errors[i]
		problems = append(problems, model.Problem{
			Severity: model.Warning, Rule: "two-classes", File: e.Path, Line: e.Line,
			Message: quantity.Plural(p.Counts[e.Code], "class is", "classes are") + " of a name that another one has, and the first counts: " + safe.FirstLine(e.Message),
		})
	}
	missing := map[string]int{}
	var order []string
	for _, e := range p.Errors {
		if name, found := strings.CutPrefix(e.Message, "package "); found && e.Code == "compiler.err.doesnt.exist" {
			name, _, _ = strings.Cut(name, " ")
			if missing[name]++; missing[name] == 1 {
				order = append(order, name)
			}
		}
	}
	if len(order) > 0 {
		problems = append(problems, model.Problem{
			Severity: model.Warning, Rule: "missing", Message: "these packages are neither sources nor on the class path: " + strings.Join(quantity.Some(order, 5), ", "),
			Hint: "build the project once, so that its libraries and generated sources are there; calls into them stay part of internal actions",
		})
	}
	if p.Unresolved > 0 {
		problems = append(problems, model.Problem{
			Severity: model.Warning, Rule: "unresolved", Message: fmt.Sprintf("%d of %d calls could not be resolved", p.Unresolved, p.Unresolved+p.Resolved+p.Guessed) + worst(p.Missing),
			Hint: "they count as work of the statement that they stand in",
		})
	}
	if p.Crash != "" {
		problems = append(problems, model.Problem{Severity: model.Warning, Rule: "javac", Message: "javac itself failed on these sources, so that not all calls are resolved: " + safe.FirstLine(p.Crash)})
	}
	return problems
}

func worst(missing map[string]int) string {
	var names []string
	for name := range missing {
		if name != "?" {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		if missing[a] != missing[b] {
			return missing[b] - missing[a]
		}
		return strings.Compare(a, b)
	})
	if len(names) == 0 {
		return ""
	}
	return ", most of them on " + strings.Join(names[:min(3, len(names))], ", ")
}
