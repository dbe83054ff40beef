package traces

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"beagle/cli/app"
	"beagle/cli/entrances"
	"beagle/measure/kieker"
	"beagle/measure/kieker/live"
	"beagle/measure/traces"
	"beagle/tui"
)

// receive takes records over TCP, and in other ways.
func receive(ctx context.Context, a *app.App, f flags, schemas *kieker.Schemas) error {
	if f.engine.Timeout == 0 {
		f.engine.Timeout = time.Minute
	}
	engine, err := f.start(a, false)
	if err != nil {
		return err
	}
	var receiver *live.Receiver
	if f.listen != "" {
		receiver, err = live.Listen(f.listen, live.Options{
			Open: engine.Open, Schemas: schemas, ByteLengths: f.byteLengths, Strings: f.listenStrings, Memory: f.memory << 20 / 8,
		})
		if err != nil {
			return err
		}
		defer receiver.Close()
	}
	ways, err := f.ways.Open(a, engine.Open, schemas, f.memory<<20/8)
	if err != nil {
		return err
	}
	closeWays := func() {
		for _, way := range ways {
			way.Close()
		}
	}
	defer closeWays()
	wait, stop := limited(ctx, f.last)
	defer stop()
	merged := mergePipes(wait, a, stop, f, engine)
	view := traces.NewLive(engine, receiver)
	var wheres []string
	for _, way := range ways {
		view.Follow(way.Report)
		wheres = append(wheres, way.Where())
	}
	if receiver == nil {
		view.At(strings.Join(wheres, ", "))
	}
	if a.Screens() && f.forward == "" {
		ended := repeat(wait, a, f, engine, view)
		err = tui.Traces(ctx, view)
		stop()
		ended()
	} else {
		for _, where := range wheres {
			warning := entrances.Reachable(where)
			if f.ways.Protected() {
				warning = ""
			}
			a.Say("taking records from %s%s", where, warning)
		}
		ended := repeat(wait, a, f, engine, view)
		if receiver != nil {
			a.Say("listening for Kieker records on %s%s", receiver.Addr(), entrances.Reachable(receiver.Addr()))
			receiver.WaitEnded(wait, f.connections)
		} else {
			<-wait.Done()
		}
		err = merged()
		stop()
		ended()
	}
	if err != nil {
		return err
	}
	var sources []kieker.Report
	if receiver != nil {
		stats := receiver.Stats()
		receiver.Close()
		if stats.Refused > 0 && !a.JSON() {
			fmt.Fprintf(a.Err, "%d connections were refused: at most %d are served at a time\n", stats.Refused, live.MaxConnections)
		}
		sources = stats.Sources
	}
	closeWays()
	for _, way := range slices.Backward(ways) {
		sources = append(sources, way.Report())
	}
	engine.End()
	return end(ctx, a, f, engine, sources)
}
