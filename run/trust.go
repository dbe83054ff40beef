package run

// Trust is in a word what a person should do with the expression of an element.
type Trust string

// The words, from nothing to do to nothing there.
const (
	Trusted     Trust = "trust"        // nothing speaks against it
	Check       Trust = "check"        // read the warnings, and look at the picture, first
	MeasureMore Trust = "measure more" // the measurements do not decide it
	NotYet      Trust = "not yet"      // there is no expression
)

// Trust says what to do with the element's best expression.
func (e *ElementState) Trust() Trust {
	switch {
	case e.Best == nil:
		return NotYet
	case e.Undecided != "", tooLittle[e.Finding]:
		return MeasureMore
	case e.Optimal && len(e.Warnings) == 0 && e.Below == "":
		return Trusted
	default:
		return Check
	}
}

// tooLittle are the findings of the judge that more measurements would change.
var tooLittle = map[string]bool{
	"one observation": true, "few observations": true, "as many numbers as inputs": true, "much scatter": true, "replicates are copies": true, "always the same decision": true,
}
