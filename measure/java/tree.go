package java

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

const maxCopy = 4 << 30

var output = map[string]bool{
	".git": true, ".svn": true, ".hg": true, ".idea": true, ".gradle": true, ".settings": true,
	"target": true, "build": true, "out": true, "node_modules": true,
}

// copyTree copies a project.
func copyTree(ctx context.Context, from, to, work string) error {
	if err := os.RemoveAll(to); err != nil {
		return fmt.Errorf("the old copy cannot be removed: %w", err)
	}
	var size int64
	return filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("the project cannot be copied: %w", err)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		relative, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, relative)
		switch {
		case entry.IsDir():
			if path == work || relative != "." && skipFolder(relative) {
				return filepath.SkipDir
			}
			return os.MkdirAll(target, 0o700)
		case entry.Type()&fs.ModeSymlink != 0:
			return copyLink(path, target, from, to)
		case !entry.Type().IsRegular():
			return nil
		}
		n, err := copyFile(path, target)
		if size += n; size > maxCopy {
			return fmt.Errorf("the project folder %s holds more than 4 GiB; run Beagle in a smaller folder", from)
		}
		return err
	})
}

// skipFolder: source folders may be called build or target, too.
func skipFolder(relative string) bool {
	name := filepath.Base(relative)
	if strings.HasPrefix(name, ".") {
		return output[name]
	}
	if !output[name] {
		return false
	}
	for part := range strings.SplitSeq(filepath.Dir(relative), string(filepath.Separator)) {
		if part == "src" || part == "java" {
			return false
		}
	}
	return true
}

// copyLink copies a symbolic link; one that leads into the copied folder leads into the copy.
func copyLink(path, target, from, to string) error {
	destination, err := os.Readlink(path)
	if err != nil {
		return err
	}
	if rest, ok := strings.CutPrefix(destination, from+string(filepath.Separator)); ok {
		destination = filepath.Join(to, rest)
	}
	return os.Symlink(destination, target)
}

func copyFile(from, to string) (int64, error) {
	in, err := os.Open(from)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return 0, err
	}
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, info.Mode().Perm()|0o200)
	if err != nil {
		return 0, err
	}
	n, err := io.Copy(out, in)
	if closing := out.Close(); err == nil {
		err = closing
	}
	if err == nil { // builds compare times
		err = os.Chtimes(to, info.ModTime(), info.ModTime())
	}
	return n, err
}
