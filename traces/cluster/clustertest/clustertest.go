// Package clustertest gives tests of what works over a hub a server with its streams, connections of each role, and
// workers that are processes of their own, so that they can be killed.
package clustertest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"beagle/internal/need"
	"beagle/traces/cluster"
	"beagle/traces/cluster/broker"
)

// Site is a server with its streams; it ends with the test.
func Site(t testing.TB) *broker.Broker {
	t.Helper()
	b, err := broker.Start(broker.Options{Listen: "127.0.0.1:0", State: filepath.Join(t.TempDir(), "hub"), Name: cluster.DefaultName, Lazy: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	if err := Dial(t, b, "hub").Create(t.Context(), cluster.Layout{Partitions: 4, Quiet: time.Second}); err != nil {
		t.Fatal(err)
	}
	return b
}

// Access is what a role needs to reach the server.
func Access(b *broker.Broker, role string) cluster.Access {
	return cluster.Access{URL: b.URL(), Credentials: b.Credentials(role), Name: cluster.DefaultName, Role: role}
}

// Dial is a connection of a role; it ends with the test.
func Dial(t testing.TB, b *broker.Broker, role string) *cluster.Bus {
	t.Helper()
	bus, err := cluster.Dial(t.Context(), Access(b, role))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(bus.Close)
	return bus
}

// Raw is a connection that may do everything, as the owner of a server has it.
func Raw(t testing.TB, b *broker.Broker, role string) (*nats.Conn, jetstream.JetStream) {
	t.Helper()
	data, err := os.ReadFile(b.Credentials(role))
	if err != nil {
		t.Fatal(err)
	}
	user, password, _ := strings.Cut(strings.TrimSpace(string(data)), ":")
	conn, err := nats.Connect(b.URL(), nats.UserInfo(user, password), nats.CustomInboxPrefix(cluster.Inbox(user)), nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	return conn, js
}

const variable = "BEAGLE_TEST_WORKER"

// Main runs a package's tests or, in a process that Process started, the worker as it was told to be.
func Main[T any](m *testing.M, run func(T) error) {
	if text := os.Getenv(variable); text != "" {
		var told T
		if err := json.Unmarshal([]byte(text), &told); err != nil {
			panic(err)
		}
		fmt.Fprintln(os.Stdout, run(told))
		os.Exit(1)
	}
	need.Main(m)
}

// Process starts a worker in a process of its own and tells it what it is, as JSON.
func Process(t testing.TB, told any) (kill func(), lines *bufio.Scanner) {
	t.Helper()
	text, err := json.Marshal(told)
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), variable+"="+string(text))
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	kill = func() { _ = command.Process.Kill(); _ = command.Wait() }
	t.Cleanup(kill)
	return kill, bufio.NewScanner(out)
}
