package project

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"beagle/internal/safe"
	"beagle/measure/launch"
)

// gradleScript has each module of a Gradle build write down its class paths.
//
//go:embed classpath.gradle
var gradleScript []byte

const toldFile = "build/beagle-classpath"

// Told is what a module's Gradle build says of it.
type Told struct {
	Libraries []string // jars that its sources are compiled with, or need as they run
	Tests     []string // class path of its tests, their own classes first; nil: it has none
	Classes   []string // folders of the tests' own classes, which may not be built yet
	Options   []string // of the JVM that runs them
	Runs      []Run    // tasks that run a class
}

// Run is a task of a Gradle build that runs a class, as the application plug-in's run.
type Run struct {
	Task      string   // its name
	Class     string   // with main
	Dir       string   // folder in which it runs
	Arguments []string // of the program
	Options   []string // of the JVM
	Path      []string // folders of its class path that are not of classes
}

// AskGradle has the build of a Gradle project, if it is one, say with what its modules are compiled and tested.
func AskGradle(ctx context.Context, dir string, say func(string)) error {
	command := Gradle(dir)
	if command == "" {
		return nil
	}
	work, err := os.MkdirTemp("", "beagle-gradle")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	script, log := filepath.Join(work, "classpath.gradle"), filepath.Join(work, "log")
	if err := os.WriteFile(script, gradleScript, 0o600); err != nil {
		return err
	}
	say("Asking Gradle for the class paths")
	for {
		arguments := []string{command, "-q", "--no-daemon", "--continue", "--init-script", script, "-Dorg.gradle.configuration-cache=false", "beagleClassPath"}
		result, err := launch.Run(ctx, launch.Spec{Name: "gradle", Command: arguments, Dir: dir, Output: log})
		if err != nil {
			return fmt.Errorf("%s cannot be run: %w", command, err)
		}
		if result.OK() {
			return nil
		}
		said := wentWrong(log)
		if command == installed || !NoGradle.MatchString(said) || !HasGradle() {
			return fmt.Errorf("gradle says: %s", safe.Line(said))
		}
		say("Asking the installed Gradle, since the project's gradlew cannot download its own")
		command = installed
	}
}

const installed = "gradle"

// HasGradle reports whether a Gradle is on the PATH.
func HasGradle() bool {
	_, err := exec.LookPath(installed)
	return err == nil
}

// NoGradle is in what a wrapper says that cannot download its Gradle.
var NoGradle = regexp.MustCompile(`java\.net\.\w*Exception|java\.io\.\w*Exception: (?:Server returned|Downloading|Unable to tunnel)|org\.gradle\.wrapper\.Download|GradleWrapperMain`)

func wentWrong(log string) string {
	data, _ := safe.ReadFile(log, 16<<20)
	_, after, found := strings.Cut(string(data), "* What went wrong:\n")
	if !found {
		return cmp.Or(safe.CauseIn(log), "nothing of why it failed")
	}
	reason, _, _ := strings.Cut(after, "\n\n")
	return strings.Join(strings.Fields(reason), " ")
}

// Gradle is the command of the Gradle build in a folder; empty: there is none, or Maven's stands beside it.
func Gradle(dir string) string {
	switch {
	case Has(dir, "pom.xml"):
		return ""
	case Has(dir, "gradlew"):
		return "./gradlew"
	case Has(dir, "build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"):
		return "gradle"
	}
	return ""
}

// Has reports whether a folder has one of some files.
func Has(dir string, names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		_, err := os.Stat(filepath.Join(dir, name))
		return err == nil
	})
}

// ReadTold reads what a module's Gradle build has said of it; false: it was not asked since
// the build's files changed.
func (p *Project) ReadTold(module string) (t Told, found bool) {
	file := filepath.Join(module, filepath.FromSlash(toldFile))
	info, err := os.Stat(file)
	if err != nil || slices.ContainsFunc(p.builds, func(build string) bool {
		other, err := os.Stat(build)
		return err == nil && other.ModTime().After(info.ModTime())
	}) {
		return t, false
	}
	data, err := safe.ReadFile(file, 16<<20)
	if err != nil {
		return t, false
	}
	for line := range bytes.Lines(data) {
		kind, value, _ := strings.Cut(strings.TrimRight(string(line), "\r\n"), " ")
		switch {
		case kind == "library" && strings.HasSuffix(value, ".jar"):
			t.Libraries = append(t.Libraries, value)
		case kind == "test":
			t.Tests = append(t.Tests, value)
		case kind == "classes":
			t.Classes = append(t.Classes, value)
		case kind == "option":
			t.Options = append(t.Options, value)
		case kind == "run":
			t.Runs = append(t.Runs, Run{Task: value})
		case len(t.Runs) > 0:
			t.Runs[len(t.Runs)-1].take(kind, value)
		}
	}
	return t, true
}

func (r *Run) take(kind, value string) {
	switch kind {
	case "main":
		r.Class = value
	case "argument":
		r.Arguments = append(r.Arguments, value)
	case "jvm":
		r.Options = append(r.Options, value)
	case "folder":
		r.Path = append(r.Path, value)
	case "in":
		r.Dir = value
	}
}

// told are the libraries of all modules that their Gradle build has named.
func (p *Project) told() (jars, untold []string) {
	for _, m := range p.Modules {
		t, found := p.ReadTold(m.Dir)
		if !found {
			untold = append(untold, m.Dir)
		}
		for _, jar := range t.Libraries {
			if !slices.Contains(jars, jar) {
				jars = append(jars, jar)
			}
		}
	}
	return jars, untold
}

// coordinates are libraries that a Gradle build names in so many words: implementation "group:name:version".
var coordinates = regexp.MustCompile(`(?m)^\s*(\w+)[ (]+["']([\w.-]+):([\w.-]+):([\w.+-]+)["']`)

func gradleArtifacts(file string) (all []artifact) {
	data, err := safe.ReadFile(file, 4<<20)
	if err != nil {
		return nil
	}
	for _, m := range coordinates.FindAllStringSubmatch(string(data), -1) {
		if !strings.HasPrefix(m[1], "test") && m[1] != "classpath" {
			all = append(all, artifact{Group: m[2], Name: m[3], Version: m[4]})
		}
	}
	return all
}
