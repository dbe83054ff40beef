package config

import (
	"bytes"
	"errors"
	"io/fs"
	"strings"

	"github.com/goccy/go-yaml"

	"beagle/internal/safe"
	"beagle/internal/yamltree"
	"beagle/measure"
)

// proposed marks the comment that Propose writes.
const proposed = "# Launches to complete: "

// Propose writes launches as a comment into a project file that a person has to complete,
// before its first setting, with a line on how. One that an earlier call wrote is replaced.
func Propose(file, dir string, list []measure.Launch, how string) error {
	old, err := safe.ReadFile(file, yamltree.MaxBytes)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	trees, _ := launches.plain(list, dir).([]yaml.MapSlice)
	var comment strings.Builder
	comment.WriteString(proposed + how + "\n")
	for line := range strings.Lines(emit("", "launch", trees)) {
		comment.WriteString("# " + line)
	}
	comment.WriteString("\n")
	_, err = safe.WriteFile(file, append([]byte(comment.String()), withoutProposed(old)...), safe.WriteOptions{})
	return err
}

// withoutProposed is a file without the comment that Propose wrote.
func withoutProposed(old []byte) []byte {
	from := bytes.Index(old, []byte(proposed))
	if from < 0 || from > 0 && old[from-1] != '\n' {
		return old
	}
	to := from
	for to < len(old) && old[to] == '#' {
		end := bytes.IndexByte(old[to:], '\n')
		if end < 0 {
			return old[:from]
		}
		to += end + 1
	}
	if to < len(old) && old[to] == '\n' {
		to++
	}
	return append(bytes.Clone(old[:from]), old[to:]...)
}
