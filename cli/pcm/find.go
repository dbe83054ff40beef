package pcm

import (
	"context"
	"fmt"
	"strconv"

	"beagle/cli/app"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/predict"
)

// find answers --find: the number at which response times just stay below --below.
func (f *flags) findGoal(ctx context.Context, a *app.App) error {
	if f.find == "" || f.below == "" {
		return app.Usage("--find and --below belong together: --find cores.server.CPU=1..64 --below p99=200ms")
	}
	if f.curve != "" || f.flame != "" || f.profile != "" {
		return app.Usage("--find asks for one number: leave --curve, --flame and --profile out")
	}
	goal, err := predict.ParseGoal(f.find, f.below)
	if err != nil {
		return app.Usage("%w", err)
	}
	if goal.What == "" && f.question.Service == "" {
		return app.Usage("an input is one of a service: name it with --service")
	}
	if f.question.Level == predict.Exact && goal.Measure != "mean" {
		return app.Usage("--level exact knows means only: leave it out, or write --below %s", quantity.Seconds(goal.Below))
	}
	r, err := predict.Seek(ctx, f.question, goal)
	if err != nil {
		return err
	}
	a.WarnAll(r.Answer.Outside())
	if a.JSON() {
		err = a.PrintJSON(r)
	} else {
		s := &app.Sheet{Width: a.Width()}
		writeReached(s, r)
		_, err = fmt.Fprint(a.Out, s.String())
	}
	if err == nil && r.Value == nil {
		return app.Exit(app.Partial, nil)
	}
	return err
}

func writeReached(s *app.Sheet, r *predict.Reached) {
	kind, number := "largest", func(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
	if r.Least {
		kind = "least"
	}
	within := fmt.Sprintf("%s to %s", number(r.From), number(r.To))
	limit := fmt.Sprintf("%s below %s", r.Measure, quantity.Seconds(r.Below))
	switch {
	case r.Value == nil:
		s.Fold(fmt.Sprintf("%s: no number from %s keeps %s", safe.Line(r.Find), within, limit), 2)
	case r.All:
		s.Fold(fmt.Sprintf("%s = %s: all of %s keeps %s, so ask for a wider range", safe.Line(r.Find), number(*r.Value), within, limit), 2)
	default:
		line := fmt.Sprintf("%s = %s is the %s that keeps %s", safe.Line(r.Find), number(*r.Value), kind, limit)
		if r.Low != nil && r.High != nil && *r.Low != *r.High {
			line += fmt.Sprintf(" (%s to %s with five seeds)", number(*r.Low), number(*r.High))
		}
		s.Fold(line, 2)
	}
	s.WriteByte('\n')
	writeAnswer(s, r.Answer)
}
