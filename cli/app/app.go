// Package app is what all commands share: standard input and output and the format
// that was asked for (app.go), errors with their exit codes and hints (errors.go),
// labelled text for people (sheet.go), and signals (signals.go). It knows no command.
package app

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/model"
)

// App is what all commands share: where they read and write, and how results
// and errors are told.
type App struct {
	In          io.Reader       // standard input, or what a test puts in its place
	Out, Err    io.Writer       // standard output, which programs read, and standard error, which people read
	Output      string          // value of --output
	Interactive bool            // standard input and output are a terminal: screens and questions are possible
	Command     string          // path of the command that runs, for hints
	Before      []model.Problem // what was found before the analysis whose result is told, which tells it, too
	Brief       bool            // of what is found only errors are printed, and the end is short

	printed bool                      // a JSON document, behind which there must be no second one
	found   map[model.ProblemKind]int // findings, but for errors
	results map[*cobra.Command][]reflect.Type
}

// New is what the commands of a process share.
func New() *App {
	out := newOutput(os.Stdout)
	return &App{
		In: os.Stdin, Out: out, Err: newOutput(os.Stderr),
		Interactive: term.IsTerminal(os.Stdin.Fd()) && term.IsTerminal(os.Stdout.Fd()) && os.Getenv("TERM") != "dumb",
		Command:     "beagle",
	}
}

// output is standard output or standard error. It is the last step before a terminal, and passes nothing that one
// would obey. It remembers its first failure: a full disk must not look like success.
type output struct {
	*os.File
	safe   io.Writer
	failed error
}

func newOutput(file *os.File) *output { return &output{File: file, safe: safe.Terminal(file)} }

// Write remembers the first error, so that the command ends with it where nobody looked at it.
func (o *output) Write(data []byte) (int, error) { return o.remember(o.safe.Write(data)) }

func (o *output) remember(n int, err error) (int, error) {
	if err != nil && o.failed == nil {
		o.failed = err
	}
	return n, err
}

// Bytes is standard output for what is no text; a terminal, which shows nothing of it, is wrong use.
func (a *App) Bytes() (io.Writer, error) {
	o, ok := a.Out.(*output)
	switch {
	case !ok:
		return a.Out, nil
	case term.IsTerminal(o.Fd()):
		return nil, Usage("this is no text: write it to a file, e.g. > table.parquet")
	}
	return bytesOf{o}, nil
}

// bytesOf writes bytes as they are.
type bytesOf struct{ *output }

func (b bytesOf) Write(data []byte) (int, error) { return b.remember(b.File.Write(data)) }

// Lost is why standard output is incomplete, or nil.
func (a *App) Lost() error {
	if o, ok := a.Out.(*output); ok && o.failed != nil {
		return fmt.Errorf("standard output is incomplete: %w", o.failed)
	}
	return nil
}

// The values of --output that every command knows.
const (
	Text = "text" // for people
	JSON = "json" // one object, for programs
)

// Outputs is the annotation with which a command says which values of --output
// it knows, separated by commas. Without it: text and json.
const Outputs = "outputs"

// OutputUsage is the help of --output; a command with other values says which.
const OutputUsage = "form of what goes to standard output: "

// WithOutputs names the values of --output that a command knows, the first of
// them by default, in its help, too.
func (a *App) WithOutputs(c *cobra.Command, values ...string) *cobra.Command {
	c.Annotations = map[string]string{Outputs: strings.Join(values, ",")}
	last := len(values) - 1
	c.Flags().StringVar(&a.Output, "output", values[0], OutputUsage+strings.Join(values[:last], ", ")+" or "+values[last])
	return c
}

// CheckOutput refuses a value of --output that the command does not know.
func (a *App) CheckOutput(c *cobra.Command) error {
	known := []string{Text, JSON}
	if list, ok := c.Annotations[Outputs]; ok {
		known = strings.Split(list, ",")
	}
	if !slices.Contains(known, a.Output) {
		return Usage("--output %q is not known to %s: write %s", a.Output, c.CommandPath(), strings.Join(known, " or "))
	}
	return nil
}

// TrustUsage is the help of --trust.
const TrustUsage = "let code of the project run, now and until its build files change: its build, tests and programs"

// JSON reports whether standard output carries nothing but JSON.
func (a *App) JSON() bool { return a.Output == JSON }

// Screens reports whether the screens may be shown.
func (a *App) Screens() bool { return a.Interactive && !a.JSON() }

// PrintJSON prints one value for programs to read. An error that comes later goes to standard error.
func (a *App) PrintJSON(value any) error {
	a.printed = true
	encoder := json.NewEncoder(a.Out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

// EndedBy is the error of a command whose result is printed, but which a signal
// ended. Programs that read the result must not find a second document behind
// it: they are told by the exit code and on standard error.
func (a *App) EndedBy(ctx context.Context) error {
	if ctx.Err() == nil || !a.JSON() {
		return ctx.Err()
	}
	fmt.Fprintln(a.Err, "beagle:", context.Cause(ctx))
	return Exit(Failed, nil)
}

// Say prints a message for a person, on standard error: data has standard
// output for itself.
func (a *App) Say(format string, args ...any) {
	fmt.Fprint(a.Err, folded(fmt.Sprintf(format, args...), widthOf(a.Err)))
}

func folded(text string, width int) string {
	s := Sheet{Width: width}
	for line := range strings.SplitSeq(text, "\n") {
		s.Fold(line, len(line)-len(strings.TrimLeft(line, " "))+2)
	}
	return s.String()
}

// SayLine is say for a line that is complete.
func (a *App) SayLine(line string) { a.Say("%s", line) }

// WantsJSON looks for --output json in arguments that may not be readable
// otherwise.
func WantsJSON(args []string) bool {
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

// mostAlike bounds how many findings of a kind are printed.
const mostAlike = 4

// Warn prints a finding and what to do next, on standard error. Of a kind the first few are printed, the others
// are counted for Rest; where the command is brief, all but errors.
func (a *App) Warn(p model.Problem) {
	if kind := p.Kind(); p.Severity != model.Error && (kind.Rule != "" || a.Brief) {
		if a.found == nil {
			a.found = map[model.ProblemKind]int{}
		}
		if a.found[kind]++; a.found[kind] > mostAlike || a.Brief {
			return
		}
	}
	word := "note"
	switch p.Severity {
	case model.Error:
		word = "error"
	case model.Warning:
		word = "warning"
	case model.Info:
	}
	p.File = safe.Line(p.File) // a message may have lines, a name has not
	a.Say("%s: %s", word, safe.Text(p.Error()))
	if p.Hint != "" {
		a.Say("  %s", safe.Text(p.Hint))
	}
}

// Rest says in a line how many findings were counted and not printed; empty: none. It forgets them.
func (a *App) Rest() string {
	most := mostAlike
	if a.Brief {
		most = 0
	}
	var kinds []string
	warnings, notes := 0, 0
	for kind, n := range a.found {
		left := n - most
		if left <= 0 {
			continue
		}
		if kind.Severity == model.Warning {
			warnings += left
		} else {
			notes += left
		}
		kinds = append(kinds, fmt.Sprintf("%s %d", cmp.Or(kind.Rule, "other"), left))
	}
	a.found = nil
	if len(kinds) == 0 {
		return ""
	}
	slices.Sort(kinds)
	var all []string
	if warnings > 0 {
		all = append(all, quantity.Plural(warnings, "warning", "warnings"))
	}
	if notes > 0 {
		all = append(all, quantity.Plural(notes, "note", "notes"))
	}
	return fmt.Sprintf("%s not shown (%s)", strings.Join(all, " and "), strings.Join(quantity.Some(kinds, 6), ", "))
}

// Found prints a finding, which the result of an analysis that follows tells, too.
func (a *App) Found(p model.Problem) {
	a.Before = append(a.Before, p)
	a.Warn(p)
}

// WarnAll prints findings, as Warn does each.
func (a *App) WarnAll(all []model.Problem) {
	for _, p := range all {
		a.Warn(p)
	}
}

// Width is the width of the terminal that standard output is, or 0.
func (a *App) Width() int { return widthOf(a.Out) }

// widthOf is the width of the terminal that a writer is, or 0.
func widthOf(w io.Writer) int {
	file, ok := w.(interface{ Fd() uintptr })
	if !ok || !term.IsTerminal(file.Fd()) {
		return 0
	}
	width, _, err := term.GetSize(file.Fd())
	if err != nil || width == 0 { // a terminal that nobody told its size
		return 0
	}
	return max(width, 20)
}

// Short cuts a text for a table.
func Short(text string, width int) string {
	if runes := []rune(text); len(runes) > width {
		return string(runes[:width-3]) + "..."
	}
	return text
}
