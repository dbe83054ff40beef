package launch

import (
	"context"
	"fmt"
	"strings"

	"beagle/model"
)

// Job is a program with all that it needs to run on another machine.
type Job struct {
	Spec   Spec    // Output is where its output is kept here; Wrote is not called
	Server *Server // how it is run where it does not end by itself; nil: to its end
	// Folders and files that the program needs, by their paths here.
	Needs []string
	// Records is a folder that is empty there when the program begins.
	Records string
}

// Elsewhere runs programs on other machines.
type Elsewhere interface {
	// Begin asks for the program on a machine with the label, and does not wait for it.
	Begin(ctx context.Context, label string, job Job) (Begun, error)
	// Apart reports whether a program on a machine with the label disturbs neither what runs here nor what runs on
	// machines with the other labels: whether they are other machines.
	Apart(ctx context.Context, label string, others []string) bool
}

// Begun is a program that was asked for on another machine. One of its methods has to be called, once.
type Begun interface {
	// End waits for the program and says how it went, and what else was on that machine meanwhile.
	End(ctx context.Context) (Result, Noise, error)
	// Drop ends the program, which nobody wants any more.
	Drop()
}

const mostLabel = 40

// CheckLabel says what is wrong with the label of a machine.
func CheckLabel(label string) error {
	if label == "" || len(label) > mostLabel || strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		return model.Problem{
			Severity: model.Error, Rule: "machine", Message: fmt.Sprintf("%.60q is no label of a machine", label),
			Hint: fmt.Sprintf("use at most %d small letters, digits and hyphens, such as lab-1", mostLabel),
		}
	}
	return nil
}
