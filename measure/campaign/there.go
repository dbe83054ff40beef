package campaign

import (
	"beagle/blackboard"
	"beagle/measure"
	"beagle/model"
)

// Decides are the inputs at which a measurement would decide what a verdict leaves
// undecided. The error says why there are none, or why no launch can come near them.
func Decides(v *blackboard.Verdict, launches []measure.Launch) ([]blackboard.Assigned, error) {
	refuse := func(message, hint string) error {
		return model.Problem{Severity: model.Error, Rule: "measure-there", Message: message, Hint: hint}
	}
	if v == nil || v.Undecided == nil {
		return nil, refuse("the measurements of this element leave nothing undecided", "elements whose verdict is \"measure more\" say where to measure")
	}
	place := v.Undecided.Numbers()
	if len(place) == 0 {
		return nil, refuse("what would decide is no number, so launches cannot be chosen by it", "add a launch configuration whose input has it")
	}
	for _, l := range launches {
		for _, values := range l.Vary {
			if _, ok := measure.RangeOf(values); ok {
				return place, nil
			}
		}
	}
	return nil, refuse("no launch can be given other values: nothing in its command varies over a range",
		"write a value as {size} in the command of a launch, and vary: {size: 10..10000} beside it")
}
