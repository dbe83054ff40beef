package project

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"beagle/internal/charset"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/model"
)

// unlisted leaves out folders that the build of the project's folder does not have, with their tests.
func (p *Project) unlisted() {
	file, has := p.listed()
	out := func(m *Module) bool { return m.Dir != p.Dir && !has(m.Dir) }
	if has == nil || !slices.ContainsFunc(p.Modules, out) || !slices.ContainsFunc(p.Modules, func(m *Module) bool { return !out(m) && len(m.Files) > 0 }) {
		return
	}
	within := func(file string) bool {
		dir := p.ModuleOf(file)
		return dir != p.Dir && !has(dir)
	}
	tests, builds := slices.DeleteFunc(slices.Clone(p.tests), within), slices.DeleteFunc(slices.Clone(p.builds), within)
	var names, stay []string
	var modules []*Module
	for _, m := range p.Modules {
		if out(m) {
			names = append(names, m.Name)
		} else {
			modules, stay = append(modules, m), append(stay, m.Name)
		}
	}
	p.Modules, p.tests, p.builds = modules, tests, builds
	p.Problems = append(p.Problems, model.Problem{
		Severity: model.Warning, Rule: "not-built", File: file,
		Message: "the build has no module in " + strings.Join(quantity.Some(names, 5), ", ") + ": the model leaves it out, and is of " + strings.Join(quantity.Some(stay, 5), ", "),
		Hint:    "name it in the build file where it belongs to the program, or extract it by itself: beagle extract " + names[0],
	})
}

// listed says which folders are modules of the build of the project's folder, and which file says so; nil: it is not
// known.
func (p *Project) listed() (file string, has func(dir string) bool) {
	maven := Has(p.Dir, "pom.xml")
	gradle := Has(p.Dir, "settings.gradle", "settings.gradle.kts")
	switch {
	case maven && !gradle && !Has(p.Dir, "build.gradle", "build.gradle.kts", "build.xml"):
		return filepath.Join(p.Dir, "pom.xml"), mavenModules(p.Dir)
	case gradle && !maven && Has(p.Dir, "settings.gradle"):
		file = filepath.Join(p.Dir, "settings.gradle")
	case gradle && !maven:
		file = filepath.Join(p.Dir, "settings.gradle.kts")
	default:
		return "", nil
	}
	return file, gradleModules(p.Dir, file)
}

// modulesIn is what a pom, or a profile of it, says of modules; Maven 4 has another word for them.
type modulesIn struct {
	Modules     []string `xml:"modules>module"`
	Subprojects []string `xml:"subprojects>subproject"`
}

// mavenModules are those of a pom and of the poms of its modules, in whatever profile.
func mavenModules(root string) func(dir string) bool {
	dirs, known := []string{root}, map[string]bool{root: true}
	for i := 0; i < len(dirs); i++ {
		if !Has(dirs[i], "pom.xml") {
			continue // Maven will say so
		}
		var said struct {
			modulesIn
			Profiles []modulesIn `xml:"profiles>profile"`
		}
		data, err := safe.ReadFile(filepath.Join(dirs[i], "pom.xml"), MaxBuild)
		if err != nil || Decode(data).Decode(&said) != nil {
			return nil
		}
		for _, in := range append(said.Profiles, said.modulesIn) {
			for _, module := range slices.Concat(in.Modules, in.Subprojects) {
				module = strings.TrimSpace(module)
				if strings.Contains(module, "${") || strings.HasSuffix(module, ".xml") {
					return nil
				}
				if dir := filepath.Join(dirs[i], filepath.FromSlash(module)); !known[dir] {
					dirs, known[dir] = append(dirs, dir), true
				}
			}
		}
	}
	return func(dir string) bool {
		return known[dir] || !Has(dir, buildFiles...) // a plug-in may add sources of any folder
	}
}

var (
	gradleComment = regexp.MustCompile(`(?s:/\*.*?\*/)|(?m:(?:^|\s)//.*$)`)
	gradleInclude = regexp.MustCompile(`\binclude(?:Flat|Build)?\b[\s(\[]*(.?)`) // with what follows
	gradleOther   = regexp.MustCompile(`\$|\bapply\b|\bplugins\s*\{`)            // what may compute names, or name them elsewhere
	gradleWord    = regexp.MustCompile(`[\w.-]+`)
)

// gradleModules are folders of which a part of the path stands in a settings file, outside of comments.
func gradleModules(root, settings string) func(dir string) bool {
	data, err := safe.ReadFile(settings, MaxBuild)
	if err != nil {
		return nil
	}
	text := gradleComment.ReplaceAllString(string(data), "")
	includes := gradleInclude.FindAllStringSubmatch(text, -1)
	if len(includes) == 0 && gradleOther.MatchString(text) || strings.Contains(text, "$") {
		return nil
	}
	for _, include := range includes {
		if include[1] != `"` && include[1] != `'` {
			return nil
		}
	}
	words := gradleWord.FindAllString(text, -1)
	return func(dir string) bool {
		if !Has(dir, buildFiles...) {
			return true // the build file above may say what it is
		}
		for at := dir; len(at) > len(root); at = filepath.Dir(at) {
			if slices.Contains(words, filepath.Base(at)) {
				return true
			}
		}
		return false
	}
}

// MaxBuild bounds a build file that is read.
const MaxBuild = 4 << 20

// Decode is a decoder of a build file of Maven's, in whatever encoding it says that it has.
func Decode(data []byte) *xml.Decoder {
	d := xml.NewDecoder(bytes.NewReader(data))
	d.CharsetReader = func(name string, text io.Reader) (io.Reader, error) {
		code := charset.Named(name)
		if code == nil {
			return nil, fmt.Errorf("nobody knows the encoding %q", name)
		}
		return code.NewDecoder().Reader(text), nil
	}
	return d
}

// unread says which build files of Maven's say nothing, since they cannot be read.
func (p *Project) unread() {
	const costs = "what it says of classes that are run, of their arguments and of options of tests is not known"
	for _, file := range p.builds {
		if filepath.Base(file) != "pom.xml" {
			continue
		}
		problem := model.Problem{Severity: model.Warning, Rule: "build-file", File: file}
		data, err := safe.ReadFile(file, MaxBuild)
		info, stat := os.Stat(file)
		switch {
		case err != nil && stat == nil && info.Size() > MaxBuild:
			problem.Message = fmt.Sprintf("the build file is larger than %d MB, and is not read: %s", MaxBuild>>20, costs)
			problem.Hint = "write the launches that it has into beagle.yaml (launch:), or move what makes it large to a file of its own"
		case err != nil:
			problem.Message = "the build file cannot be read: " + safe.Cause(err).Error() + "; " + costs
			problem.Hint = "let the user who runs beagle read it"
		default:
			if err = Decode(data).Decode(&struct{}{}); err == nil {
				continue
			}
			problem.Message = "the build file is no XML that can be read: " + err.Error() + "; " + costs
			problem.Hint = "mend it: Maven does not read it, either"
		}
		p.Problems = append(p.Problems, problem)
	}
}
