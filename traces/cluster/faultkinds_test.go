//go:build unix

package cluster_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"beagle/internal/need"
	"beagle/traces/cluster/broker"
)

// seed is of what happens by chance: always the same, but in long runs, where BEAGLE_SEED makes one again.
func seed(t testing.TB) uint64 {
	number := uint64(26)
	if need.Long() {
		number = uint64(time.Now().UnixNano())
	}
	if given, err := strconv.ParseUint(os.Getenv("BEAGLE_SEED"), 10, 64); err == nil {
		number = given
	}
	t.Logf("BEAGLE_SEED=%d", number)
	return number
}

// externalServer is a server that no hub brings along: nats-server where it is installed, else the same in a
// process of its own.
func externalServer(t testing.TB, o broker.Options) role {
	t.Helper()
	program, err := exec.LookPath("nats-server")
	if err != nil {
		return role{Is: "server", Server: o}
	}
	users, err := broker.Configuration(o.State, o.Name)
	if err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprintf("listen: %q\nmax_payload: 8388608\njetstream { store_dir: %q }\n%s", o.Listen, filepath.Join(o.State, "jetstream"), users)
	if err := os.WriteFile(filepath.Join(o.State, "conf"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return role{Is: "server", Server: o, Program: program}
}

func (s *site) everybody() []*process {
	all := slices.Concat(s.hubs, s.agents, s.workers)
	if s.servers[0] != s.hubs[0] {
		all = append(all, s.servers...)
	}
	return all
}

// fault does something bad to somebody, and makes it good again when the others have gone on.
func (s *site) fault() {
	s.t.Helper()
	all := s.everybody()
	p := all[s.rng.IntN(len(all))]
	kinds := []struct {
		what   string
		chance int // of 20
		do     func()
	}{
		{"kill", 9, func() { s.kill(p, func() {}) }},
		{"freeze", 4, func() { s.freeze(p) }},
		{"end", 2, func() { p.end(); s.more(20); p.start() }},
		{"junk", 1, func() { s.junkMessages += s.junk() }},
		{"forged parts", 1, func() { s.forgedParts += s.forge() }},
		{"damage", 2, s.damage},
		{"stream deleted", 1, s.deleteStream},
	}
	if len(s.hubs) > 1 { // what most servers of a cluster have is not lost
		kinds = kinds[:5]
	}
	chances := 0
	for _, k := range kinds {
		chances += k.chance
	}
	at := s.rng.IntN(chances)
	for _, k := range kinds {
		if at -= k.chance; at < 0 {
			s.did[k.what]++
			s.t.Logf("%s %s", k.what, p.name)
			k.do()
			return
		}
	}
}

// kill kills a process, does something while it is away, and starts it again.
func (s *site) kill(p *process, meanwhile func()) {
	s.kills++
	p.kill()
	meanwhile()
	s.more(20)
	p.start()
}

// losable are the streams that may be lost. Where traces are of several programs, their records are in the
// parts until a trace has ended, and nowhere else.
func (s *site) losable() []string {
	streams := []string{"BEAGLE_STATE", "BEAGLE_OUT"}
	if !s.distributed {
		streams = append(streams, "BEAGLE_IN")
	}
	return streams
}

// damage kills the server, and turns bits of a stream or removes it.
func (s *site) damage() {
	streams := s.losable()
	stream := streams[s.rng.IntN(len(streams))]
	s.kill(s.servers[0], func() {
		if s.rng.IntN(2) == 0 {
			s.wipe(stream)
			return
		}
		s.flip(stream, 3)
	})
}

func (s *site) deleteStream() {
	s.t.Helper()
	conn := s.hubConn()
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		s.t.Fatal(err)
	}
	streams := s.losable()
	stream := streams[s.rng.IntN(len(streams))]
	s.until(stream+" is deleted", func() bool {
		err := js.DeleteStream(s.t.Context(), stream)
		return err == nil || errors.Is(err, jetstream.ErrStreamNotFound)
	})
}
