package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"beagle/config"
	"beagle/internal/safe"
	"beagle/model"
)

// The exit codes, as documented in docs/commands.md.
const (
	Done     = 0 // all that was asked for
	Failed   = 1 // an error, which was said
	WrongUse = 2 // wrong use
	NoRun    = 3 // no such run
	Partial  = 4 // finished, but some elements have no expression, or none that is good enough to be written
	Aborted  = 5 // aborted by the user
	TimedOut = 6 // out of time, partial results kept
	Worse    = 7 // something got worse than it was before
)

// exitError ends the process with a code of its own. Without an inner error
// nothing is printed: the command has said everything already.
type exitError struct {
	code int
	err  error
}

// Error is the error behind it, or the code where that is all that is known.
func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

// Unwrap is the error behind the exit code; nil: there is none.
func (e *exitError) Unwrap() error { return e.err }

// Exit gives an error an exit code; err may be nil.
func Exit(code int, err error) error { return &exitError{code, err} }

// IsPartial reports whether a command has done its work, but not for all elements, or not to its end.
func IsPartial(err error) bool {
	var e *exitError
	return errors.As(err, &e) && (e.code == Partial || e.code == TimedOut)
}

// Bisected is how a command ends for git bisect run: with 1 where something is worse, with 125 where that is not known, which skips the
// commit, and with 128 after wrong use, which ends the search.
func Bisected(err error) error {
	if err == nil {
		return nil
	}
	const bad, skip, stop = 1, 125, 128
	code, said := skip, err
	if e := (*exitError)(nil); errors.As(err, &e) {
		said = e.err
		switch e.code {
		case Worse:
			code = bad
		case WrongUse:
			code = stop
		}
	}
	return Exit(code, said)
}

// Usage is an error of wrong use: exit code 2.
func Usage(format string, args ...any) error {
	return Exit(WrongUse, fmt.Errorf(format, args...))
}

// Hinted adds to an error what the person should do next. A hint that the
// error already carries stays.
func Hinted(err error, hint string) error {
	if problem := AsProblem(err); problem.Hint != "" {
		return err
	}
	return &hintedError{err, hint}
}

type hintedError struct {
	error
	hint string
}

// Unwrap is the error without its hint.
func (h *hintedError) Unwrap() error { return h.error }

// AsProblem finds message, place and hint in an error.
func AsProblem(err error) model.Problem {
	problem := model.Problem{Severity: model.Error, Message: err.Error()}
	var found model.Problem
	if errors.As(err, &found) {
		whole := found.Error()
		problem = found
		// Keep what callers put around the problem; the place has fields of its own.
		if text := err.Error(); text != whole {
			problem.Message = strings.Replace(text, whole, found.Message, 1)
		}
	}
	var hint *hintedError
	if problem.Hint == "" && errors.As(err, &hint) {
		problem.Hint = hint.hint
	}
	return problem
}

// Finish reports an error in the form that was asked for and returns the
// process's exit code.
func (a *App) Finish(ctx context.Context, err error) int {
	code := Done
	var exits *exitError
	if lost := a.Lost(); lost != nil && (err == nil || errors.As(err, &exits) && exits.err == nil) {
		err = lost
	}
	exits = nil
	switch {
	case err == nil:
	case errors.As(err, &exits):
		code = exits.code
	default:
		code = Failed
	}
	signal, stopped := StoppedBy(ctx)
	if stopped {
		code = signal.exitCode()
		if err == nil || errors.Is(err, context.Canceled) {
			err = signal
		}
	}
	if err == nil || exits != nil && exits.err == nil {
		return code
	}
	if a.Output == JSON && a.Lost() == nil && !a.printed {
		a.reportJSON(err)
	} else {
		a.reportText(err, code)
	}
	return code
}

func (a *App) reportText(err error, code int) {
	problem := AsProblem(err)
	problem.File = safe.Line(problem.File)
	fmt.Fprintf(a.Err, "beagle: %s\n", safe.Text(problem.Error()))
	var several config.SettingErrors
	switch {
	case errors.As(err, &several) && len(several) > 1: // each has its hint already
	case problem.Hint != "":
		fmt.Fprintf(a.Err, "  %s\n", safe.Text(problem.Hint))
	case code == WrongUse:
		fmt.Fprintf(a.Err, "  Try \"%s --help\".\n", a.Command)
	}
}

func (a *App) reportJSON(err error) {
	problem := AsProblem(err)
	type report struct {
		Message string `json:"message"`
		Hint    string `json:"hint,omitempty"`
		File    string `json:"file,omitempty"`
		Line    int    `json:"line,omitempty"`
		Column  int    `json:"column,omitempty"`
		Element string `json:"element,omitempty"`
	}
	_ = json.NewEncoder(a.Out).Encode(map[string]report{"error": {
		problem.Message, problem.Hint, problem.File, problem.Line, problem.Column, string(problem.Element),
	}})
}
