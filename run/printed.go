package run

import (
	"io"
	"os"
	"strings"
	"time"

	"beagle/internal/safe"
)

// Printed is what a build or a launch of a run wrote: a file that may still grow.
type Printed struct {
	Name    string    `json:"name"`    // build, launch-3
	File    string    `json:"file"`    // absolute path
	Size    int64     `json:"size"`    // bytes at present
	Changed time.Time `json:"changed"` // when it was last written to
}

// mostOutput is the most of an output that is read: its end.
const mostOutput = 1 << 20

// Read are the lines of the output, safe to print; of a long one those of its end,
// which is said in the first line.
func (o *Printed) Read() ([]string, error) {
	file, err := os.Open(o.File)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	from := max(0, info.Size()-mostOutput)
	data, err := io.ReadAll(io.NewSectionReader(file, from, mostOutput))
	if err != nil || len(data) == 0 {
		return nil, err
	}
	text := strings.TrimRight(string(data), "\n")
	if from > 0 {
		_, text, _ = strings.Cut(text, "\n")
		text = "[… the beginning is in the file …]\n" + text
	}
	lines := strings.Split(strings.ReplaceAll(text, "\t", "    "), "\n")
	for i := range lines {
		lines[i] = safe.Line(lines[i])
	}
	return lines, nil
}

// FirstError is the first line that looks like an error of a compiler, a build or a
// Java program; -1: none.
func FirstError(lines []string) int { return safe.FirstError(lines) }
