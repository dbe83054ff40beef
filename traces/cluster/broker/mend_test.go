package broker

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A server that said its disk was full is started again when there is room, at the
// same address, with what it had.
func TestAServerWhoseDiskWasFullIsStartedAgain(t *testing.T) {
	b, err := Start(Options{Listen: "127.0.0.1:0", State: filepath.Join(t.TempDir(), "hub"), Name: "beagle", Lazy: true})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	before := b.URL()
	user, password := login(t, b, "hub")
	again := make(chan struct{}, 1)
	conn, err := nats.Connect(before, nats.UserInfo(user, password), nats.MaxReconnects(-1), nats.ReconnectWait(10*time.Millisecond), nats.ReconnectHandler(func(*nats.Conn) { again <- struct{}{} }))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	stream, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: "BEAGLE_IN", Subjects: []string{"beagle.in.>"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := js.Publish(ctx, "beagle.in.1", []byte("kept")); err != nil {
		t.Fatal(err)
	}
	mending, end := context.WithCancel(ctx)
	said := make(chan string, 10)
	var mend sync.WaitGroup
	mend.Go(func() { b.Mend(mending, func(line string) { said <- line }) })
	b.serverLog.Errorf("JetStream failed to store a msg on stream '%s': %v", "BEAGLE_IN", "write 5.blk: no space left on device")
	select {
	case <-again:
	case <-ctx.Done():
		t.Fatal("the server was not started again")
	}
	if line := <-said; !strings.Contains(line, "started again") {
		t.Error(line)
	}
	if info, err := stream.Info(ctx); err != nil || info.State.Msgs != 1 || b.URL() != before {
		t.Errorf("%v %+v at %s, before %s", err, info, b.URL(), before)
	}
	end()
	mend.Wait()
}

func TestAFolderWithoutRoomIsToldFromOneWith(t *testing.T) {
	if err := room(t.TempDir()); err != nil {
		t.Error(err)
	}
	if room(filepath.Join(t.TempDir(), "none")) == nil {
		t.Error("a folder that is not there has room")
	}
}

func login(t *testing.T, b *Broker, role string) (user, password string) {
	t.Helper()
	secret, err := os.ReadFile(b.Credentials(role))
	if err != nil {
		t.Fatal(err)
	}
	user, password, _ = strings.Cut(strings.TrimSpace(string(secret)), ":")
	return user, password
}
