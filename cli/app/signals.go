package app

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// SignalError is the cause of a context that a signal ended.
type SignalError struct {
	Signal syscall.Signal // that ended the command; the exit code is 128 more than its number
}

// Error names the signal as the shell does.
func (s SignalError) Error() string {
	switch s.Signal {
	case syscall.SIGINT:
		return "stopped by SIGINT"
	case syscall.SIGTERM:
		return "stopped by SIGTERM"
	default:
		return "stopped by SIGHUP"
	}
}

// exitCode is the shell's convention: 130 for SIGINT, 143 for SIGTERM.
func (s SignalError) exitCode() int { return 128 + int(s.Signal) }

// WithSignals ends the context at the first SIGINT, SIGTERM or SIGHUP, with a
// SignalError as its cause. A second signal finds the default behaviour again
// and ends the process at once. SIGHUP is there because Bubble Tea does not
// watch it, and a terminal that vanished would leave us running unseen.
func WithSignals(parent context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		select {
		case received := <-signals:
			signal.Stop(signals)
			number, _ := received.(syscall.Signal)
			cancel(SignalError{number})
		case <-ctx.Done():
			signal.Stop(signals)
		}
	}()
	return ctx, func() { cancel(nil) }
}

// StoppedBy returns the signal that ended the context, if one did.
func StoppedBy(ctx context.Context) (SignalError, bool) {
	var s SignalError
	ok := errors.As(context.Cause(ctx), &s)
	return s, ok
}
