package remote

import (
	"errors"
	"net"
	"os"

	"beagle/run/folder"
)

// background reports whether runs can have a process of their own here.
const background = false

var errUnsupported = errors.New("runs in the background are not supported on Windows")

func spawn([]string, string) (*os.Process, error) { return nil, errUnsupported }

func socketOf(f folder.Folder) string { return f.Path("sock") }

func listen(string) (net.Listener, error) { return nil, errUnsupported }

func dial(string) (net.Conn, error) { return nil, errUnsupported }
