package traces

import (
	"bytes"
	"strings"
	"testing"

	"beagle/cli/app"
)

// Flags that would do nothing are refused rather than ignored.
func TestTracesRefusesWhatDoesNotGoTogether(t *testing.T) {
	for _, c := range []struct{ line, say string }{
		{"", "give the path of a log"},
		{"log --listen :0", "either paths or an address"},
		{"--listen :0 --follow", "--follow needs the path"},
		{"log --listen-strings :0", "--listen-strings needs --listen"},
		{"log --connections 2", "--connections needs --listen"},
		{"--listen :0 --connections -1", "--connections -1 is negative"},
		{"log --for 3s", "--for needs --listen, --otlp or --follow"},
		{"--listen :0 --for -3s", "cannot be negative"},
		{"log --timeout -1s", "cannot be negative"},
		{"log --save=", "--save needs the name of a file"},
		{"log --memory 5", "--memory 5 is not between"},
		{"log --forward master:10200", "--forward writes into a pipe only"},
		{"log --every 1s", "--every needs --output json"},
		{"log --follow --every 1s --output json --show tree", "--every goes with --show classes"},
		{"log --output dot --show invalid", "--show invalid is not possible with --output dot"},
		{"log --trace 1 --show executions --all", "leave --listen, --all and --forward out"},
		{"log --trace 1 --show invalid", "leave --show invalid out"},
		{"log --class 2", "--class goes with --show trace or sequence"},
		{"log --times ms", "--times goes with --show operations"},
	} {
		var stdout, stderr bytes.Buffer
		a := &app.App{In: strings.NewReader(""), Out: &stdout, Err: &stderr}
		command := New(a)
		command.SilenceErrors, command.SilenceUsage = true, true
		command.SetArgs(strings.Fields(c.line))
		err := command.ExecuteContext(t.Context())
		if err == nil || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), c.say) {
			t.Errorf("beagle traces %s: %v, want a line with %q", c.line, err, c.say)
		}
	}
}
