//go:build linux

// Command screens measures what screens cost, on a pseudo-terminal of its own: how long until the first frame and
// until a text is seen, how soon keys are answered, how much memory that took, and then what the terminal gets and
// the processor does while nobody types.
//
//	go run ./bench/screens -want Verdict -keys jjjGj ./beagle,/tmp/old/beagle -- review RUN
//	go run ./bench/screens -turns 1 -settle 5s -idle 30s ./beagle -- review RUN
//	go run ./bench/screens -turns 1 -idle 20s ./beagle -- attach --watch     # while a run goes on
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

type options struct {
	turns         int
	want, keys    string
	dir           string
	width, height int
	settle, idle  time.Duration
	args          []string
}

type cost struct {
	first, seen time.Duration   // until the first frame, and until the text that was wanted
	keys        []time.Duration // until each key was answered
	memory      int             // largest resident set, in kB
	bytes       int             // that the terminal got while nobody typed
	cpu         time.Duration   // that the processes took meanwhile
}

func main() {
	var o options
	size := "120x40"
	flag.IntVar(&o.turns, "turns", 5, "how many times each program is started")
	flag.StringVar(&o.want, "want", "Beagle", "text that is waited for after the first frame")
	flag.StringVar(&o.keys, "keys", "", "keys that are pressed one after another")
	flag.StringVar(&o.dir, "dir", ".", "folder in which the programs are started")
	flag.StringVar(&size, "size", size, "columns and rows of the terminal")
	flag.DurationVar(&o.settle, "settle", time.Second, "how long nothing is measured before keys and before idling")
	flag.DurationVar(&o.idle, "idle", 0, "how long is looked what goes on while nobody types")
	flag.Parse()
	programs := flag.Args()
	if _, err := fmt.Sscanf(size, "%dx%d", &o.width, &o.height); err != nil || len(programs) == 0 {
		flag.Usage()
		os.Exit(2)
	}
	if o.args = programs[1:]; len(o.args) > 0 && o.args[0] == "--" {
		o.args = o.args[1:]
	}
	if err := compare(&o, strings.Split(programs[0], ",")); err != nil {
		fmt.Fprintln(os.Stderr, "screens:", err)
		os.Exit(1)
	}
}

func compare(o *options, programs []string) error {
	costs := map[string][]cost{}
	for range o.turns {
		for _, program := range programs {
			c, err := o.measure(program)
			if err != nil {
				return fmt.Errorf("%s: %w", program, err)
			}
			costs[program] = append(costs[program], c)
		}
	}
	for _, program := range programs {
		all := costs[program]
		var first, seen, keys []time.Duration
		var memory []int
		for _, c := range all {
			first, seen, keys, memory = append(first, c.first), append(seen, c.seen), append(keys, c.keys...), append(memory, c.memory/1000)
		}
		slices.Sort(memory)
		fmt.Printf("%s\n  first frame %s, %q %s\n", program, spread(first), o.want, spread(seen))
		if len(keys) > 0 {
			fmt.Printf("  key %s\n", spread(keys))
		}
		fmt.Printf("  peak MB %v\n", memory)
		for _, c := range all {
			if o.idle > 0 {
				fmt.Printf("  in %s: %d bytes (%.0f a second), processor %.2f %%\n", o.idle, c.bytes, float64(c.bytes)/o.idle.Seconds(), 100*c.cpu.Seconds()/o.idle.Seconds())
			}
		}
	}
	return nil
}

func spread(times []time.Duration) string {
	slices.Sort(times)
	ms := func(t time.Duration) float64 { return 1000 * t.Seconds() }
	return fmt.Sprintf("%.0f / %.0f / %.0f ms", ms(times[0]), ms(times[len(times)/2]), ms(times[len(times)-1]))
}

func (o *options) measure(program string) (c cost, err error) {
	t, slave, err := newTerminal(o.width, o.height)
	if err != nil {
		return c, err
	}
	defer t.master.Close()
	process := exec.Command(program, o.args...)
	process.Dir, process.Env = o.dir, append(os.Environ(), "TERM=xterm-256color")
	process.Stdin, process.Stdout, process.Stderr = slave, slave, slave
	process.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	began := time.Now()
	err = process.Start()
	_ = slave.Close()
	if err != nil {
		return c, err
	}
	defer func() {
		_ = process.Process.Kill()
		_ = process.Wait() // killed, as its state says
	}()
	const limit = time.Minute
	var seen []byte
	for c.seen == 0 {
		part, ok := t.read(began.Add(limit))
		if !ok {
			return c, fmt.Errorf("%q was not seen within %s: %q", o.want, limit, seen[:min(len(seen), 500)])
		}
		seen = append(seen, part...)
		if c.first == 0 && bytes.Contains(seen, []byte("Beagle")) {
			c.first = time.Since(began)
		}
		if c.first > 0 && bytes.Contains(seen, []byte(o.want)) {
			c.seen = time.Since(began)
		}
	}
	t.quiet(time.Now().Add(o.settle))
	for _, key := range o.keys {
		pressed := time.Now()
		if _, err := t.master.WriteString(string(key)); err != nil {
			return c, err
		}
		if _, ok := t.read(pressed.Add(2 * time.Second)); ok {
			c.keys = append(c.keys, time.Since(pressed))
		}
		t.quiet(time.Now().Add(120 * time.Millisecond))
	}
	if c.memory, err = peak(process.Process.Pid); err != nil || o.idle == 0 {
		return c, err
	}
	before, err := cpuTime(process.Process.Pid)
	if err != nil {
		return c, err
	}
	c.bytes = t.quiet(time.Now().Add(o.idle))
	after, err := cpuTime(process.Process.Pid)
	c.cpu = after - before
	return c, err
}

type terminal struct {
	master *os.File
	buffer [64 << 10]byte
}

func newTerminal(width, height int) (t *terminal, slave *os.File, err error) {
	fd, err := unix.Open("/dev/ptmx", unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, err
	}
	t = &terminal{master: os.NewFile(uintptr(fd), "terminal")} // non-blocking: reading has a deadline
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err = errors.Join(err, unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)); err == nil {
		err = unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: uint16(height), Col: uint16(width)})
	}
	if err == nil {
		slave, err = os.OpenFile("/dev/pts/"+strconv.Itoa(number), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err != nil {
		return nil, nil, errors.Join(err, t.master.Close())
	}
	return t, slave, nil
}

func (t *terminal) read(until time.Time) ([]byte, bool) {
	if err := t.master.SetReadDeadline(until); err != nil {
		return nil, false
	}
	n, err := t.master.Read(t.buffer[:])
	return t.buffer[:n], err == nil
}

func (t *terminal) quiet(until time.Time) (got int) {
	for {
		part, ok := t.read(until)
		if got += len(part); !ok {
			return got
		}
	}
}

func peak(pid int) (int, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(status)) {
		if rest, found := strings.CutPrefix(line, "VmHWM:"); found {
			return strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(rest), " kB"))
		}
	}
	return 0, errors.New("the system does not say how much memory was used")
}

// cpuTime is what the threads of a process have taken so far, in nanoseconds where /proc/PID/stat knows hundredths of
// a second only.
func cpuTime(pid int) (time.Duration, error) {
	var t unix.Timespec
	err := unix.ClockGettime(int32(^pid<<3|2), &t) // see CPUCLOCK_SCHED in the kernel
	return time.Duration(t.Nano()), err
}
