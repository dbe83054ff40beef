package model

import (
	"errors"
	"fmt"
	"strings"
)

// Severity grades a problem.
type Severity string

// The severities.
const (
	Info    Severity = "info"    // worth knowing; nothing has to be done
	Warning Severity = "warning" // results are there, but may be worse than they look
	Error   Severity = "error"   // the analysis, or the command, cannot do what was asked until a person has mended this
)

// Problem is something a person should know: what, where, and what to do. It is also an error.
type Problem struct {
	Severity Severity  `json:"severity"`          // how bad it is: Info, Warning or Error
	Message  string    `json:"message"`           // what is wrong, one sentence without full stop
	Hint     string    `json:"hint,omitempty"`    // what to do next
	File     string    `json:"file,omitempty"`    // path
	Line     int       `json:"line,omitempty"`    // 1-based
	Column   int       `json:"column,omitempty"`  // 1-based, in characters
	Element  ElementID `json:"element,omitempty"` // the element concerned
	Name     string    `json:"name,omitempty"`    // that element's name
	Rule     string    `json:"rule,omitempty"`    // stable name of the check, for tools
}

// ProblemKind is what alike problems have in common. A command prints the first few of a kind, and how many more there are.
type ProblemKind struct {
	Severity Severity
	Rule     string // empty: the problem is like no other
}

// Kind is the problem's kind.
func (p *Problem) Kind() ProblemKind { return ProblemKind{p.Severity, p.Rule} }

// AsProblem is the problem that an error is or wraps; else one of the given rule with the error's text.
func AsProblem(err error, rule string) Problem {
	var p Problem
	if errors.As(err, &p) {
		return p
	}
	return Problem{Severity: Error, Message: err.Error(), Rule: rule}
}

func (p Problem) Error() string {
	var b strings.Builder
	if p.File != "" {
		b.WriteString(p.File)
		if p.Line > 0 {
			fmt.Fprintf(&b, ":%d", p.Line)
			if p.Column > 0 {
				fmt.Fprintf(&b, ":%d", p.Column)
			}
		}
		b.WriteString(": ")
	}
	b.WriteString(p.Message)
	switch {
	case p.Name != "" && p.Element != "":
		fmt.Fprintf(&b, " (%q, id %s)", p.Name, p.Element)
	case p.Element != "":
		fmt.Fprintf(&b, " (id %s)", p.Element)
	}
	return b.String()
}
