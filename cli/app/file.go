package app

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// MayBeNew refuses the path of a file that is there, before much work is done for it.
func MayBeNew(path string) error {
	if _, err := os.Lstat(path); err != nil {
		return nil //nolint:nilerr // what else is wrong, writing says
	}
	return Hinted(fmt.Errorf("%s is there already", path), "name another file, or remove it")
}

// NewFile writes a new file that only its owner reads; one that is there stays. A file that could not be written whole is removed.
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
