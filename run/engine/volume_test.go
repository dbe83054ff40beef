//go:build unix

package engine

import (
	"context"
	"io"
	"io/fs"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"beagle/internal/need"
	"beagle/measure"
	"beagle/measure/launch"
	"beagle/model"
	"beagle/run"
	"beagle/run/internal/fake"
	"beagle/run/project"
)

// flood is a program of which ten million events are recorded, with inputs
// that hardly ever repeat.
type flood struct{ *fake.Program }

const floodEvents = 10_000_000

func (f flood) Prepare(ctx context.Context, order measure.Order) (measure.Preparation, error) {
	_, err := f.Program.Prepare(ctx, order)
	return f, err
}

func (f flood) Launch(ctx context.Context, _ measure.Launch, number int32, sink measure.Sink) (measure.LaunchReport, error) {
	batch := make([]measure.Event, 0, 4000)
	sent := int64(0)
	for n := int64(0); sent < floodEvents && ctx.Err() == nil; n++ {
		batch = append(batch,
			measure.Event{Kind: measure.ServiceEntered, Launch: number},
			measure.Event{Kind: measure.ParameterCaptured, Launch: number, Char: model.ValueOf, Value: model.NumberValue(float64(n % 1_000_003))},
			measure.Event{Kind: measure.DemandCaptured, Launch: number, Wall: n, CPU: n},
			measure.Event{Kind: measure.LoopCounted, Launch: number, Section: 1, Count: 2*n + 1},
			measure.Event{Kind: measure.ServiceLeft, Launch: number})
		if len(batch) == cap(batch) {
			sink.Events(batch)
			sent += int64(len(batch))
			batch = batch[:0]
		}
	}
	return measure.LaunchReport{Events: sent, Complete: true}, ctx.Err()
}

func TestTenMillionEventsNeedLittleMemoryAndDisk(t *testing.T) {
	if !need.Long() {
		t.Skip("ten million events take half a minute: BEAGLE_LONG=1")
	}
	fake.StateFolder(t)
	made := project.NewTool
	project.NewTool = func(run.Config, string, io.Writer, launch.Elsewhere) (measure.Tool, error) {
		return flood{&fake.Program{}}, nil
	}
	defer func() { project.NewTool = made }()
	p := fake.Project(t)
	p.Config.Launch = p.Config.Launch[1:]
	begin := time.Now()
	s, err := Open(fake.Prepared(t, p))
	if err != nil {
		t.Fatal(err)
	}
	l, err := s.Begin(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var heap uint64
	var measured time.Duration
	for !l.Snapshot().State.Ended() {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		heap = max(heap, m.HeapInuse)
		if measured == 0 && l.Snapshot().LaunchesDone == 1 {
			measured = time.Since(begin)
		}
		time.Sleep(50 * time.Millisecond)
	}
	if snapshot := fake.Wait(t, l); snapshot.State != run.Finished || fake.Of(t, snapshot, fake.LoopID).Samples != floodEvents/5 {
		t.Errorf("%s %q, %d samples", snapshot.State, snapshot.Reason, fake.Of(t, snapshot, fake.LoopID).Samples)
	}
	disk := int64(0)
	_ = filepath.WalkDir(string(s.folder), func(_ string, entry fs.DirEntry, _ error) error {
		if info, err := entry.Info(); err == nil && !entry.IsDir() {
			disk += info.Size()
		}
		return nil
	})
	t.Logf("10 million events: taken in after %v, heap at most %d MB, disk %d MB", measured, heap>>20, disk>>20)
	if heap > 256<<20 || disk > 64<<20 {
		t.Errorf("heap %d MB, disk %d MB", heap>>20, disk>>20)
	}
}
