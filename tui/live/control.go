package live

import (
	"context"
	"errors"

	"beagle/model"
	"beagle/run"
	"beagle/tui/dialog"
)

// askControl offers to take the control from another screen, where that is why
// an order was refused; else it is nil.
func (f *Feed) askControl(what string, order func(context.Context) error, err error) *dialog.Dialog {
	var problem model.Problem
	shared, ok := f.Run.(run.Shared)
	if !ok || !errors.As(err, &problem) || problem.Rule != run.Controlled {
		return nil
	}
	return &dialog.Dialog{
		Title: "Another screen is in control. Take it over?",
		Text:  "Then the order is given from here (" + what + "), and the other screen only watches until it takes the control back.",
		Answers: []dialog.Answer{
			{Key: "esc", Word: "leave it there"},
			{Key: "t", Word: "take control", Do: f.Do(what, func(ctx context.Context) error {
				if err := shared.TakeControl(ctx); err != nil {
					return err
				}
				return order(ctx)
			})},
		},
	}
}
