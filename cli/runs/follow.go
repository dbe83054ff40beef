package runs

import (
	"context"
	"fmt"
	"time"

	"beagle/cli/app"
	"beagle/run"
	"beagle/run/folder"
)

type follower struct {
	*app.App
	analysis run.Run
	of       string           // only this one; empty: whichever prints
	at       map[string]int64 // how far each output was printed
	shown    string           // which was printed last
}

// pollOutputs is how often files are looked at: people read no faster.
const pollOutputs = 250 * time.Millisecond

func (f *follower) follow(ctx context.Context) error {
	all, err := folder.Printed(f.analysis.ID())
	if err != nil {
		return err
	}
	f.at = map[string]int64{}
	for i := range all {
		if i < len(all)-1 && f.of == "" { // of what is over, only the end is of interest
			f.at[all[i].Name] = all[i].Size
		}
	}
	ticker := time.NewTicker(pollOutputs)
	defer ticker.Stop()
	for {
		over := f.analysis.Snapshot().State.Ended() // before what it wrote last is read
		if err := f.print(over); err != nil || over {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

func (f *follower) print(over bool) error {
	all, err := folder.Printed(f.analysis.ID())
	if err != nil {
		return err
	}
	for i := range all {
		o := &all[i]
		if f.of != "" && o.Name != f.of {
			continue
		}
		if f.at[o.Name] > o.Size {
			f.at[o.Name] = 0
			f.Say("%s is made again", o.Name)
		}
		for f.at[o.Name] < o.Size {
			lines, to, err := o.After(f.at[o.Name], over)
			if err != nil {
				return err
			}
			if to == f.at[o.Name] {
				break // a line that is not whole yet
			}
			f.at[o.Name] = to
			if err := f.lines(o.Name, lines); err != nil {
				return err
			}
		}
	}
	return nil
}

func (f *follower) lines(of string, lines []string) error {
	if of != f.shown && !f.JSON() {
		f.Say("%s:", of)
	}
	f.shown = of
	for _, line := range lines {
		if f.JSON() {
			if err := f.PrintJSON(map[string]any{"of": of, "line": line}); err != nil {
				return err
			}
			continue
		}
		if _, err := fmt.Fprintln(f.Out, line); err != nil {
			return err
		}
	}
	return nil
}
