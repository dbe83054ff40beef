package run

import (
	"beagle/model"
	"beagle/model/expression"
	"beagle/pcm"
)

func print(_ *model.Element, node expression.Node) (string, error) {
	return expression.String(node), nil
}

func check(_ *model.Element, _ string) []model.Problem { return nil }

// validate lists what is wrong with a model.
func validate(name string, data []byte) []model.Problem {
	r, err := pcm.Parse(name, data)
	if err != nil {
		return []model.Problem{{Severity: model.Error, File: name, Message: err.Error()}}
	}
	return r.Problems()
}
