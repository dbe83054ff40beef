// Package adapter is the seam to the kinds of models that Beagle calibrates.
package adapter

import (
	"fmt"
	"strings"

	"beagle/internal/registry"
	"beagle/model"
	"beagle/model/expression"
)

// Adapter knows one kind of model. It has no state and may be used by any goroutine; so may a Model, which does not
// change once it is read.
type Adapter interface {
	Suffixes() []string
	Read(path string) (Model, error)
	Expressions
}

// Model is a model that was read.
type Model interface {
	Bytes() []byte
	Elements() []model.Element
	Services() []model.Service
	Steps(seff string) []model.Step
	Problems() []model.Problem
	// Calibrate is the file with new values in it; all else in it stays as it is.
	Calibrate([]Change) (data []byte, introduced []model.Problem, err error)
}

// Change is a new value of an element: for a branch its Transitions, else the Expression, each in the model's own
// text.
type Change struct {
	Element     model.Element // the element as the same model listed it
	Expression  string        // the new expression; empty for a branch
	Transitions []Transition  // Branch: one for each transition in file order; nil for others
}

// Transition is the new guard or the new probability of one transition of a branch.
type Transition struct {
	ID          string   // of the transition in the model file
	Condition   string   // guard in the model's own text; empty: Probability counts
	Probability *float64 // nil: Condition counts
}

// Expressions is the expression language of a kind of models, such as StoEx.
type Expressions interface {
	// Say puts an expression into text for an element's place in the model. The
	// error says in words what cannot be said there.
	Say(e *model.Element, x expression.Node) (string, error)
	// SayGuards puts the conditions of a branch's transitions into text so that exactly one of them holds.
	SayGuards(e *model.Element, guards []expression.Node) ([]string, error)
	// SayScatter multiplies the text of a demand by the distribution of single observations around it.
	SayScatter(text string, s Scatter) string
	Check(e *model.Element, text string) []model.Problem
	// CheckGuards says what is wrong with a branch's conditions together: values for which none, or more than one,
	// holds.
	CheckGuards(texts []string) []model.Problem
}

// Passing is implemented by models whose services know their parameters only where callers pass them.
type Passing interface {
	Unpassed(changes []Change) ([]Lacking, error)
}

// Checking is implemented by models that can say what is wrong with them, whether or not it matters to an analysis.
type Checking interface{ Check() []model.Problem }

// Lacking is a change that asks for what a call does not pass.
type Lacking struct {
	Problem model.Problem  // of the element that asks
	Asked   model.Variable // what it asks for
	// Calls are the arguments that would give it, of the calls that give none.
	Calls []model.Element
}

// Means is implemented by languages of models without inputs, as queueing networks are.
type Means interface{ MeansOnly() bool }

// Averages is implemented by languages that can say a whole number of which only the mean is known: SayMean is Say
// without the rounding, by which a mean of 0.3 would never happen.
type Averages interface {
	SayMean(e *model.Element, x expression.Node) (string, error)
}

// Scatter is the distribution of observations relative to what was predicted.
type Scatter struct {
	// Mean, Deviation: mean and standard deviation, both relative to what was predicted: a Mean of 1.2 says that it
	// takes a fifth longer than predicted
	Mean, Deviation float64
	Borders, Shares []float64 // the shares are one fewer
}

// Adapters are the adapters that the program knows, by id, such as "pcm".
var Adapters registry.Registry[Adapter]

// Default is the id of the adapter for files whose name says nothing, and for what belongs to no model, such as a
// lone table.
const Default = "pcm"

// For is the adapter for a model file, by its name.
func For(path string) (Adapter, error) {
	if a, suffix := byName(path); suffix != "" {
		return a, nil
	}
	return Adapters.Get(Default)
}

// Suffix is the end of a file's name by which an adapter knows it as a model, such as ".repository".
func Suffix(path string) string {
	_, suffix := byName(path)
	return suffix
}

// Suffixes are those of all adapters.
func Suffixes() (all []string) {
	for _, id := range Adapters.IDs() {
		if a, err := Adapters.Get(id); err == nil {
			all = append(all, a.Suffixes()...)
		}
	}
	return all
}

func byName(path string) (Adapter, string) {
	for _, id := range Adapters.IDs() {
		a, err := Adapters.Get(id)
		if err != nil {
			continue
		}
		for _, suffix := range a.Suffixes() {
			if strings.HasSuffix(path, suffix) {
				return a, suffix
			}
		}
	}
	return nil, ""
}

// Read reads a model of whatever kind. Errors are of type model.Problem.
func Read(path string) (Model, error) {
	a, err := For(path)
	if err != nil {
		return nil, model.Problem{Severity: model.Error, Rule: "model", File: path, Message: fmt.Sprintf("no adapter reads this model: %v", err)}
	}
	return a.Read(path)
}

// ExpressionsOf is the language of a model's expressions. Where there is none, nothing can be said in it.
func ExpressionsOf(path string) Expressions {
	a, err := For(path)
	if err != nil {
		return unknown{err}
	}
	return a
}

// Reader is Expressions that understand their own text.
type Reader interface {
	// Meaning is what a text for an element's place says. The error says what of it has no single value.
	Meaning(e *model.Element, text string) (expression.Node, error)
	Functions() []Function
}

// Function is a function of the language of a model's expressions.
type Function struct {
	Name, About string // the name as a person types it, and one line of help
}

type unknown struct{ err error }

func (m unknown) Say(*model.Element, expression.Node) (string, error) { return "", m.err }

func (m unknown) SayGuards(*model.Element, []expression.Node) ([]string, error) { return nil, m.err }

func (m unknown) SayScatter(text string, _ Scatter) string { return text }

func (m unknown) CheckGuards([]string) []model.Problem { return nil }

func (m unknown) Check(*model.Element, string) []model.Problem {
	return []model.Problem{{Severity: model.Error, Rule: "model", Message: m.err.Error()}}
}
