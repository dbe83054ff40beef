package elements

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"beagle/run"
	"beagle/tui/screen"
	"beagle/tui/words"
)

// columns are those of an exported list.
var columns = []string{"verdict", "element", "kind", "component", "service", "expression", "error", "samples", "decision", "id"}

// Export writes the elements as they stand in the list into a file.
func (l *List) Export(env *screen.Env) tea.Cmd { return env.Export("elements", columns, l.table()) }

// table is the elements as they stand in the list, also those below closed headings.
func (a *arrangement) table() (rows [][]string) {
	for i := range a.rows {
		r := &a.rows[i]
		if r.heading() && (i+1 < len(a.rows) && a.rows[i+1].depth > r.depth) {
			continue // they follow
		}
		for _, at := range r.of {
			rows = append(rows, line(&a.snapshot.Elements[at]))
		}
	}
	return rows
}

func line(e *run.ElementState) []string {
	wrong := ""
	if e.Best != nil && e.Best.Error.Finite() {
		wrong = strconv.FormatFloat(float64(e.Best.Error), 'g', 6, 64)
	}
	says := ""
	if e.Best != nil {
		says = words.Expression(e.Best)
	}
	return []string{
		string(e.Trust()), words.Name(&e.Element), words.Short(e.Kind), words.Component(&e.Element), words.Service(&e.Element), says, wrong,
		strconv.FormatInt(e.Samples, 10), string(e.Decision.Choice), string(e.ID),
	}
}
