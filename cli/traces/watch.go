package traces

import (
	"context"
	"fmt"
	"sync"
	"time"

	"beagle/cli/app"
	"beagle/internal/quantity"
	"beagle/traces"
	"beagle/traces/cluster"
	"beagle/traces/cluster/totals"
	"beagle/tui"
)

func watch(ctx context.Context, a *app.App, f flags) error {
	Local(&f.far, "viewer")
	bus, err := Viewer(ctx, f.far)
	if err != nil {
		return err
	}
	defer bus.Close()
	members, err := cluster.Listen(bus)
	if err != nil {
		return err
	}
	defer members.Close()
	view := traces.NewLive(traces.NewEngine(f.engine), nil)
	all := totals.New(bus, f.engine, view.Replace)
	view.Machines(bus.URL(), func() []traces.Machine { return asMachines(members.All(), bus.Partitions()) }, all.Reports)
	reading, stop := limited(ctx, f.last)
	defer stop()
	var run sync.WaitGroup
	defer run.Wait()
	defer stop()
	failed := make(chan error, 1)
	run.Go(func() {
		_ = all.Run(reading, func(err error) {
			select {
			case failed <- err:
			default:
			}
		}, nil)
	})
	if a.Screens() {
		return tui.Traces(ctx, view)
	}
	if err := upToDate(reading, all, failed); err != nil {
		return err
	}
	if f.last > 0 {
		<-reading.Done()
	}
	result, read := all.Engine().Result(), all.Books()
	books := Books(&read)
	f.view.Books = &books
	if err := printResult(a, f, result, all.Reports()); err != nil {
		return err
	}
	if !a.JSON() {
		sayAnomalies(a, all.View().Anomalies, result.Unsorted)
	}
	return a.EndedBy(ctx)
}

func upToDate(ctx context.Context, all *totals.Totals, failed chan error) error {
	const atMost, hubWithin = time.Minute, 5 * time.Second
	began := time.Now()
	wait, stop := context.WithTimeout(ctx, atMost)
	defer stop()
	for !all.Ready() {
		select {
		case err := <-failed: // a hub that was started just now has no totals yet
			if !cluster.Passing(err) && time.Since(began) > hubWithin {
				return err
			}
		case <-wait.Done():
			if ctx.Err() != nil {
				return nil // as far as it got
			}
			return app.Hinted(fmt.Errorf("the totals could not be read within %s", atMost), "is the server overloaded? --for 5m waits longer")
		case <-time.After(20 * time.Millisecond):
		}
	}
	return nil
}

func sayAnomalies(a *app.App, anomalies cluster.Anomalies, unsorted int64) {
	say := func(n int64, one, many, what string) {
		if n > 0 {
			fmt.Fprintf(a.Err, "%s %s\n", quantity.Plural(n, one, many), what)
		}
	}
	if unsorted > 0 {
		fmt.Fprintln(a.Err, "over machines a class may also be too large for a message: the server's max_payload bounds it")
	}
	say(anomalies.Lost, "part", "parts", "of an agent are lost: the agent does not have them any more; the traces in them are in no number above")
	say(anomalies.Duplicates, "part", "parts", "came again and counted once")
	say(anomalies.Damaged, "message", "messages", "of the server were no parts of an agent, and were left out")
	say(anomalies.Forged, "part", "parts", "in the name of an agent of somebody else were refused")
	say(anomalies.Late, "record", "records", "came after their trace was given up: a longer --quiet of beagle hub waits longer")
}

func asMachines(all []cluster.Member, partitions int) (list []traces.Machine) {
	for i := range all {
		w := &all[i]
		m := traces.Machine{
			Role: w.Role, Host: w.Host, ID: w.ID, Process: w.Process, Up: time.Since(w.Started), Alive: w.Alive(),
			Waiting: w.Waiting, Parts: w.Parts, Records: w.Records, Busy: w.Busy, Trouble: w.Trouble,
		}
		const apart = 10 * time.Second
		switch {
		case w.Role == "worker":
			m.Share = fmt.Sprintf("%d of %d partitions", len(w.Partitions), partitions)
		case w.Behind > apart:
			m.Share = fmt.Sprintf("clock %s behind", w.Behind.Round(time.Second))
		case w.Behind < -apart:
			m.Share = fmt.Sprintf("clock %s ahead", (-w.Behind).Round(time.Second))
		}
		list = append(list, m)
	}
	return list
}
