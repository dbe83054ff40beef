package run

import (
	"bytes"
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

// Read are the lines of the output, safe to print; of a long one those of its end, which is said in the first line.
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
	return safeLines(text), nil
}

// After are the whole lines that were written after a place in the output, safe to print, and the place after them.
func (o *Printed) After(from int64, ended bool) (lines []string, to int64, err error) {
	file, err := os.Open(o.File)
	if err != nil {
		return nil, from, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.NewSectionReader(file, from, mostOutput))
	if err != nil {
		return nil, from, err
	}
	whole := bytes.LastIndexByte(data, '\n') + 1
	if whole == 0 && len(data) == mostOutput || ended && len(data) < mostOutput { // a very long line, or the last
		whole = len(data)
	}
	if whole == 0 {
		return nil, from, nil
	}
	return safeLines(strings.TrimSuffix(string(data[:whole]), "\n")), from + int64(whole), nil
}

func safeLines(text string) []string {
	lines := strings.Split(strings.ReplaceAll(text, "\t", "    "), "\n")
	for i := range lines {
		lines[i] = safe.Line(lines[i])
	}
	return lines
}

// FirstError is the first line that looks like an error of a compiler, a build or a Java program; -1: none.
func FirstError(lines []string) int { return safe.FirstError(lines) }
