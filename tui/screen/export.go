package screen

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"os"

	tea "charm.land/bubbletea/v2"
)

// Export writes a table as CSV into a file of its own in the present folder, and says
// so; what names the table.
func (e *Env) Export(what string, header []string, rows [][]string) tea.Cmd {
	name := "beagle-" + what + "-" + e.Now().Format("20060102-150405") + ".csv"
	return func() tea.Msg {
		var out bytes.Buffer
		w := csv.NewWriter(&out)
		err := errors.Join(w.Write(header), w.WriteAll(rows))
		if err == nil {
			err = write(name, out.Bytes())
		}
		if err != nil {
			return Notice{Text: fmt.Sprintf("not exported: %v", err)}
		}
		return Notice{Text: "written to " + name}
	}
}

// write writes a new file: what is there already is somebody's.
func write(name string, data []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}
