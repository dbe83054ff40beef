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
	Server bool           // it does not end by itself: somebody has to use it
	Apart  bool           // its source lies where the build does not look for any, such as examples beside src/main/java
	rank   int
}

// Ranks: what a build file names comes first, tests last.
const (
	named = iota
	withMain
	suite
	oneClass
	apart
)

// maxSource bounds a source that is looked at.
const maxSource = 4 << 20

// Find finds ways to launch a project that has been looked through; likelier ones
// come first. With a class path, classes are launched by java itself.
func Find(ctx context.Context, p *project.Project) (all []Found, err error) {
	f := finder{p: p, named: namedByBuild(p)}
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

// finder looks for launches that a project itself names.
type finder struct {
	p     *project.Project
	named map[string]string // classes that build files name, with the file
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

// source is a file without its comments, its class, and whether it could be read.
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

// mainOf tells whether a source has a method that starts a program, and what its arguments are
// called; empty: it takes none.
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
	arguments, starts := mainOf(text)
	if !starts {
		return
	}
	one := Found{File: path, Class: class, Source: path, What: "class with main", rank: withMain, Server: serves.MatchString(text)}
	if by := f.named[class]; by != "" {
		one.File, one.What, one.rank = by, "main class of the build", named
	} else if liesApart(m, path) {
		one.What, one.rank, one.Apart = "main outside of the build", apart, true
	}
	one.Launch = measure.Launch{Name: Simple(class), Command: f.java(m, class), Repeat: 3}
	one.Reads = vary(&one.Launch, text, arguments)
	if len(one.Launch.Vary) == 0 {
		one.Wants = wants(text, arguments)
	}
	f.all = append(f.all, one)
}

// Draft is the launch of a class with main as somebody has to complete it: with its
// arguments, and of a server with who uses it.
func (f *Found) Draft() measure.Launch {
	l := f.Launch
	l.Command = slices.Clone(l.Command)
	for i := range f.Wants {
		l.Command = append(l.Command, fmt.Sprintf("ARGUMENT%d", i+1))
	}
	if f.Server {
		l.Repeat, l.Ready.Port, l.Load = 1, 8080, []string{"COMMAND-THAT-USES-IT"}
	}
	return l
}

// liesApart reports whether a source lies beside the folders in which the module's build looks
// for sources: Maven and Gradle compile what is below src, where there is a src/main/java.
func liesApart(m *project.Module, path string) bool {
	within := func(dir ...string) bool {
		short, err := filepath.Rel(filepath.Join(append([]string{m.Dir}, dir...)...), path)
		return err == nil && filepath.IsLocal(short)
	}
	return slices.Contains(m.Folders, filepath.Join(m.Dir, "src", "main", "java")) && !within("src") && !within("target") && !within("build")
}

// Unbuilt reports whether a class with main is not where its build has put others, or the
// tests of a module have no classes: profiles, builds of their own and modules that do not
// build leave parts of a project out.
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
	_, err := os.Stat(filepath.Join(p.Dir, own, filepath.FromSlash(strings.ReplaceAll(f.Class, ".", "/"))+".class"))
	return err != nil
}

// Simple is the name of a class without its package.
func Simple(class string) string { return class[strings.LastIndex(class, ".")+1:] }

// java is the command that runs a class of a module.
func (f *finder) java(m *project.Module, class string) []string {
	var path []string
	for _, other := range f.p.Modules { // its own first
		classes := f.relative(filepath.Join(append([]string{other.Dir}, f.output()...)...))
		if other == m {
			path = slices.Insert(path, 0, classes)
		} else {
			path = append(path, classes)
		}
	}
	path = slices.Compact(path)
	return []string{"java", "-cp", strings.Join(append(path, f.p.ClassPath...), string(filepath.ListSeparator)), class}
}

// output is where a build puts classes, from a module's folder.
func (f *finder) output() []string {
	if project.Gradle(f.p.Dir) != "" {
		return []string{"build", "classes", "java", "main"}
	}
	return []string{"target", "classes"}
}

// relative is a path within the project; others stay as they are.
func (f *finder) relative(path string) string {
	if short, err := filepath.Rel(f.p.Dir, path); err == nil && filepath.IsLocal(short) {
		return filepath.ToSlash(short)
	}
	return path
}

var (
	numberAt = regexp.MustCompile(`(?:Integer\s*\.\s*(?:parseInt|valueOf)|Long\s*\.\s*(?:parseLong|valueOf))\s*\(\s*(\w+)\s*\[\s*(\d)\s*\]`)
	anyAt    = regexp.MustCompile(`\b(\w+)\s*\[\s*(\d)\s*\]`)
)

// sizes are what a number among the arguments is given: sizes of inputs spread over
// their logarithms.
var sizes = []string{"1", "10", "100", "1000"}

// vary gives numbers among the arguments that main reads by their place values that
// vary; a program that reads anything else there is launched without arguments.
func vary(l *measure.Launch, text, arguments string) (others bool) {
	numbers := map[string]bool{}
	for _, at := range numberAt.FindAllStringSubmatch(text, -1) {
		if at[1] == arguments {
			numbers[at[2]] = true
		}
	}
	for _, at := range anyAt.FindAllStringSubmatch(text, -1) {
		others = others || at[1] == arguments && !numbers[at[2]]
	}
	if others || len(numbers) == 0 {
		return others
	}
	l.Vary = map[string][]string{}
	for i := range len(numbers) {
		if !numbers[fmt.Sprint(i)] {
			l.Vary = nil
			return true
		}
	}
	for i := range len(numbers) {
		name := fmt.Sprintf("n%d", i+1)
		l.Vary[name] = sizes
		l.Command = append(l.Command, "{"+name+"}")
	}
	return false
}

// wants is how many arguments main takes where it reads some by their places or hands
// them on, as parsers of options want them; 0: it takes none, or numbers that vary.
func wants(text, arguments string) (most int) {
	if arguments == "" {
		return 0
	}
	name := regexp.QuoteMeta(arguments)
	_, body, _ := strings.Cut(text, " main")
	_, body, _ = strings.Cut(body, ")")
	for _, at := range regexp.MustCompile(`\b`+name+`\s*\[\s*(\d)\s*\]`).FindAllStringSubmatch(body, -1) {
		most = max(most, int(at[1][0]-'0')+1)
	}
	if most == 0 && !serves.MatchString(text) && regexp.MustCompile(`[(,:]\s*`+name+`\s*[),]`).MatchString(body) {
		return 1
	}
	return most
}

var mainClass = regexp.MustCompile(`<(?:mainClass|start-class|exec\.mainClass)>\s*([\w.$]+)\s*</|mainClass(?:Name)?(?:\.set)?\s*[=( ]\s*\(?["']([\w.$]+)["']`)

// namedByBuild are the classes that exec and application plug-ins, manifests and the
// like name.
func namedByBuild(p *project.Project) map[string]string {
	all := map[string]string{}
	for _, file := range p.Builds() {
		data, err := safe.ReadFile(file, maxSource)
		if err != nil {
			continue
		}
		for _, found := range mainClass.FindAllStringSubmatch(xmlComment.ReplaceAllString(string(data), ""), -1) {
			all[cmp.Or(found[1], found[2])] = file
		}
	}
	return all
}
