package java

import (
	"context"
	"time"

	"beagle/measure"
	"beagle/measure/java/probe"
	"beagle/model"
	"beagle/traces/kieker"
)

const pollInterval = 50 * time.Millisecond

type following struct {
	follower probe.Follower
	stop     context.CancelFunc
	ended    chan error
}

// readRecords takes the records that are in a folder, all of them: of a program that has ended, perhaps on a machine
// with another clock.
func readRecords(ctx context.Context, folder string, decoder *probe.Decoder) probe.Ending {
	ended := make(chan error, 1)
	ended <- nil
	f := &following{follower: probe.Follower{Dir: folder, Decoder: decoder}, stop: func() {}, ended: ended}
	return f.Finish(ctx)
}

func (f *following) Finish(ctx context.Context) probe.Ending {
	f.stop()
	followErr := <-f.ended
	ending, err := f.follower.Finish(measure.Reading(ctx))
	for _, err := range []error{followErr, err} {
		if err != nil {
			ending.Complete = false
			ending.Problems = append(ending.Problems, model.AsProblem(err, "records"))
		}
	}
	return ending
}

func follow(ctx context.Context, follower *probe.Follower) error {
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
			if _, err := follower.Poll(ctx); err != nil {
				return err
			}
		}
	}
}

func (f *following) Sources() []measure.Source { return nil }

func (r *receiving) Sources() (all []measure.Source) {
	reports := r.receiver.Stats().Sources
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range reports {
		if report := &reports[i]; report.Bytes > 0 || !report.Ended {
			all = append(all, r.source(report))
		}
	}
	return all
}

// source is a connection of the program as people see it: how many records, of which classes, and what was wrong.
func (r *receiving) source(report *kieker.Report) measure.Source {
	s := measure.Source{
		Name: report.Source, Connected: report.Connected, LastRecord: report.LastRecord, Ended: report.Ended,
		Records: report.Records, Unknown: report.Unknown, Broken: report.Broken,
	}
	for _, class := range report.Classes {
		s.Classes = append(s.Classes, class.Class)
	}
	for _, c := range r.connections {
		if c.source == report.Source && report.Ended {
			s.Lost, s.Cut = max(0, c.said-c.received), c.begun && c.said == 0
		}
	}
	return s
}
