//go:build unix

package cluster_test

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"beagle/traces"
	"beagle/traces/cluster"
	"beagle/traces/cluster/agent"
	"beagle/traces/cluster/broker"
	"beagle/traces/cluster/totals"
	"beagle/traces/cluster/worker"
)

// role is what a process of these tests is told: the test's own binary, begun
// again, so that it can be killed and frozen.
type role struct {
	Is          string
	URL         string
	Credentials string
	Server      broker.Options
	Program     string // nats-server, of a server that is one
	Layout      cluster.Layout
	Watch       string // of a hub
	Anew        bool   // it goes on without totals that are lost
	Paths       []string
	Spool       string
	Distributed bool
	Unfenced    bool
	Every       time.Duration
}

const roleVariable = "BEAGLE_TEST_ROLE"

func TestMain(m *testing.M) {
	if text := os.Getenv(roleVariable); text != "" {
		var r role
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			panic(err)
		}
		ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
		defer stop()
		if err := r.run(ctx); err != nil && ctx.Err() == nil {
			fmt.Println("failed:", err)
			os.Exit(1)
		}
		return
	}
	flag.Parse()
	if err := flag.Set("test.parallel", strconv.Itoa(4*runtime.GOMAXPROCS(0))); err != nil { // they wait more than they compute
		panic(err)
	}
	os.Exit(m.Run())
}

func (r *role) run(ctx context.Context) error {
	access := cluster.Access{URL: r.URL, Credentials: r.Credentials, Name: cluster.DefaultName, Role: r.Is, Patient: true}
	if r.Is == "server" {
		if r.Program != "" {
			return syscall.Exec(r.Program, []string{r.Program, "-c", filepath.Join(r.Server.State, "conf")}, os.Environ())
		}
		server, err := broker.Start(r.Server)
		if err != nil {
			return err
		}
		defer server.Close()
		<-ctx.Done()
		return nil
	}
	if r.Is == "hub" {
		if r.URL == "" {
			server, err := broker.Start(r.Server)
			if err != nil {
				return err
			}
			defer server.Close()
			go server.Mend(ctx, func(line string) { fmt.Println(line) })
			access.URL, access.Credentials = server.URL(), server.Credentials("hub")
		}
		bus, err := cluster.Dial(ctx, access)
		if err != nil {
			return err
		}
		var h *totals.Hub
		for { // until most servers of a cluster are there
			h, err = totals.NewHub(ctx, bus, totals.Options{Layout: r.Layout, Copy: filepath.Join(r.Server.State, "totals"), Watch: r.Watch, Anew: r.Anew, Every: 500 * time.Millisecond, Say: say})
			if err == nil {
				break
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			say(err)
			cluster.Pause(ctx)
		}
		return h.Run(ctx)
	}
	bus, err := cluster.Dial(ctx, access)
	if err != nil {
		return err
	}
	if err := bus.AttachPatiently(ctx, func(string) {}); err != nil {
		return err
	}
	if r.Is == "worker" {
		return worker.New(bus, worker.Options{Unfenced: r.Unfenced, Every: r.Every, Say: say}).Run(ctx)
	}
	a, err := agent.New(agent.Options{
		User: access.User(), Paths: r.Paths, Follow: true, Spool: r.Spool, Every: 200 * time.Millisecond, Resend: 3 * time.Second,
		Engine: traces.Options{Distributed: r.Distributed}, Say: func(line string) { fmt.Println(line) },
	})
	if err != nil {
		return err
	}
	defer a.Close()
	a.Use(bus)
	return a.Run(ctx, bus)
}

func say(err error) { fmt.Println(err) }

// process is one that runs, and is begun again when it was killed.
type process struct {
	t    testing.TB
	name string
	role role

	mu      sync.Mutex
	command *exec.Cmd
	said    []string
}

func begin(t testing.TB, name string, r role) *process {
	p := &process{t: t, name: name, role: r}
	p.start()
	t.Cleanup(p.kill)
	return p
}

func (p *process) start() {
	p.t.Helper()
	text, err := json.Marshal(p.role)
	if err != nil {
		p.t.Fatal(err)
	}
	c := exec.Command(os.Args[0], "-test.run=^$")
	c.Env = append(os.Environ(), roleVariable+"="+string(text))
	out, err := c.StdoutPipe()
	if err != nil {
		p.t.Fatal(err)
	}
	c.Stderr = c.Stdout
	if err := c.Start(); err != nil {
		p.t.Fatal(err)
	}
	p.mu.Lock()
	p.command = c
	p.mu.Unlock()
	go func() {
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			p.mu.Lock()
			if p.said = append(p.said, lines.Text()); len(p.said) > 40 {
				p.said = p.said[1:]
			}
			p.mu.Unlock()
		}
		p.restart(c)
	}()
}

// restart begins a server of others again that died by itself, as a service manager does: nats-server 2.9.10 reads
// through a nil pointer where a message is asked for of a stream that is being deleted.
func (p *process) restart(c *exec.Cmd) {
	p.mu.Lock()
	died := p.role.Program != "" && p.command == c
	if died {
		p.command = nil
	}
	p.mu.Unlock()
	if died {
		p.t.Logf("%s died by itself: %v", p.name, c.Wait())
		p.start()
	}
}

// kill ends it as a crash does.
func (p *process) kill() {
	p.mu.Lock()
	c := p.command
	p.command = nil
	p.mu.Unlock()
	if c != nil {
		_ = c.Process.Kill()
		_ = c.Wait()
	}
}

// end ends it as a person does, who may lose his patience.
func (p *process) end() {
	p.mu.Lock()
	c := p.command
	p.command = nil
	p.mu.Unlock()
	if c == nil { // it died by itself
		return
	}
	_ = c.Process.Signal(syscall.SIGTERM)
	impatient := time.AfterFunc(10*time.Second, func() { _ = c.Process.Kill() })
	defer impatient.Stop()
	_ = c.Wait()
}

func (p *process) signal(s syscall.Signal) {
	p.mu.Lock()
	c := p.command
	p.mu.Unlock()
	if c != nil {
		_ = c.Process.Signal(s)
	}
}

func (p *process) words() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.name + ":\n  " + strings.Join(p.said, "\n  ")
}

func freePort(t testing.TB) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// shareCredentials gives the servers of a cluster the same passwords.
func shareCredentials(t testing.TB, from string, to ...string) {
	files, err := filepath.Glob(filepath.Join(from, "*.credentials"))
	if err != nil || len(files) == 0 {
		t.Fatal("no credentials", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, dir := range to {
			if err := os.MkdirAll(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, filepath.Base(file)), data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
}
