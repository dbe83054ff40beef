package traces

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
)

// recordsPerFile is where Kieker's FileWriter begins the next file of a log.
const recordsPerFile = 25_000

// Log writes so many traces into the folder as Kieker's FileWriter does: in
// binary, or in text.
func (l Load) Log(dir string, traces int, text bool) error {
	texts := l.texts()
	var names []byte
	for id, text := range texts {
		names = fmt.Appendf(names, "$%d=%s\n", id, text)
	}
	if err := os.WriteFile(filepath.Join(dir, "kieker.map"), names, 0o600); err != nil {
		return err
	}
	data := l.Traces(nil, traces)
	var lines []byte
	for file := 1; len(data) > 0; file++ {
		size := 0
		for n := 0; n < recordsPerFile && size < len(data); n++ {
			size += recordSize(data[size:])
		}
		content, extension := data[:size], "bin"
		if text {
			lines = lines[:0]
			for at := 0; at < size; at += recordSize(data[at:]) {
				lines = appendLine(lines, data[at:], texts)
			}
			content, extension = lines, "dat"
		}
		name := fmt.Sprintf("kieker-20260101-000000000-UTC-%03d.%s", file, extension)
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			return err
		}
		data = data[size:]
	}
	return nil
}

// recordSize is the size of the record that data begins with.
func recordSize(data []byte) int {
	if binary.BigEndian.Uint32(data) == idMetadata {
		return 48
	}
	return 40
}

// appendLine appends the record that data begins with as a line of a text log.
func appendLine(line, data []byte, texts []string) []byte {
	be := binary.BigEndian
	long := func(at int) int64 { return int64(be.Uint64(data[at:])) }
	number := func(at int) int32 { return int32(be.Uint32(data[at:])) }
	if number(0) == idMetadata {
		return fmt.Appendf(line, "$%d;%d;%d;%d;%s;%s;%d;%d\n", number(0), long(4), long(12), long(20), texts[number(28)], texts[number(32)], long(36), number(44))
	}
	return fmt.Appendf(line, "$%d;%d;%d;%d;%d;%s;%s\n", number(0), long(4), long(12), long(20), number(28), texts[number(32)], texts[number(36)])
}
