package host

import (
	"io"
	"strings"
	"sync"

	"beagle/internal/safe"
)

// MaxLog is how much of what an extension writes on standard error is kept.
const MaxLog = 1 << 20

// tail passes a log on up to a limit and keeps its last bytes.
type tail struct {
	mu      sync.Mutex
	to      io.Writer
	written int
	last    []byte
}

const tailBytes = 2 << 10

// Write keeps the last bytes, copies all to the log up to its limit, and never fails.
func (t *tail) Write(data []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.to != nil && t.written < MaxLog {
		_, _ = t.to.Write(data[:min(len(data), MaxLog-t.written)])
	}
	t.written += len(data)
	t.last = append(t.last, data[max(0, len(data)-tailBytes):]...)
	t.last = t.last[max(0, len(t.last)-tailBytes):]
	return len(data), nil
}

// lines are the last lines, safe to print, as one.
func (t *tail) lines() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(string(t.last)), "\n")
	return safe.Line(strings.Join(lines[max(0, len(lines)-3):], " | "))
}
