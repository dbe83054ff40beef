package prepare

import (
	"fmt"

	"beagle/internal/quantity"
	"beagle/model"
	"beagle/run/project"
)

// mostUncovered is one element in so many that launches run, from which a model is hardly
// calibrated by them.
const mostUncovered = 4

// uncovered says, before anything is measured for long, that launches run only a small part of
// the model.
func (t *trial) uncovered(kept []project.Tried) {
	reached, of := map[model.ElementID]bool{}, 0
	for _, one := range kept {
		of = max(of, one.Of)
		for id := range one.When {
			reached[id] = true
		}
	}
	if len(reached)*mostUncovered >= of {
		return
	}
	t.Warn(model.Problem{
		Severity: model.Warning, Rule: "uncovered", File: t.file,
		Message: fmt.Sprintf("launches run %d of the %s of the model: nothing is measured of the others, which count as 0", len(reached), quantity.Plural(of, "element", "elements")),
		Hint:    "add launches that use the program as its users do, such as the server with ready: and load:; or remove the folder of the model and this file, and have beagle model on a terminal divide the program into components whose services tests enter",
	})
}
