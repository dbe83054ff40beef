package pcm

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/pcm/stoex"
)

// NewStoEx is the command stoex with its commands.
func NewStoEx(a *app.App) *cobra.Command {
	c := &cobra.Command{Use: "stoex", Short: "The language of stochastic expressions on its own: check, evaluate, format"}
	c.AddCommand(newStoExCheck(a), newEval(a), newFormat(a))
	return c
}

// negative is an argument that begins like a flag, and is an expression.
var negative = regexp.MustCompile(`^-+([0-9(."' ]|[A-Za-z_][A-Za-z_0-9]*[.(]|(Int|Double)P[MD]F)`)

// KeepExpressions puts a blank before expressions that begin with a minus, so
// that they are not taken for flags: blanks mean nothing in StoEx.
func KeepExpressions(args []string) []string {
	if len(args) < 2 || args[0] != "stoex" && (args[0] != "pcm" || args[1] != "set") {
		return args
	}
	kept := slices.Clone(args)
	for i, arg := range kept {
		if arg == "--" {
			break
		}
		if negative.MatchString(arg) {
			kept[i] = " " + arg
		}
	}
	return kept
}

func expressionOf(arg string) string {
	if strings.HasPrefix(arg, " -") {
		return arg[1:]
	}
	return arg
}

type checkedExpression struct {
	OK        bool     `json:"ok"`
	Type      string   `json:"type,omitempty"`
	Formatted string   `json:"formatted,omitempty"`
	Column    int      `json:"column,omitempty"`
	Message   string   `json:"message,omitempty"`
	Warnings  []string `json:"warnings"`
}

func checkExpression(text string, place stoex.Place) checkedExpression {
	x, problems := stoex.CheckIn(text, place, nil)
	r := checkedExpression{OK: x != nil, Warnings: []string{}}
	if x == nil {
		r.Column, r.Message = problems[0].Column, problems[0].Message
		return r
	}
	r.Type, r.Formatted = string(stoex.TypeOf(x)), stoex.Format(x)
	for _, p := range problems {
		r.Warnings = append(r.Warnings, fmt.Sprintf("column %d: %s", p.Column, p.Message))
	}
	return r
}

func newStoExCheck(a *app.App) *cobra.Command {
	var file, place string
	c := &cobra.Command{
		Use:   "check EXPR",
		Short: "Check an expression, or one a line of a file",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if (file == "") == (len(args) == 0) {
				return app.Usage("give one expression, or -f FILE with one a line")
			}
			at, ok := places[place]
			if !ok {
				return app.Usage("the place %q is not known: write demand, iterations, guard, value, number or bytesize", place)
			}
			failed := false
			check := func(text string) error {
				r := checkExpression(text, at)
				failed = failed || !r.OK
				return printChecked(a, text, r, file != "")
			}
			if len(args) == 1 {
				if err := check(expressionOf(args[0])); err != nil {
					return err
				}
			} else if err := eachLine(c.Context(), a, file, check); err != nil {
				return err
			}
			if failed {
				return app.Exit(app.Failed, nil)
			}
			return nil
		},
	}
	c.Flags().StringVarP(&file, "file", "f", "", "file with one expression a line; - is standard input")
	c.Flags().StringVar(&place, "place", "", "where the expression stands: demand, iterations, guard, value, number, bytesize")
	return c
}

var places = map[string]stoex.Place{
	"": stoex.Anywhere, "demand": stoex.Demand, "iterations": stoex.Iterations, "guard": stoex.Guard,
	"value": stoex.Value, "number": stoex.Number, "bytesize": stoex.ByteSize,
}

func printChecked(a *app.App, text string, r checkedExpression, short bool) error {
	if a.JSON() {
		encoder := json.NewEncoder(a.Out)
		encoder.SetEscapeHTML(false)
		return encoder.Encode(r)
	}
	if !r.OK {
		if short {
			fmt.Fprintf(a.Out, "wrong: column %d: %s\n", r.Column, safe.Line(r.Message))
			return nil
		}
		fmt.Fprintf(a.Out, "%s\n%s^\ncolumn %d: %s\n", safe.Line(text), strings.Repeat(" ", max(0, r.Column-1)), r.Column, safe.Line(r.Message))
		return nil
	}
	fmt.Fprintf(a.Out, "%s\t%s\n", r.Type, safe.Line(r.Formatted))
	for _, w := range r.Warnings {
		a.Say("warning: %s", safe.Line(w))
	}
	return nil
}

func eachLine(ctx context.Context, a *app.App, path string, f func(string) error) error {
	in := a.In
	if path != "-" {
		file, err := safe.Open(ctx, path)
		if err != nil {
			return err
		}
		defer func() { _ = file.Close() }()
		in = file
	}
	lines := bufio.NewReader(app.NewUntilStopped(ctx, in))
	for {
		line, err := readLine(lines)
		if errors.Is(err, io.EOF) && line == "" {
			return nil
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if err := f(unescape(strings.TrimRight(line, "\r\n"))); err != nil {
			return err
		}
	}
}

// unescape turns \n, \r and \t outside of texts into blanks. A backslash has no
// other place there, and lists of expressions are often written so, since
// expressions may have line ends.
func unescape(line string) string {
	if !strings.Contains(line, `\`) {
		return line
	}
	text := []byte(line)
	quote := byte(0)
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quote != 0:
			switch c {
			case '\\':
				i++
			case quote:
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '\\' && i+1 < len(text) && strings.IndexByte("nrt", text[i+1]) >= 0:
			text[i], text[i+1] = ' ', ' '
			i++
		}
	}
	return string(text)
}

func readLine(r *bufio.Reader) (string, error) {
	var b strings.Builder
	for {
		part, err := r.ReadSlice('\n')
		if room := stoex.MaxLength + 1024 - b.Len(); room > 0 {
			b.Write(part[:min(room, len(part))])
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return b.String(), err
		}
	}
}

func newFormat(a *app.App) *cobra.Command {
	var as string
	c := &cobra.Command{
		Use:   "format EXPR",
		Short: "Write an expression in the form that all parsers of Palladio read the same way, or as code",
		Args:  cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			language, coded, err := a.Language(as)
			if err != nil {
				return err
			}
			x, err := stoex.Parse(expressionOf(args[0]))
			if err != nil {
				return err
			}
			if coded {
				n, err := stoex.ToNode(x)
				if err != nil {
					return err
				}
				return a.PrintCode([]app.Formula{{Name: "value", About: safe.Line(args[0]), Node: n}}, language)
			}
			if a.JSON() {
				return a.PrintJSON(map[string]string{"formatted": stoex.Format(x)})
			}
			_, err = fmt.Fprintln(a.Out, stoex.Format(x))
			return err
		},
	}
	app.As(c.Flags(), &as)
	return c
}

func newEval(a *app.App) *cobra.Command {
	var seed uint64
	var mean bool
	c := &cobra.Command{
		Use:   "eval EXPR [name.VALUE=3...]",
		Short: "Evaluate an expression as the simulator does",
		Example: `  beagle stoex eval '7 / 2'
  beagle stoex eval 'n.VALUE * 0.5' n.VALUE=3
  beagle stoex eval --mean 'IntPMF[(1;0.5)(2;0.5)]'`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			x, err := stoex.Parse(expressionOf(args[0]))
			if err != nil {
				return err
			}
			values, err := assignments(args[1:])
			if err != nil {
				return err
			}
			if mean {
				m, err := stoex.Mean(x, values)
				if err != nil {
					return unassigned(err)
				}
				return printValue(a, stoex.DoubleValue(m))
			}
			value, err := stoex.Eval(x, values, stoex.NewRandom(seed))
			if err != nil {
				return unassigned(err)
			}
			return printValue(a, value)
		},
	}
	c.Flags().Uint64Var(&seed, "seed", 1, "seed of the random numbers")
	c.Flags().BoolVar(&mean, "mean", false, "the expected value instead of one random value")
	return c
}

func unassigned(err error) error {
	if errors.Is(err, model.ErrUndefined) {
		return app.Hinted(err, "write its value behind the expression, e.g. n.VALUE=3")
	}
	return err
}

func printValue(a *app.App, value stoex.Val) error {
	if a.JSON() {
		return a.PrintJSON(map[string]any{"type": value.Type(), "value": value.JSON()})
	}
	_, err := fmt.Fprintln(a.Out, safe.Line(value.String()))
	return err
}

// assignments reads arguments such as n.VALUE=3.
func assignments(args []string) (map[model.Variable]stoex.Val, error) {
	values := map[model.Variable]stoex.Val{}
	for _, arg := range args {
		name, text, found := strings.Cut(arg, "=")
		if !found {
			return nil, app.Usage("%q assigns nothing: write name.VALUE=3", arg)
		}
		variable, err := model.ParseVariable(strings.TrimSpace(name))
		if err != nil {
			return nil, app.Exit(app.WrongUse, err)
		}
		value, err := stoex.ParseValue(strings.TrimSpace(text))
		if err != nil {
			return nil, app.Usage("%s: %v", arg, err)
		}
		values[variable] = value
	}
	return values, nil
}
