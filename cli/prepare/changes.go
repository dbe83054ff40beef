package prepare

import (
	"fmt"

	"beagle/cli/app"
	"beagle/extract"
	"beagle/internal/quantity"
	"beagle/internal/safe"
)

// mostChanges bounds how many changes of a kind the text lists; JSON has all.
const mostChanges = 12

func tellChanges(sheet *app.Sheet, c *extract.Changes) {
	sheet.WriteString("\nsince the last extraction: ")
	if !c.Any() {
		sheet.WriteString("nothing has changed\n")
		return
	}
	fmt.Fprintf(sheet, "%s as before, %s kept\n", quantity.Plural(c.Same, "action is", "actions are"), quantity.Plural(c.Kept, "value", "values"))
	var rows [][]string
	for _, kind := range []struct {
		name string
		all  []extract.Change
	}{{"changed", c.Changed}, {"added", c.Added}, {"removed", c.Removed}, {"moved", c.Moved}} {
		for i, change := range kind.all {
			if i == mostChanges {
				rows = append(rows, []string{kind.name, fmt.Sprintf("and %d more", len(kind.all)-i), ""})
				break
			}
			what := change.Component + "." + change.Service
			if change.Was != nil && change.Was.Component != change.Component {
				what += ", was in " + change.Was.Component
			}
			rows = append(rows, []string{kind.name, safe.Line(app.Short(what, 48)), safe.Line(app.Short(change.Kind+" "+change.Name, 40))})
		}
	}
	sheet.Table(rows)
	if n := len(c.Unfit); n > 0 {
		fmt.Fprintf(sheet, "%s left behind: they name inputs that the new place does not have\n", quantity.Plural(n, "value of a moved action is", "values of moved actions are"))
	}
	if n := len(c.Foreign); n > 0 {
		fmt.Fprintf(sheet, "%s that somebody added by hand is not in it\n", quantity.Plural(n, "action", "actions"))
	}
	if c.Backup != "" {
		sheet.WriteString("the model as it was: " + safe.Line(c.Backup) + "\n")
	}
	sheet.WriteString("beagle run --select unlearnt measures only what has changed\n")
}
