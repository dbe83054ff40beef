package dashboard

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"beagle/run"
	"beagle/tui/dialog"
	"beagle/tui/keys"
	"beagle/tui/live"
	"beagle/tui/screen"
	"beagle/tui/text"
	"beagle/tui/words"
)

// orders tells the run what a person asks for. What cannot be undone is confirmed in a dialog first.
type orders struct {
	env  *screen.Env
	feed *live.Feed
	opt  Options
}

// off says why an order cannot be given now; empty: it can, or the action is no order. The element is the chosen one; nil:
// none is.
func (o orders) off(action keys.Action, e *run.ElementState) string {
	s := &o.feed.Snapshot
	switch action {
	case keys.Pause, keys.Abort, keys.Steer:
		if s.State.Ended() {
			return "the analysis has ended"
		}
		if s.State == run.Aborting && action != keys.Abort {
			return "the analysis is being aborted"
		}
		if action != keys.Abort && s.Finishing {
			return "the analysis is finishing already"
		}
		if action == keys.Steer && s.Progress != nil && s.Progress.Part == run.Validating {
			return "nothing more is measured"
		}
		if action != keys.Abort && s.State == run.Preparing {
			return "the analysis is still preparing"
		}
	case keys.There:
		switch {
		case e == nil:
			return "select an element first"
		case e.Undecided == "":
			return "the measurements decide this element"
		case s.State == run.Aborting:
			return "the analysis is being aborted"
		case s.State.Ended() && o.opt.There == nil:
			return "leave Beagle and write: beagle resume " + text.Safe(o.feed.Run.ID())
		}
	case keys.Resume:
		switch {
		case s.State == run.Paused:
			return "it is paused; p continues"
		case !s.State.Ended():
			return "the analysis is still running"
		case s.State == run.Finished:
			return "the analysis has finished"
		case o.opt.Resume == nil:
			return "leave Beagle and write: beagle resume " + text.Safe(o.feed.Run.ID())
		}
	default: // no order
	}
	return ""
}

// give does what an order asks for, or opens its dialog. The element is the chosen one.
func (o orders) give(action keys.Action, e *run.ElementState) tea.Cmd {
	switch action {
	case keys.Pause:
		if o.feed.Snapshot.State == run.Paused {
			return o.feed.Do("Continue", o.feed.Run.Continue)
		}
		if o.inLaunch() {
			return dialog.Show(o.env, o.askPause())
		}
		return o.feed.Do("Pause", o.feed.Run.Pause)
	case keys.Abort:
		if o.feed.Snapshot.State == run.Aborting {
			return o.feed.Do("Ending now", o.feed.Run.Abort)
		}
		return dialog.Show(o.env, o.askAbort())
	case keys.Steer:
		return dialog.Show(o.env, o.askSteer())
	case keys.There:
		return dialog.Show(o.env, o.askThere(e))
	case keys.Resume:
		return tea.Batch(screen.Say("Resuming the run…"), func() tea.Msg {
			if o.feed.Lives != nil && o.feed.Lives() { // somebody has resumed it already
				return o.feed.Attach()
			}
			return o.opt.Resume()
		})
	default: // no order
	}
	return nil
}

// goesOn reports whether the analysis may still change.
func (o orders) goesOn() bool { return !o.feed.Snapshot.State.Ended() }

// inLaunch reports whether a launch is running, which a pause can wait for or discard.
func (o orders) inLaunch() bool {
	s := &o.feed.Snapshot
	return s.State == run.Running && !s.Pausing && s.LaunchName != ""
}

// askPause asks whether the launch in flight may end first.
func (o orders) askPause() *dialog.Dialog {
	launch := o.feed.Snapshot.LaunchesDone
	return &dialog.Dialog{
		Title: "Pause now, or after this launch?",
		Text:  "Running: " + text.Safe(o.feed.Snapshot.LaunchName) + ".\nPause now: discard this launch and repeat it later.",
		Answers: []dialog.Answer{
			{Key: "esc", Word: "don't pause"},
			{Key: "f", Word: "after this launch", Do: o.feed.Do("Pause", o.feed.Run.Pause)},
			{Key: "d", Word: "pause now", Do: o.feed.Do("Pause", func(ctx context.Context) error {
				if err := o.feed.Run.Pause(ctx); err != nil || o.feed.Run.Snapshot().LaunchesDone != launch {
					return err // the launch that was meant has ended meanwhile
				}
				return o.feed.Run.Pause(ctx) // asked again, it ends the launch
			})},
		},
		Focus: 1,
		// Not only while that launch goes on: who asks for a pause wants one.
		While: func() bool { return o.goesOn() && o.feed.Snapshot.State == run.Running && !o.feed.Snapshot.Pausing },
	}
}

// askSteer offers the orders about the measuring.
func (o orders) askSteer() *dialog.Dialog {
	give := func(what string, order run.Order) tea.Cmd {
		return o.feed.Do(what, func(ctx context.Context) error { return o.feed.Run.Steer(ctx, order) })
	}
	ask := &dialog.Dialog{
		Title:   "Stop measuring?",
		Text:    "Enough: stop measuring, learn from what was measured, and finish. With many elements learning takes minutes; a aborts.",
		Answers: []dialog.Answer{{Key: "esc", Word: "keep measuring"}, {Key: "n", Word: "enough", Do: give("Enough", run.Enough)}},
		While:   func() bool { return o.goesOn() && !o.feed.Snapshot.Finishing },
	}
	if s := &o.feed.Snapshot; s.LaunchName != "" && s.State == run.Running {
		ask.Text += "\nStop this launch: end " + text.Safe(s.LaunchName) + ", keep its measurements, and start the next one.\nRepeat: discard its measurements and launch it again."
		ask.Answers = append(ask.Answers, dialog.Answer{Key: "e", Word: "stop this launch", Do: give("Ending the launch", run.EndLaunch)},
			dialog.Answer{Key: "r", Word: "repeat launch", Do: give("Repeating the launch", run.RepeatLaunch)})
	}
	return ask
}

// askThere offers to measure an element where that decides.
func (o orders) askThere(e *run.ElementState) *dialog.Dialog {
	ask := &dialog.Dialog{
		Title: "Measure " + text.Cut(words.Name(&e.Element), 40) + " where it decides?",
		Text:  text.Safe(e.Undecided) + "\nAdds launches with such values after the planned ones.",
	}
	do := o.feed.Do("Measuring there", func(ctx context.Context) error { return o.feed.Run.Steer(ctx, run.MeasureThere(e.ID)) })
	if o.feed.Snapshot.State.Ended() {
		ask.Text = text.Safe(e.Undecided) + "\nResumes the analysis: launches with such values, then learns everything again."
		do = o.opt.There(e.ID)
	}
	ask.Answers = []dialog.Answer{{Key: "esc", Word: "not now"}, {Key: "m", Word: "measure there", Do: do}}
	return ask
}

// askAbort asks before what cannot be taken back.
func (o orders) askAbort() *dialog.Dialog {
	return &dialog.Dialog{
		Title: "Abort the analysis?",
		Text:  "Stops the launch. Measurements are kept and analysed within seconds; nothing is written into the model.",
		Answers: []dialog.Answer{
			{Key: "esc", Word: "keep running"},
			{Key: "a", Word: "abort", Do: o.feed.Do("Abort", o.feed.Run.Abort)},
		},
		While: o.goesOn,
	}
}

// leave asks what is to become of a run that goes on, or of decisions that are
// not written.
func (o orders) leave() tea.Cmd {
	s := &o.feed.Snapshot
	quit := screen.Send(screen.Quit{})
	if s.State.Ended() {
		if o.opt.Leave == nil {
			return quit
		}
		return o.opt.Leave()
	}
	ask := &dialog.Dialog{
		Title:   "Leave Beagle? The analysis is " + goingOn(s.State) + ".",
		Answers: []dialog.Answer{{Key: "esc", Word: "stay"}},
		While:   o.goesOn,
	}
	abort := dialog.Answer{Key: "a", Word: "abort", Do: tea.Sequence(o.feed.Do("Abort", o.feed.Run.Abort), quit)}
	if o.opt.CanDetach {
		detach := screen.Send(screen.Quit{Err: &DetachedError{Run: o.feed.Run.ID()}})
		ask.Text = "Detach: it continues without this screen. Come back with\nbeagle attach " + text.Safe(o.feed.Run.ID()) +
			"\nAbort: it stops; measurements are kept."
		ask.Answers = append(ask.Answers, dialog.Answer{Key: "d", Word: "detach", Do: detach}, abort)
		ask.Again = detach
		return dialog.Show(o.env, ask)
	}
	ask.Text = "The analysis ends with this program. Measurements are kept."
	ask.Answers = append(ask.Answers, abort)
	ask.Again = abort.Do
	return dialog.Show(o.env, ask)
}

// goingOn is a state as an adjective after "is".
func goingOn(s run.State) string {
	if s == run.Preparing {
		return "still preparing"
	}
	return text.Safe(string(s))
}
