package traces

import (
	"bytes"
	"fmt"
	"os"
	"slices"

	tea "charm.land/bubbletea/v2"

	"beagle/traces"
	"beagle/traces/classes"
	"beagle/traces/show"
	"beagle/tui/screen"
)

// export writes what is seen to a file: the classes that the filter lets
// through as JSON with the sources, an opened class as a sequence diagram,
// invalid traces as text. While the display is frozen, it is what was then.
func (s *Screen) export() tea.Cmd {
	var class *classes.Class
	if s.opened != nil {
		class = s.opened.class
	}
	on, sources, stamp := s.page, s.state.Sources, s.env.Now().Format("20060102-150405")
	shown := map[uint64]bool{}
	for _, row := range s.classes.rows {
		shown[row.Key] = true
	}
	result, filtered := s.live.Result, s.filter.Text != ""
	if kept := s.kept; kept != nil {
		result = func() traces.Result { return *kept }
	}
	return func() tea.Msg {
		var out bytes.Buffer
		var err error
		name := "beagle-traces-" + stamp
		switch {
		case class != nil:
			name += ".mmd"
			err = show.MermaidSequence(&out, class, class.Names, true)
		case on == invalidPage:
			name += "-invalid.txt"
			err = show.InvalidTraces(&out, result())
		default:
			name += ".json"
			r := result()
			if filtered {
				r.Classes = slices.DeleteFunc(slices.Clone(r.Classes), func(c *classes.Class) bool { return !shown[c.Key()] })
			}
			err = show.JSON(&out, r, r.Classes, sources, nil)
		}
		if err == nil {
			err = os.WriteFile(name, out.Bytes(), 0o600)
		}
		if err != nil {
			return screen.Notice{Text: fmt.Sprintf("Can't write %s: %v", name, err)}
		}
		return screen.Notice{Text: "written to " + name}
	}
}
