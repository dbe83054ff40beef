package traces

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"time"

	"beagle/cli/app"
	"beagle/internal/safe"
	"beagle/model"
	"beagle/traces"
	"beagle/traces/classes"
	"beagle/traces/spans/network"
)

func (f *flags) start(a *app.App, canWait bool) (*traces.Engine, error) {
	if f.toOTLP != "" {
		f.export()
	}
	engine := traces.NewEngine(f.engine)
	if f.toOTLP != "" {
		var err error
		if f.exporter, err = network.NewSender(f.toOTLP, network.SendOptions{Names: engine.Names(), Wait: canWait, Say: func(line string) { a.SayLine(safe.Line(line)) }}); err != nil {
			return nil, err
		}
	}
	for _, path := range f.merge {
		if isPipe(path) {
			continue
		}
		if err := readReduced(engine, path, nil); err != nil {
			return nil, err
		}
	}
	return engine, nil
}

func (f *flags) export() {
	other := f.engine.Trace
	f.engine.Trace = func(t classes.Trace) {
		if other != nil {
			other(t)
		}
		f.exporter.Trace(t)
	}
}

func (f *flags) exported(ctx context.Context, a *app.App) error {
	if f.exporter == nil {
		return nil
	}
	const atMost = 10 * time.Second
	ctx, stop := context.WithTimeout(ctx, atMost)
	defer stop()
	r := f.exporter.Close(ctx)
	a.Say("%d spans were sent to %s", r.Sent, f.toOTLP)
	if r.Dropped+r.Rejected == 0 {
		return nil
	}
	return app.Hinted(fmt.Errorf("%d spans were not taken at %s and %d refused: %s", r.Dropped, f.toOTLP, r.Rejected, safe.Line(r.Reason)), "is OTLP over HTTP listening there? gRPC is another port")
}

func isPipe(path string) bool {
	if path == "-" {
		return true
	}
	info, err := os.Stat(path)
	return err == nil && info.Mode()&(fs.ModeNamedPipe|fs.ModeCharDevice|fs.ModeSocket) != 0
}

func readReduced(engine *traces.Engine, path string, stdin io.Reader) error {
	in := stdin
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return fmt.Errorf("read reduced traces: %w", err)
		}
		defer file.Close()
		in = file
	}
	if err := traces.Read(engine, in); err != nil {
		return model.Problem{Severity: model.Error, File: path, Message: err.Error(), Hint: "--merge takes what beagle traces --save or --forward - wrote"}
	}
	return nil
}

// mergePipes adds what comes through pipes, in the background. What it gives
// back waits for their ends, or that of the context. A pipe that fails ends the
// context.
func mergePipes(ctx context.Context, a *app.App, stop func(), f flags, engine *traces.Engine) (wait func() error) {
	var pipes []string
	for _, path := range f.merge {
		if isPipe(path) {
			pipes = append(pipes, path)
		}
	}
	ended, failed := make(chan struct{}, len(pipes)), make(chan error, len(pipes))
	for _, path := range pipes {
		go func() { // may wait for a pipe that nobody writes to
			if err := readReduced(engine, path, a.In); err != nil {
				failed <- err
				stop()
			}
			ended <- struct{}{}
		}()
	}
	return func() error {
		for range pipes {
			select {
			case <-ended:
			case <-ctx.Done():
			}
		}
		select {
		case err := <-failed:
			return err
		default:
			return nil
		}
	}
}

func repeat(ctx context.Context, a *app.App, f flags, engine *traces.Engine, live *traces.Live) (wait func()) {
	if f.every <= 0 {
		return func() {}
	}
	lines := f.view.Intervals(time.Now())
	once := func() (goOn bool) {
		if f.forward != "" {
			return traces.Pipe(a.Out, engine) == nil // else nobody reads any more
		}
		gained, counts := engine.Interval()
		return lines.Line(a.Out, gained, counts, time.Now(), live.Sources()) == nil
	}
	var repeating sync.WaitGroup
	repeating.Go(func() {
		tick := time.NewTicker(f.every)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if !once() {
					return
				}
			}
		}
	})
	return repeating.Wait
}
