package blackboard

import (
	"strconv"

	"beagle/model"
)

// Asked is what the judge asked to be measured again. It lies on the blackboard
// under AskedKey: the judge counts rounds by it, and the measurement controller
// chooses the launches that answer.
type Asked struct {
	Rounds int                            // so far, with this one
	Where  map[model.ElementID][]Assigned // the place that would decide, by element
}

// Assigned is the value of a number at a place to measure.
type Assigned struct {
	Variable model.Variable
	Value    float64
}

// String is the value as people read it, e.g. n.VALUE = 1200.
func (a Assigned) String() string {
	return a.Variable.String() + " = " + strconv.FormatFloat(a.Value, 'g', 4, 64)
}

// AskedKey is the key of Asked among the private states.
const AskedKey = "judge.asked"
