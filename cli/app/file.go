package app

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// NewFile writes a new file that only its owner reads; one that is there stays. A file that could not be written whole is removed.
func NewFile(path string, write func(io.Writer) error) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return Hinted(fmt.Errorf("%s is there already", path), "name another file, or remove it")
	}
	if err != nil {
		return err
	}
	if err := errors.Join(write(file), file.Close()); err != nil {
		_ = os.Remove(path)
		return err
	}
	return nil
}
