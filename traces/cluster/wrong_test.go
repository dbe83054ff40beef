//go:build unix

package cluster_test

import (
	"context"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"beagle/traces/cluster"
	"beagle/traces/cluster/broker"
	"beagle/traces/cluster/clustertest"
)

var layout = cluster.Layout{Partitions: 4, Quiet: time.Second}

func serve(t *testing.T) *broker.Broker {
	t.Helper()
	b, err := broker.Start(broker.Options{Listen: "127.0.0.1:0", State: filepath.Join(t.TempDir(), "hub"), Name: cluster.DefaultName, Lazy: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

func dial(t *testing.T, b *broker.Broker, role string) *cluster.Bus {
	t.Helper()
	bus, err := cluster.Dial(t.Context(), cluster.Access{URL: b.URL(), Credentials: b.Credentials(role), Name: cluster.DefaultName, Role: role})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(bus.Close)
	return bus
}

func wants(t *testing.T, err error, say string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), say) {
		t.Errorf("%v, want %q", err, say)
	}
}

// What is wrong with an address, credentials or a server is said in one message.
func TestWrongConnectionsAreExplained(t *testing.T) {
	b := serve(t)
	wrong := filepath.Join(t.TempDir(), "wrong")
	if err := os.WriteFile(wrong, []byte("agent:wrong\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		access cluster.Access
		say    string
	}{
		{cluster.Access{URL: "nats://" + freePort(t), Name: "beagle"}, "no server answers"},
		{cluster.Access{URL: b.URL(), Name: "beagle", Credentials: wrong}, "refuses these credentials"},
		{cluster.Access{URL: b.URL(), Name: "beagle", Credentials: wrong + "er"}, "cannot read the credentials"},
		{cluster.Access{URL: b.URL(), Name: "No Name"}, "is no name for streams"},
		{cluster.Access{URL: b.URL(), Name: "beagle", Authority: wrong + "er"}, "cannot read the certificates"},
	} {
		_, err := cluster.Dial(t.Context(), c.access)
		wants(t, err, c.say)
	}
}

func TestOneFolderIsForOneHub(t *testing.T) {
	state := filepath.Join(t.TempDir(), "hub")
	b, err := broker.Start(broker.Options{Listen: "127.0.0.1:0", State: state, Name: "beagle", Lazy: true})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	_, err = broker.Start(broker.Options{Listen: "127.0.0.1:0", State: state, Name: "beagle"})
	wants(t, err, "another hub uses this folder")
	info, err := os.Stat(state)
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder can be read by others: %v, %v", info.Mode(), err)
	}
}

func TestStreamsOfOthersAreLeftAlone(t *testing.T) {
	b := serve(t)
	bus := dial(t, b, "hub")
	wants(t, bus.Attach(t.Context()), "there are no streams called BEAGLE")
	_, js := clustertest.Raw(t, b, "hub")
	if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "BEAGLE_IN", Subjects: []string{"other.>"}}); err != nil {
		t.Fatal(err)
	}
	wants(t, bus.Create(t.Context(), layout), "somebody else's")
}

func TestStreamsOfAnotherVersionAreLeftAlone(t *testing.T) {
	b := serve(t)
	bus := dial(t, b, "hub")
	_, js := clustertest.Raw(t, b, "hub")
	if err := bus.Create(t.Context(), layout); err != nil {
		t.Fatal(err)
	}
	if _, err := js.Publish(t.Context(), "beagle.state.setup", []byte(`{"format":"beagle traces over machines 9","partitions":4}`)); err != nil {
		t.Fatal(err)
	}
	wants(t, bus.Attach(t.Context()), "another version of Beagle")
}

// An agent can append and nothing else: it reads nobody's parts, changes no
// totals, and removes nothing.
func TestAgentsMayOnlyAppend(t *testing.T) {
	b := serve(t)
	if err := dial(t, b, "hub").Create(t.Context(), layout); err != nil {
		t.Fatal(err)
	}
	agent := dial(t, b, "agent")
	if err := agent.Attach(t.Context()); err != nil {
		t.Fatal(err)
	}
	part, err := (&cluster.Part{Agent: "agent/a", Number: 1, Kind: cluster.Classes}).Pack()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := agent.Partition(0).Append(t.Context(), cluster.Unsent{Part: part, Since: 1}); err != nil {
		t.Fatal(err)
	}
	_, js := clustertest.Raw(t, b, "agent")
	short, stop := context.WithTimeout(t.Context(), time.Second)
	defer stop()
	for what, try := range map[string]func() error{
		"set totals":     func() error { _, err := js.Publish(short, "beagle.state.commit", []byte("{}")); return err },
		"write as owner": func() error { _, err := js.Publish(short, "beagle.out.0", []byte("{}")); return err },
		"list agents":    func() error { _, err := js.Stream(short, "BEAGLE_STATE"); return err },
		"send as others": func() error { _, err := js.Publish(short, "beagle.in.0.other", nil); return err },
		"read parts":     func() error { _, err := js.Stream(short, "BEAGLE_IN"); return err },
		"delete":         func() error { return js.DeleteStream(short, "BEAGLE_IN") },
	} {
		if try() == nil {
			t.Errorf("an agent may %s", what)
		}
	}
}

// What others read comes to inboxes of theirs, which nobody else may listen at.
func TestNobodyHearsTheAnswersToOthers(t *testing.T) {
	b := serve(t)
	if err := dial(t, b, "hub").Create(t.Context(), layout); err != nil {
		t.Fatal(err)
	}
	for _, role := range []string{"agent", "worker", "viewer", "run", "launcher"} {
		data, err := os.ReadFile(b.Credentials(role))
		if err != nil {
			t.Fatal(err)
		}
		user, password, _ := strings.Cut(strings.TrimSpace(string(data)), ":")
		refused := make(chan error, 10)
		conn, err := nats.Connect(b.URL(), nats.UserInfo(user, password), nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { refused <- err }))
		if err != nil {
			t.Fatal(err)
		}
		for _, subject := range []string{"_INBOX.>", ">", "beagle.in.*", "$JS.>"} {
			if _, err := conn.SubscribeSync(subject); err != nil {
				t.Fatal(err)
			}
			select {
			case err := <-refused:
				wants(t, err, "Permissions Violation")
			case <-time.After(time.Minute):
				t.Errorf("%s may listen at %s", role, subject)
			}
		}
		conn.Close()
	}
}

// A worker that is none would get a share of the work.
func TestNobodySaysThatItIsOfAnotherRole(t *testing.T) {
	b := serve(t)
	members, err := cluster.Listen(dial(t, b, "hub"))
	if err != nil {
		t.Fatal(err)
	}
	defer members.Close()
	agent, _ := clustertest.Raw(t, b, "agent")
	for end := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) { // the server may not know yet who listens
		for _, subject := range []string{"beagle.alive.worker", "beagle.alive.agent", "beagle.alive.agent.agent"} {
			if err := agent.Publish(subject, []byte(`{"id":"evil","role":"worker"}`)); err != nil {
				t.Fatal(err)
			}
		}
		if err := agent.Publish("beagle.alive.agent.agent", []byte(`{"id":"honest","role":"agent"}`)); err != nil {
			t.Fatal(err)
		}
		all := members.All()
		if len(all) == 1 && all[0].ID == "honest" {
			break // what was said before it has been heard
		}
		if len(all) > 0 || time.Now().After(end) {
			t.Fatalf("there are %+v", all)
		}
	}
}

// Who has the password of another role is told so at once: servers are silent where somebody may
// not do what he does, so that he would wait for ever.
func TestCredentialsOfAnotherRoleAreRefused(t *testing.T) {
	b := serve(t)
	if err := dial(t, b, "hub").Create(t.Context(), layout); err != nil {
		t.Fatal(err)
	}
	for role, others := range map[string][]string{
		"agent":  {"viewer", "run", "launcher"},
		"worker": {"agent", "viewer", "run", "launcher"},
		"viewer": {"agent", "run", "launcher"},
	} {
		for _, other := range others {
			bus, err := cluster.Dial(t.Context(), cluster.Access{URL: b.URL(), Credentials: b.Credentials(other), Name: cluster.DefaultName, Role: role})
			if err != nil {
				t.Fatal(err)
			}
			wants(t, bus.Attach(t.Context()), "these credentials are not those of a")
			bus.Close()
		}
		if err := dial(t, b, role).Attach(t.Context()); err != nil {
			t.Errorf("%s: %v", role, err)
		}
	}
}

// Whatever somebody appends, nothing panics, and only whole parts count.
func FuzzUnpackPart(f *testing.F) {
	good, err := (&cluster.Part{Agent: "a", Number: 1, Kind: cluster.Classes, Body: []byte(`{"format":"beagle reduced traces 3","counts":{},"classes":[]}`)}).Pack()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add(good[:len(good)-3])
	f.Add([]byte("{}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := cluster.UnpackPart(data)
		if err == nil && p.Kind != cluster.Tick && (p.Agent == "" || p.Number < 1) {
			t.Errorf("%+v", p)
		}
		for range cluster.Chunks(data) {
		}
	})
}

// A worker that joins or leaves moves only its own share.
func TestAWorkerThatLeavesMovesOnlyItsShare(t *testing.T) {
	workers := []string{"a", "b", "c", "d"}
	moved, held := 0, map[string]int{}
	for p := range cluster.MaxPartitions {
		before, after := cluster.Owner(p, workers), cluster.Owner(p, workers[:3])
		held[before]++
		if before != after {
			moved++
			if before != "d" {
				t.Errorf("partition %d moved from %s to %s", p, before, after)
			}
		}
	}
	if moved != held["d"] {
		t.Errorf("%d moved, %d were of the one that left", moved, held["d"])
	}
	for id, n := range held {
		if n < cluster.MaxPartitions/8 {
			t.Errorf("%s has %d of %d partitions", id, n, cluster.MaxPartitions)
		}
	}
}

// A server whose files of a stream are damaged may take a message, and not have it: nobody could begin there.
func TestStateThatDoesNotHaveWhatItTookIsLaidDownAnew(t *testing.T) {
	b := serve(t)
	_, js := clustertest.Raw(t, b, "hub")
	if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{ // it drops what nobody waits for
		Name: "BEAGLE_STATE", Subjects: []string{"beagle.state.>"}, Retention: jetstream.InterestPolicy, AllowDirect: true,
	}); err != nil {
		t.Fatal(err)
	}
	if err := dial(t, b, "hub").Create(t.Context(), layout); err != nil {
		t.Fatal(err)
	}
	if err := dial(t, b, "viewer").Attach(t.Context()); err != nil {
		t.Error(err)
	}
}

// A server that is flooded has no place for a moment, and hangs up: that is no reason to give up.
func TestAServerThatHangsUpIsAskedAgain(t *testing.T) {
	b := serve(t)
	front, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { front.Close() })
	go func() {
		for n := 0; ; n++ {
			caller, err := front.Accept()
			if err != nil {
				return
			}
			if n == 0 {
				_, _ = io.WriteString(caller, "INFO {}\r\n-ERR 'maximum connections exceeded'\r\n")
			}
			server, err := net.Dial("tcp", strings.TrimPrefix(b.URL(), "nats://"))
			if n < 2 || err != nil {
				caller.Close()
				continue
			}
			go func() { _, _ = io.Copy(server, caller); server.Close() }()
			go func() { _, _ = io.Copy(caller, server); caller.Close() }()
		}
	}()
	bus, err := cluster.Dial(t.Context(), cluster.Access{URL: "nats://" + front.Addr().String(), Credentials: b.Credentials("viewer"), Name: cluster.DefaultName, Role: "viewer"})
	if err != nil {
		t.Fatal(err)
	}
	bus.Close()
}
