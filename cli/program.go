package cli

import (
	"context"
	"strings"

	_ "beagle/builtin"
	"beagle/cli/app"
	"beagle/extension"
	"beagle/internal/quantity"
	"beagle/internal/safe"
	"beagle/run"
	"beagle/run/folder"
	"beagle/run/remote"
)

type program struct {
	*app.App
	starter

	named      []string       // values of --extension
	extensions *extension.Set // that take part; nil: none
}

func newProgram() *program {
	return &program{App: app.New(), starter: starter{start: remote.Launch, busy: folder.Measuring}}
}

// starter starts analyses, where it is wanted after those that measure now: each
// disturbs the others' times.
type starter struct {
	start func(context.Context, run.Config) (run.Run, error) // the engine
	busy  func() ([]folder.Info, error)                      // analyses that measure now; nil: nobody asks
}

// inTurn starts an analysis: with wait when no other one measures any more, else
// at once, and says then that others do.
func (s *starter) inTurn(ctx context.Context, cfg run.Config, wait bool, say func(format string, args ...any)) (run.Run, error) {
	if !wait {
		if busy := s.others(); len(busy) > 0 {
			say("note: %s, and each disturbs the other's times: %s\n  --wait waits for the end of these", quantity.Plural(len(busy), "other analysis measures", "other analyses measure"), safe.Line(strings.Join(busy, ", ")))
		}
		return s.start(context.WithoutCancel(ctx), cfg)
	}
	return s.afterOthers(ctx, cfg, func(busy []folder.Info) {
		whom := strings.Join(names(busy), ", ")
		if whom == "" {
			whom = "another one that is being started"
		}
		say("waiting for the end of %s", safe.Line(whom))
	})
}

func (s *starter) afterOthers(ctx context.Context, cfg run.Config, say func([]folder.Info)) (run.Run, error) {
	release, err := folder.Turn(ctx, say)
	if err != nil {
		return nil, err
	}
	defer release()
	return s.start(context.WithoutCancel(ctx), cfg)
}

func names(infos []folder.Info) []string {
	ids := make([]string, len(infos))
	for i := range infos {
		ids[i] = infos[i].ID
	}
	return ids
}

func (s *starter) others() []string {
	if s.busy == nil {
		return nil
	}
	busy, err := s.busy()
	if err != nil {
		return nil // what hinders will be said when the analysis is started
	}
	return names(busy)
}
