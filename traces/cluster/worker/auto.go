package worker

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"time"

	"beagle/traces/cluster"
)

// Auto starts and ends workers on this machine, as many as there is work for.
type Auto struct {
	// Most is the largest number of workers; at least one always runs.
	Most    int
	Command []string
	Err     io.Writer         // gets what they say
	Say     func(line string) // told of what a person should know; nil: nobody is

	running []*child
	full    int // looks in a row at which too much waited
	empty   int // looks in a row at which nothing did
}

type child struct {
	command *exec.Cmd
	ended   chan struct{}
}

// Bounds of Auto: parts that may wait for each worker, and looks (of a second) in a row before it acts.
const (
	crowded    = 20
	untilMore  = 3
	untilFewer = 30
)

// Run looks each second until the context ends, and then ends all workers.
func (a *Auto) Run(ctx context.Context, bus *cluster.Bus) error {
	members, err := cluster.Listen(bus)
	if err != nil {
		return err
	}
	defer members.Close()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	defer a.end()
	for {
		a.forgetEnded()
		var waiting int64
		alive := 0
		for _, m := range members.All() {
			if m.Role == "worker" && m.Alive() {
				waiting, alive = waiting+m.Waiting, alive+1
			}
		}
		if err := a.step(waiting, alive); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

func (a *Auto) wanted(waiting int64, alive int) int {
	if len(a.running) == 0 {
		return 1
	}
	if waiting > int64(crowded*max(alive, 1)) {
		a.full, a.empty = a.full+1, 0
	} else {
		a.full = 0
	}
	if waiting == 0 {
		a.empty++
	} else {
		a.empty = 0
	}
	switch {
	case a.full >= untilMore && len(a.running) < a.Most:
		a.full = 0
		return 1
	case a.empty >= untilFewer && len(a.running) > 1:
		a.empty = 0
		return -1
	}
	return 0
}

func (a *Auto) step(waiting int64, alive int) error {
	switch a.wanted(waiting, alive) {
	case 1:
		c := &child{command: exec.Command(a.Command[0], a.Command[1:]...), ended: make(chan struct{})} //nolint:noctx // it is ended by a signal, so that it writes down what it read
		c.command.Stderr = a.Err
		if err := c.command.Start(); err != nil {
			return err
		}
		go func() {
			defer close(c.ended)
			_ = c.command.Wait() // how it ended makes no difference: another one begins
		}()
		a.running = append(a.running, c)
		a.tell("one worker more")
	case -1:
		last := a.running[len(a.running)-1]
		a.running = a.running[:len(a.running)-1]
		last.stop()
		a.tell("one worker less")
	}
	return nil
}

func (a *Auto) tell(line string) {
	if a.Say != nil {
		a.Say(line)
	}
}

func (a *Auto) forgetEnded() {
	var alive []*child
	for _, c := range a.running {
		select {
		case <-c.ended:
		default:
			alive = append(alive, c)
		}
	}
	a.running = alive
}

func (a *Auto) end() {
	for _, c := range a.running {
		c.signal()
	}
	for _, c := range a.running {
		c.stop()
	}
}

func (c *child) signal() {
	if err := c.command.Process.Signal(os.Interrupt); err != nil && !errors.Is(err, os.ErrProcessDone) {
		_ = c.command.Process.Kill() // where there are no such signals
	}
}

func (c *child) stop() {
	const atMost = 10 * time.Second
	c.signal()
	select {
	case <-c.ended:
	case <-time.After(atMost):
		_ = c.command.Process.Kill()
		<-c.ended
	}
}
