package measure

import "context"

// readUnder is where a context of a launch keeps the one under which its records are read.
type readUnder struct{}

// Ended is a context for a launch that may be ended before the campaign is: when it ends
// the program does, and its records are read to their end all the same, until the parent
// ends, too. Without it they are read no further when the launch's own context ends.
func Ended(parent context.Context) (inLaunch context.Context, end context.CancelFunc) {
	return context.WithCancel(context.WithValue(parent, readUnder{}, parent))
}

// Reading is the context under which the records of a launch with the context ctx are read.
func Reading(ctx context.Context) context.Context {
	if parent, ok := ctx.Value(readUnder{}).(context.Context); ok {
		return parent
	}
	return ctx
}
