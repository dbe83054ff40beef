package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/internal/safe"
)

// then is what happens to this machine when an analysis has done its work: nothing, unless a person asks for it on the command line. No
// file can ask, since a project's is untrusted.
type then struct{ what string }

// ways are the commands that do it. Shutting down waits a minute, in which a person can call it off.
var ways = map[string][]string{
	"suspend":  {"systemctl", "suspend"},
	"poweroff": {"shutdown", "-P", "+1", "Beagle's analysis is done; shutdown -c calls this off"},
}

func (t *then) add(c *cobra.Command) {
	c.Flags().StringVar(&t.what, "then", "", "suspend or poweroff this machine when the analysis has done its work; asked twice on a terminal")
}

// check reports whether the machine may and can do it, and asks twice on a terminal: before anything is measured.
func (t *then) check(a *app.App) error {
	if t.what == "" {
		return nil
	}
	way, known := ways[t.what]
	if !known {
		return app.Hinted(app.Usage("--then %s is no way to end", safe.Line(t.what)), "Write --then suspend or --then poweroff.")
	}
	if _, err := exec.LookPath(way[0]); err != nil {
		return app.Hinted(fmt.Errorf("--then %s needs the program %s, which is not on the PATH", t.what, way[0]), "Install it, or leave out --then.")
	}
	if !a.Interactive {
		return nil
	}
	host, err := os.Hostname()
	if err != nil {
		return fmt.Errorf("the name of this machine is not known: %w", err)
	}
	answers := bufio.NewReader(io.LimitReader(a.In, 1000))
	fmt.Fprintf(a.Err, "Programs of everybody on this machine stop when the analysis is done: --then %s.\nGo on? [y/N] ", t.what)
	if said, err := answers.ReadString('\n'); err != nil || !strings.EqualFold(strings.TrimSpace(said), "y") {
		return app.Exit(app.Failed, fmt.Errorf("nothing was begun: --then %s was not confirmed", t.what))
	}
	fmt.Fprintf(a.Err, "Type the name of this machine (%s): ", host)
	if said, err := answers.ReadString('\n'); err != nil || strings.TrimSpace(said) != host {
		return app.Exit(app.Failed, fmt.Errorf("nothing was begun: that is not the name of this machine"))
	}
	return nil
}

// end does it where the analysis did its work, and returns how the command ends. What was aborted or failed needs a person.
func (t *then) end(ctx context.Context, a *app.App, ended error) error {
	if t.what == "" || ctx.Err() != nil || ended != nil && !app.IsPartial(ended) {
		return ended
	}
	way := ways[t.what]
	a.Say("The analysis is done: %s", strings.Join(way[:min(3, len(way))], " "))
	if said, err := exec.CommandContext(ctx, way[0], way[1:]...).CombinedOutput(); err != nil {
		return app.Hinted(fmt.Errorf("the analysis is done, but this machine does not %s: %s: %w", t.what, safe.Line(strings.TrimSpace(string(said))), err),
			"The result is kept. Do it by hand, or give your user the right to.")
	}
	return ended
}
