package logs

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"beagle/measure/kieker"
	"beagle/measure/kieker/wire"
)

// maxMap bounds the bytes of a kieker.map: binary logs keep every string there.
const maxMap = 256 << 20

var errMapSize = errors.New("the map is larger than 256 MiB")

// readMap reads a kieker.map: a string per line, "$id=text". Writers before
// 1.13 escape line breaks and later ones do not, so a line that is no entry
// continues the one before it.
func readMap(in io.Reader) (texts map[int32]string, problems int, err error) {
	data, err := io.ReadAll(io.LimitReader(in, maxMap+1))
	if err != nil {
		return nil, 0, err
	}
	if len(data) > maxMap {
		return nil, 0, errMapSize
	}
	texts = map[int32]string{}
	last := int32(-1)
	for line := range bytes.Lines(data) {
		id, text, ok := mapEntry(wire.TrimLine(line))
		switch {
		case ok:
			if old, known := texts[id]; known && old != text {
				problems++
			}
			texts[id], last = text, id
		case len(wire.TrimLine(line)) == 0 && last < 0:
		case last >= 0:
			texts[last] += "\n" + string(wire.TrimLine(line))
		default:
			problems++
		}
	}
	// A line break at the very end belongs to the file, not to the string.
	if last >= 0 {
		texts[last] = strings.TrimRight(texts[last], "\n")
	}
	return texts, problems, nil
}

// mapEntry reads a line id=text of a kieker.map, with or without $ before the id.
func mapEntry(line []byte) (id int32, text string, ok bool) {
	left, right, found := bytes.Cut(line, []byte{'='})
	if !found || len(left) == 0 {
		return 0, "", false
	}
	if left[0] == '$' {
		left = left[1:]
	}
	n, rest, ok := wire.LeadingInt(left)
	if !ok || rest != nil || n < 0 || n >= kieker.MaxStrings {
		return 0, "", false
	}
	return int32(n), wire.ToValid(unescape(string(right))), true
}

// unescape undoes what writers before 1.13 do to line breaks and backslashes;
// other escapes are kept, as Kieker's readers do.
func unescape(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	return strings.NewReplacer(`\\`, `\`, `\r`, "\r", `\n`, "\n").Replace(text)
}
