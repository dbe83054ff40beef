package launches

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"beagle/extract/project"
	"beagle/internal/safe"
	"beagle/measure"
	"beagle/measure/java/classes"
	"beagle/measure/java/jdk"
)

// runner is the program that runs classes of tests without their build.
//
//go:embed BeagleTests.java
var runnerSource []byte

const runnerClass = "BeagleTests"

const classPathFile = "target/beagle-classpath"

// again is for how long tests that run without their build are run once more after the first time.
const again = 10 * time.Second

// triedAgain is the same where tests are only tried: what a call takes says little while code is interpreted.
const triedAgain = again / 2

// More is how much longer a launch takes than where it is only tried.
func More(l *measure.Launch) time.Duration {
	if slices.Contains(l.Command, runnerClass) {
		return again - triedAgain
	}
	return 0
}

// Direct runs tests without the build that they belong to: a JVM for a launch, where a build starts itself, looks at
// every module and only then runs them, often in another JVM.
type Direct struct {
	project *project.Project
	folder  string          // where what such a launch reads is kept
	knows   map[string]bool // folders of modules whose class path is known
}

// AskedPlugin is in what a build says that fails since it cannot be asked.
const AskedPlugin = "maven-dependency-plugin"

// Asked is a build's command that says the class path of each module's tests, too; nil: such a build is not asked, or
// builds no tests.
func Asked(build []string) []string {
	if len(build) == 0 || !strings.HasPrefix(filepath.Base(build[0]), "mvn") {
		return nil
	}
	if last := build[len(build)-1]; last == mainPhase || last == mainGoal {
		return nil
	}
	return append(slices.Clone(build), project.ClassPathPlugin, "-Dmdep.outputFile="+classPathFile)
}

// Look reads what a build, asked for it, said of class paths.
func Look(ctx context.Context, p *project.Project, found []Found, folder string) (*Direct, error) {
	d := &Direct{project: p, folder: folder, knows: map[string]bool{}}
	for _, f := range found {
		if f.Tests == "" || f.Single {
			continue
		}
		path, err := d.classPath(ctx, f.Tests)
		if err != nil {
			return nil, err
		}
		if path == nil {
			continue
		}
		if len(d.knows) == 0 {
			if err := compile(ctx, folder); err != nil {
				return nil, err
			}
		}
		d.knows[f.Tests] = true
		relative := []string{d.from(f.Tests, folder)}
		for _, entry := range path {
			relative = append(relative, d.from(f.Tests, entry))
		}
		arguments := append(options(p, f.Tests), "-cp", strings.Join(relative, string(filepath.ListSeparator)))
		if err := jdk.WriteFile(d.file(f.Tests, ".args"), jdk.ArgumentFile(arguments)); err != nil {
			return nil, err
		}
		if err := jdk.WriteFile(d.file(f.Tests, ".txt"), []byte(strings.Join(byBuild(classesOf(found, f.Tests)), "\n")+"\n")); err != nil {
			return nil, err
		}
	}
	return d, nil
}

func classesOf(found []Found, dir string) (all []Found) {
	for _, one := range found {
		if one.Single && one.Tests == dir {
			all = append(all, one)
		}
	}
	return all
}

var fileName = strings.NewReplacer("/", "-", "-", "--")

func (d *Direct) file(dir, suffix string) string {
	name := "tests"
	if relative, err := filepath.Rel(d.project.Dir, dir); err == nil && relative != "." {
		name = "tests-of-" + fileName.Replace(filepath.ToSlash(relative))
	}
	return filepath.Join(d.folder, name+suffix)
}

// from is a path as a launch in a module's folder names it: a copy of the project has classes of its own.
func (d *Direct) from(dir, path string) string {
	if inside, err := filepath.Rel(d.project.Dir, path); err == nil && filepath.IsLocal(inside) {
		if relative, err := filepath.Rel(dir, path); err == nil {
			return filepath.ToSlash(relative)
		}
	}
	return path
}

func (d *Direct) classPath(ctx context.Context, dir string) ([]string, error) {
	if told, found := d.project.ReadTold(dir); found {
		return told.Tests, nil
	}
	data, err := safe.ReadFile(filepath.Join(dir, classPathFile), 16<<20)
	if err != nil {
		return nil, nil //nolint:nilerr // the build could not be asked
	}
	path := []string{filepath.Join(dir, "target", "test-classes"), filepath.Join(dir, "target", "classes")}
	for _, entry := range filepath.SplitList(strings.TrimSpace(string(data))) {
		path = append(path, entry)
		name, version, found := platform(entry)
		if !found || name != "engine" || strings.Contains(string(data), "junit-platform-launcher-") {
			continue
		}
		launcher, err := launcherOf(ctx, entry, version)
		if err != nil {
			return nil, err
		}
		path = append(path, launcher)
	}
	return path, nil
}

var platformJar = regexp.MustCompile(`junit-platform-(engine|launcher)-([\w.-]+)\.jar$`)

func platform(jar string) (name, version string, found bool) {
	m := platformJar.FindStringSubmatch(filepath.Base(jar))
	if m == nil {
		return "", "", false
	}
	return m[1], m[2], true
}

// launcherOf is the jar that runs tests on the JUnit platform: builds take the one of the engine's version.
func launcherOf(ctx context.Context, engine, version string) (string, error) {
	name := "junit-platform-launcher"
	jar := filepath.Join(filepath.Dir(filepath.Dir(filepath.Dir(engine))), name, version, name+"-"+version+".jar")
	if _, err := os.Stat(jar); err == nil {
		return jar, nil
	}
	return jar, project.Fetch(ctx, "org.junit.platform:"+name+":"+version)
}

func compile(ctx context.Context, folder string) error {
	work, err := os.MkdirTemp("", "beagle-tests")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	source := filepath.Join(work, runnerClass+".java")
	if err := os.WriteFile(source, runnerSource, 0o600); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	return jdk.Run(ctx, "", filepath.Join(work, "log"), "-nowarn", "-d", folder, source)
}

var argLine = regexp.MustCompile(`(?s)<argLine>(.*?)</argLine>`)

// options are those of the JVM that a module's build gives tests: what a Gradle build said of them, else what the pom
// or one above it says in so many words.
func options(p *project.Project, dir string) (all []string) {
	if told, found := p.ReadTold(dir); found {
		return slices.DeleteFunc(told.Options, func(word string) bool { return strings.HasPrefix(word, "-javaagent") })
	}
	for at := dir; ; at = filepath.Dir(at) {
		data, err := safe.ReadFile(filepath.Join(at, "pom.xml"), project.MaxBuild)
		if m := argLine.FindStringSubmatch(xmlComment.ReplaceAllString(string(data), "")); err == nil && m != nil {
			words := classes.Words(m[1])
			for i, word := range words {
				known := strings.HasPrefix(word, "-") && !strings.HasPrefix(word, "-javaagent") || i > 0 && strings.HasPrefix(words[i-1], "--add-") && !strings.Contains(words[i-1], "=")
				if known && !strings.ContainsAny(word, "$@") {
					all = append(all, word)
				}
			}
			return all
		}
		if at == p.Dir || at == filepath.Dir(at) {
			return nil
		}
	}
}

// Take gives the tests of modules whose class path is known commands that run them without the build.
func (d *Direct) Take(found []Found) {
	if d == nil {
		return
	}
	for i := range found {
		f := &found[i]
		if !d.knows[f.Tests] {
			continue
		}
		arguments := []string{f.Class}
		if !f.Single {
			arguments = []string{"@" + d.from(f.Tests, d.file(f.Tests, ".txt"))}
		}
		d.take(&f.Launch, f.Tests, arguments)
	}
}

// take makes a launch run the program that runs tests in a module's folder, for as long as again.
func (d *Direct) take(l *measure.Launch, dir string, arguments []string) {
	l.Command = append([]string{jdk.Java(), "@" + d.from(dir, d.file(dir, ".args")), runnerClass, strconv.Itoa(int(again.Seconds()))}, arguments...)
	if relative, err := filepath.Rel(d.project.Dir, dir); err == nil && relative != "." {
		l.Dir = relative
	}
}

// Briefly is a launch of tests as it is tried.
func Briefly(l measure.Launch) measure.Launch {
	if i := slices.Index(l.Command, runnerClass); i > 0 && i+1 < len(l.Command) {
		l.Command = slices.Clone(l.Command)
		l.Command[i+1] = strconv.Itoa(int(triedAgain.Seconds()))
	}
	return l
}

// Built is the launch of the same tests by their build; false: it is none that runs without.
func (d *Direct) Built(found []Found, l *measure.Launch) (measure.Launch, bool) {
	if d == nil {
		return measure.Launch{}, false
	}
	for i := range found {
		f := &found[i]
		if f.Launch.Name != l.Name || !d.knows[f.Tests] || !slices.Contains(l.Command, runnerClass) {
			continue
		}
		arguments := []string{f.Class}
		if !f.Single {
			arguments = byBuild(classesOf(found, f.Tests))
		}
		return Part(d.project, f.Tests, fmt.Sprintf("%s by the build", l.Name), arguments), true
	}
	return measure.Launch{}, false
}
