package remote

import (
	"context"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"beagle/internal/safe"
	"beagle/run/engine"
	"beagle/run/folder"
)

// EngineCommand is the hidden command that conducts a run in the background; its argument is the run's id.
const EngineCommand = "engine"

// Engine conducts a run to its end in this process, which Launch and Resume start in the background, and lets screens
// attach. SIGTERM ends it in order: the launch in flight is stopped, and the run can be taken up again.
func Engine(ctx context.Context, id string, log io.Writer) error {
	signal.Ignore(syscall.SIGHUP)
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	f, err := folder.Find(id)
	if err != nil {
		return err
	}
	s, err := engine.Open(f)
	if err != nil {
		return err
	}
	log = safe.Terminal(log)
	s.Log = log
	logger := slog.New(slog.NewTextHandler(log, nil))
	l, err := s.Begin(ctx, func(l *engine.Local) error { return serveRun(ctx, f, l) })
	if err != nil {
		return err
	}
	logger.Info("the run goes on", "run", l.ID(), "pid", os.Getpid(), "contributions", l.Board.Number())
	<-l.Done
	now := l.Machine.Status()
	logger.Info("the run has ended", "state", now.State, "reason", now.Reason)
	return l.Close()
}
