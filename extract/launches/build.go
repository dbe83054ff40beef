package launches

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"beagle/extract/project"
	"beagle/measure/java/jdk"
)

// Others are builds that are tried where the one of Build fails: modules may need what others pack, and a plug-in
// that has nothing to do with classes may not run here; the last ones pass over modules that do not build, and over
// all tests, whose libraries may be nowhere.
func Others(build []string) (all [][]string) {
	if len(build) > 0 && build[0] == "./gradlew" && project.HasGradle() {
		return [][]string{append([]string{"gradle"}, build[1:]...)}
	}
	n := len(build) - 1
	if n < 0 || build[n] != "test-compile" {
		return nil
	}
	for _, goals := range [][]string{{"-DskipTests", "package"}, {"resources:resources", "compiler:compile", "resources:testResources", "compiler:testCompile"}, {passing, "test-compile"}, {passing, mainPhase}, {passing, "resources:resources", mainGoal}} {
		all = append(all, append(slices.Clone(build[:n]), goals...))
	}
	return all
}

var unsupported = regexp.MustCompile(`(?:Source|Target) option \d+ is no longer supported\. Use (\d+) or later`)

// Newer is Maven's build of sources as old as the JDK's compiler still takes, where a build said that it takes none
// so old, as it does of a project that names no version; nil: it said something else, or the build is not Maven's.
func Newer(build []string, said string) []string {
	least := Old(said)
	if least == "" || len(build) < 2 || !strings.HasPrefix(filepath.Base(build[0]), "mvn") {
		return nil
	}
	return slices.Concat(build[:len(build)-1], []string{"-Dmaven.compiler.source=" + least, "-Dmaven.compiler.target=" + least}, build[len(build)-1:])
}

// Old is which version of Java sources at least have to be of, where a build said that the compiler takes none so old;
// empty: it said something else.
func Old(said string) (least string) {
	if found := unsupported.FindStringSubmatch(said); found != nil {
		return found[1]
	}
	return ""
}

// Goals that make no classes of tests: of a plug-in that comes before the compiler the libraries of tests may be
// wanted all the same.
const (
	mainPhase = "compile"
	mainGoal  = "compiler:compile"
)

const passing = "--fail-never"

// Passes reports whether a build ends well whatever fails.
func Passes(build []string) bool { return slices.Contains(build, passing) }

// Build is the command that builds the program, with these launches in mind.
func Build(p *project.Project, found []Found) (command []string) {
	f := finder{p: p}
	switch {
	case project.Has(f.p.Dir, "mvnw") && project.Has(f.p.Dir, "pom.xml"): // classes are all that is needed: packing runs many a plug-in more
		return []string{"./mvnw", "-q", "test-compile"}
	case project.Has(f.p.Dir, "pom.xml"):
		return []string{"mvn", "-q", "test-compile"}
	case project.Gradle(p.Dir) != "":
		return []string{project.Gradle(p.Dir), "-q", "testClasses"}
	}
	const out = "target/classes"
	command = []string{jdk.Compiler(""), "-encoding", "UTF-8", "-d", out}
	if len(p.ClassPath) > 0 {
		command = append(command, "-cp", strings.Join(p.ClassPath, string(filepath.ListSeparator)))
	}
	var folders []string
	for _, folder := range p.Folders() {
		folders = append(folders, f.relative(folder))
	}
	command = append(command, "-sourcepath", strings.Join(folders, string(filepath.ListSeparator)))
	named := len(command)
	for _, one := range found {
		if one.Source != "" {
			command = append(command, f.relative(one.Source))
		}
	}
	if len(command) == named { // nothing that starts it needs all the others
		files, _ := p.Files()
		for _, file := range files {
			command = append(command, f.relative(file))
		}
	}
	return command
}

// Any reports whether a build of Maven's has made classes of any module of a project.
func Any(dir string) (some bool) {
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || some:
			return filepath.SkipAll
		case d.IsDir() && (d.Name() == "src" || strings.HasPrefix(d.Name(), ".")):
			return filepath.SkipDir
		case strings.HasSuffix(path, ".class") && strings.Contains(filepath.ToSlash(path), "/target/classes/"):
			some = true
		}
		return nil
	})
	return some
}
