package launches

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"beagle/extract/project"
	"beagle/internal/quantity"
	"beagle/measure"
)

var testMethod = regexp.MustCompile(`@(Test|ParameterizedTest|RepeatedTest|TestFactory)\b`)

func (f *finder) tests() {
	type module struct {
		dir     string
		count   int
		classes []Found
	}
	var modules []*module
	classes := testClasses(f.p.Tests())
	for _, path := range f.p.Tests() {
		one := classes[path]
		n := one.tests()
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
		if command := f.runner(dir, one.name); command != nil {
			m.classes = append(m.classes, Found{
				Launch: measure.Launch{Name: Simple(one.name), Command: command, Repeat: 3}, File: path, What: quantity.Plural(n, "test", "tests"),
				Class: one.name, Tests: dir, Single: true, rank: oneClass,
			})
		}
	}
	for _, m := range modules {
		command := f.runner(m.dir)
		if m.dir != f.p.Dir && project.Has(f.p.Dir, "pom.xml") { // else those of the modules that it needs run, too
			command = f.runner(m.dir, byBuild(m.classes)...)
		}
		if command == nil {
			continue
		}
		name := "tests"
		if m.dir != f.p.Dir {
			name = "tests of " + f.relative(m.dir)
		}
		f.all = append(f.all, Found{
			Launch: measure.Launch{Name: name, Command: command, Repeat: 3}, File: m.dir, Tests: m.dir, rank: suite,
			What: fmt.Sprintf("%s in %s", quantity.Plural(m.count, "test", "tests"), quantity.Plural(len(m.classes), "class", "classes")),
		})
		f.all = append(f.all, m.classes...)
	}
}

type testClass struct {
	name     string
	above    string     // simple name of the class that it extends; empty: none
	base     *testClass // of that name; nil: it is none of the tests
	own      int        // tests that stand in it
	abstract bool
}

var declared = regexp.MustCompile(`((?:\w+\s+)*)class\s+(\w+)\s*(?:<[^{]*?>)?\s*(?:extends\s+([\w.]+))?`)

func testClasses(paths []string) map[string]*testClass {
	all, bySimple := map[string]*testClass{}, map[string][]*testClass{}
	for _, path := range paths {
		text, name, ok := source(path)
		if !ok {
			continue
		}
		one := &testClass{name: name}
		for _, d := range declared.FindAllStringSubmatch(text, -1) {
			if d[2] == Simple(name) {
				one.abstract, one.above = strings.Contains(d[1], "abstract"), Simple(d[3])
				break
			}
		}
		if strings.Contains(text, "org.junit") || strings.Contains(text, "org.testng") || strings.Contains(text, "junit.framework") {
			one.own = len(testMethod.FindAllString(text, -1))
			if strings.Contains(text, "junit.framework") && one.own == 0 {
				one.own = strings.Count(text, "public void test")
			}
		}
		all[path] = one
		bySimple[Simple(name)] = append(bySimple[Simple(name)], one)
	}
	for _, one := range all {
		if i := slices.IndexFunc(bySimple[one.above], func(other *testClass) bool { return other != one }); i >= 0 {
			one.base = bySimple[one.above][i]
		}
	}
	return all
}

func (c *testClass) tests() (n int) {
	if c == nil || c.abstract {
		return 0
	}
	at := c
	for range maxAbove {
		if at == nil {
			break
		}
		n += at.own
		at = at.base
	}
	return n
}

// maxAbove bounds how many classes are looked at, one above the other: sources may extend themselves in circles.
const maxAbove = 16

var byName = regexp.MustCompile(`^Test|(Test|Tests|TestCase)$`)

// byBuild are the classes of tests that the build runs by itself; all, where their names tell none.
func byBuild(classes []Found) (names []string) {
	for _, all := range []bool{false, true} {
		for _, one := range classes {
			if all || byName.MatchString(Simple(one.Class)) {
				names = append(names, one.Class)
			}
		}
		if len(names) > 0 {
			return names
		}
	}
	return nil
}

// Part is a launch of some classes of a module's tests.
func Part(p *project.Project, dir, name string, classes []string) measure.Launch {
	f := finder{p: p}
	return measure.Launch{Name: name, Command: f.runner(dir, classes...), Repeat: 3}
}

func (f *finder) runner(dir string, classes ...string) (command []string) {
	module := f.relative(dir)
	switch {
	case project.Has(f.p.Dir, "pom.xml"):
		command = []string{"mvn", "-q"}
		if project.Has(f.p.Dir, "mvnw") {
			command[0] = "./mvnw"
		}
		goal := "surefire:test"
		if module != "." { // siblings' classes are known to a build only
			if profile := f.profile(dir); profile != "" {
				command = append(command, "-P", profile)
			}
			command = append(command, "-pl", module, "-am")
			goal = "test"
		}
		command = append(command, "-Dmaven.test.failure.ignore=true", "-Dsurefire.failIfNoSpecifiedTests=false")
		if len(classes) > 0 {
			command = append(command, "-Dtest="+strings.Join(shortest(classes), ","))
		}
		return append(command, goal)
	case project.Gradle(f.p.Dir) != "":
		command = []string{project.Gradle(f.p.Dir), "-q", "--continue"}
		if module != "." { // by its folder: settings may call it otherwise
			command = append(command, "-p", module)
		}
		command = append(command, "cleanTest", "test")
		for _, class := range classes {
			command = append(command, "--tests", class)
		}
		return command
	}
	return nil
}

// shortest are the simple names of classes, and whole ones where two share theirs.
func shortest(classes []string) []string {
	names := slices.Clone(classes)
	for i, name := range classes {
		same := func(other string) bool { return other != name && Simple(other) == Simple(name) }
		if !slices.ContainsFunc(classes, same) {
			names[i] = Simple(name)
		}
	}
	return names
}
