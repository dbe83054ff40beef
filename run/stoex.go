package run

import (
	"beagle/model"
	"beagle/model/expression"
	"beagle/pcm"
	"beagle/pcm/stoex"
)

// sayIn writes an expression for an element's place in the model.
func sayIn(e *model.Element, node expression.Node) (string, error) {
	return stoex.Print(node, stoex.PlaceOf(*e), e.Inputs...)
}

// check says what is wrong with a text for an element's place in the model.
func check(e *model.Element, text string) []model.Problem {
	return stoex.Check(text, stoex.PlaceOf(*e), e.Inputs)
}

// validate lists what is wrong with a model.
func validate(name string, data []byte) []model.Problem {
	r, err := pcm.Parse(name, data)
	if err != nil {
		return []model.Problem{{Severity: model.Error, File: name, Message: err.Error()}}
	}
	return r.Problems()
}
