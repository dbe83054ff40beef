package safe

import (
	"os"

	"golang.org/x/sys/windows"
)

// LockFile locks a file until it is closed or this process dies.
func LockFile(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	if err := windows.LockFileEx(windows.Handle(file.Fd()), flags, 0, 1, 0, &windows.Overlapped{}); err != nil {
		_ = file.Close()
		return nil, err
	}
	return file, nil
}
