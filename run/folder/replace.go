package folder

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

// replace puts a fresh store in the place of a closed one, which is kept as .old. There is one at every moment: who
// lists runs meanwhile, or after a crash, finds the one or the other.
func replace(path, fresh string) error {
	old := path + ".old"
	if err := os.Remove(old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Link(path, old); err != nil { // not every file system has links
		if err := duplicate(path, old); err != nil {
			return err
		}
	}
	for _, tail := range []string{"-wal", "-shm"} { // of the closed store; they would not fit the fresh one
		_ = os.Remove(path + tail)
	}
	return os.Rename(fresh, path)
}

func duplicate(from, to string) (err error) {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, source)
	return errors.Join(err, target.Close())
}
