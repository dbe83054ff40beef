package traces

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"beagle/cli/app"
	"beagle/traces"
	"beagle/traces/kieker"
	"beagle/traces/kieker/live"
	"beagle/tui"
)

func receive(ctx context.Context, a *app.App, f flags, schemas *kieker.Schemas) error {
	if f.engine.Timeout == 0 {
		f.engine.Timeout = time.Minute
	}
	engine, err := f.start(a, false)
	if err != nil {
		return err
	}
	from, err := f.open(a, engine, schemas)
	if err != nil {
		return err
	}
	defer from.close()
	wait, stop := limited(ctx, f.last)
	defer stop()
	merged := mergePipes(wait, a, stop, f, engine)
	view := from.view(engine)
	if a.Screens() && f.forward == "" {
		ended := repeat(wait, a, f, engine, view)
		err = tui.Traces(ctx, view)
		stop()
		ended()
	} else {
		from.sayWays(a, f.ways.Protected())
		ended := repeat(wait, a, f, engine, view)
		from.wait(wait, a, f.connections)
		err = merged()
		stop()
		ended()
	}
	if err != nil {
		return err
	}
	reports := from.end(a)
	engine.End()
	return end(ctx, a, f, engine, reports)
}

type sources struct {
	receiver *live.Receiver // of Kieker's records over TCP; nil: none is wanted
	ways     []kieker.Entrance
}

func (f *flags) open(a *app.App, engine *traces.Engine, schemas *kieker.Schemas) (from sources, err error) {
	if f.listen != "" {
		from.receiver, err = live.Listen(f.listen, live.Options{
			Open: engine.Open, Schemas: schemas, ByteLengths: f.byteLengths, Strings: f.listenStrings, Memory: f.memory << 20 / 8,
		})
		if err != nil {
			return from, err
		}
	}
	if from.ways, err = f.ways.Open(a, engine.Open, schemas, f.memory<<20/8); err != nil {
		from.close()
	}
	return from, err
}

func (s *sources) close() {
	if s.receiver != nil {
		s.receiver.Close()
	}
	for _, way := range s.ways {
		way.Close()
	}
}

func (s *sources) view(engine *traces.Engine) *traces.Live {
	view := traces.NewLive(engine, s.receiver)
	var wheres []string
	for _, way := range s.ways {
		view.Follow(way.Report)
		wheres = append(wheres, way.Where())
	}
	if s.receiver == nil {
		view.At(strings.Join(wheres, ", "))
	}
	return view
}

func (s *sources) sayWays(a *app.App, protected bool) {
	for _, way := range s.ways {
		warning := ""
		if !protected {
			warning = Reachable(way.Where())
		}
		a.Say("taking records from %s%s", way.Where(), warning)
	}
}

// wait takes records until the context ends, or so many connections have.
func (s *sources) wait(ctx context.Context, a *app.App, connections int) {
	if s.receiver == nil {
		<-ctx.Done()
		return
	}
	a.Say("listening for Kieker records on %s%s", s.receiver.Addr(), Reachable(s.receiver.Addr()))
	s.receiver.WaitEnded(ctx, connections)
}

func (s *sources) end(a *app.App) (reports []kieker.Report) {
	s.close()
	if s.receiver != nil {
		stats := s.receiver.Stats()
		if stats.Refused > 0 && !a.JSON() {
			fmt.Fprintf(a.Err, "%d connections were ended for others, since they sent nothing, or got no place: at most %d are served at a time\n", stats.Refused, live.MaxConnections)
		}
		reports = stats.Sources
	}
	for _, way := range slices.Backward(s.ways) {
		reports = append(reports, way.Report())
	}
	return reports
}
