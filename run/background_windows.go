package run

import (
	"errors"
	"net"
	"os"
)

// background reports whether runs can have a process of their own here; on
// Windows an analysis lives in the process that started it.
const background = false

var errUnsupported = errors.New("runs in the background are not supported on Windows")

func spawn([]string, string) (*os.Process, error) { return nil, errUnsupported }

func (f folder) socket() string { return f.path("sock") }

func listen(string) (net.Listener, error) { return nil, errUnsupported }

func dial(string) (net.Conn, error) { return nil, errUnsupported }
