package remote

import (
	"context"
	"fmt"

	"beagle/run"
	"beagle/run/engine"
	"beagle/run/folder"
)

func serveRun(ctx context.Context, f folder.Folder, l *engine.Local) error {
	listener, err := listen(socketOf(f))
	if err != nil {
		return fmt.Errorf("the run's socket cannot be made: %w", err)
	}
	serving, stop := context.WithCancel(context.WithoutCancel(ctx))
	served := make(chan error, 1)
	server := newServer(l)
	go func() { served <- server.serve(serving, listener) }()
	l.BeforeClose(func() error {
		stop()
		return <-served
	})
	return nil
}

// startHere begins an analysis in this process and keeps it in a folder of its own.
func startHere(ctx context.Context, cfg run.Config) (run.Run, error) {
	f, err := engine.Create(cfg)
	if err != nil {
		return nil, err
	}
	return conductHere(ctx, f)
}

func conductHere(ctx context.Context, f folder.Folder) (run.Run, error) {
	s, err := engine.Open(f)
	if err != nil {
		return nil, err
	}
	l, err := s.Begin(ctx, nil)
	if err != nil {
		return nil, err
	}
	return l, nil
}
