// Command figures measures hub, agents and workers on this machine: traces a second
// beside the direct way, latency, lag under a burst, and what more workers bring when
// each has a share of a processor (by cgroups; needs root, else that part is left out).
//
//	go run ./bench/machines/figures              # some four minutes, on a quiet machine
//	go run ./bench/machines/figures -for 1s -traces 20000    # to see that it works
//	go run ./bench/machines/figures -only external           # one part: direct, hub, external, latency, burst, workers, learning
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

var (
	last   = flag.Duration("for", 8*time.Second, "how long is sent in each part")
	backed = flag.Int("traces", 200_000, "traces that wait when the workers of the speed-up curve start")
	only   = flag.String("only", "", "one part: direct, hub, external, latency, burst, workers or learning; empty: all")
	share  = flag.Int("share", 20, "processor time of each of these workers, percent of one processor")

	elements = flag.Int("elements", 24, "elements that are learnt")
)

func main() {
	if told := os.Getenv(learnerVariable); told != "" {
		var l learner
		err := json.Unmarshal([]byte(told), &l)
		if err == nil {
			err = l.run()
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	flag.Parse()
	start := time.Now()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "figures:", err)
		os.Exit(1)
	}
	fmt.Printf("\n%.0f s\n", time.Since(start).Seconds())
}

type bench struct{ dir, beagle, send string }

func run() error {
	dir, err := os.MkdirTemp("", "beagle-machines-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b := &bench{dir, filepath.Join(dir, "beagle"), filepath.Join(dir, "send")}
	for to, what := range map[string]string{b.beagle: "beagle", b.send: "beagle/bench/traces/send"} {
		command := exec.Command("go", "build", "-o", to, what)
		command.Stderr = os.Stderr
		if err := command.Run(); err != nil {
			return err
		}
	}
	known := false
	for _, part := range []struct {
		name string
		run  func() error
	}{{"direct", b.direct}, {"hub", b.hubs}, {"external", b.external}, {"latency", b.latency}, {"burst", b.burst}, {"workers", b.speedUp}, {"learning", b.learning}} {
		if *only == "" || *only == part.name {
			known = true
			if err := part.run(); err != nil {
				return err
			}
		}
	}
	if !known {
		return fmt.Errorf("there is no part %q", *only)
	}
	return nil
}

func (b *bench) hubs() error {
	for _, s := range []struct{ name, state string }{{"hub's server, memory", "/dev/shm"}, {"hub's server, file", b.dir}} {
		for _, workers := range []int{1, 4} {
			for _, distributed := range []bool{false, true} {
				if err := b.through(s.name, s.state, workers, distributed, ""); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (b *bench) external() error {
	server, err := exec.LookPath("nats-server")
	if err != nil {
		fmt.Println("external nats-server: none is installed")
		return nil //nolint:nilerr // that is no fault
	}
	return b.through("external "+server, b.dir, 4, true, server)
}

var sentLine = regexp.MustCompile(`^(\d+) traces in ([\d.]+) s`)

func (b *bench) load(to string, rate float64, last time.Duration) (traces int, took float64, err error) {
	out, err := exec.Command(b.send, "-to", to, "-rate", fmt.Sprint(rate), "-for", last.String()).CombinedOutput()
	found := sentLine.FindSubmatch(out)
	if err != nil || found == nil {
		return 0, 0, fmt.Errorf("send: %w: %s", err, out)
	}
	traces, _ = strconv.Atoi(string(found[1]))
	took, _ = strconv.ParseFloat(string(found[2]), 64)
	return traces, took, nil
}

// paper is what the throughput paper's analysis workers took over a network.
const paper = 112_600.0

// direct is the way without hub, agent and worker.
func (b *bench) direct() error {
	address := free()
	process, err := b.start("traces", "--listen", address, "--connections", "1", "--output", "json")
	if err != nil {
		return err
	}
	defer process.stop()
	if err := process.sees("listening"); err != nil {
		return err
	}
	traces, took, err := b.load(address, 0, *last)
	fmt.Printf("the paper's chain of workers, over a network (its own figure, on other machines): %.0f traces/s\n", paper)
	fmt.Printf("direct, beagle traces --listen: %.0f traces/s, %.1f times the paper's\n", float64(traces)/took, float64(traces)/took/paper)
	return err
}

type site struct {
	b       *bench
	url     string
	state   string
	metrics string
	listen  string
	all     []*process
}

func (s *site) stop() {
	for _, p := range slices.Backward(s.all) {
		p.stop()
	}
	_ = os.RemoveAll(s.state)
}

func (b *bench) begin(state string, distributed bool, external string) (s *site, err error) {
	s = &site{b: b, listen: free(), metrics: free()}
	if s.state, err = os.MkdirTemp(state, "beagle-hub-"); err != nil {
		return nil, err
	}
	server := free()
	s.url = "nats://" + server
	hub := []string{"hub", "--watch", s.metrics, "--quiet", "2s", "--every", "1s"}
	if external == "" {
		err = s.add(append(hub, "--listen", server, "--state", s.state, "--lazy-sync")...)
	} else {
		_, port, _ := net.SplitHostPort(server)
		p := &process{command: exec.Command(external, "-js", "-sd", s.state, "-a", "127.0.0.1", "-p", port)}
		if err = p.start(); err == nil {
			s.all = append(s.all, p)
			if err = p.sees("Server is ready"); err == nil {
				// Such a server offers a part of what the disk has free, and refuses more.
				err = s.add(append(hub, "--nats", s.url, "--store", "1024")...)
			}
		}
	}
	if err == nil {
		err = s.all[len(s.all)-1].sees("totals of")
	}
	if err != nil {
		s.stop()
		return nil, err
	}
	agent := append([]string{"agent", "--listen", s.listen, "--spool", filepath.Join(s.state, "spool"), "--spool-limit", "4096", "--every", "200ms"}, s.access("agent")...)
	if distributed {
		agent = append(agent, "--distributed")
	}
	ready := "sending to"
	if distributed { // then a hub has to say first how records are sorted
		ready = "taking records"
	}
	if err = s.add(agent...); err == nil {
		err = s.all[len(s.all)-1].sees(ready)
	}
	if err != nil {
		s.stop()
		return nil, err
	}
	return s, nil
}

func (s *site) access(role string) []string {
	args := []string{"--nats", s.url}
	if file := filepath.Join(s.state, role+".credentials"); exists(file) {
		args = append(args, "--credentials", file)
	}
	return args
}

func exists(path string) bool { _, err := os.Stat(path); return err == nil }

func (s *site) add(args ...string) error {
	p, err := s.b.start(args...)
	if err == nil {
		s.all = append(s.all, p)
	}
	return err
}

func (s *site) worker() error { return s.add(append([]string{"worker"}, s.access("worker")...)...) }

func (s *site) metric(name string) (sum float64) {
	request, err := http.NewRequestWithContext(context.Background(), http.MethodGet, "http://"+s.metrics+"/metrics", nil)
	if err != nil {
		return 0
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0
	}
	defer response.Body.Close()
	lines := bufio.NewScanner(response.Body)
	for lines.Scan() {
		if line := lines.Text(); strings.HasPrefix(line, name) && (line[len(name)] == ' ' || line[len(name)] == '{') {
			x, _ := strconv.ParseFloat(line[strings.LastIndexByte(line, ' ')+1:], 64)
			sum += x
		}
	}
	return sum
}

// traces are those in the totals; of a machine that is too busy some are cut in two,
// since their records came too far apart.
func (s *site) traces() int {
	return int(s.metric("beagle_traces_valid_total") + s.metric("beagle_traces_invalid_total"))
}

// until waits until the totals have so many traces.
func (s *site) until(traces int, each func()) error {
	for patience := time.Now().Add(3 * time.Minute); s.traces() < traces; time.Sleep(5 * time.Millisecond) {
		if each != nil {
			each()
		}
		if time.Now().After(patience) {
			return fmt.Errorf("%d of %d traces are in the totals after three minutes", s.traces(), traces)
		}
	}
	return nil
}

func (b *bench) through(name, state string, workers int, distributed bool, external string) error {
	s, err := b.begin(state, distributed, external)
	if err != nil {
		return err
	}
	defer s.stop()
	for range workers {
		if err := s.worker(); err != nil {
			return err
		}
	}
	began := time.Now()
	traces, took, err := b.load(s.listen, 0, *last)
	if err != nil {
		return err
	}
	if err := s.until(traces, nil); err != nil {
		return err
	}
	how := "reduced by the agent"
	if distributed {
		how = "joined by workers"
	}
	spent := 0.0
	for _, p := range s.all {
		spent += p.spent()
	}
	fmt.Printf("%s, %d workers, %s: %.0f traces/s taken (%.1f times the paper's), %.0f in the totals, %.2f µs of processor time a trace, %.0f cut\n",
		name, workers, how, float64(traces)/took, float64(traces)/took/paper, float64(traces)/time.Since(began).Seconds(), 1e6*spent/float64(traces), s.metric("beagle_traces_invalid_total"))
	return nil
}

func (b *bench) latency() error {
	s, err := b.begin(b.dir, false, "")
	if err != nil {
		return err
	}
	defer s.stop()
	if err := s.worker(); err != nil {
		return err
	}
	var all []time.Duration
	for range 9 {
		before := s.traces()
		traces, _, err := b.load(s.listen, 1e6, time.Millisecond)
		if err != nil {
			return err
		}
		sent := time.Now()
		if err := s.until(before+traces, nil); err != nil {
			return err
		}
		all = append(all, time.Since(sent))
	}
	slices.Sort(all)
	fmt.Printf("latency, last record to class, agent --every 200ms: median %v, worst of 9 %v\n", all[4].Round(time.Millisecond), all[8].Round(time.Millisecond))
	return nil
}

func (b *bench) burst() error {
	s, err := b.begin(b.dir, true, "")
	if err != nil {
		return err
	}
	defer s.stop()
	for range 2 {
		if err := s.worker(); err != nil {
			return err
		}
	}
	const rate = 2_000
	steady, _, err := b.load(s.listen, rate, *last)
	if err != nil {
		return err
	}
	more, _, err := b.load(s.listen, 10*rate, *last/3)
	if err != nil {
		return err
	}
	began, most := time.Now(), 0.0
	err = s.until(steady+more, func() {
		most = max(most, s.metric("beagle_worker_lag_parts")+s.metric("beagle_agent_waiting_parts"))
	})
	fmt.Printf("burst, from %d to %d traces/s for %v: at most %.0f parts waited, all in the totals %v after it\n", rate, 10*rate, *last/3, most, time.Since(began).Round(10*time.Millisecond))
	return err
}

// speedUp is how fast what waits is joined by one to eight workers that have a share
// of a processor each.
func (b *bench) speedUp() error {
	limit, how := limiter()
	if limit == nil {
		fmt.Println("speed-up: left out, no cgroup for processor time can be made here (root?)")
		return nil
	}
	one := 0.0
	for workers := 1; workers <= 8; workers *= 2 {
		s, err := b.begin(b.dir, true, "")
		if err != nil {
			return err
		}
		err = func() error {
			defer s.stop()
			traces, _, err := b.load(s.listen, 0, time.Duration(*backed)*time.Microsecond*10)
			if err != nil {
				return err
			}
			for s.metric("beagle_agent_waiting_parts") == 0 { // until the hub has heard of them
				time.Sleep(50 * time.Millisecond)
			}
			began := time.Now()
			for i := range workers {
				if err := s.worker(); err != nil {
					return err
				}
				done, err := limit(i, s.all[len(s.all)-1].command.Process.Pid, *share)
				if err != nil {
					return err
				}
				defer done()
			}
			if err := s.until(traces, nil); err != nil {
				return err
			}
			rate := float64(traces) / time.Since(began).Seconds()
			if workers == 1 {
				one = rate
			}
			fmt.Printf("speed-up, %d workers of %d %% each (%s): %.0f traces/s, %.1f times\n", workers, *share, how, rate, rate/one)
			return nil
		}()
		if err != nil {
			return err
		}
	}
	return nil
}
