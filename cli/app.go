package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"beagle/run/remote"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"beagle/internal/safe"
	"beagle/model"
	"beagle/run"
)

// app is what all commands share.
type app struct {
	in          io.Reader
	out, err    io.Writer
	output      string // value of --output
	interactive bool   // standard input and output are a terminal: screens and questions are possible
	command     string // path of the command that runs, for hints

	start func(context.Context, run.Config) (run.Run, error) // the engine
}

func newApp() *app {
	return &app{
		in: os.Stdin, out: &output{File: os.Stdout}, err: os.Stderr,
		interactive: term.IsTerminal(os.Stdin.Fd()) && term.IsTerminal(os.Stdout.Fd()) && os.Getenv("TERM") != "dumb",
		command:     "beagle",
		start:       remote.Launch,
	}
}

// output is standard output that remembers its first failure: a full disk must
// not look like success.
type output struct {
	*os.File
	failed error
}

func (o *output) Write(data []byte) (int, error) {
	n, err := o.File.Write(data)
	if err != nil && o.failed == nil {
		o.failed = err
	}
	return n, err
}

// lost is why standard output is incomplete, or nil.
func (a *app) lost() error {
	if o, ok := a.out.(*output); ok && o.failed != nil {
		return fmt.Errorf("standard output is incomplete: %w", o.failed)
	}
	return nil
}

// The values of --output that every command knows.
const (
	outputText = "text"
	outputJSON = "json"
)

// outputs is the annotation with which a command says which values of --output
// it knows, separated by commas. Without it: text and json.
const outputs = "outputs"

// outputUsage is the help of --output; a command with other values says which.
const outputUsage = "form of what goes to standard output: "

// withOutputs names the values of --output that a command knows, the first of
// them by default, in its help, too.
func (a *app) withOutputs(c *cobra.Command, values ...string) *cobra.Command {
	c.Annotations = map[string]string{outputs: strings.Join(values, ",")}
	last := len(values) - 1
	c.Flags().StringVar(&a.output, "output", values[0], outputUsage+strings.Join(values[:last], ", ")+" or "+values[last])
	return c
}

// checkOutput refuses a value of --output that the command does not know.
func (a *app) checkOutput(c *cobra.Command) error {
	known := []string{outputText, outputJSON}
	if list, ok := c.Annotations[outputs]; ok {
		known = strings.Split(list, ",")
	}
	if !slices.Contains(known, a.output) {
		return usage("--output %q is not known to %s: write %s", a.output, c.CommandPath(), strings.Join(known, " or "))
	}
	return nil
}

// json reports whether standard output carries nothing but JSON.
func (a *app) json() bool { return a.output == outputJSON }

// screens reports whether the screens may be shown.
func (a *app) screens() bool { return a.interactive && !a.json() }

// printJSON prints one value for programs to read.
func (a *app) printJSON(value any) error {
	encoder := json.NewEncoder(a.out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

// say prints a message for a person, on standard error: data has standard
// output for itself.
func (a *app) say(format string, args ...any) {
	fmt.Fprintf(a.err, format+"\n", args...)
}

// sayLine is say for a line that is complete.
func (a *app) sayLine(line string) { a.say("%s", line) }

// wantsJSON looks for --output json in arguments that may not be readable
// otherwise.
func wantsJSON(args []string) bool {
	for i, arg := range args {
		if arg == "--" {
			return false
		}
		if arg == "--output=json" || arg == "--output" && i+1 < len(args) && args[i+1] == "json" {
			return true
		}
	}
	return false
}

// warn prints a finding and what to do next, on standard error.
func (a *app) warn(p model.Problem) {
	word := "note"
	switch p.Severity {
	case model.Error:
		word = "error"
	case model.Warning:
		word = "warning"
	case model.Info:
	}
	a.say("%s: %s", word, safe.Text(p.Error()))
	if p.Hint != "" {
		a.say("  %s", safe.Text(p.Hint))
	}
}
