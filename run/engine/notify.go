package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"beagle/internal/safe"
	"beagle/measure/launch"
	"beagle/model"
	"beagle/run"
)

const notifyWithin = 30 * time.Second

// notify tells everybody who wants to know that the run has ended: notifiers of extensions, the user's command, the
// desktop and a mail box.
func (l *Local) notify(output string) {
	now := l.Machine.Status()
	ended := run.Ended{Run: l.id, State: string(now.State), Reason: now.Reason, Model: l.Config.Model}
	ctx, cancel := context.WithTimeout(context.Background(), notifyWithin)
	defer cancel()
	for _, name := range run.Notifiers.IDs() {
		tell, err := run.Notifiers.Get(name)
		if err == nil {
			err = tell(ctx, ended)
		}
		l.untold(err, "the notifier "+name, "")
	}
	if len(l.Config.Notify) > 0 {
		err := ran(ctx, launch.Spec{
			Name: "notify", Command: l.Config.Notify, Dir: l.Config.Project, Output: output,
			Env: map[string]string{"BEAGLE_RUN": ended.Run, "BEAGLE_STATE": ended.State, "BEAGLE_REASON": ended.Reason, "BEAGLE_MODEL": ended.Model},
		})
		l.untold(err, "the command of notify:", "; correct notify: in beagle.yaml")
	}
	title, text := "Beagle: "+ended.State, safe.Line(ended.Run+": "+ended.Reason)
	if l.Config.WhenDone.Desktop {
		err := ran(ctx, launch.Spec{Name: "desktop", Command: []string{"notify-send", "--app-name=Beagle", title, text}})
		l.untold(err, "the notification on the desktop", "; install notify-send, or write when_done: {desktop: false}")
	}
	if to := l.Config.WhenDone.Mail; to != "" {
		message := fmt.Sprintf("To: %s\nSubject: %s\nContent-Type: text/plain; charset=utf-8\n\n%s\n%s\n", to, title, text, safe.Line(ended.Model))
		l.untold(mailed(ctx, message), "the mail to "+to, "; correct when_done: {mail} in beagle.yaml, or the system's sendmail")
	}
}

func (l *Local) untold(err error, who, hint string) {
	if err != nil {
		l.note(model.Problem{Severity: model.Warning, Rule: "notify", Message: fmt.Sprintf("%s failed: %v", who, err), Hint: "the run itself is not affected" + hint})
	}
}

func ran(ctx context.Context, spec launch.Spec) error {
	result, err := launch.Run(ctx, spec)
	if err == nil && !result.OK() {
		err = fmt.Errorf("it ended with exit code %d: %s", result.ExitCode, result.Tail)
	}
	return err
}

func mailed(ctx context.Context, message string) error {
	p, err := launch.StartPiped(launch.Spec{Name: "mail", Command: []string{launch.Sendmail(), "-i", "-t"}}, nil)
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, p.Kill)()
	go func() { _, _ = io.Copy(io.Discard, p.Out) }()
	_, err = io.WriteString(p.In, message)
	err = errors.Join(err, p.In.Close())
	said, _ := io.ReadAll(io.LimitReader(p.Err, mostSaid))
	_, _ = io.Copy(io.Discard, p.Err)
	if how := p.Wait(); how != "with exit code 0" {
		return fmt.Errorf("sendmail ended %s: %s", how, safe.Line(string(said)))
	}
	return err
}

// mostSaid bounds the bytes that are kept of what sendmail says: a message's worth.
const mostSaid = 500
