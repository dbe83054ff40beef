package tui

import (
	"context"
	"errors"

	"beagle/cost"
	"beagle/tui/screen"

	costui "beagle/tui/cost"
)

// ErrStopped is returned when a person ended what was measured.
var ErrStopped = costui.ErrStopped

// Cost shows how the costs of methods are learnt, until they are; without screens say is told each step.
func Cost(ctx context.Context, names []string, learn costui.Learn, say func(int, cost.Progress)) error {
	if accessible() {
		return learn(ctx, say)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	feed, done := costui.NewFeed(names), make(chan struct{})
	go func() {
		defer close(done)
		feed.Run(ctx, learn)
	}()
	err := start(ctx, nil, func(a *app) { a.screen = []screen.Screen{costui.New(a.env, feed)} })
	cancel()
	<-done
	if err != nil {
		return err
	}
	if err := feed.Err(); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}
