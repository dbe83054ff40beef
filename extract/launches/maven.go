package launches

import (
	"cmp"
	"encoding/xml"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"beagle/extract/project"
	"beagle/internal/safe"
	"beagle/internal/shell"
)

type pomFile struct {
	Version    string     `xml:"version"`
	Artifact   string     `xml:"artifactId"`
	Properties properties `xml:"properties"`
	Plugins    []plugin   `xml:"build>plugins>plugin"`
	Managed    []plugin   `xml:"build>pluginManagement>plugins>plugin"`
	Profiles   []struct {
		Properties properties `xml:"properties"`
		Plugins    []plugin   `xml:"build>plugins>plugin"`
	} `xml:"profiles>profile"`
}

type properties struct {
	All []element `xml:",any"`
}

type element struct {
	XMLName xml.Name
	Value   string `xml:",chardata"`
}

type plugin struct {
	Artifact   string    `xml:"artifactId"`
	Settings   execution `xml:"configuration"`
	Executions []struct {
		ID       string    `xml:"id"`
		Settings execution `xml:"configuration"`
	} `xml:"executions>execution"`
}

type execution struct {
	MainClass  string `xml:"mainClass"`
	Executable string `xml:"executable"`
	Line       string `xml:"commandlineArgs"`
	Arguments  struct {
		All []element `xml:",any"`
	} `xml:"arguments"`
	System []struct {
		Key   string `xml:"key"`
		Value string `xml:"value"`
	} `xml:"systemProperties>systemProperty"`
	Dir string `xml:"workingDirectory"`
}

// over is an execution with what it does not say itself from the plug-in's own settings.
func (e execution) over(plugin execution) execution {
	e.MainClass, e.Executable = cmp.Or(e.MainClass, plugin.MainClass), cmp.Or(e.Executable, plugin.Executable)
	e.Line, e.Dir = cmp.Or(e.Line, plugin.Line), cmp.Or(e.Dir, plugin.Dir)
	if len(e.Arguments.All) == 0 {
		e.Arguments = plugin.Arguments
	}
	if len(e.System) == 0 {
		e.System = plugin.System
	}
	return e
}

// readPom reads a build file; one that cannot be read says nothing, which project.Find tells.
func readPom(data []byte) (p pomFile) {
	if project.Decode(data).Decode(&p) != nil {
		return pomFile{}
	}
	return p
}

// givenByMaven is how a build file of Maven's has the exec plug-in run classes.
func givenByMaven(p *project.Project, file string, data []byte) (all []given) {
	m := mavenFile{dir: filepath.Dir(file), values: map[string]string{}}
	for _, above := range above(p, file) {
		if data, err := safe.ReadFile(above, project.MaxBuild); err == nil {
			m.take(readPom(data).Properties)
		}
	}
	own := readPom(data)
	m.take(own.Properties)
	m.values["project.version"], m.values["project.artifactId"] = own.Version, own.Artifact
	plugins := slices.Concat(own.Managed, own.Plugins)
	for _, profile := range own.Profiles {
		m.take(profile.Properties)
		plugins = append(plugins, profile.Plugins...)
	}
	for _, one := range plugins {
		if one.Artifact != "exec-maven-plugin" {
			continue
		}
		if len(one.Executions) == 0 {
			all = m.add(all, file, "", one.Settings)
		}
		for _, each := range one.Executions {
			all = m.add(all, file, each.ID, each.Settings.over(one.Settings))
		}
	}
	if len(all) == 0 { // the plug-in need not stand in the file to run what properties name
		all = m.add(all, file, "", execution{})
	}
	return all
}

func above(p *project.Project, file string) (all []string) {
	for _, other := range p.Builds() {
		if dir := filepath.Dir(other); filepath.Base(other) == "pom.xml" && other != file && strings.HasPrefix(filepath.Dir(file), dir+string(filepath.Separator)) {
			all = append(all, other)
		}
	}
	slices.SortFunc(all, func(a, b string) int { return len(a) - len(b) })
	return all
}

// mavenFile is what is known of a pom as it is read.
type mavenFile struct {
	dir    string
	values map[string]string // properties
}

func (m *mavenFile) take(p properties) {
	for _, one := range p.All {
		m.values[one.XMLName.Local] = strings.TrimSpace(one.Value)
	}
}

// value is a property's. Folders of the module are named from it, since a launch runs there.
func (m *mavenFile) value(name string) (string, bool) {
	switch name {
	case "basedir", "project.basedir":
		return ".", true
	case "project.build.directory":
		return "target", true
	case "project.build.outputDirectory":
		return "target/classes", true
	case "user.home":
		home, err := os.UserHomeDir()
		return home, err == nil
	}
	v, found := m.values[name]
	return v, found && v != ""
}

func (m *mavenFile) add(all []given, file, id string, e execution) []given {
	var said []string
	known := true
	take := func(text string) {
		text, ok := resolved(strings.TrimSpace(text), m.value)
		said, known = append(said, text), known && ok
	}
	for _, one := range e.Arguments.All {
		switch one.XMLName.Local {
		case "classpath", "modulepath":
			take(".") // in the place of the class path, which the option before it is of
		default:
			take(one.Value)
		}
	}
	if line := cmp.Or(e.Line, m.values["exec.args"], m.values["exec.arguments"]); len(said) == 0 && line != "" {
		spelt, err := shell.Split(line)
		known = err == nil
		for _, word := range spelt {
			take(word)
		}
	}
	g := given{class: cmp.Or(e.MainClass, m.values["exec.mainClass"]), arguments: said}
	if program := cmp.Or(e.Executable, m.values["exec.executable"]); program != "" && e.MainClass == "" {
		if base := filepath.Base(filepath.ToSlash(program)); base != "java" && base != "java.exe" {
			return all // another program
		}
		var ok bool
		if g, ok = command(said); !ok {
			return all
		}
	}
	var ok bool
	if g.class, ok = resolved(strings.TrimSpace(g.class), m.value); !ok || g.class == "" {
		return all
	}
	if !known {
		g.arguments, g.options = nil, nil
	}
	for _, one := range e.System {
		if value, ok := resolved(one.Value, m.value); ok && one.Key != "" {
			g.options = append(g.options, "-D"+strings.TrimSpace(one.Key)+"="+strings.TrimSpace(value))
		}
	}
	if len(g.arguments)+len(g.options) > 0 { // files that these name are looked for there
		g.dir = m.dir
	}
	if dir, ok := resolved(strings.TrimSpace(e.Dir), m.value); ok && dir != "" {
		if g.dir = filepath.FromSlash(dir); !filepath.IsAbs(g.dir) {
			g.dir = filepath.Join(m.dir, g.dir)
		}
	}
	g.file, g.called = file, strings.TrimPrefix(id, "default-cli")
	return append(all, g)
}
