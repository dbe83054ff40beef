package run

import (
	"context"

	"beagle/internal/registry"
)

// Ended is what notifiers are told of a run that has ended.
type Ended struct{ Run, State, Reason, Model string }

// Notifiers are told when a run has ended, by name.
var Notifiers registry.Registry[func(context.Context, Ended) error]
