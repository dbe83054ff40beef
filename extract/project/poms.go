package project

import (
	"cmp"
	"encoding/xml"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"beagle/internal/safe"
)

// pom is what a build file of Maven's says itself.
type pom struct {
	Group  string `xml:"groupId"`
	Name   string `xml:"artifactId"`
	Number string `xml:"version"`
	Parent struct {
		Group  string  `xml:"groupId"`
		Name   string  `xml:"artifactId"`
		Number string  `xml:"version"`
		Path   *string `xml:"relativePath"`
	} `xml:"parent"`
	Properties struct {
		All []property `xml:",any"`
	} `xml:"properties"`
	Dependencies []artifact   `xml:"dependencies>dependency"`
	Managed      []artifact   `xml:"dependencyManagement>dependencies>dependency"`
	Repositories []repository `xml:"repositories>repository"`
}

type property struct {
	XMLName xml.Name
	Value   string `xml:",chardata"`
}

// mostAbove bounds how many poms stand above one.
const mostAbove = 16

// readPoms reads of poms what Maven would say of their libraries, as far as they and those above them in the project
// say it.
func readPoms(files []string) (all []effective, imports []artifact) {
	read := map[string]*pom{}
	for _, file := range files {
		var one pom
		if data, err := safe.ReadFile(file, MaxBuild); err == nil && Decode(data).Decode(&one) == nil {
			read[file] = &one
		}
	}
	for _, file := range files {
		if read[file] == nil {
			continue
		}
		one, more := readPomOf(file, read)
		all = append(all, one)
		for _, list := range more {
			if !slices.Contains(imports, list) {
				imports = append(imports, list)
			}
		}
	}
	return all, imports
}

func readPomOf(file string, read map[string]*pom) (e effective, imports []artifact) {
	var chain []*pom // the pom itself first
	for at := file; at != "" && len(chain) < mostAbove; {
		one := read[at]
		chain = append(chain, one)
		at = parentOf(at, one, read)
	}
	own, top := chain[0], chain[len(chain)-1]
	values := map[string]string{}
	for _, one := range slices.Backward(chain) {
		for _, p := range one.Properties.All {
			values[p.XMLName.Local] = strings.TrimSpace(p.Value)
		}
	}
	e.Name, e.Encoding = own.Name, spelt("${project.build.sourceEncoding}", values)
	version := ""
	for _, one := range chain {
		e.Group, version = cmp.Or(e.Group, one.Group, one.Parent.Group), cmp.Or(version, one.Number, one.Parent.Number)
		e.Repositories = append(e.Repositories, one.Repositories...)
	}
	values["project.groupId"], values["project.artifactId"], values["project.version"] = e.Group, own.Name, version
	values["project.parent.version"], values["project.parent.groupId"] = own.Parent.Number, own.Parent.Group
	if strings.Contains(e.Encoding, "${") {
		e.Encoding = ""
	}
	managed := map[string]artifact{}
	for _, one := range chain {
		for _, a := range one.Managed {
			if a = a.spelt(values); a.Scope == "import" {
				imports = append(imports, artifact{Group: a.Group, Name: a.Name, Version: a.Version, Type: "pom", Scope: "import"})
			} else if _, said := managed[a.key()]; !said {
				managed[a.key()] = a
			}
		}
	}
	if p := top.Parent; p.Name != "" {
		imports = append(imports, artifact{Group: p.Group, Name: p.Name, Version: p.Number, Type: "pom", Scope: "import"}.spelt(values))
	}
	imports = slices.DeleteFunc(imports, func(a artifact) bool { return a.Version == "" || strings.Contains(a.Group+a.Name+a.Version, "${") })
	for _, one := range chain {
		for _, a := range one.Dependencies {
			a = a.spelt(values)
			said := managed[a.key()]
			a.Version, a.Scope = cmp.Or(a.Version, said.Version), cmp.Or(a.Scope, said.Scope)
			e.Dependencies = append(e.Dependencies, a)
		}
	}
	for i := range e.Repositories {
		e.Repositories[i].URL = spelt(e.Repositories[i].URL, values)
	}
	return e, imports
}

// parentOf is the file of a pom's parent in the project; empty: it lies elsewhere, or there is none.
func parentOf(file string, p *pom, read map[string]*pom) string {
	if p.Parent.Name == "" {
		return ""
	}
	path := "../pom.xml"
	if p.Parent.Path != nil {
		path = strings.TrimSpace(*p.Parent.Path)
	}
	if path == "" {
		return ""
	}
	path = filepath.Join(filepath.Dir(file), filepath.FromSlash(path))
	for _, at := range []string{path, filepath.Join(path, "pom.xml")} {
		if other := read[at]; other != nil && other != p && other.Name == p.Parent.Name {
			return at
		}
	}
	return ""
}

func (a artifact) spelt(values map[string]string) artifact {
	for _, text := range []*string{&a.Group, &a.Name, &a.Version, &a.Type, &a.Classifier, &a.Scope, &a.System} {
		*text = spelt(strings.TrimSpace(*text), values)
	}
	return a
}

var named = regexp.MustCompile(`\$\{([^${}]+)\}`)

// mostNested bounds properties whose values name other ones, and mostSpelt what they come to, in bytes.
const (
	mostNested = 8
	mostSpelt  = 4096
)

func spelt(text string, values map[string]string) string {
	for range mostNested {
		added := 0
		next := named.ReplaceAllStringFunc(text, func(name string) string {
			value, known := values[name[2:len(name)-1]]
			if added += len(value); !known || added > mostSpelt {
				return name
			}
			return value
		})
		if next == text || added > mostSpelt {
			break
		}
		text = next
	}
	return text
}
