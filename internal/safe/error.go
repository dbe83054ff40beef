package safe

import (
	"os"
	"strings"
)

// FirstError is the first line that looks like an error of a compiler, a build tool or a Java program; -1: none.
func FirstError(lines []string) int {
	for i, line := range lines {
		low := strings.ToLower(line)
		switch {
		case strings.Contains(low, "error:"), strings.HasPrefix(low, "error "), strings.Contains(line, "[ERROR]"),
			strings.Contains(line, "BUILD FAILED"), strings.Contains(line, "FAILURE:"),
			strings.HasPrefix(line, "Exception in thread"), strings.HasPrefix(line, "Caused by:"),
			strings.Contains(line, "Error: Could not find or load main class"), strings.Contains(low, "command not found"):
			return i
		}
		if head, _, ok := strings.Cut(line, ":"); ok && !strings.ContainsAny(head, " \t") && (strings.HasSuffix(head, "Exception") || strings.HasSuffix(head, "Error")) && strings.Contains(head, ".") {
			return i // java.lang.IllegalStateException: …
		}
	}
	return -1
}

// CauseIn is the first line of an output that looks like an error, short enough for a message; empty: none does.
func CauseIn(file string) string {
	data, err := readStart(file, mostRead)
	if err != nil {
		return ""
	}
	lines := strings.Split(string(data), "\n")
	at := FirstError(lines)
	if at < 0 {
		return ""
	}
	if strings.Contains(lines[at], "COMPILATION ERROR") { // a heading of Maven's, which says nothing
		if next := FirstError(lines[at+1:]); next >= 0 {
			at += 1 + next
		}
	}
	return short(lines[at])
}

// EndOf are the last lines of what a program said, at most two, short enough for a message: what a program that ends
// ill says of it where it is no error that others know.
func EndOf(file string) string {
	data, err := readStart(file, mostRead)
	if err != nil {
		return ""
	}
	var last []string
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSpace(line); line != "" {
			last = append(last[max(0, len(last)-1):], line)
		}
	}
	return short(strings.Join(last, " / "))
}

// mostRead is how much of an output is looked at, and mostSaid how many letters of it are said.
const (
	mostRead = 1 << 20
	mostSaid = 160
)

func short(said string) string {
	line := []rune(strings.TrimSpace(Line(said)))
	if len(line) > mostSaid {
		line = append(line[:mostSaid], '…')
	}
	return string(line)
}

func readStart(name string, most int) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data := make([]byte, most)
	n, err := file.Read(data)
	if n > 0 {
		err = nil
	}
	return data[:n], err
}
