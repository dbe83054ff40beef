package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// limiter gives a process a share of a processor by a cgroup, of version 2 or 1; nil:
// none can be made here.
func limiter() (limit func(i, pid, percent int) (done func(), err error), how string) {
	const v2, v1 = "/sys/fs/cgroup", "/sys/fs/cgroup/cpu"
	root, file, form := v2, "cpu.max", "%d 100000"
	if _, err := os.Stat(v2 + "/cgroup.controllers"); err != nil {
		root, file, form = v1, "cpu.cfs_quota_us", "%d"
	}
	how = "cgroup " + file
	try := filepath.Join(root, "beagle-figures")
	if os.Mkdir(try, 0o755) != nil {
		return nil, ""
	}
	_, err := os.Stat(filepath.Join(try, file))
	_ = os.Remove(try)
	if err != nil {
		return nil, ""
	}
	return func(i, pid, percent int) (func(), error) {
		group := filepath.Join(root, "beagle-figures-"+strconv.Itoa(i))
		err := os.Mkdir(group, 0o755)
		if errors.Is(err, os.ErrExist) {
			err = nil
		}
		err = errors.Join(err, os.WriteFile(filepath.Join(group, file), fmt.Appendf(nil, form, percent*1000), 0o644),
			os.WriteFile(filepath.Join(group, "cgroup.procs"), []byte(strconv.Itoa(pid)), 0o644))
		return func() {
			// A group goes only without processes.
			_ = os.WriteFile(filepath.Join(root, "cgroup.procs"), []byte(strconv.Itoa(pid)), 0o644)
			_ = os.Remove(group)
		}, err
	}, how
}

func free() string {
	l, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return "127.0.0.1:19999"
	}
	defer l.Close()
	return l.Addr().String()
}

type process struct {
	command *exec.Cmd
	lines   chan string
}

func (b *bench) start(args ...string) (*process, error) {
	p := &process{command: exec.Command(b.beagle, args...)}
	return p, p.start()
}

func (p *process) start() error {
	out, err := p.command.StderrPipe()
	if err != nil {
		return err
	}
	p.lines = make(chan string, 1000)
	if err := p.command.Start(); err != nil {
		return err
	}
	go func() {
		defer close(p.lines)
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			select {
			case p.lines <- lines.Text():
			default:
			}
		}
		_, _ = io.Copy(io.Discard, out)
	}()
	return nil
}

// sees waits for a line; where the process ends before, its last line is the error.
func (p *process) sees(text string) error {
	last := ""
	for line := range p.lines {
		if strings.Contains(line, text) {
			return nil
		}
		last = line
	}
	return fmt.Errorf("%s ended without saying %q: %s", strings.Join(p.command.Args, " "), text, last)
}

// spent is the processor time that it has taken, in seconds.
func (p *process) spent() float64 {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.command.Process.Pid))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(data[strings.LastIndexByte(string(data), ')')+1:]))
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.ParseFloat(fields[11], 64)
	system, _ := strconv.ParseFloat(fields[12], 64)
	return (user + system) / 100 // ticks of a hundredth, on every Linux
}

func (p *process) stop() {
	_ = p.command.Process.Signal(os.Interrupt)
	done := make(chan struct{})
	go func() { _ = p.command.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		_ = p.command.Process.Kill()
		<-done
	}
}
