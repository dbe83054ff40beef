package broker

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// An agent that gets credentials is let in while the hub runs, may only send in its own name, and is
// disconnected when they are revoked.
func TestAgentsAreLetInAndRevokedWhileTheHubRuns(t *testing.T) {
	state := filepath.Join(t.TempDir(), "hub")
	b, err := Start(Options{Listen: "127.0.0.1:0", State: state, Name: "beagle", Lazy: true})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	path, err := AddAgent(state, "shop-1")
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("%v, %v", info, err)
	}
	password, err := readSecret(path, "shop-1")
	if err != nil {
		t.Fatal(err)
	}
	denied, gone := make(chan error, 10), make(chan struct{})
	var conn *nats.Conn
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		conn, err = nats.Connect(b.URL(), nats.UserInfo("shop-1", password), nats.CustomInboxPrefix("_INBOX.shop-1"), nats.NoReconnect(),
			nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { denied <- err }), nats.ClosedHandler(func(*nats.Conn) { close(gone) }))
		if err == nil {
			break
		}
		if time.Now().After(end) {
			t.Fatal(err)
		}
	}
	for _, subject := range []string{"beagle.in.0.shop-2", "beagle.in.0.agent", "beagle.in.0", "beagle.alive.agent.shop-2", "$JS.API.STREAM.INFO.BEAGLE_STATE", "$JS.API.STREAM.INFO.BEAGLE_IN", "$JS.API.STREAM.MSG.GET.BEAGLE_STATE", "$JS.API.DIRECT.GET.BEAGLE_STATE.beagle.state.agent.shop-2.x", "$JS.API.STREAM.NAMES"} {
		if err := conn.Publish(subject, []byte("{}")); err != nil {
			t.Fatal(err)
		}
		select {
		case err := <-denied:
			if !strings.Contains(err.Error(), "Permissions Violation") {
				t.Errorf("%s: %v", subject, err)
			}
		case <-time.After(time.Minute):
			t.Fatalf("an agent may publish to %s", subject)
		}
	}
	if err := RevokeAgent(state, "shop-1"); err != nil {
		t.Fatal(err)
	}
	select {
	case <-gone:
	case <-time.After(time.Minute):
		t.Fatal("who was revoked is still connected")
	}
	if _, err := nats.Connect(b.URL(), nats.UserInfo("shop-1", password)); err == nil {
		t.Error("who was revoked gets in")
	}
}

func TestAgentsAreAddedOnceAndByAName(t *testing.T) {
	state := t.TempDir()
	for _, name := range []string{"", "hub", "tick", "a.b", "../a", "A", "a>", "a b"} {
		if _, err := AddAgent(state, name); err == nil {
			t.Errorf("%q is a name", name)
		}
	}
	if _, err := AddAgent(state, "a"); err != nil {
		t.Fatal(err)
	}
	if _, err := AddAgent(state, "a"); err == nil {
		t.Error("what was there is overwritten")
	}
	if err := RevokeAgent(state, "b"); err == nil {
		t.Error("nobody is revoked")
	}
	if names, err := Agents(state); err != nil || len(names) != 1 {
		t.Errorf("%v, %v", names, err)
	}
}

// What is printed for a server of others is read by nats-server, and lets the same users in.
func TestTheConfigurationForOtherServersIsRead(t *testing.T) {
	state := t.TempDir()
	if _, err := AddAgent(state, "shop-1"); err != nil {
		t.Fatal(err)
	}
	text, err := Configuration(state, "beagle")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(state, "beagle.conf")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	options, err := server.ProcessConfigFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want, err := users(state, "beagle")
	if err != nil {
		t.Fatal(err)
	}
	if len(options.Users) != len(want) || len(want) != len(roles)+1 {
		t.Errorf("%d users, want %d", len(options.Users), len(want))
	}
	if program, err := exec.LookPath("nats-server"); err == nil {
		if out, err := exec.Command(program, "-t", "-c", file).CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
	}
}

// Where the disk is full no half password is left, which would keep the hub from starting later.
func TestAPasswordThatCannotBeWrittenIsNotLeft(t *testing.T) {
	full := "/dev/full"
	if _, err := os.Stat(full); err != nil {
		t.Skip("there is no " + full)
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "hub.credentials")
	open := create
	defer func() { create = open }()
	create = func(name string) (*os.File, error) {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			return nil, err
		}
		return os.OpenFile(full, os.O_WRONLY, 0)
	}
	if _, err := secret(path, "hub"); err == nil {
		t.Error("a full disk is no error")
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("something is left")
	}
}
