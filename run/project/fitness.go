package project

import (
	"beagle/judge"
	"beagle/model"
)

// Fitness reads the user's own measure.
func Fitness(text string) (*judge.Formula, error) {
	formula, err := judge.ParseFormula(text)
	if err != nil {
		return nil, model.Problem{Severity: model.Error, Rule: "fitness", Message: err.Error(), Hint: "correct judge.fitness in beagle.yaml"}
	}
	return formula, nil
}
