package engine

import (
	"context"
	"fmt"
	"time"

	"beagle/measure/launch"
	"beagle/model"
)

// notifyWithin bounds how long the command of notify: may take.
const notifyWithin = 30 * time.Second

// notify runs the user's command when the run has ended, without a shell. What
// happened is in its environment.
func (l *Local) notify(output string) {
	if len(l.Config.Notify) == 0 {
		return
	}
	now := l.Machine.Status()
	ctx, cancel := context.WithTimeout(context.Background(), notifyWithin)
	defer cancel()
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
