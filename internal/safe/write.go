package safe

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"

	"beagle/model"
)

// maxPresent bounds what a file that is overwritten is read for: its backup.
const maxPresent = 256 << 20

// maxBackups is how many backups of one file are kept beside it.
const maxBackups = 1000

// WriteOptions says how WriteFile treats what is already there.
type WriteOptions struct {
	// Expect is what the file must hold now; nil: anything, or nothing.
	Expect []byte
	// Backup keeps the present content beside the file, as .bak, .bak.2 and so on.
	Backup bool
}

// WriteFile writes a file whole or not at all.
func WriteFile(path string, data []byte, opts WriteOptions) (backup string, err error) {
	path, err = followLinks(path)
	if err != nil {
		return "", writeProblem(path, "the file cannot be written", err)
	}
	mode := fs.FileMode(0) // of a new file: what the user's umask says
	var present []byte
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.Mode().IsRegular(): // a device would be read for ever, and replaced by a file
		return "", model.Problem{
			Severity: model.Error, Rule: "write", File: path, Message: "nothing can be written here: this is a folder or a device",
			Hint: "name a file, such as calibrated.repository",
		}
	case err == nil:
		mode = info.Mode().Perm()
		if present, err = ReadFile(path, maxPresent); err != nil && (opts.Backup || opts.Expect != nil) {
			return "", writeProblem(path, "the file cannot be read", err)
		}
	case !errors.Is(err, fs.ErrNotExist):
		return "", writeProblem(path, "the file cannot be read", err)
	}
	if opts.Expect != nil && !bytes.Equal(present, opts.Expect) {
		return "", model.Problem{
			Severity: model.Error, Rule: "changed", File: path,
			Message: "the file has changed since it was read, so nothing was written",
			Hint:    "read the model again and write the expressions into the new version, or write to another file",
		}
	}
	if opts.Backup && present != nil {
		backup, err = backupName(path, present)
		if err != nil {
			return "", writeProblem(path, "no backup could be written", err)
		}
		if err := replace(backup, present, mode); err != nil {
			return "", writeProblem(backup, "no backup could be written", err)
		}
	}
	if err := replace(path, data, mode); err != nil {
		return "", writeProblem(path, "the file was not written; what was there is untouched", err)
	}
	return backup, nil
}

func writeProblem(path, message string, err error) error {
	hint := "check the folder's permissions and the free space of the disk"
	if errors.Is(err, fs.ErrNotExist) {
		hint = "make the folder " + filepath.Dir(path) + ", or name one that is there"
	}
	cause := Cause(err) // the path is the temporary file's, which nobody has heard of
	return model.Problem{Severity: model.Error, Rule: "write", File: path, Message: fmt.Sprintf("%s: %v", message, cause), Hint: hint}
}

// followLinks keeps a symbolic link a link: the file behind it is replaced.
func followLinks(path string) (string, error) {
	target, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		return path, nil
	}
	if err != nil {
		return path, err
	}
	return target, nil
}

// backupName is the first of path.bak, path.bak.2, path.bak.3 … that is free or holds the same.
func backupName(path string, present []byte) (string, error) {
	for n := 1; n <= maxBackups; n++ {
		name := path + ".bak"
		if n > 1 {
			name += "." + strconv.Itoa(n)
		}
		old, err := ReadFile(name, maxPresent)
		if errors.Is(err, fs.ErrNotExist) || err == nil && bytes.Equal(old, present) {
			return name, nil
		}
		if err != nil {
			return "", fmt.Errorf("%s: %w", name, err)
		}
	}
	return "", fmt.Errorf("there are %d of them already; remove those that nobody needs", maxBackups)
}

func replace(path string, data []byte, mode fs.FileMode) (err error) {
	dir := filepath.Dir(path)
	name := filepath.Join(dir, fmt.Sprintf(".%s.%08x.tmp", filepath.Base(path), rand.Uint32()))
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666) //nolint:gosec // the user's own file: the umask decides
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	_, err = f.Write(data)
	if err == nil && mode != 0 {
		err = f.Chmod(mode)
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err = os.Rename(f.Name(), path); err != nil {
		return err
	}
	if d, openErr := os.Open(dir); openErr == nil { // the rename itself, where folders can be flushed
		_ = d.Sync()
		_ = d.Close()
	}
	return nil
}
