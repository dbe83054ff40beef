package run

import (
	"context"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
)

// EngineCommand is the hidden command that conducts a run in the background;
// its argument is the run's id.
const EngineCommand = "engine"

// Engine conducts a run to its end in this process, which Launch and Resume
// start in the background, and lets screens attach. SIGTERM ends it in order:
// the launch in flight is stopped, and the run can be taken up again.
func Engine(ctx context.Context, id string, log io.Writer) error {
	signal.Ignore(syscall.SIGHUP)
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	f, err := findFolder(id)
	if err != nil {
		return err
	}
	s, err := open(f)
	if err != nil {
		return err
	}
	s.log = log
	logger := slog.New(slog.NewTextHandler(log, nil))
	l, err := s.begin(ctx)
	if err != nil {
		return err
	}
	logger.Info("the run goes on", "run", l.id, "pid", os.Getpid(), "contributions", l.board.Number())
	<-l.done
	now := l.machine.Status()
	logger.Info("the run has ended", "state", now.State, "reason", now.Reason)
	return l.Close()
}
