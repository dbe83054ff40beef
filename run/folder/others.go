package folder

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"beagle/internal/safe"
	"beagle/run"
)

// Measuring are the analyses of this user that measure now: two at a time would
// disturb each other's times. A paused one does not.
func Measuring() ([]Info, error) {
	all, err := List()
	if err != nil {
		return nil, err
	}
	var busy []Info
	for _, info := range all {
		if info.Live && info.There == "" && (info.State == run.Running || info.State == run.Preparing) {
			busy = append(busy, info)
		}
	}
	return busy, nil
}

const waitEvery = time.Second

// Turn waits until no other analysis of this user measures and nobody else has the turn, which is kept until release
// is called.
func Turn(ctx context.Context, say func([]Info)) (release func(), err error) {
	if err := os.MkdirAll(Root(), 0o700); err != nil {
		return nil, noFolder(err)
	}
	said := false
	for {
		busy, err := Measuring()
		if err != nil {
			return nil, err
		}
		lock, taken := safe.LockFile(filepath.Join(Root(), "turn"))
		if taken == nil && len(busy) == 0 {
			return func() { _ = lock.Close() }, nil
		}
		if taken == nil {
			_ = lock.Close()
		}
		if !said {
			say(busy)
			said = true
		}
		select {
		case <-time.After(waitEvery):
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}
