//go:build unix

package remote

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"beagle/internal/hash"
	"beagle/run/folder"
)

// longestSocket is how long a socket's path may be everywhere.
const longestSocket = 100

// socketOf is the path of a run's socket: in its folder or, where that path is too long, in a folder of this user's
// in the temporary folder.
func socketOf(f folder.Folder) string {
	path := f.Path("sock")
	if len(path) <= longestSocket {
		return path
	}
	return filepath.Join(os.TempDir(), "beagle-"+strconv.Itoa(os.Getuid()), hash.Digest([]byte(path))[:16])
}

var umask sync.Mutex

// listen makes the socket, which is the user's alone from its first moment.
func listen(path string) (net.Listener, error) {
	if err := ownFolder(filepath.Dir(path)); err != nil {
		return nil, err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	umask.Lock()
	before := syscall.Umask(0o177)
	listener, err := net.Listen("unix", path)
	syscall.Umask(before)
	umask.Unlock()
	if err != nil {
		return nil, err
	}
	return ownersOnly{listener}, nil
}

func ownFolder(path string) error {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return err
	}
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); !ok || !info.IsDir() || int(stat.Uid) != os.Getuid() || info.Mode().Perm()&0o077 != 0 {
		return fmt.Errorf("the folder %s does not belong to you alone; it should have mode 0700", path)
	}
	return nil
}

type ownersOnly struct{ net.Listener }

// Accept hands out connections of the run's owner, and of root.
func (l ownersOnly) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if uid, known := peer(c); known && uid != os.Getuid() && uid != 0 {
			_ = c.Close()
			continue
		}
		return c, nil
	}
}

func dial(path string) (net.Conn, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); ok && int(stat.Uid) != os.Getuid() && os.Getuid() != 0 {
		return nil, &os.PathError{Op: "dial", Path: path, Err: unix.EPERM}
	}
	return net.DialTimeout("unix", path, 2*time.Second) //nolint:gosec // the path is the run's own folder
}
