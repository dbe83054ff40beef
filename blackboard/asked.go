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
	Where  map[model.ElementID][]Assigned // the place that would decide, by element: numbers alone
}

// Assigned is the value of a variable at a place to measure: a number, or a text.
type Assigned struct {
	Variable model.Variable // the parameter to be set
	Value    float64        // what it is to be, where Text is empty
	Text     string         `json:",omitempty"` // what it is to be, where the parameter is a text; empty: Value counts
}

// String is the value as people read it, e.g. n.VALUE = 1200.
func (a Assigned) String() string {
	if a.Text != "" {
		return a.Variable.String() + " = " + strconv.Quote(a.Text)
	}
	return a.Variable.String() + " = " + strconv.FormatFloat(a.Value, 'g', 4, 64)
}

// AskedKey is the key of Asked among the private states.
const AskedKey = "judge.asked"
