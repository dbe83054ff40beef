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
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/measure"
)

// Found is a way to launch the program.
type Found struct {
	Launch measure.Launch // as a configuration has it
	File   string         // where it was found
	What   string         // for a person: class with main, 12 tests, ...
	Class  string         // with main; empty: the build runs it
	Source string         // of that class
	Single bool           // one class of a module's tests
	Server bool           // it does not end by itself: somebody has to use it
	rank   int
}

// Ranks: what a build file names comes first, tests last.
const (
	named = iota
	withMain
	suite
	oneClass
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
	return f.all, nil
}

type finder struct {
	p     *project.Project
	named map[string]string // classes that build files name, with the file
	all   []Found
}

var (
	comment    = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*`)
	mainMethod = regexp.MustCompile(`(?:public\s+static|static\s+public)\s+(?:final\s+)?void\s+main\s*\(\s*(?:final\s+)?String\s*(?:\[\]|\.\.\.)\s*(\w+)`)
	serves     = regexp.MustCompile(`@(SpringBootApplication|QuarkusMain|MicronautApplication)\b|SpringApplication\s*\.\s*run|HttpServer\s*\.\s*create|new\s+ServerSocket\b|createServer\s*\(`)
	inPackage  = regexp.MustCompile(`(?m)^\s*package\s+([\w.]+)\s*;`)
)

// source is a file without its comments, its class, and whether it could be read.
func source(path string) (text, class string, ok bool) {
	data, err := safe.ReadFile(path, maxSource)
	if err != nil {
		return "", "", false
	}
	text = comment.ReplaceAllString(string(data), " ")
	class = strings.TrimSuffix(filepath.Base(path), ".java")
	if found := inPackage.FindStringSubmatch(text); found != nil {
		class = found[1] + "." + class
	}
	return text, class, true
}

// main proposes a class with main.
func (f *finder) main(m *project.Module, path string) {
	text, class, ok := source(path)
	if !ok {
		return
	}
	found := mainMethod.FindStringSubmatch(text)
	if found == nil {
		return
	}
	one := Found{File: path, Class: class, Source: path, What: "class with main", rank: withMain, Server: serves.MatchString(text)}
	if by := f.named[class]; by != "" {
		one.File, one.What, one.rank = by, "main class of the build", named
	}
	one.Launch = measure.Launch{Name: simple(class), Command: f.java(m, class), Repeat: 3}
	vary(&one.Launch, text, found[1])
	f.all = append(f.all, one)
}

func simple(class string) string { return class[strings.LastIndex(class, ".")+1:] }

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
	if f.has("build.gradle", "build.gradle.kts", "gradlew") && !f.has("pom.xml") {
		return []string{"build", "classes", "java", "main"}
	}
	return []string{"target", "classes"}
}

func (f *finder) has(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		_, err := os.Stat(filepath.Join(f.p.Dir, name))
		return err == nil
	})
}

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
func vary(l *measure.Launch, text, arguments string) {
	numbers, others := map[string]bool{}, false
	for _, at := range numberAt.FindAllStringSubmatch(text, -1) {
		if at[1] == arguments {
			numbers[at[2]] = true
		}
	}
	for _, at := range anyAt.FindAllStringSubmatch(text, -1) {
		others = others || at[1] == arguments && !numbers[at[2]]
	}
	if others || len(numbers) == 0 {
		return
	}
	l.Vary = map[string][]string{}
	for i := range len(numbers) {
		if !numbers[fmt.Sprint(i)] {
			l.Vary = nil
			return
		}
	}
	for i := range len(numbers) {
		name := fmt.Sprintf("n%d", i+1)
		l.Vary[name] = sizes
		l.Command = append(l.Command, "{"+name+"}")
	}
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
		for _, found := range mainClass.FindAllStringSubmatch(string(data), -1) {
			all[cmp.Or(found[1], found[2])] = file
		}
	}
	return all
}

var testMethod = regexp.MustCompile(`@(Test|ParameterizedTest|RepeatedTest|TestFactory)\b`)

// tests proposes the tests of each module as a launch, and each class of them.
func (f *finder) tests() {
	type module struct {
		dir     string
		count   int
		classes []Found
	}
	var modules []*module
	for _, path := range f.p.Tests() {
		text, class, ok := source(path)
		if !ok || !strings.Contains(text, "org.junit") && !strings.Contains(text, "org.testng") && !strings.Contains(text, "junit.framework") {
			continue
		}
		n := len(testMethod.FindAllString(text, -1))
		if strings.Contains(text, "junit.framework") && n == 0 {
			n = strings.Count(text, "public void test")
		}
		if n == 0 {
			continue
		}
		dir := f.p.ModuleOf(path)
		i := slices.IndexFunc(modules, func(m *module) bool { return m.dir == dir })
		if i < 0 {
			i = len(modules)
			modules = append(modules, &module{dir: dir})
		}
		m := modules[i]
		m.count += n
		if command := f.runner(dir, simple(class)); command != nil {
			m.classes = append(m.classes, Found{
				Launch: measure.Launch{Name: simple(class), Command: command, Repeat: 3}, File: path, What: quantity.Plural(n, "test", "tests"), Single: true, rank: oneClass,
			})
		}
	}
	for _, m := range modules {
		command := f.runner(m.dir, "")
		if command == nil {
			continue
		}
		name := "tests"
		if m.dir != f.p.Dir {
			name = "tests of " + f.relative(m.dir)
		}
		f.all = append(f.all, Found{
			Launch: measure.Launch{Name: name, Command: command, Repeat: 3}, File: m.dir, rank: suite,
			What: fmt.Sprintf("%s in %s", quantity.Plural(m.count, "test", "tests"), quantity.Plural(len(m.classes), "class", "classes")),
		})
		f.all = append(f.all, m.classes...)
	}
}

// runner is the build's command that runs the tests of a module, or one class of
// them; nil: the build has none.
func (f *finder) runner(dir, class string) (command []string) {
	module := f.relative(dir)
	switch {
	case f.has("pom.xml"):
		command = []string{"mvn", "-q"}
		if f.has("mvnw") {
			command[0] = "./mvnw"
		}
		goal := "surefire:test"
		if module != "." { // siblings' classes are known to a build only
			command = append(command, "-pl", module, "-am")
			goal = "test"
		}
		command = append(command, "-Dmaven.test.failure.ignore=true", "-Dsurefire.failIfNoSpecifiedTests=false")
		if class != "" {
			command = append(command, "-Dtest="+class)
		}
		return append(command, goal)
	case f.has("build.gradle", "build.gradle.kts", "gradlew"):
		command = []string{"gradle"}
		if f.has("gradlew") {
			command[0] = "./gradlew"
		}
		prefix := ""
		if module != "." {
			prefix = ":" + strings.ReplaceAll(module, "/", ":") + ":"
		}
		command = append(command, "-q", "--continue", prefix+"cleanTest", prefix+"test")
		if class != "" {
			command = append(command, "--tests", "*"+class)
		}
		return command
	}
	return nil
}
