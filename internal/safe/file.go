package safe

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// ErrNoFile is what ReadFile says of folders, devices and pipes.
var ErrNoFile = errors.New("this is a folder, pipe or device, not a file")

// ReadFile reads a regular file of at most limit bytes. A pipe or a device could keep the reader waiting for ever, so
// that it is refused before it is opened; what grows while it is read, or has no size, is bounded all the same.
// Errors do not name the path: the caller's message does.
func ReadFile(path string, limit int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, Cause(err)
	}
	if !info.Mode().IsRegular() {
		return nil, ErrNoFile
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, Cause(err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err == nil && int64(len(data)) > limit {
		return nil, fmt.Errorf("it has more than %d bytes", limit)
	}
	return data, err
}

// Open opens a file for reading.
func Open(ctx context.Context, path string) (*os.File, error) {
	type opened struct {
		file *os.File
		err  error
	}
	done := make(chan opened, 1)
	go func() {
		file, err := os.Open(path)
		done <- opened{file, err}
	}()
	select {
	case got := <-done:
		return got.file, got.err
	case <-ctx.Done():
		var writer *os.File
		if info, err := os.Stat(path); err == nil && info.Mode()&os.ModeNamedPipe != 0 {
			writer, _ = os.OpenFile(path, os.O_RDWR, 0) // waits for nobody
		}
		go func() {
			if late := <-done; late.err == nil {
				_ = late.file.Close()
			}
			_ = writer.Close() // not before: the wait may not have begun
		}()
		return nil, context.Cause(ctx)
	}
}

// Cause is why a file could not be used, without the operation and the path in front: the caller's message names the
// file.
func Cause(err error) error {
	var at *os.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

// IsFile reports whether a path leads to a file, no folder or device.
func IsFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// SameFile reports whether two paths lead to one file that exists.
func SameFile(a, b string) bool {
	first, errFirst := os.Stat(a)
	second, errSecond := os.Stat(b)
	return errFirst == nil && errSecond == nil && os.SameFile(first, second)
}

// Absolute is a path from the root; the path itself where that is unknown.
func Absolute(path string) string {
	if full, err := filepath.Abs(path); err == nil {
		return full
	}
	return path
}

// Shown is a path as short as a person can use it: relative to the present folder where it lies below.
func Shown(path string) string {
	dir, err := os.Getwd()
	if err != nil {
		return path
	}
	if relative, err := filepath.Rel(dir, path); err == nil && filepath.IsLocal(relative) {
		return relative
	}
	return path
}

// Full reports whether an error is of a disk, or a quota, that has no room left.
func Full(err error) bool { return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) }

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

// Pattern is a path as filepath.Glob finds it, whatever signs of patterns it holds.
func Pattern(path string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}
