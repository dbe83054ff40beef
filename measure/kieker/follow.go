package kieker

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// pollEvery is how often a log that is followed is looked at, and scanEvery
// how often new ones are looked for.
const (
	pollEvery = 100 * time.Millisecond
	scanEvery = time.Second
)

// followAll follows the logs at or below the paths side by side, also those
// that appear later: a program that is started again writes a new folder.
func followAll(ctx context.Context, paths []string, options LogOptions) ([]Report, error) {
	var mu sync.Mutex
	var group sync.WaitGroup
	reports := []Report{}
	known := map[string]os.FileInfo{}
	for {
		for _, path := range paths {
			logs, err := findLogs(path)
			if err != nil && len(known) == 0 && !isEmptyFolder(path) {
				return nil, err
			}
			for _, log := range logs {
				info, err := os.Stat(log.path)
				if err != nil || seen(known, log.path, info) {
					continue
				}
				known[log.path] = info
				mu.Lock()
				at := len(reports)
				reports = append(reports, Report{})
				mu.Unlock()
				group.Go(func() {
					report := readLog(ctx, log, options)
					mu.Lock()
					defer mu.Unlock()
					reports[at] = report
				})
			}
		}
		select {
		case <-ctx.Done():
			group.Wait()
			return reports, nil
		case <-time.After(scanEvery):
		}
	}
}

// seen reports whether the log is read already, under this or a former name.
func seen(known map[string]os.FileInfo, path string, info os.FileInfo) bool {
	if known[path] != nil {
		return true
	}
	for _, other := range known {
		if os.SameFile(other, info) {
			return true
		}
	}
	return false
}

// isEmptyFolder reports whether the path is a folder: one without logs may get
// some.
func isEmptyFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// grows waits while the file may still grow: until a later file of its folder
// exists.
func (l *logReader) grows(ctx context.Context, path string) bool {
	if idler, ok := l.handler.(Idler); ok {
		idler.Idle(time.Now())
	}
	if !pause(ctx) {
		return false
	}
	if !l.log.folder {
		return true
	}
	_, later := l.after(path)
	return !later
}

// after is the first data file of the folder behind the one with this name. A
// writer may have deleted older ones, and a person renamed the folder.
func (l *logReader) after(path string) (next string, ok bool) {
	if l.log.folder && l.options.Follow {
		if now, ok := folderLog(l.log.path); ok {
			l.log.files = now.files
		} else if moved := l.moved(); moved != "" {
			l.log.path = moved
			if now, ok := folderLog(moved); ok {
				l.log.files, l.log.mapFile = now.files, now.mapFile
			}
		}
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

// mapGrew reports whether the map is another one than when it was read last.
func (l *logReader) mapGrew() bool {
	info, err := os.Stat(l.log.mapFile)
	return err == nil && info.Size() != l.mapSize
}

// moved finds a folder that was renamed beside its former name.
func (l *logReader) moved() string {
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

// tail reads a file that is still being written: its end is the end only when
// more says so. Decompressors read through it.
type tail struct {
	in   io.Reader
	more func() bool
	done bool
}

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
