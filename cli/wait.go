package cli

import (
	"context"
	"strings"

	"beagle/internal/plural"
	"beagle/internal/safe"
	"beagle/run"
	"beagle/run/folder"
)

// inTurn starts an analysis: with wait when no other one measures any more, else
// at once, and says then that others do.
func (a *program) inTurn(ctx context.Context, cfg run.Config, wait bool) (run.Run, error) {
	if !wait {
		if busy := a.others(); len(busy) > 0 {
			a.Say("note: %s, and each disturbs the other's times: %s\n  --wait waits for the end of these", plural.Count(len(busy), "other analysis measures", "other analyses measure"), safe.Line(strings.Join(busy, ", ")))
		}
		return a.start(context.WithoutCancel(ctx), cfg)
	}
	return a.afterOthers(ctx, cfg, func(busy []folder.Info) {
		whom := strings.Join(names(busy), ", ")
		if whom == "" {
			whom = "another one that is being started"
		}
		a.Say("waiting for the end of %s", safe.Line(whom))
	})
}

// afterOthers starts an analysis when no other one measures any more.
func (a *program) afterOthers(ctx context.Context, cfg run.Config, say func([]folder.Info)) (run.Run, error) {
	release, err := folder.Turn(ctx, say)
	if err != nil {
		return nil, err
	}
	defer release()
	return a.start(context.WithoutCancel(ctx), cfg)
}

func names(infos []folder.Info) []string {
	ids := make([]string, len(infos))
	for i := range infos {
		ids[i] = infos[i].ID
	}
	return ids
}

// others are the names of analyses that measure now.
func (a *program) others() []string {
	if a.busy == nil {
		return nil
	}
	busy, err := a.busy()
	if err != nil {
		return nil // what hinders will be said when the analysis is started
	}
	return names(busy)
}
