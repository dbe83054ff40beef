package config

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"beagle/model/adapter"
	"beagle/run"
)

// How deep and how much of a folder is looked at, and how many source folders of a program in several modules are
// taken.
const (
	guessDepth   = 6
	guessEntries = 50_000
	guessSources = 20
)

// Guess is what a folder without a project file suggests of a model in it: the wizard starts from it.
func Guess(dir, model string) (c run.Config, models []string) {
	c.Project = dir
	settings.begin(&c)
	found := lookInto(dir)
	if model == "" && len(found.models) > 0 {
		model = found.models[0]
	}
	if model == "" {
		model = filepath.Join(dir, "none") // nothing lies nearer to it than the folder
	} else {
		c.Model, c.Output.File = model, run.Calibrated(model)
		c.Links = found.linksOf(model)
	}
	module := moduleOf(dir, filepath.Dir(model))
	c.Sources = sourcesIn(module)
	if c.Sources == nil {
		c.Sources = found.sourcesOf(model)
	}
	c.Build = mavenBuild(dir, module)
	return c, found.models
}

type folder struct {
	models, links, sources []string
}

func lookInto(dir string) folder {
	var found folder
	seen := 0
	_ = filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		seen++
		switch {
		case seen > guessEntries:
			return fs.SkipAll
		case err != nil:
			return fs.SkipDir // one folder that cannot be read does not hide the others
		}
		relative, _ := filepath.Rel(dir, name)
		switch {
		case entry.IsDir() && (strings.HasPrefix(entry.Name(), ".") && relative != "." || entry.Name() == "target" || strings.Count(relative, string(filepath.Separator)) >= guessDepth):
			return fs.SkipDir
		case entry.IsDir():
			if strings.HasSuffix(filepath.ToSlash(relative), "src/main/java") && len(found.sources) < guessSources {
				found.sources = append(found.sources, name)
			}
		case adapter.Suffix(name) != "" && !strings.Contains(entry.Name(), ".calibrated."):
			found.models = append(found.models, name)
		case strings.HasSuffix(name, "source_statement_links.xml") || strings.HasSuffix(name, ".links.json"):
			found.links = append(found.links, name)
		}
		return nil
	})
	slices.SortStableFunc(found.models, func(a, b string) int { return cmp.Compare(depth(a), depth(b)) })
	return found
}

func (f folder) linksOf(model string) string {
	best := ""
	for _, links := range f.links {
		if f.owns(model, links) && (best == "" || shared(links, model) > shared(best, model)) {
			best = links
		}
	}
	return best
}

func (f folder) sourcesOf(model string) []string {
	var own []string
	for _, source := range f.sources {
		if f.owns(model, source) {
			own = append(own, source)
		}
	}
	return own
}

func (f folder) owns(model, file string) bool {
	near := shared(file, model)
	return !slices.ContainsFunc(f.models, func(m string) bool { return shared(file, m) > near })
}

func shared(a, b string) int {
	one, other := parts(filepath.Dir(a)), parts(filepath.Dir(b))
	n := 0
	for n < min(len(one), len(other)) && one[n] == other[n] {
		n++
	}
	return n
}

func parts(path string) []string { return strings.Split(path, string(filepath.Separator)) }

func depth(path string) int { return len(parts(path)) }

func moduleOf(dir, at string) string {
	for {
		relative, err := filepath.Rel(dir, at)
		if err != nil || !filepath.IsLocal(relative) || relative == "." {
			return dir
		}
		if sourcesIn(at) != nil {
			return at
		}
		at = filepath.Dir(at)
	}
}

func sourcesIn(module string) []string {
	for _, name := range []string{"src/main/java", "src/java", "src"} {
		if info, err := os.Stat(filepath.Join(module, name)); err == nil && info.IsDir() {
			return []string{filepath.Join(module, name)}
		}
	}
	return nil
}

// mavenBuild builds the whole project where that is one of Maven's, else the module.
func mavenBuild(dir, module string) []string {
	maven := "mvn"
	if there(dir, "mvnw") {
		maven = "./mvnw"
	}
	if there(dir, "pom.xml") {
		return []string{maven, "-q", "test-compile"}
	}
	relative, err := filepath.Rel(dir, filepath.Join(module, "pom.xml"))
	if err != nil || !there(module, "pom.xml") {
		return nil
	}
	return []string{maven, "-q", "-f", relative, "test-compile"}
}

func there(dir, name string) bool {
	_, err := os.Stat(filepath.Join(dir, name))
	return err == nil
}
