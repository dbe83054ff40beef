// Package probed puts probes into the Java sources of a project, outside of its folder: those that a measurement
// order asks for, or everywhere. It keeps what is needed to take probes back that the compiler rejects, and gives
// each source folder the runtime that its files call.
//
// Every insertion stays on its line, so that stack traces and debuggers still fit. The state of a section is a local
// variable: recursion, threads and exceptions need no stack and cannot get out of step. A section is left by falling
// off its end or by a jump; probes stand before each jump that leaves it, not in a finally, because a finally would
// also record executions that an exception ended, and would break the definite unassignment of blank finals (JLS
// 16.2.15).
package probed

import (
	"os"
	"path/filepath"
	"strings"

	"beagle/measure/java/jdk"
	"beagle/measure/java/probe"
	"beagle/model"
)

// Probes says what the probes in sources mean, and what became of them.
type Probes struct {
	Table    probe.Table     // what the probes' numbers mean
	Notes    []model.Problem // sites that were moved or refused
	Lost     int             // sites whose probes the compiler rejects
	Runtimes Runtimes        // where the probes' runtime class goes, by source folder
}

// About implements Set.
func (p *Probes) About() *Probes { return p }

// Set is a set of sources with probes: those of an order, or all of a tree.
type Set interface {
	About() *Probes
	Paths() []string
	Known() []Known
	// TakeBack takes out the probes that are the cause of rejections, by the sources' paths in the project.
	TakeBack(to Place, rejected map[string][]jdk.Rejection) (dropped bool, err error)
}

// Known is what a compiler needs to know of a source.
type Known struct {
	Path   string // in the project
	Class  string // qualified, with .java behind it
	UTF8   bool   // javac may read it as UTF-8
	Probes bool   // it holds probes
}

// Known is the source as a compiler needs to know it.
func (s *Source) Known(probes bool) Known {
	return Known{
		Path: s.Path, Class: s.Tree.Package() + "." + filepath.Base(s.Path), Probes: probes,
		UTF8: string(s.Encode(s.Tree.Source)) == s.Tree.Source,
	}
}

// Place is where the rewritten files of a project go: each below Copy, where it lies below Project.
type Place struct {
	Project, Copy string // absolute folders
}

// Of is the place of a file of the project.
func (p Place) Of(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	relative, err := filepath.Rel(p.Project, path)
	if err != nil || relative == ".." || strings.HasPrefix(relative, ".."+string(filepath.Separator)) {
		return "", model.Problem{
			Severity: model.Error, File: path, Message: "the source lies outside of the project folder " + p.Project,
			Hint: "run Beagle in the folder that holds all sources", Rule: "instrument",
		}
	}
	return filepath.Join(p.Copy, relative), nil
}

// DropRejected takes out the probes that stand where the compiler found errors.
func DropRejected(set Set, to Place, log string) (dropped bool, err error) {
	file, err := os.Open(log)
	if err != nil {
		return false, err
	}
	defer file.Close()
	said, err := jdk.Rejections(file)
	if err != nil {
		return false, err
	}
	paths := set.Paths()
	names := make([]string, len(paths))
	for i, path := range paths {
		if target, err := to.Of(path); err == nil {
			names[i], _ = filepath.Rel(to.Copy, target)
		}
	}
	rejected := map[string][]jdk.Rejection{}
	for of, said := range jdk.ByPath(said) {
		if i := jdk.Named(names, of); i >= 0 {
			rejected[paths[i]] = append(rejected[paths[i]], said...)
		}
	}
	return set.TakeBack(to, rejected)
}
