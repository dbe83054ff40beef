package run

import (
	"context"

	"beagle/internal/registry"
)

// Ended is what notifiers are told of a run that has ended.
type Ended struct {
	Run, State, Reason, Model string // the run's id, how it ended (finished, aborted, failed), why in words, and the path of its model
}

// Notifiers are told when a run has ended, by name.
var Notifiers registry.Registry[func(context.Context, Ended) error]
