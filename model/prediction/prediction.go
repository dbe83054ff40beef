// Package prediction is the seam to those who predict from a model how long services take.
package prediction

import (
	"path/filepath"

	"beagle/internal/registry"
	"beagle/model"
)

// Predictor predicts from models of one kind.
type Predictor interface {
	// Open reads a model with the given content in place of its file's, and the model's other files beside it.
	Open(file string, content []byte, rate float64) (Model, []model.Problem, error)
}

// Model is a model that was read.
type Model interface {
	// Service is that of a SEFF; the error says why it cannot be predicted.
	Service(seff string) (Service, error)
}

// Service predicts executions of one service, alone on the machines. It must not be used by several goroutines at a
// time.
type Service interface {
	// Call is one execution with these parameters; the error says what of the model cannot be evaluated with them.
	Call(inputs []Input) (Forecast, error)
}

// Input is what a parameter of a call was.
type Input struct {
	Variable model.Variable // the parameter and what of it was observed
	Value    model.Value    // what it was; None: it was not observed
	Whole    bool           // a number that the program keeps as an integer
}

// Forecast is what an execution takes. Times are seconds.
type Forecast struct {
	Mean  float64 // expected
	Draw  float64 // of one execution, drawn
	Parts []Part  // of Mean
}

// Part is what an execution spends in one of its own actions, or in all calls of another service.
type Part struct {
	ID      string  // of the action, or of the SEFF that is called
	Name    string  // entityName of the action, or Component.service of the called SEFF
	Call    bool    // it is a call of another service, not an action of the execution's own
	Seconds float64 // expected time in it, in seconds on the clock, over all times that the execution comes by
}

// Predictors are those that the program knows, by the ends of model files' names.
var Predictors registry.Registry[Predictor]

// For is the predictor for a model file.
func For(file string) (Predictor, error) {
	p, err := Predictors.Get(filepath.Ext(file))
	if err != nil {
		return nil, model.Problem{
			Severity: model.Error, Rule: "prediction", File: file, Message: "nothing here predicts from models of this kind",
			Hint: "an extension that reads it can: --extension NAME",
		}
	}
	return p, nil
}
