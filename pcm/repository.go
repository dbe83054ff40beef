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
	"beagle/model/adapter"
	"beagle/pcm/stoex"
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

// Steps are the steps of a SEFF, without start and stop actions; nil: there is no such SEFF.
func (r *Repository) Steps(seff string) []model.Step {
	n := r.index.Resolve(seff)
	if n == nil {
		return nil
	}
	return r.behaviour(n)
}

func (r *Repository) behaviour(n *xmi.Node) []model.Step {
	var order []*xmi.Node
	seen := map[*xmi.Node]bool{}
	follow := func(at *xmi.Node) {
		for at != nil && !seen[at] && at.Parent == n {
			seen[at] = true
			order = append(order, at)
			next, _ := r.index.Follow(at, "successor_AbstractAction")
			at = next.Node
		}
	}
	for s := range n.All(featureSteps) {
		if class(s) == classStart {
			follow(s)
		}
	}
	for s := range n.All(featureSteps) {
		follow(s)
	}
	steps := make([]model.Step, 0, len(order))
	for _, s := range order {
		if c := class(s); c != classStart && c != classStop {
			steps = append(steps, r.stepOf(s))
		}
	}
	return steps
}

func (r *Repository) stepOf(n *xmi.Node) model.Step {
	s := model.Step{ID: xmi.Key(n), Name: n.Attr("entityName")}
	switch class(n) {
	case classInternalAction:
		s.Kind = model.StepInternal
	case classExternalCall:
		s.Kind = model.StepCall
		if callee, _ := r.index.Follow(n, "calledService_ExternalService"); callee.Node != nil {
			s.Callee = callee.Node.Attr("entityName")
		}
	case classLoop, classCollectionIterator:
		s.Kind = model.StepLoop
		if body := n.Child("bodyBehaviour_Loop"); body != nil {
			s.Inner = []model.Behaviour{{ID: xmi.Key(body), Steps: r.behaviour(body)}}
		}
	case classBranch:
		s.Kind = model.StepBranch
		for t := range n.All("branches_Branch") {
			if b := t.Child("branchBehaviour_BranchTransition"); b != nil {
				s.Inner = append(s.Inner, model.Behaviour{ID: xmi.Key(b), Steps: r.behaviour(b)})
			}
		}
	}
	return s
}

var _ adapter.Passing = (*Repository)(nil)

// Unpassed says which of some changes ask for a parameter's characterisation that a call within the model would not
// give once they are all made.
func (r *Repository) Unpassed(changes []adapter.Change) ([]adapter.Lacking, error) {
	data, err := r.Apply(changes)
	if err != nil {
		return nil, err
	}
	after, err := parseAs(r.path, data, true)
	if err != nil {
		return nil, err
	}
	inputs := map[model.ElementID][]model.Input{}
	for i := range after.elements {
		inputs[after.elements[i].ID] = after.elements[i].Inputs
	}
	var unpassed []adapter.Lacking
	for i := range changes {
		e := &changes[i].Element
		for _, v := range asksInVain(&changes[i], inputs[e.ID]) {
			unpassed = append(unpassed, adapter.Lacking{
				Problem: model.Problem{
					Severity: model.Warning, Rule: "unpassed", File: r.path, Line: e.Line, Element: e.ID, Name: e.Name,
					Message: fmt.Sprintf("it asks for %s, to which a call in the model gives no value, since that argument was not measured", v),
					Hint:    "measure the arguments of the calls of this service, too (select: in beagle.yaml)",
				},
				Asked: v, Calls: after.lacking(e.SEFF, v),
			})
		}
	}
	return unpassed, nil
}

func (r *Repository) lacking(seff string, v model.Variable) (all []model.Element) {
	node := r.index.ByID(seff)
	if node == nil {
		return nil
	}
	service, known := r.index.Follow(node, "describedService__SEFF")
	if !known || service.Node == nil {
		return nil
	}
	for i := range r.elements {
		e := &r.elements[i]
		if e.Kind != model.CallParameter || e.Argument != v || e.Old != "" {
			continue
		}
		if callee, ok := r.index.Follow(r.targets[e.ID].owner, "calledService_ExternalService"); ok && callee.Node == service.Node {
			all = append(all, *e)
		}
	}
	return all
}

func asksInVain(c *adapter.Change, inputs []model.Input) []model.Variable {
	all := stoex.Unpassed(c.Expression, inputs)
	for _, t := range c.Transitions {
		for _, v := range stoex.Unpassed(t.Condition, inputs) {
			if !slices.Contains(all, v) {
				all = append(all, v)
			}
		}
	}
	return all
}
