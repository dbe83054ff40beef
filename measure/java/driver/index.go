package driver

import (
	"archive/zip"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"beagle/measure/java/classes"
)

const maxClass = 16 << 20

// Program is a Java program as it was compiled.
type Program struct {
	Own       []string // folders and jars of its own classes
	ClassPath []string // of its libraries, and folders of resources
	Home      string   // of the JDK that runs it; empty: the one on the PATH
	Folder    string   // keeps the generated sources, which people may change
	Project   string   // folder in which Command's commands run; empty: it does not matter
	Recorded  string   // folder of calls that the program made, as beagle_rt.Kept wrote them; empty: none are known
}

// Index knows the classes of a program.
type Index struct {
	Program
	own      map[string]*classes.Whole // by name with slashes
	library  map[string]*classes.Whole // the same; nil: there is none of that name
	below    map[string][]string       // own classes by what they extend or implement, directly or not
	compiled map[string]string         // folders of drivers that are compiled, by the drivers' classes
	jars     []*zip.ReadCloser
	newest   int // class file version
}

// Read reads the classes of a program. Close it, in the end.
func Read(ctx context.Context, p Program) (*Index, error) {
	for _, list := range []*[]string{&p.Own, &p.ClassPath} { // launches run in folders of their own
		*list = slices.Clone(*list)
		for i, entry := range *list {
			whole, err := filepath.Abs(entry)
			if err != nil {
				return nil, err
			}
			(*list)[i] = whole
		}
	}
	if p.Recorded != "" {
		whole, err := filepath.Abs(p.Recorded)
		if err != nil {
			return nil, err
		}
		p.Recorded = whole
	}
	x := &Index{Program: p, own: map[string]*classes.Whole{}, library: map[string]*classes.Whole{}, below: map[string][]string{}, compiled: map[string]string{}}
	for _, entry := range p.Own {
		if err := x.read(ctx, entry); err != nil {
			x.Close()
			return nil, err
		}
	}
	for _, c := range x.own {
		x.inherit(c.Name, c, map[string]bool{})
	}
	for _, entry := range p.ClassPath {
		if jar, err := zip.OpenReader(entry); err == nil { // else a folder, or nothing
			x.jars = append(x.jars, jar)
		}
	}
	return x, nil
}

// Close closes the jars of libraries.
func (x *Index) Close() {
	for _, jar := range x.jars {
		_ = jar.Close()
	}
	x.jars = nil
}

func (x *Index) read(ctx context.Context, entry string) error {
	info, err := os.Stat(entry)
	if err != nil {
		return err
	}
	if info.IsDir() {
		return x.walk(ctx, os.DirFS(entry))
	}
	jar, err := zip.OpenReader(entry)
	if err != nil {
		return err
	}
	defer jar.Close()
	return x.walk(ctx, jar)
}

func (x *Index) walk(ctx context.Context, files fs.FS) error {
	return fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return nil //nolint:nilerr // what cannot be read has no methods to be found
		case d.IsDir() && path == "META-INF":
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".class") || strings.HasSuffix(path, "module-info.class"):
			return nil
		}
		if c := parse(files, path); c != nil && x.own[c.Name] == nil {
			x.own[c.Name] = c
			x.newest = max(x.newest, c.Major)
		}
		return nil
	})
}

// parse reads a class file; nil: it cannot be read.
func parse(files fs.FS, path string) *classes.Whole {
	file, err := files.Open(path)
	if err != nil {
		return nil
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxClass))
	if err != nil {
		return nil
	}
	c, err := classes.ParseWhole(data)
	if err != nil {
		return nil
	}
	return c
}

func (x *Index) inherit(name string, c *classes.Whole, seen map[string]bool) {
	for _, above := range append([]string{c.Super}, c.Interfaces...) {
		if above == "" || above == "java/lang/Object" || seen[above] {
			continue
		}
		seen[above] = true
		x.below[above] = append(x.below[above], name)
		if up := x.own[above]; up != nil {
			x.inherit(name, up, seen)
		}
	}
}

// class is a class of the program or its libraries; nil: it is the JDK's, or missing.
func (x *Index) class(name string) *classes.Whole {
	if c := x.own[name]; c != nil {
		return c
	}
	if c, known := x.library[name]; known {
		return c
	}
	var found *classes.Whole
	for _, jar := range x.jars {
		if found = parse(jar, name+".class"); found != nil {
			break
		}
	}
	for _, entry := range x.ClassPath {
		if info, err := os.Stat(entry); found == nil && err == nil && info.IsDir() {
			found = parse(os.DirFS(entry), filepath.ToSlash(name)+".class")
		}
	}
	x.library[name] = found
	return found
}

// above are a class and all that it extends or implements, classes before interfaces; those of the JDK are not known.
func (x *Index) above(class string) (all []*classes.Whole) {
	for c := x.class(class); c != nil && !slices.Contains(all, c); c = x.class(c.Super) {
		all = append(all, c)
	}
	for at := 0; at < len(all); at++ {
		for _, name := range all[at].Interfaces {
			if c := x.class(name); c != nil && !slices.Contains(all, c) {
				all = append(all, c)
			}
		}
	}
	return all
}

// errNoClasses says that there is nothing to look into.
var errNoClasses = errors.New("there are no class files")
