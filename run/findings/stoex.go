package findings

import (
	"beagle/model"
	"beagle/model/expression"
	"beagle/pcm/stoex"
)

// sayIn writes an expression for an element's place in the model.
func sayIn(e *model.Element, node expression.Node) (string, error) {
	return stoex.Print(node, stoex.PlaceOf(*e), e.Inputs...)
}

// Check says what is wrong with a text for an element's place in the model.
func Check(e *model.Element, text string) []model.Problem {
	return stoex.Check(text, stoex.PlaceOf(*e), e.Inputs)
}

// CheckTransitions says what is wrong with the conditions of a branch
// together: values for which none of them holds, where the simulator ends, or
// more than one. Each alone is checked by CheckExpression; conditions that
// cannot be read, and probabilities, are passed over.
func CheckTransitions(conditions []string) []model.Problem {
	guards := make([]stoex.Expr, len(conditions))
	for i, text := range conditions {
		x, err := stoex.Parse(text)
		if err != nil {
			return nil
		}
		guards[i] = x
	}
	var problems []model.Problem
	gap, overlap := stoex.Gap(guards)
	if gap != "" {
		problems = append(problems, model.Problem{
			Severity: model.Warning, Rule: "guards-not-exhaustive", Message: "no condition holds at " + gap,
			Hint: "the simulation ends there; make the last one true, or the negation of the others",
		})
	}
	if overlap != "" {
		problems = append(problems, model.Problem{
			Severity: model.Info, Rule: "guards-overlap", Message: "more than one condition holds at " + overlap,
			Hint: "the simulator takes the first of them",
		})
	}
	return problems
}
