package logs

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"beagle/traces/kieker"
)

// pollEvery is how often a log that is followed is looked at, and scanEvery how often new ones are looked for.
const (
	pollEvery = 100 * time.Millisecond
	scanEvery = time.Second
)

type follower struct {
	*contents
	log  logSource
	info os.FileInfo // finds a folder again that is renamed
	buf  []byte

	growing growingMap
	trouble string    // why the map could not be read, as it was told last
	since   time.Time // when the log began to wait for strings, or the map grew last while it did
}

// newFollower follows a log that still grows; it ends where the file is replaced.
func newFollower(log logSource, in *contents) *follower {
	info, _ := os.Stat(log.path)
	if in.options.pause == nil {
		in.options.pause = pause
	}
	if in.options.now == nil {
		in.options.now = time.Now
	}
	return &follower{contents: in, log: log, info: info, growing: growingMap{stringMap: in.strings}}
}

func (l *follower) run(ctx context.Context) error {
	l.mapGrew(ctx, false)
	for last := ""; ; {
		next, ok := l.after(last)
		for !ok { // wait for the next file
			if !l.log.folder || !l.options.pause(ctx) {
				return ctx.Err()
			}
			next, ok = l.after(last)
		}
		if err := l.follow(ctx, next); err != nil {
			return err
		}
		last = next
	}
}

// grows waits while the file may still grow: until a later file of its folder exists.
func (l *follower) grows(ctx context.Context, path string) bool {
	if !l.rest(ctx) {
		return false
	}
	if !l.log.folder {
		return true
	}
	_, later := l.after(path)
	return !later
}

func (l *follower) rest(ctx context.Context) bool {
	if idler, ok := l.handler.(kieker.Idler); ok {
		idler.Idle(l.options.now())
	}
	return l.options.pause(ctx)
}

// after is the first data file of the folder behind the one with this name. A
// writer may have deleted older ones, and a person renamed the folder.
func (l *follower) after(path string) (next string, ok bool) {
	if l.log.folder {
		l.look()
	}
	at, found := slices.BinarySearchFunc(l.log.files, path, func(file, path string) int {
		return strings.Compare(filepath.Base(file), filepath.Base(path))
	})
	if found {
		at++
	}
	if path == "" {
		at = 0
	}
	if at >= len(l.log.files) {
		return "", false
	}
	return l.log.files[at], true
}

func (l *follower) look() {
	now, ok := folderLog(l.log.path)
	if !ok {
		if moved := l.moved(); moved != "" {
			l.log.path = moved
			now, ok = folderLog(moved)
		}
	}
	if ok {
		l.log.files = now.files
	}
	if ok && now.mapFile != "" {
		l.mapFile = now.mapFile
	}
}

func (l *follower) moved() string {
	parent := filepath.Dir(l.log.path)
	entries, err := os.ReadDir(parent)
	if err != nil || l.info == nil {
		return ""
	}
	for _, entry := range entries {
		at := filepath.Join(parent, entry.Name())
		if info, err := os.Stat(at); err == nil && os.SameFile(info, l.info) {
			return at
		}
	}
	return ""
}

// tail reads a file that is still being written: its end is the end only when more says so.
type tail struct {
	in   io.Reader
	more func() bool
	done bool
}

// Read waits at the end of the file for more, until nobody writes any more; then it gives io.EOF.
func (t *tail) Read(p []byte) (int, error) {
	for {
		n, err := t.in.Read(p)
		if n > 0 || !errors.Is(err, io.EOF) || t.done {
			return n, err
		}
		t.done = !t.more() // what was written while more waited is still to be read
	}
}

func pause(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(pollEvery):
		return true
	}
}
