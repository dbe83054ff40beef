package run

import (
	"beagle/model"
	"beagle/model/adapter"
)

// CheckText says what is wrong with a text for an element's place in a model. It
// looks at the text only.
func CheckText(modelFile string, e *model.Element, text string) []model.Problem {
	return adapter.ExpressionsOf(modelFile).Check(e, text)
}

// Functions are those that a text of the model may use; nil: nobody knows.
func Functions(modelFile string) []adapter.Function {
	if reader, ok := adapter.ExpressionsOf(modelFile).(adapter.Reader); ok {
		return reader.Functions()
	}
	return nil
}

// CheckGuards says what is wrong with the conditions of a branch together:
// values for which none of them holds, or more than one. Each alone is checked by
// CheckText; those that cannot be read, and probabilities, are passed over.
func CheckGuards(modelFile string, conditions []string) []model.Problem {
	return adapter.ExpressionsOf(modelFile).CheckGuards(conditions)
}
