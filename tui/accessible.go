package tui

import (
	"context"
	"os"

	"beagle/run"
	"beagle/tui/dashboard"
	"beagle/tui/plain"
)

// accessible reports whether the person wants questions and answers instead of
// screens: ACCESSIBLE is set, as many terminal programs understand it.
func accessible() bool {
	wish := os.Getenv("ACCESSIBLE")
	return wish != "" && wish != "0"
}

// Accessible reports whether the person wants questions and answers instead of
// screens.
func Accessible() bool { return accessible() }

func plainWizard(ctx context.Context, opt WizardOptions) error {
	talk := plain.New(os.Stdin, os.Stdout)
	r, err := talk.Wizard(ctx, opt.Config, opt.Prepare, opt.ProposeLinks, opt.Start)
	if err != nil || r == nil {
		return err
	}
	defer r.Close()
	return plainWatch(ctx, talk, r, WatchOptions{Output: opt.Config.Output, CanDetach: opt.CanDetach})
}

// plainWatch follows a run, and reviews it when it has ended.
func plainWatch(ctx context.Context, talk *plain.Talk, r run.Run, opt WatchOptions) error {
	left, err := talk.Watch(ctx, r)
	switch {
	case left && opt.CanDetach && err == nil:
		return &dashboard.DetachedError{Run: r.ID()}
	case left && err == nil:
		return r.Abort(ctx)
	case err != nil:
		return err
	}
	return talk.Review(ctx, r, opt.Output)
}
