package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

type condition struct {
	command func(priority []string) []string // before java
	begin   func(_ context.Context, priority []string) (end func(), err error)
}

// throttle is the control group of what gets half a core (version 1 of the kernel's interface).
const throttle = "/sys/fs/cgroup/cpu/beagle-real"

// usual are the priorities of launches: of the quiet condition real-time, of the others above all that is not told to
// be as important.
var usual = map[string][]string{
	"quiet": {"chrt", "-r", "10"}, "busy": {"nice", "-n", "-10"}, "throttled": {"nice", "-n", "-10"},
}

var conditions = map[string]condition{
	// Whatever else runs cannot take the processor away.
	"quiet": {
		command: func(priority []string) []string { return append(slices.Clip(priority), "taskset", "-c", "1") },
		begin:   nothing,
	},
	// Two programs that never wait, at the same priority on the same core.
	"busy": {
		command: func(priority []string) []string { return append(slices.Clip(priority), "taskset", "-c", "1") },
		begin:   neighbours,
	},
	// A container's limit: 50 ms in every 100 ms.
	"throttled": {
		command: func(priority []string) []string {
			return append(slices.Clip(priority), "sh", "-c", `echo $$ > `+throttle+`/tasks && exec "$@"`, "sh")
		},
		begin: limited,
	},
}

func nothing(context.Context, []string) (func(), error) { return func() {}, nil }

func neighbours(ctx context.Context, priority []string) (func(), error) {
	var all []*exec.Cmd
	end := func() {
		for _, c := range all {
			_ = c.Process.Kill()
			_ = c.Wait() // killed, so it says so
		}
	}
	for range 2 {
		neighbour := append(slices.Clip(priority), "taskset", "-c", "1", "yes")
		c := exec.CommandContext(ctx, neighbour[0], neighbour[1:]...)
		if err := c.Start(); err != nil { // what it says goes nowhere
			return end, err
		}
		all = append(all, c)
	}
	return end, nil
}

func limited(context.Context, []string) (func(), error) {
	end := func() { _ = os.Remove(throttle) }
	if err := os.MkdirAll(throttle, 0o755); err != nil {
		return end, fmt.Errorf("no control group can be made: %w", err)
	}
	write := func(name, value string) error {
		return os.WriteFile(filepath.Join(throttle, name), []byte(value), 0o644)
	}
	return end, errors.Join(write("cpu.cfs_period_us", "100000"), write("cpu.cfs_quota_us", "50000"))
}
