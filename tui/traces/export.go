package traces

import (
	"bytes"
	"fmt"
	"os"

	tea "charm.land/bubbletea/v2"

	"beagle/measure/traces"
	"beagle/measure/traces/show"
)

// export writes what is seen to a file: the classes as JSON, an opened class
// as a sequence diagram, invalid traces as text, sources as JSON.
func (m *model) export() tea.Cmd {
	var class *traces.Class
	if m.opened != nil {
		class = m.opened.class
	}
	on, sources, stamp := m.page, m.state.Sources, m.now().Format("20060102-150405")
	return func() tea.Msg {
		var out bytes.Buffer
		var err error
		name := "beagle-traces-" + stamp
		switch {
		case class != nil:
			name += ".mmd"
			err = show.MermaidSequence(&out, class, m.live.Names(), true)
		case on == invalidPage:
			name += "-invalid.txt"
			err = show.InvalidTraces(&out, m.live.Result())
		default:
			name += ".json"
			r := m.live.Result()
			err = show.JSON(&out, r, r.Classes, sources)
		}
		if err == nil {
			err = os.WriteFile(name, out.Bytes(), 0o600)
		}
		if err != nil {
			return exportedMsg{fmt.Sprintf("not exported: %v", err)}
		}
		return exportedMsg{"written to " + name}
	}
}
