package engine

import (
	"context"
	"fmt"
	"time"

	"beagle/measure/launch"
	"beagle/model"
	"beagle/run"
)

const notifyWithin = 30 * time.Second

// notify runs the user's command when the run has ended, without a shell. What
// happened is in its environment.
func (l *Local) notify(output string) {
	now := l.Machine.Status()
	ctx, cancel := context.WithTimeout(context.Background(), notifyWithin)
	defer cancel()
	for _, name := range run.Notifiers.IDs() {
		tell, err := run.Notifiers.Get(name)
		if err == nil {
			err = tell(ctx, run.Ended{Run: l.id, State: string(now.State), Reason: now.Reason, Model: l.Config.Model})
		}
		if err != nil {
			l.note(model.Problem{Severity: model.Warning, Rule: "notify", Message: fmt.Sprintf("the notifier %s failed: %v", name, err), Hint: "the run itself is not affected"})
		}
	}
	if len(l.Config.Notify) == 0 {
		return
	}
	result, err := launch.Run(ctx, launch.Spec{
		Name: "notify", Command: l.Config.Notify, Dir: l.Config.Project, Output: output,
		Env: map[string]string{
			"BEAGLE_RUN": l.id, "BEAGLE_STATE": string(now.State), "BEAGLE_REASON": now.Reason, "BEAGLE_MODEL": l.Config.Model,
		},
	})
	if err == nil && !result.OK() {
		err = fmt.Errorf("it ended with exit code %d: %s", result.ExitCode, result.Tail)
	}
	if err != nil {
		l.note(model.Problem{
			Severity: model.Warning, Rule: "notify", Message: fmt.Sprintf("the command of notify: failed: %v", err),
			Hint: "the run itself is not affected; correct notify: in beagle.yaml",
		})
	}
}
