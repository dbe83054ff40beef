package screen

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// Export writes a table as CSV into a file of its own in the present folder, and says
// so; what names the table.
func (e *Env) Export(what string, header []string, rows [][]string) tea.Cmd {
	return e.Make(what, func() (map[string][]byte, error) {
		var out bytes.Buffer
		w := csv.NewWriter(&out)
		err := errors.Join(w.Write(header), w.WriteAll(rows))
		return map[string][]byte{".csv": out.Bytes()}, err
	})
}

// Save writes what the map has by the ends of names into files of its own in the present folder,
// and says so; what names them.
func (e *Env) Save(what string, parts map[string][]byte) tea.Cmd {
	return e.Make(what, func() (map[string][]byte, error) { return parts, nil })
}

// Make is Save of what takes time to make, which happens beside the screen.
func (e *Env) Make(what string, content func() (map[string][]byte, error)) tea.Cmd {
	name := "beagle-" + what + "-" + e.Now().Format("20060102-150405")
	return func() tea.Msg {
		parts, err := content()
		name, names := free(name, slices.Collect(maps.Keys(parts))), []string(nil)
		for _, end := range slices.Sorted(maps.Keys(parts)) {
			if err == nil {
				err = write(name+end, parts[end])
			}
			names = append(names, name+end)
		}
		if err != nil {
			said := fmt.Sprintf("Not written: %v.", err)
			if errors.Is(err, fs.ErrPermission) {
				said += " Start Beagle in a folder that you may write to."
			}
			return Notice{Text: said}
		}
		return Notice{Text: "written to " + strings.Join(names, " and ")}
	}
}

// mostOfASecond bounds the files of one name that are written in one second: more keys nobody presses.
const mostOfASecond = 100

// free is a name of which there are no files with these ends yet: itself, or with a number.
func free(name string, ends []string) string {
	there := func(name string) bool {
		return slices.ContainsFunc(ends, func(end string) bool {
			_, err := os.Lstat(name + end)
			return err == nil
		})
	}
	one := name
	for i := 2; i < mostOfASecond && there(one); i++ {
		one = fmt.Sprintf("%s-%d", name, i)
	}
	return one
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
