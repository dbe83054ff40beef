package broker

import (
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// Connections that never say who they are keep nobody out. Each that is ended is opened again.
func TestStrangersKeepNobodyOut(t *testing.T) {
	b, err := Start(Options{Listen: "127.0.0.1:0", State: filepath.Join(t.TempDir(), "hub"), Name: "beagle", Lazy: true})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	address := strings.TrimPrefix(b.URL(), "nats://")
	for range maxConnections + maxConnections/4 {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
	}
	user, password := login(t, b, "hub")
	conn, err := nats.Connect(b.URL(), nats.UserInfo(user, password), nats.Timeout(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
}
