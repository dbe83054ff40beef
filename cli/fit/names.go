package fit

import (
	"regexp"
	"strings"

	"beagle/analysers/csvtable"
	"beagle/internal/safe"
)

// names are what a table calls the variables whose names are others in StoEx.
type names map[string]string

// namesOf are the columns' own names, where they differ from the variables' that stand
// for them.
func namesOf(table *csvtable.Table) names {
	all := names{}
	for i, c := range table.Columns {
		if v := c.Variable.String(); table.Names[i] != v && table.Names[i] != c.Variable.Name {
			all[v] = table.Names[i]
		}
	}
	return all
}

var variable = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_.]*\.[A-Z_]+`)

// plain says names as the table does: n, not the n.VALUE of StoEx, and größe, which
// is no name there.
func (n names) plain(text string) string {
	return safe.Line(variable.ReplaceAllStringFunc(text, func(v string) string {
		if name, other := n[v]; other {
			return name
		}
		return strings.TrimSuffix(v, ".VALUE")
	}))
}
