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
	// Folders and files that the program needs, by their paths here. Where the command, the
	// environment or the working folder name one of them, its copy there is meant.
	Needs []string
	// Records is a folder that is empty there when the program begins. The files that are
	// in it when it has ended are brought into the folder of that name here.
	Records string
}

// Elsewhere runs programs on other machines.
type Elsewhere interface {
	// Run runs the program on a machine with the label and says how it went, and what
	// else was on that machine meanwhile. When the context ends, the program is ended,
	// and what it left by then is brought here. An error says that it could not be run.
	Run(ctx context.Context, label string, job Job) (Result, Noise, error)
}

// mostLabel bounds the label of a machine.
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
