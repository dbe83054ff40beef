package app

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// InFolder refuses the path of a file in a folder that is not there, before much work is done for the file.
func InFolder(path string) error {
	dir := filepath.Dir(path)
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return Hinted(fmt.Errorf("%s: there is no folder %s", path, dir), "make the folder, or name a file in another one")
	}
	return nil
}

// MayBeNew refuses the path of a file that is there, or whose folder is not, before much work is done for the file.
// Other trouble, such as a folder without the right to write, is reported when the file is written.
func MayBeNew(path string) error {
	if _, err := os.Lstat(path); err == nil {
		return Hinted(fmt.Errorf("%s is there already", path), "name another file, or remove it")
	}
	return InFolder(path)
}

// NewFile writes a new file that only its owner reads; one that is there stays. A file that could not be written whole
// is removed.
func NewFile(path string, write func(io.Writer) error) error {
	if err := MayBeNew(path); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err := errors.Join(write(file), file.Close()); err != nil {
		_ = os.Remove(path)
		return err
	}
	return nil
}
