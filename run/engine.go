package run

import (
	"context"
	"fmt"
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
	listener, err := listen(f.socket())
	if err != nil {
		s.close()
		return fmt.Errorf("the run's socket cannot be made: %w", err)
	}
	defer os.Remove(f.socket())
	l, err := s.begin(ctx)
	if err != nil {
		return err
	}
	logger.Info("the run goes on", "run", l.id, "pid", os.Getpid(), "contributions", l.board.Number())
	serving, done := context.WithCancel(context.WithoutCancel(ctx))
	served := make(chan error, 1)
	go func() { served <- newServer(l).serve(serving, listener) }()
	<-l.done
	now := l.machine.Status()
	logger.Info("the run has ended", "state", now.State, "reason", now.Reason)
	done()
	if err := <-served; err != nil {
		logger.Error("serving screens", "error", err)
	}
	return l.Close()
}
