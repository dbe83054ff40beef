// Package cli is the command line: commands, flags, exit codes. It starts the
// screens and prints results; everything else happens behind package run.
//
// One file holds one command; root.go lists them all.
package cli

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// Main runs the command line and returns the process's exit code.
func Main(args []string) int {
	a := newApp()
	ctx, stop := withSignals(context.Background())
	defer stop()

	root := newRoot(a)
	root.SetArgs(keepExpressions(args))
	err := a.execute(ctx, root)
	if wantsJSON(args) {
		a.output = outputJSON // also where the flags could not be read
	}
	return a.finish(ctx, err)
}

// signalled is the cause of a context that a signal ended.
type signalled struct{ signal syscall.Signal }

func (s signalled) Error() string {
	switch s.signal {
	case syscall.SIGINT:
		return "stopped by SIGINT"
	case syscall.SIGTERM:
		return "stopped by SIGTERM"
	default:
		return "stopped by SIGHUP"
	}
}

// exitCode is the shell's convention: 130 for SIGINT, 143 for SIGTERM.
func (s signalled) exitCode() int { return 128 + int(s.signal) }

// withSignals ends the context at the first SIGINT, SIGTERM or SIGHUP, with a
// signalled as its cause. A second signal finds the default behaviour again
// and ends the process at once. SIGHUP is there because Bubble Tea does not
// watch it, and a terminal that vanished would leave us running unseen.
func withSignals(parent context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		select {
		case received := <-signals:
			signal.Stop(signals)
			number, _ := received.(syscall.Signal)
			cancel(signalled{number})
		case <-ctx.Done():
			signal.Stop(signals)
		}
	}()
	return ctx, func() { cancel(nil) }
}

// stoppedBy returns the signal that ended the context, if one did.
func stoppedBy(ctx context.Context) (signalled, bool) {
	var s signalled
	ok := errors.As(context.Cause(ctx), &s)
	return s, ok
}
