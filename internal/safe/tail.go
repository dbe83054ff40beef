package safe

import (
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Tail is the end of a file, whole lines.
func Tail(path string) string {
	const most = 4 << 10
	if path == "" {
		return ""
	}
	file, err := os.Open(filepath.Clean(path))
	if err != nil {
		return ""
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return ""
	}
	from := max(0, info.Size()-most)
	data, err := io.ReadAll(io.NewSectionReader(file, from, most))
	if err != nil {
		return ""
	}
	text := string(data)
	if from > 0 {
		_, text, _ = strings.Cut(text, "\n")
	}
	return strings.TrimSpace(text)
}
