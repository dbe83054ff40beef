// Package launches finds how a program can be launched so that it is measured, in its sources and build files:
// classes with main, what build files run, and tests. What is found is a proposal with a reason and a place in the
// sources; whether a launch works is seen only when it is tried (cli/prepare).
package launches

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"beagle/extract/project"
	"beagle/internal/safe"
	"beagle/measure"
	"beagle/measure/java/jdk"
)

// Found is a way to launch the program.
type Found struct {
	Launch measure.Launch // as a configuration has it
	File   string         // where it was found
	What   string         // for a person: class with main, 12 tests, ...
	Class  string         // with main, or of tests; empty: all tests of a module
	Source string         // of the class with main
	Tests  string         // folder of the module whose tests are run; empty: no tests
	Single bool           // one class of a module's tests
	Reads  bool           // main reads arguments that cannot be made up
	Wants  int            // main takes arguments: at least so many, as far as its source tells
	Given  bool           // the build runs it, with the arguments that are here
	Server bool           // it does not end by itself: somebody has to use it
	Apart  bool           // its source lies where the build does not look for any, such as examples beside src/main/java
	rank   int

	numbers map[int]bool // places of arguments that main reads as numbers
}

const (
	named = iota
	withMain
	suite
	oneClass
	apart
)

const maxSource = 4 << 20

// Find finds ways to launch a project that has been looked through.
func Find(ctx context.Context, p *project.Project) (all []Found, err error) {
	f := finder{p: p, given: givenByBuild(p)}
	for _, m := range p.Modules {
		for _, file := range m.Files {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			f.main(m, file)
		}
	}
	f.tests()
	slices.SortStableFunc(f.all, func(a, b Found) int { return cmp.Compare(a.rank, b.rank) })
	f.tellApart(func(one *Found) string { return one.Class })
	f.tellApart(func(one *Found) string { return one.Launch.Name + " of " + f.relative(f.p.ModuleOf(one.File)) })
	return f.all, nil
}

// tellApart gives classes whose launches have one name other ones: no two launches of a configuration may share theirs.
func (f *finder) tellApart(name func(*Found) string) {
	count := map[string]int{}
	for i := range f.all {
		count[f.all[i].Launch.Name]++
	}
	for i := range f.all {
		if one := &f.all[i]; one.Class != "" && count[one.Launch.Name] > 1 {
			one.Launch.Name = name(one)
		}
	}
}

type finder struct {
	p     *project.Project
	given []given // classes that build files run
	all   []Found
}

var (
	comment    = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'`) // and texts, in which none begins
	mainMethod = regexp.MustCompile(`(?:public\s+static|static\s+public)\s+(?:final\s+)?void\s+main\s*\(\s*(?:final\s+)?String\s*(?:\[\]|\.\.\.)\s*(\w+)`)
	// Of a compact source file (Java 25), whose methods stand in no class.
	compactMain = regexp.MustCompile(`\bvoid\s+main\s*\(\s*(?:(?:final\s+)?String\s*(?:\[\]|\.\.\.)\s*(\w+)\s*)?\)`)
	serves      = regexp.MustCompile(`@(SpringBootApplication|QuarkusMain|MicronautApplication)\b|SpringApplication\s*\.\s*run|HttpServer\s*\.\s*create|new\s+ServerSocket\b|createServer\s*\(`)
	inPackage   = regexp.MustCompile(`(?m)^\s*package\s+([\w.]+)\s*;`)
)

func source(path string) (text, class string, ok bool) {
	data, err := safe.ReadFile(path, maxSource)
	if err != nil {
		return "", "", false
	}
	text = comment.ReplaceAllStringFunc(string(data), func(found string) string {
		if found[0] == '/' {
			return " "
		}
		return found
	})
	class = strings.TrimSuffix(filepath.Base(path), ".java")
	if found := inPackage.FindStringSubmatch(text); found != nil {
		class = found[1] + "." + class
	}
	return text, class, true
}

// mainOf tells whether a source has a method that starts a program, and what its arguments are called.
func mainOf(text string) (arguments string, starts bool) {
	if found := mainMethod.FindStringSubmatch(text); found != nil {
		return found[1], true
	}
	at := compactMain.FindStringSubmatchIndex(text)
	if at == nil || strings.Count(text[:at[0]], "{") != strings.Count(text[:at[0]], "}") || inPackage.MatchString(text) {
		return "", false
	}
	if at[2] >= 0 {
		arguments = text[at[2]:at[3]]
	}
	return arguments, true
}

// main proposes a class with main.
func (f *finder) main(m *project.Module, path string) {
	text, class, ok := source(path)
	if !ok {
		return
	}
	name, starts := mainOf(text)
	if !starts {
		return
	}
	takes := argumentsOf(text, name)
	one := Found{File: path, Class: class, Source: path, What: "class with main", rank: withMain, Server: serves.MatchString(text), numbers: takes.numbers}
	if liesApart(m, path) {
		one.What, one.rank, one.Apart = "main outside of the build", apart, true
	}
	as := f.runs(class)
	if len(as) == 0 {
		one.Launch = measure.Launch{Name: Simple(class), Command: f.java(m, &given{class: class}), Repeat: 3}
		one.asItReads(&takes)
		f.all = append(f.all, one)
		return
	}
	for i := range as {
		g, one := as[i], one
		one.File, one.What, one.rank, one.Apart, one.Given = g.file, "main class of the build", named, false, true
		g.dir = cmp.Or(g.dir, f.p.Dir)
		one.Launch = measure.Launch{Name: Simple(class), Command: f.java(m, &g), Repeat: 3}
		if i > 0 {
			one.Launch.Name += " " + cmp.Or(g.called, fmt.Sprint(i+1))
		}
		if g.dir != f.p.Dir {
			one.Launch.Dir = f.relative(g.dir)
		}
		if len(g.arguments) > 0 {
			one.What = "as the build runs it"
			one.Launch.Command = append(one.Launch.Command, g.arguments...)
			varyGiven(&one.Launch, len(g.arguments), takes.numbers)
		} else {
			one.asItReads(&takes)
		}
		f.all = append(f.all, one)
	}
}

func (f *finder) runs(class string) (all []given) {
	for _, g := range f.given {
		if g.class == class {
			all = append(all, g)
		}
	}
	if with := slices.DeleteFunc(slices.Clone(all), func(g given) bool { return len(g.arguments) == 0 }); len(with) > 0 {
		return with
	}
	return all[:min(len(all), 1)]
}

// asItReads gives a launch the arguments that its source reads, as far as they can be made up.
func (f *Found) asItReads(takes *arguments) {
	if f.Reads = takes.others; f.Reads || len(takes.numbers) == 0 {
		f.Wants = takes.wants
		return
	}
	f.Launch.Vary = map[string][]string{}
	for i := range len(takes.numbers) {
		f.number(&f.Launch, i)
	}
}

// number adds a number that varies to a launch's command, in the place of an argument.
func (f *Found) number(l *measure.Launch, place int) {
	name := fmt.Sprintf("n%d", place+1)
	l.Vary[name] = sizes(len(f.numbers))
	l.Command = append(l.Command, "{"+name+"}")
}

// Draft is the launch of a class with main as somebody has to complete it.
func (f *Found) Draft() measure.Launch {
	l := f.Launch
	l.Command = slices.Clone(l.Command)
	for i := range f.Wants {
		if !f.numbers[i] {
			l.Command = append(l.Command, fmt.Sprintf("ARGUMENT%d", i+1))
			continue
		}
		if l.Vary == nil {
			l.Vary = map[string][]string{}
		}
		f.number(&l, i)
	}
	if f.Server {
		l.Repeat, l.Ready.Port, l.Load = 1, 8080, []string{"COMMAND-THAT-USES-IT"}
	}
	return l
}

// liesApart reports whether a source lies beside the folders in which the module's build looks for sources.
func liesApart(m *project.Module, path string) bool {
	within := func(dir ...string) bool {
		short, err := filepath.Rel(filepath.Join(append([]string{m.Dir}, dir...)...), path)
		return err == nil && filepath.IsLocal(short)
	}
	return slices.Contains(m.Folders, filepath.Join(m.Dir, "src", "main", "java")) && !within("src") && !within("target") && !within("build")
}

// Unbuilt reports whether a class with main is not where its build has put others.
func (f *Found) Unbuilt(p *project.Project) bool {
	if told, found := p.ReadTold(f.Tests); found && f.Tests != "" {
		return !slices.ContainsFunc(told.Classes, func(folder string) bool {
			_, err := os.Stat(folder)
			return err == nil
		})
	}
	if f.Tests != "" {
		_, pom := os.Stat(filepath.Join(f.Tests, "pom.xml"))
		_, classes := os.Stat(filepath.Join(f.Tests, "target", "test-classes"))
		return pom == nil && classes != nil
	}
	if f.Source == "" || len(f.Launch.Command) < 3 || f.Launch.Command[1] != "-cp" {
		return false
	}
	own, _, _ := strings.Cut(f.Launch.Command[2], string(filepath.ListSeparator))
	_, err := os.Stat(filepath.Join(p.Dir, f.Launch.Dir, own, filepath.FromSlash(strings.ReplaceAll(f.Class, ".", "/"))+".class"))
	return err != nil
}

// Simple is the name of a class without its package.
func Simple(class string) string { return class[strings.LastIndex(class, ".")+1:] }

func (f *finder) java(m *project.Module, g *given) []string {
	dir := cmp.Or(g.dir, f.p.Dir)
	var path []string
	for _, other := range f.p.Modules { // its own first
		classes := f.from(dir, filepath.Join(append([]string{other.Dir}, f.output()...)...))
		if other == m {
			path = slices.Insert(path, 0, classes)
		} else {
			path = append(path, classes)
		}
	}
	path = append(path, f.resources(dir)...)
	for _, entry := range g.path {
		if entry = f.from(dir, entry); !slices.Contains(path, entry) {
			path = append(path, entry)
		}
	}
	path = slices.Compact(path)
	command := []string{jdk.Java(), "-cp", strings.Join(append(path, f.p.ClassPath...), string(filepath.ListSeparator))}
	return append(append(command, g.options...), g.class)
}

func (f *finder) resources(dir string) (all []string) {
	if project.Gradle(f.p.Dir) == "" {
		return nil
	}
	for _, m := range f.p.Modules {
		if _, err := os.Stat(filepath.Join(m.Dir, "src", "main", "resources")); err == nil {
			all = append(all, f.from(dir, filepath.Join(m.Dir, "build", "resources", "main")))
		}
	}
	return all
}

// from is a path within the project as a folder of the project names it; others stay as they are.
func (f *finder) from(dir, path string) string {
	if inside, err := filepath.Rel(f.p.Dir, path); err == nil && filepath.IsLocal(inside) {
		if relative, err := filepath.Rel(dir, path); err == nil {
			return filepath.ToSlash(relative)
		}
	}
	return path
}

func (f *finder) output() []string {
	if project.Gradle(f.p.Dir) != "" {
		return []string{"build", "classes", "java", "main"}
	}
	return []string{"target", "classes"}
}

func (f *finder) relative(path string) string {
	if short, err := filepath.Rel(f.p.Dir, path); err == nil && filepath.IsLocal(short) {
		return filepath.ToSlash(short)
	}
	return path
}

var mainClass = regexp.MustCompile(`<(?:mainClass|start-class|exec\.mainClass)>\s*([\w.$]+)\s*</|mainClass(?:Name)?(?:\.set)?\s*[=( ]\s*\(?["']([\w.$]+)["']`)
