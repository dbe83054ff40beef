package broker

import (
	"net"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// Connections that never say who they are get a quarter of the places, however many come: the oldest are
// ended, and who said who he is stays.
func TestStrangersGetAQuarterOfThePlaces(t *testing.T) {
	const patient = 600 // seconds: nobody is ended for his silence here
	one, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true, MaxConn: maxConnections, AuthTimeout: patient,
		Users: []*server.User{{Username: "hub", Password: "p"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	one.Start()
	defer one.Shutdown()
	if !one.ReadyForConnections(time.Minute) {
		t.Fatal("no server")
	}
	known, err := nats.Connect(one.ClientURL(), nats.UserInfo("hub", "p"), nats.NoReconnect())
	if err != nil {
		t.Fatal(err)
	}
	defer known.Close()
	for range maxStrangers + 200 {
		c, err := net.Dial("tcp", one.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
	}
	within := func(what string, is func() bool) {
		t.Helper()
		for end := time.Now().Add(time.Minute); !is(); time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s: not within a minute; there are %d", what, one.NumClients())
			}
		}
	}
	within("all are there", func() bool { return one.NumClients() == maxStrangers+201 })
	dismiss(one)
	within("a quarter is left", func() bool { return one.NumClients() == maxStrangers+1 })
	if err := known.Flush(); err != nil {
		t.Errorf("who said who he is was ended: %v", err)
	}
}
