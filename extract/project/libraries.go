package project

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/measure/launch"
)

// libraries finds the jars that the sources need: those that lie in the project, and those that the build files name.
func (p *Project) libraries(ctx context.Context, asking Asking) {
	p.jarsInside()
	jars, untold := p.told()
	p.ClassPath = append(p.ClassPath, jars...)
	var poms []string
	var wanted []artifact
	for _, file := range p.builds {
		switch filepath.Base(file) {
		case "pom.xml":
			poms = append(poms, file)
		case "build.gradle", "build.gradle.kts":
			dir := filepath.Dir(file)
			if slices.ContainsFunc(untold, func(module string) bool {
				return module == dir || strings.HasPrefix(module, dir+string(filepath.Separator))
			}) {
				wanted = append(wanted, gradleArtifacts(file)...)
			}
		}
	}
	if len(poms) == 0 && len(wanted) == 0 {
		return
	}
	kept := filepath.Join(asking.Cache, "classpath", p.fingerprint()+".json")
	var said answer
	if data, err := safe.ReadFile(kept, 16<<20); err == nil && json.Unmarshal(data, &said) == nil && said.holds() {
		p.Encoding, p.ClassPath = said.Encoding, append(p.ClassPath, said.Jars...)
		return
	}
	inside := len(p.ClassPath)
	var err error
	if asking.Runs {
		asking.Say("Asking Maven for the class path")
		jars, err = p.askMaven(ctx, poms, wanted)
	} else {
		asking.Say("Reading the class path from the build files; nothing of the project is run")
		kept = "" // the build would say more
		jars, err = p.readMaven(ctx, poms, wanted)
	}
	if err != nil && ctx.Err() == nil {
		hint := "calls into missing libraries stay part of internal actions; build the project once with Maven, so that they are there"
		if !asking.Runs {
			hint = "calls into missing libraries stay part of internal actions; --trust has the project's build say its libraries, which runs code of the project"
		}
		p.warn("class-path", "the class path is incomplete: "+err.Error(), hint)
	}
	p.ClassPath = append(p.ClassPath, jars...)
	said = answer{p.Encoding, p.ClassPath[inside:]}
	if data, wrong := json.Marshal(said); err == nil && wrong == nil && kept != "" && len(said.Jars) > 0 && os.MkdirAll(filepath.Dir(kept), 0o700) == nil {
		_, _ = safe.WriteFile(kept, data, safe.WriteOptions{})
	}
}

type answer struct {
	Encoding string   `json:"encoding"` // of the sources; empty: UTF-8
	Jars     []string `json:"jars"`     // of the class path, those that lie in the project and the poms name, too
}

func (a *answer) holds() bool {
	return !slices.ContainsFunc(a.Jars, func(jar string) bool {
		_, err := os.Stat(jar)
		return err != nil
	})
}

func roots(poms []string) (top []string) {
	slices.SortFunc(poms, func(a, b string) int { return len(filepath.Dir(a)) - len(filepath.Dir(b)) })
	for _, pom := range poms {
		below := func(other string) bool { return strings.HasPrefix(pom, filepath.Dir(other)+string(filepath.Separator)) }
		if !slices.ContainsFunc(top, below) {
			top = append(top, pom)
		}
	}
	return top
}

// maxAlone bounds the modules that are asked one by one: each costs a start of Maven.
const maxAlone = 40

func below(poms []string, root string) (all []string) {
	for _, pom := range poms {
		if strings.HasPrefix(pom, filepath.Dir(root)+string(filepath.Separator)) && len(all) < maxAlone {
			all = append(all, pom)
		}
	}
	return all
}

// unasked are the poms beside sources that no pom above them names as a module, as those that only a profile has.
func (p *Project) unasked(poms []string, asked []effective) (all []string) {
	for _, pom := range poms {
		own := func(m *Module) bool { return m.Dir == filepath.Dir(pom) }
		one, err := readEffective(pom)
		if err != nil || one[0].Name == "" || len(all) == maxAlone || !slices.ContainsFunc(p.Modules, own) {
			continue
		}
		if !slices.ContainsFunc(asked, func(e effective) bool { return e.Name == one[0].Name }) {
			all = append(all, pom)
		}
	}
	return all
}

func askEffective(ctx context.Context, work, pom string, options ...string) ([]effective, error) {
	out := filepath.Join(work, "effective.xml")
	if err := os.Remove(out); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if _, err := maven(ctx, filepath.Dir(pom), work, append([]string{"-f", pom, helpPlugin, "-Doutput=" + out}, options...)...); err != nil {
		return nil, err
	}
	return readEffective(out)
}

func (p *Project) fingerprint() string {
	h := sha256.New()
	for _, file := range p.builds {
		data, err := safe.ReadFile(file, 16<<20)
		if err == nil {
			fmt.Fprintf(h, "%s %d\n", file, len(data))
			h.Write(data)
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}

func (p *Project) jarsInside() {
	for _, m := range p.Modules {
		for _, dir := range []string{m.Dir, p.Dir} {
			for _, name := range []string{"lib", "libs"} {
				_ = filepath.WalkDir(filepath.Join(dir, name), func(path string, d fs.DirEntry, err error) error {
					if err == nil && strings.HasSuffix(path, ".jar") && !slices.Contains(p.ClassPath, path) {
						p.ClassPath = append(p.ClassPath, path)
					}
					return nil
				})
			}
		}
	}
}

type artifact struct {
	Group      string `xml:"groupId"`
	Name       string `xml:"artifactId"`
	Version    string `xml:"version,omitempty"`
	Type       string `xml:"type,omitempty"`
	Classifier string `xml:"classifier,omitempty"`
	Scope      string `xml:"scope,omitempty"`
	System     string `xml:"systemPath,omitempty"`
}

// key names a library without its version: of several versions one is taken.
func (a artifact) key() string { return a.Group + ":" + a.Name + ":" + a.Classifier }

type repository struct {
	ID  string `xml:"id"`
	URL string `xml:"url"`
}

type effective struct {
	Group        string       `xml:"groupId"`
	Name         string       `xml:"artifactId"`
	Encoding     string       `xml:"properties>project.build.sourceEncoding"`
	Dependencies []artifact   `xml:"dependencies>dependency"`
	Repositories []repository `xml:"repositories>repository"`
}

const (
	helpPlugin       = "org.apache.maven.plugins:maven-help-plugin:3.4.0:effective-pom"
	dependencyPlugin = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:"
	maxMissing       = 8 // artifacts that are left out one after another
)

// ClassPathPlugin is the goal of Maven that says the class path of each module's tests.
const ClassPathPlugin = dependencyPlugin + "build-classpath"

// apart is a folder for Maven. Its .mvn keeps Maven from looking for one in the folders above, which may be anybody's.
func apart(name string) (string, error) {
	work, err := os.MkdirTemp("", name)
	if err == nil {
		err = os.Mkdir(filepath.Join(work, ".mvn"), 0o700)
	}
	return work, err
}

// Fetch has Maven put a library, named group:name:version, into its repository.
func Fetch(ctx context.Context, artifact string) error {
	work, err := apart("beagle-fetch")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	_, err = maven(ctx, work, work, dependencyPlugin+"get", "-Dtransitive=false", "-Dartifact="+artifact)
	return err
}

// askMaven resolves what all modules need, except one another.
func (p *Project) askMaven(ctx context.Context, poms []string, wanted []artifact) ([]string, error) {
	work, err := apart("beagle-classpath")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	var all []effective
	var firstErr error
	for _, pom := range roots(poms) {
		found, err := askEffective(ctx, work, pom)
		firstErr = cmp.Or(firstErr, err)
		if err != nil && ctx.Err() == nil { // of a project that is not whole, its modules by themselves still know their libraries
			found = nil
			for _, one := range below(poms, pom) {
				alone, err := askEffective(ctx, work, one, "--non-recursive")
				if err != nil && one == pom {
					break // it is not its modules that Maven does not like
				}
				found = append(found, alone...)
			}
		}
		all = append(all, found...)
	}
	if firstErr == nil {
		for _, pom := range p.unasked(poms, all) {
			alone, err := askEffective(ctx, work, pom, "--non-recursive")
			firstErr = cmp.Or(firstErr, err)
			all = append(all, alone...)
		}
	}
	needed, repositories := p.needed(all, wanted)
	jars, err := fetched(ctx, work, needed, nil, repositories)
	return jars, cmp.Or(err, firstErr)
}

// readMaven has Maven fetch the libraries that the build files name, without reading the project itself.
func (p *Project) readMaven(ctx context.Context, poms []string, wanted []artifact) ([]string, error) {
	work, err := apart("beagle-classpath")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	all, imports := readPoms(poms)
	needed, repositories := p.needed(all, wanted)
	return fetched(ctx, work, needed, imports, repositories)
}

// fetched are the jars of libraries and of what these need.
func fetched(ctx context.Context, work string, needed, imports []artifact, repositories []repository) ([]string, error) {
	var lost []string
	known := func(a artifact) bool {
		return !strings.Contains(a.Group+a.Name+a.Version, "${") && (a.Version != "" || len(imports) > 0)
	}
	drop := func(all []artifact, keep func(artifact) bool) []artifact {
		return slices.DeleteFunc(all, func(a artifact) bool {
			if !keep(a) {
				lost = append(lost, a.Group+":"+a.Name)
			}
			return !keep(a)
		})
	}
	needed = drop(needed, known)
	for tries := 0; len(needed) > 0 && tries <= maxMissing; tries++ {
		jars, said, err := resolve(ctx, work, needed, imports, repositories)
		if err == nil {
			return jars, notHere(lost)
		}
		unsaid := map[string]bool{} // libraries of which no list says the version
		for _, m := range unversioned.FindAllStringSubmatch(said, -1) {
			unsaid[m[1]] = true
		}
		before := len(needed) + len(imports)
		imports = slices.DeleteFunc(imports, func(a artifact) bool { return strings.Contains(said, a.Group+":"+a.Name+":pom:") })
		needed = drop(needed, func(a artifact) bool { return known(a) && !unsaid[a.Group+":"+a.Name] })
		if len(needed)+len(imports) < before {
			continue
		}
		missing := notFound(said, needed)
		if missing < 0 {
			return nil, err
		}
		lost = append(lost, needed[missing].Group+":"+needed[missing].Name)
		needed = slices.Delete(needed, missing, missing+1)
	}
	if len(needed) == 0 {
		return nil, notHere(lost)
	}
	return nil, fmt.Errorf("more than %d libraries are not found, e.g. %s", maxMissing, lost[0])
}

// notHere says which libraries were not found; nil: all were.
func notHere(lost []string) error {
	if len(lost) == 0 {
		return nil
	}
	return fmt.Errorf("not found: %s", strings.Join(quantity.Some(lost, maxMissing), ", "))
}

var unversioned = regexp.MustCompile(`'dependencies\.dependency\.version' for ([\w.-]+:[\w.-]+):`)

func (p *Project) needed(all []effective, wanted []artifact) (needed []artifact, repositories []repository) {
	own := map[string]bool{}
	for _, e := range all {
		own[e.Group+":"+e.Name] = true
		if p.Encoding == "" {
			p.Encoding = e.Encoding
		}
		for _, r := range e.Repositories {
			if !slices.Contains(repositories, r) && strings.HasPrefix(r.URL, "http") {
				repositories = append(repositories, r)
			}
		}
		wanted = append(wanted, e.Dependencies...)
	}
	seen := map[string]bool{}
	for _, a := range wanted {
		switch {
		case a.System != "":
			p.ClassPath = append(p.ClassPath, a.System)
		case a.Scope == "test" || a.Scope == "import" || a.Type != "" && a.Type != "jar" || own[a.Group+":"+a.Name] || seen[a.key()]:
		default:
			seen[a.key()] = true
			a.Scope = "" // what is only provided where the program runs is needed here, too
			needed = append(needed, a)
		}
	}
	return needed, repositories
}

// readEffective reads what Maven prints as effective model: one project, or several in one element.
func readEffective(path string) ([]effective, error) {
	data, err := safe.ReadFile(path, 256<<20)
	if err != nil {
		return nil, err
	}
	var several struct {
		XMLName  xml.Name
		Projects []effective `xml:"project"`
	}
	if err := xml.Unmarshal(data, &several); err != nil {
		return nil, err
	}
	if len(several.Projects) > 0 {
		return several.Projects, nil
	}
	var one effective
	err = xml.Unmarshal(data, &one)
	return []effective{one}, err
}

func resolve(ctx context.Context, work string, needed, imports []artifact, repositories []repository) (jars []string, said string, err error) {
	pom := struct {
		XMLName      xml.Name     `xml:"project"`
		Model        string       `xml:"modelVersion"`
		Group        string       `xml:"groupId"`
		Name         string       `xml:"artifactId"`
		Version      string       `xml:"version"`
		Repositories []repository `xml:"repositories>repository"`
		Imports      []artifact   `xml:"dependencyManagement>dependencies>dependency"`
		Dependencies []artifact   `xml:"dependencies>dependency"`
	}{Model: "4.0.0", Group: "beagle", Name: "classpath", Version: "1", Repositories: repositories, Imports: imports, Dependencies: needed}
	data, err := xml.Marshal(pom)
	if err != nil {
		return nil, "", err
	}
	file, out := filepath.Join(work, "pom.xml"), filepath.Join(work, "jars")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		return nil, "", err
	}
	if said, err := maven(ctx, work, work, "-f", file, ClassPathPlugin, "-Dmdep.outputFile="+out, "-Dmdep.pathSeparator=\n"); err != nil {
		return nil, said, err
	}
	list, err := safe.ReadFile(out, 16<<20)
	if err != nil {
		return nil, "", err
	}
	return strings.FieldsFunc(string(list), func(r rune) bool { return r == 10 || r == 13 }), "", nil
}

// notFound is the library that Maven says it cannot find; -1: it is none of these.
func notFound(said string, needed []artifact) int {
	return slices.IndexFunc(needed, func(a artifact) bool { return strings.Contains(said, a.Group+":"+a.Name+":") })
}

func maven(ctx context.Context, dir, work string, arguments ...string) (said string, err error) {
	log := filepath.Join(work, "log")
	command := append([]string{"mvn", "-B", "-q", "-Dorg.slf4j.simpleLogger.log.org.apache.maven.cli.transfer=warn"}, arguments...)
	result, err := launch.Run(ctx, launch.Spec{Name: "mvn", Command: command, Dir: dir, Output: log})
	if err != nil {
		return "", fmt.Errorf("mvn cannot be run: %w", err)
	}
	if result.OK() {
		return "", nil
	}
	data, _ := safe.ReadFile(log, 16<<20)
	return string(data), fmt.Errorf("mvn says: %s", safe.Line(firstError(string(data))))
}

// firstError is the first error that Maven prints, for a message; a line that only announces others is none.
func firstError(said string) string {
	announced := "nothing, but it failed"
	for line := range strings.Lines(said) {
		text, found := strings.CutPrefix(line, "[ERROR] ")
		text = strings.TrimSuffix(strings.TrimSpace(strings.TrimPrefix(text, "[ERROR] ")), " @")
		switch {
		case !found || text == "":
		case strings.HasSuffix(text, ":"):
			announced = text
		default:
			return text
		}
	}
	return announced
}
