// Package pcm reads Palladio repositories and writes single values into them. A repository is never rendered anew:
// what changes is spliced into the bytes that were read, so that everything else stays as it is (package xmi).
package pcm

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"beagle/internal/safe"
	"beagle/internal/xmi"
	"beagle/model"
)

// Repository is a .repository file that was read.
type Repository struct {
	path    string
	doc     *xmi.Document
	root    *xmi.Node // the Repository element, also inside xmi:XMI
	version string
	index   *xmi.Index
	content
}

// Read reads a repository from a file. What it refers to in other files is looked for beside it.
func Read(path string) (*Repository, error) {
	data, err := readBounded(path, xmi.MaxBytes)
	if err != nil {
		return nil, err
	}
	return Parse(path, data)
}

// Parse reads a repository from memory. name is its path: references to other files start from there.
func Parse(name string, data []byte) (*Repository, error) { return parseAs(name, data, false) }

// parseAs parses a repository to which arguments of calls will be written, or (written) in which all are.
func parseAs(name string, data []byte, written bool) (*Repository, error) {
	doc, err := xmi.Parse(data)
	if err != nil {
		return nil, syntaxProblem(name, err)
	}
	return newRepository(name, doc, written)
}

func newRepository(name string, doc *xmi.Document, written bool) (*Repository, error) {
	root, version, err := findRoot(name, doc)
	if err != nil {
		return nil, err
	}
	index := xmi.NewIndex(name, doc)
	return &Repository{path: name, doc: doc, root: root, version: version, index: index, content: extract(name, root, index, written)}, nil
}

// Elements are all measurable elements in file order.
func (r *Repository) Elements() []model.Element { return r.elements }

// Services are the SEFFs in file order.
func (r *Repository) Services() []model.Service { return r.services }

// Problems are what reading found: things that cannot be understood, and what that means for an analysis.
func (r *Repository) Problems() []model.Problem {
	return append(slices.Clone(r.problems), r.twice()...)
}

const mostTwice = 5

// twice are ids that stand for two elements.
func (r *Repository) twice() (problems []model.Problem) {
	for _, n := range r.index.Twice {
		if extension(n) || len(problems) >= mostTwice {
			continue
		}
		id := xmi.ID(n)
		problems = append(problems, model.Problem{
			Severity: model.Warning, Rule: "duplicate-id", File: r.path, Line: n.Line(), Name: n.Attr("entityName"),
			Message: fmt.Sprintf("the id %s is used twice, first on line %d: results of the two are mixed up, and Palladio refuses the file", safe.Clip(id), r.index.ByID(id).Line()),
			Hint:    "give one of the two another id; beagle pcm check lists all",
		})
	}
	return problems
}

// Namespace is the version of PCM that the file is written in: 5.0, 5.1, 5.2.
func (r *Repository) Namespace() string { return r.version }

// Bytes is the file as it was read. It must not be changed.
func (r *Repository) Bytes() []byte { return r.doc.Data }

// Path is where the file was read from.
func (r *Repository) Path() string { return r.path }

func readBounded(path string, limit int64) ([]byte, error) {
	problem := model.Problem{Severity: model.Error, File: path, Rule: "file"}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		problem.Message = "there is no such file"
		problem.Hint = "check the path; the model of a Palladio project ends in .repository"
		return nil, problem
	case err != nil:
		problem.Message = "the file cannot be read: " + err.Error()
		return nil, problem
	case info.IsDir():
		problem.Message = "this is a folder, not a model file"
		problem.Hint = "name the .repository file inside it"
		return nil, problem
	case !info.Mode().IsRegular():
		problem.Message = "this is a pipe or device, not a file"
		return nil, problem
	case info.Size() > limit:
		problem.Message = fmt.Sprintf("the file has %d bytes; more than %d are not read", info.Size(), limit)
		return nil, problem
	}
	data, err := safe.ReadFile(path, limit) // bounded all the same: the file may grow meanwhile
	if err != nil {
		problem.Message = "the file cannot be read: " + err.Error()
		return nil, problem
	}
	return data, nil
}

func syntaxProblem(name string, err error) error {
	p := model.Problem{
		Severity: model.Error, File: name, Rule: "xml", Message: err.Error(),
		Hint: "Palladio cannot load this file either; restore it from its last good version",
	}
	var syntax *xmi.SyntaxError
	if errors.As(err, &syntax) {
		p.Line, p.Column, p.Message = syntax.Line, syntax.Column, syntax.Message
		if syntax.Bound {
			p.Hint = "no published model is like this; see whether it is the right file"
		}
	}
	return p
}
