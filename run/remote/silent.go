package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"syscall"

	"beagle/run/folder"
)

// silent says in a sentence that the run's process did not answer. That it has
// just ended is no more than a moment: who asks again reads the store.
func silent(f folder.Folder, err error) error {
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ECONNREFUSED), errors.Is(err, syscall.ECONNRESET),
		errors.Is(err, syscall.EPIPE), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("the process of the run %s has just ended; what it measured is kept: beagle attach %s", f.ID(), f.ID())
	}
	if request := (*url.Error)(nil); errors.As(err, &request) {
		err = request.Err // not the address, which nobody typed
	}
	return fmt.Errorf("the process of the run %s does not answer: %w", f.ID(), err)
}
