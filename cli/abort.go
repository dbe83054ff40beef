package cli

import (
	"context"

	"github.com/spf13/cobra"

	"beagle/run"
)

func newAbort(a *program) *cobra.Command {
	c := a.order("abort [RUN]", "End an analysis; the model stays as it is, what was measured is kept", func(ctx context.Context, r run.Run) error {
		return r.Abort(ctx)
	})
	c.Long = `End an analysis. The launch in flight is stopped, nothing is written into the
model, and what was measured is kept: "beagle resume" goes on with it.`
	return c
}
