package extract

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"beagle/extract/attribution"
	"beagle/extract/rules"
	"beagle/measure"
)

// maxLaunches bounds how many programs are proposed to be launched.
const maxLaunches = 5

// Commands are how the program is built and launched, as far as the sources tell:
// each class with main is a launch of its own. Servers are left out, since somebody
// has to use them; they are returned by name.
func (r *Result) Commands() (build []string, launches []measure.Launch, servers []string) {
	var mains []*attribution.Type
	for _, t := range rules.Drivers(r.Program) {
		if isServer(t) {
			servers = append(servers, t.Name)
		} else if len(mains) < maxLaunches {
			mains = append(mains, t)
		}
	}
	build, classes := r.build(mains)
	path := strings.Join(append(classes, r.Project.ClassPath...), string(filepath.ListSeparator))
	for _, t := range mains {
		launches = append(launches, measure.Launch{Name: t.Simple(), Command: []string{"java", "-cp", path, t.Name}, Repeat: 3})
	}
	return build, launches, servers
}

// isServer reports whether a framework keeps the program running.
func isServer(t *attribution.Type) bool {
	return slices.ContainsFunc(t.Annotations, func(a string) bool {
		return a == "SpringBootApplication" || a == "QuarkusMain" || a == "MicronautApplication"
	})
}

// build is the command that builds the program, and the folders of its classes.
func (r *Result) build(mains []*attribution.Type) (command, classes []string) {
	below := func(ends ...string) (all []string) {
		for _, m := range r.Project.Modules {
			all = append(all, r.relative(filepath.Join(append([]string{m.Dir}, ends...)...)))
		}
		return all
	}
	present := func(name string) bool {
		_, err := os.Stat(filepath.Join(r.Project.Dir, name))
		return err == nil
	}
	switch {
	case present("pom.xml"):
		return []string{"mvn", "-q", "-DskipTests", "package"}, below("target", "classes")
	case present("gradlew"):
		return []string{"./gradlew", "-q", "classes"}, below("build", "classes", "java", "main")
	case present("build.gradle") || present("build.gradle.kts"):
		return []string{"gradle", "-q", "classes"}, below("build", "classes", "java", "main")
	}
	const out = "target/classes"
	command = []string{"javac", "-encoding", "UTF-8", "-d", out}
	if len(r.Project.ClassPath) > 0 {
		command = append(command, "-cp", strings.Join(r.Project.ClassPath, string(filepath.ListSeparator)))
	}
	var folders []string
	for _, folder := range r.Project.Folders() {
		folders = append(folders, r.relative(folder))
	}
	command = append(command, "-sourcepath", strings.Join(folders, string(filepath.ListSeparator)))
	for _, t := range mains {
		command = append(command, r.relative(r.Program.Files[t.File].Path))
	}
	return command, []string{out}
}

func (r *Result) relative(path string) string {
	if short, err := filepath.Rel(r.Project.Dir, path); err == nil && filepath.IsLocal(short) {
		return filepath.ToSlash(short)
	}
	return path
}
