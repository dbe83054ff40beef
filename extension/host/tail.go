package host

import (
	"strings"
	"sync"

	"beagle/internal/safe"
)

// tail keeps the last bytes of what an extension writes on standard error.
type tail struct {
	mu   sync.Mutex
	last []byte
}

const tailBytes = 2 << 10

// Write keeps the last bytes, and never fails.
func (t *tail) Write(data []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
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
