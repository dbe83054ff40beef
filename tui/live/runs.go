package live

import (
	"context"

	"beagle/model"
	"beagle/run"
	"beagle/run/folder"
)

// Runs is what can be done with a run that has no process, by its name; nil: not offered.
type Runs struct {
	// There takes up a run that has ended to measure an element where that decides what is
	// undecided of it, and Resume one that was aborted, failed or killed.
	There  func(ctx context.Context, id string, e model.ElementID) (run.Run, error)
	Resume func(ctx context.Context, id string) (run.Run, error)
	// Printed lists what build and launches printed.
	Printed func(id string) ([]run.Printed, error)
	// Seen is how far a person saw the run last, which Saw keeps.
	Seen func(id string) folder.Seen
	Saw  func(id string, s folder.Seen)
}
