package remote

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"beagle/internal/hash"
	"beagle/model"
)

type file struct {
	Path string `json:"path"`           // below the tree's root, with slashes; ".": the root itself
	Mode uint32 `json:"mode"`           // as fs.FileMode
	Size int64  `json:"size,omitempty"` // of its content, which follows that of the files before
	Time int64  `json:"time,omitempty"` // when it was changed, ns since 1970: builds compare them
	Link string `json:"link,omitempty"` // of a link: where it points
}

const (
	mostFiles = 100_000
	mostTree  = 512 << 20
	bigFile   = 64 << 10
)

var leftOut = map[string]bool{".git": true, ".svn": true, ".hg": true}

// cutter cuts content into pieces.
type cutter struct {
	keys  []string
	total int64
	most  int64
	put   func(piece []byte) error
	open  []byte
}

func (c *cutter) file(in io.Reader, size int64) error {
	if size >= bigFile {
		if err := c.cut(); err != nil {
			return err
		}
	}
	if c.total += size; c.total > c.most {
		return errTooLarge
	}
	for left := size; left > 0; {
		if len(c.open) == pieceSize {
			if err := c.cut(); err != nil {
				return err
			}
		}
		n := int(min(left, int64(pieceSize-len(c.open))))
		from := len(c.open)
		c.open = append(c.open, make([]byte, n)...)
		if _, err := io.ReadFull(in, c.open[from:]); err != nil {
			return fmt.Errorf("it changed while it was read: %w", err)
		}
		left -= int64(n)
	}
	return nil
}

func (c *cutter) cut() error {
	if len(c.open) == 0 {
		return nil
	}
	c.keys = append(c.keys, hash.Digest(c.open))
	err := c.put(c.open)
	c.open = c.open[:0]
	return err
}

var errTooLarge = errors.New("too large")

func pack(root string, c *cutter) (files []file, err error) {
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && path != root && leftOut[entry.Name()] {
			return filepath.SkipDir
		}
		relative, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		one, err := about(path, relative)
		if err != nil || one == nil {
			return err
		}
		if files = append(files, *one); len(files) > mostFiles {
			return errTooLarge
		}
		if !fs.FileMode(one.Mode).IsRegular() {
			return nil
		}
		in, err := os.Open(path) //nolint:gosec // the run's own files: links that point out of the tree are sent for what they point to
		if err != nil {
			return err
		}
		defer in.Close()
		return c.file(in, one.Size)
	})
	if err == nil {
		err = c.cut()
	}
	if errors.Is(err, errTooLarge) {
		return nil, model.Problem{
			Severity: model.Error, Rule: "machine", File: root, Message: fmt.Sprintf("%s holds more than %d files or %d MiB, which is more than is sent to another machine", root, mostFiles, c.most>>20),
			Hint: "run Beagle in a smaller folder, or on that machine",
		}
	}
	return files, err
}

// about says what a path is.
func about(path, relative string) (*file, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	one := &file{Path: filepath.ToSlash(relative), Mode: uint32(info.Mode()), Time: info.ModTime().UnixNano()}
	if info.Mode()&fs.ModeSymlink != 0 {
		if to, err := os.Readlink(path); err == nil && relative != "." && !filepath.IsAbs(to) && filepath.IsLocal(filepath.Join(filepath.Dir(relative), to)) {
			one.Link = filepath.ToSlash(to)
			return one, nil
		}
		if info, err = os.Stat(path); err != nil || relative != "." && info.IsDir() {
			return nil, nil //nolint:nilerr // what points nowhere is of no use there either
		}
		one.Mode = uint32(info.Mode())
	}
	switch {
	case info.IsDir():
	case info.Mode().IsRegular():
		one.Size = info.Size()
	default:
		return nil, nil
	}
	return one, nil
}

type pieces struct {
	keys []string
	get  func(key string) ([]byte, error)
	rest bytes.Reader
}

func (p *pieces) Read(into []byte) (int, error) {
	for p.rest.Len() == 0 {
		if len(p.keys) == 0 {
			return 0, io.EOF
		}
		piece, err := p.get(p.keys[0])
		if err != nil {
			return 0, err
		}
		p.keys = p.keys[1:]
		p.rest.Reset(piece)
	}
	return p.rest.Read(into)
}

func unpack(folder, base string, files []file, content io.Reader) error {
	if !filepath.IsLocal(base) || base == "." || filepath.Base(base) != base || len(files) > mostFiles {
		return errors.New("the files have an impossible root")
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	total := int64(0)
	for _, one := range files {
		path := filepath.Join(base, filepath.FromSlash(one.Path))
		if !filepath.IsLocal(filepath.FromSlash(one.Path)) || one.Size < 0 {
			return fmt.Errorf("%.60q is no path below a folder", one.Path)
		}
		if total += one.Size; total > mostTree {
			return errors.New("the files are larger than is allowed")
		}
		mode := fs.FileMode(one.Mode)
		switch {
		case mode.IsDir():
			err = root.MkdirAll(path, 0o700)
		case mode&fs.ModeSymlink != 0:
			to := filepath.FromSlash(one.Link)
			if filepath.IsAbs(to) || !filepath.IsLocal(filepath.Join(filepath.Dir(filepath.FromSlash(one.Path)), to)) {
				return fmt.Errorf("the link %.60q points out of its folder", one.Path)
			}
			err = root.Symlink(to, path)
		case mode.IsRegular():
			err = write(root, path, one, content)
		default:
			return fmt.Errorf("%.60q is no file", one.Path)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func write(root *os.Root, path string, one file, content io.Reader) error {
	out, err := root.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fs.FileMode(one.Mode).Perm()|0o600)
	if err != nil {
		return err
	}
	_, err = io.CopyN(out, content, one.Size)
	if err = errors.Join(err, out.Close()); err != nil {
		return err
	}
	at := time.Unix(0, one.Time)
	return root.Chtimes(path, at, at)
}
