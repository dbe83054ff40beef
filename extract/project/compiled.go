package project

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"beagle/internal/safe"
	"beagle/measure/java/jdk"
	"beagle/measure/launch"
	"beagle/model"
)

// Compiled are the folders of a program's classes, and the resources beside them.
type Compiled struct {
	Classes   []string // folders of class files
	Resources []string // folders of what the classes read
	ByUs      bool     // javac compiled them into a folder of Beagle's
}

// Compile finds the classes of the program as its build made them, where they are as new as the sources.
func (p *Project) Compile(ctx context.Context, folder string) (Compiled, error) {
	c, stale := p.built()
	if !stale {
		return c, nil
	}
	c = Compiled{Classes: []string{folder}, Resources: p.resources(), ByUs: true}
	if err := os.RemoveAll(folder); err != nil { // classes of sources that are gone
		return c, err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil { // which javac 8 does not make
		return c, err
	}
	files, _ := p.Files()
	encoding := p.Encoding
	if encoding == "" {
		encoding = "UTF-8"
	}
	arguments := []string{"-g", "-nowarn", "-encoding", encoding, "-d", folder}
	if len(p.ClassPath) > 0 {
		arguments = append(arguments, "-cp", strings.Join(p.ClassPath, string(filepath.ListSeparator)))
	}
	list := folder + ".args"
	if err := jdk.WriteFile(list, jdk.ArgumentFile(append(arguments, files...))); err != nil {
		return c, err
	}
	defer os.Remove(list)
	result, err := launch.Run(ctx, launch.Spec{Name: "javac", Command: []string{jdk.Compiler(""), jdk.English, "@" + list}, Dir: filepath.Dir(folder)})
	switch {
	case err != nil:
		return c, err
	case ctx.Err() != nil:
		return c, ctx.Err()
	case result.OK():
		return c, nil
	}
	_ = os.RemoveAll(folder)
	return c, model.Problem{
		Severity: model.Error, Rule: "build", File: p.Dir, Message: "the project is not built, and javac does not compile its sources:\n" + safe.Text(strings.TrimSpace(result.Tail)),
		Hint: "build it first: " + p.buildCommand(),
	}
}

func (p *Project) buildCommand() string {
	switch {
	case Has(p.Dir, "mvnw") && Has(p.Dir, "pom.xml"):
		return "./mvnw compile"
	case Has(p.Dir, "pom.xml"):
		return "mvn compile"
	case Gradle(p.Dir) != "":
		return Gradle(p.Dir) + " classes"
	}
	return "with its own build"
}

var outputs = []string{"target/classes", "build/classes/java/main", "build/classes/kotlin/main", "out/production/classes", "bin/main"}

// built are the classes that the project's build has made; stale: those of a module are missing, or older than its
// sources.
func (p *Project) built() (c Compiled, stale bool) {
	c.Resources = p.resources()
	for _, m := range p.Modules {
		var newest time.Time
		for _, file := range slices.Concat(m.Files, m.Made) {
			if info, err := os.Stat(file); err == nil && info.ModTime().After(newest) {
				newest = info.ModTime()
			}
		}
		found := false
		for _, output := range outputs {
			dir := filepath.Join(m.Dir, filepath.FromSlash(output))
			if made := newestClass(dir); !made.IsZero() {
				c.Classes = append(c.Classes, dir)
				found = found || !made.Before(newest)
			}
		}
		stale = stale || !found
	}
	return c, stale
}

func newestClass(dir string) (newest time.Time) {
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".class") {
			if info, err := d.Info(); err == nil && info.ModTime().After(newest) {
				newest = info.ModTime()
			}
		}
		return nil
	})
	return newest
}

func (p *Project) resources() (all []string) {
	for _, m := range p.Modules {
		dir := filepath.Join(m.Dir, "src", "main", "resources")
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			all = append(all, dir)
		}
	}
	return all
}
