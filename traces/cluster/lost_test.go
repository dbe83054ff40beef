//go:build unix

package cluster_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"beagle/internal/need"
	"beagle/traces/cluster"
	"beagle/traces/cluster/agent"
	"beagle/traces/cluster/clustertest"
	"beagle/traces/cluster/totals"
)

// jetstream is where a hub's server keeps a stream.
func (s *site) jetstream(stream string) string {
	return filepath.Join(s.servers[0].role.Server.State, "jetstream", "jetstream", "$G", "streams", stream)
}

func (s *site) flip(stream string, bits int) {
	s.t.Helper()
	blocks, err := filepath.Glob(filepath.Join(s.jetstream(stream), "msgs", "*.blk"))
	if err != nil {
		s.t.Fatal(err)
	}
	for _, path := range blocks {
		data, err := os.ReadFile(path)
		if err != nil {
			s.t.Fatal(err)
		}
		for range min(bits, len(data)) {
			data[s.rng.IntN(len(data))] ^= 1 << s.rng.IntN(8)
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			s.t.Fatal(err)
		}
	}
}

func (s *site) wipe(stream string) {
	s.t.Helper()
	if err := os.RemoveAll(s.jetstream(stream)); err != nil {
		s.t.Fatal(err)
	}
}

// committed waits until agents need not keep what they sent.
func (s *site) committed() {
	s.t.Helper()
	s.until("the totals have what agents sent", func() bool {
		want := oneProcess(s.t, s.distributed, s.programs...)
		if s.totals.Engine().Result().Valid < want.Valid {
			return false
		}
		for _, m := range s.members.All() {
			if m.Role == "agent" && m.Alive() && m.Waiting > 0 {
				return false
			}
		}
		return true
	})
}

// What a server loses while its hub is away is restored from the copy of the totals, and sent again by
// agents: everything counts once.
func TestWhatTheServerLosesIsRestored(t *testing.T) {
	t.Parallel()
	losses := map[string]func(*site){
		"three bits of the state": func(s *site) { s.flip("BEAGLE_STATE", 3) },
		"the state":               func(s *site) { s.wipe("BEAGLE_STATE") },
		"the checkpoints":         func(s *site) { s.wipe("BEAGLE_OUT") },
	}
	if need.Long() {
		losses["the parts"] = func(s *site) { s.wipe("BEAGLE_IN") }
		losses["three bits of the checkpoints"] = func(s *site) { s.flip("BEAGLE_OUT", 3) }
		losses["three bits of the parts"] = func(s *site) { s.flip("BEAGLE_IN", 3) }
		losses["everything"] = func(s *site) { s.wipe("") }
	}
	for what, lose := range losses {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, 1, false, false)
			s.more(50)
			s.committed()
			s.more(20) // some may be on the way
			s.hubs[0].kill()
			lose(s)
			s.hubs[0].start()
			s.more(50)
			s.settle()
		})
	}
}

// Parts of traces of several programs stay at the server until totals that are written down have them: workers
// need them again where checkpoints behind these are lost.
func TestCheckpointsThatNoTotalsHaveMayBeLost(t *testing.T) {
	t.Parallel()
	s := layOut(t, 1, true, false, true)
	s.more(50)
	s.committed()
	s.hubs[0].kill()
	for range 2 { // so that workers go on behind the first ones
		s.more(50)
		want := oneProcess(t, true, s.programs...)
		s.until("workers have read what came", func() bool { return s.totals.Engine().Result().Valid >= want.Valid })
	}
	s.servers[0].kill()
	s.wipe("BEAGLE_OUT")
	s.servers[0].start()
	s.hubs[0].start()
	s.settle()
}

// Records of traces of several programs that were open are lost with the parts: the books say how many.
func TestTheBooksSayHowManyRecordsOfOpenTracesAreLost(t *testing.T) {
	t.Parallel()
	s := newSite(t, 1, true, false)
	s.more(50)
	s.committed()
	s.more(50)
	s.until("the totals have records of open traces", func() bool {
		for _, m := range s.members.All() {
			if m.Role == "agent" && m.Waiting > 0 {
				return false
			}
		}
		books := s.totals.Books()
		return books.Open > 0 && allOf(&books).Read == oneProcess(t, true, s.programs...).Records
	})
	s.hubs[0].kill()
	s.wipe("BEAGLE_IN")
	s.hubs[0].start()
	s.more(50)
	var books totals.Books
	s.until("the books balance", func() bool {
		books = s.totals.Books()
		return books.Lost > 0 && balances(&books) && books.Open == 0 && allOf(&books).Read == oneProcess(t, true, s.programs...).Records
	})
	t.Logf("%d of %d records are lost", books.Lost, allOf(&books).Read)
}

func (s *site) hubConn() *nats.Conn {
	s.t.Helper()
	data, err := os.ReadFile(filepath.Join(s.hubs[0].role.Server.State, "hub.credentials"))
	if err != nil {
		s.t.Fatal(err)
	}
	user, password, _ := strings.Cut(strings.TrimSpace(string(data)), ":")
	var conn *nats.Conn
	s.until("the server answers", func() bool {
		conn, err = nats.Connect("nats://"+s.servers[0].role.Server.Listen, nats.UserInfo(user, password), nats.MaxReconnects(-1))
		return err == nil
	})
	s.t.Cleanup(conn.Close)
	return conn
}

// request has the server take a message, which may be away for a while, and returns how often it may have.
func (s *site) request(conn *nats.Conn, message *nats.Msg) (times int64) {
	s.t.Helper()
	s.until("the server takes "+message.Subject, func() bool {
		times++
		_, err := conn.RequestMsg(message, 5*time.Second)
		return err == nil
	})
	return times
}

// forge sends a part in the name of each agent, of another user.
func (s *site) forge() (forged int64) {
	s.t.Helper()
	conn := s.hubConn()
	defer conn.Close()
	for _, m := range s.members.All() {
		if m.Role != "agent" {
			continue
		}
		part, err := (&cluster.Part{Agent: m.ID, Number: 1000, Kind: cluster.Classes}).Pack()
		if err != nil {
			s.t.Fatal(err)
		}
		message := nats.NewMsg(fmt.Sprintf("beagle.in.%d.mallory", cluster.Home(m.ID, partitions)))
		message.Data = part
		message.Header.Set("Beagle-Since", "1000")
		forged += s.request(conn, message)
	}
	return forged
}

// junk puts messages that are none, or that no worker wrote, where checkpoints and parts stand.
func (s *site) junk() (messages int64) {
	s.t.Helper()
	conn := s.hubConn()
	defer conn.Close()
	forged, err := cluster.Pack(cluster.Checkpoint{Partition: 3, Previous: 12345}, []byte("none"))
	if err != nil {
		s.t.Fatal(err)
	}
	for p := range partitions {
		for _, body := range [][]byte{[]byte("junk"), nil, forged} {
			if p == 3 && string(body) == string(forged) {
				continue
			}
			for _, to := range []string{"in.%d.agent", "out.%d"} {
				messages += s.request(conn, &nats.Msg{Subject: fmt.Sprintf("beagle."+to, p), Data: body})
			}
		}
	}
	return messages
}

// One message that is none stops nothing: it is set aside and counted.
func TestJunkIsSetAsideAndCounted(t *testing.T) {
	t.Parallel()
	s := newSite(t, 1, false, false)
	s.more(50)
	s.committed()
	s.junkMessages = s.junk()
	s.more(50)
	s.settle()
	s.until("all of it is counted", func() bool { return s.totals.View().Anomalies.Damaged == s.junkMessages })
}

// A checkpoint that fits nowhere is not taken: workers go on from the totals.
func TestAForgedCheckpointStopsNothing(t *testing.T) {
	t.Parallel()
	s := newSite(t, 1, false, false)
	s.more(50)
	s.committed()
	for p := range partitions {
		forged, err := cluster.Pack(cluster.Checkpoint{Partition: p, Previous: 12345, AgentParts: map[string]int64{"a": 1}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.hubConn().Request(fmt.Sprintf("beagle.out.%d", p), forged, time.Minute); err != nil {
			t.Fatal(err)
		}
	}
	s.more(50)
	s.settle()
}

// Where a message stops the totals, or the disk is full, the hub is not healthy.
func TestAHubWhoseTotalsDoNotGoOnIsNotHealthy(t *testing.T) {
	t.Parallel()
	s := newSite(t, 1, false, false)
	healthy := func() string {
		response, err := http.Get("http://" + s.hubs[0].role.Watch + "/healthz") //nolint:noctx // of this machine
		if err != nil {
			return err.Error()
		}
		defer response.Body.Close()
		text, _ := io.ReadAll(response.Body)
		return strings.TrimSpace(string(text))
	}
	for range 3 { // so that checkpoints follow others
		s.more(50)
		s.committed()
	}
	s.until("the hub is healthy", func() bool { return healthy() == "ok" })
	s.hubs[0].kill()
	s.wipe("BEAGLE_STATE")
	if err := os.Remove(filepath.Join(s.hubs[0].role.Server.State, "totals")); err != nil {
		t.Fatal(err)
	}
	s.hubs[0].start()
	s.until("it says what is lost, and what to do", func() bool { return strings.Contains(healthy(), "--without-totals") })
	s.hubs[0].kill()
	s.hubs[0].role.Anew = true
	s.hubs[0].start()
	s.more(10)
	s.until("it goes on without", func() bool { return healthy() == "ok" && s.totals.Engine().Result().Valid >= 30 })
}

// An agent with credentials of its own sends nothing in the name of others, also where a server lets it:
// such parts are refused and counted, and those of the others count.
func TestNobodySendsPartsInTheNameOfOthers(t *testing.T) {
	t.Parallel()
	s := newSite(t, 1, false, false)
	s.more(50)
	s.committed()
	forged := s.forge()
	s.forgedParts += forged
	s.more(50)
	s.settle()
	if got := s.totals.View().Anomalies.Forged; got != forged || forged != 3 {
		t.Errorf("%d of %d are counted", got, forged)
	}
}

// A server of others may lose any stream while the hub runs.
func TestAStreamThatGoesWhileTheHubRunsIsLaidDownAgain(t *testing.T) {
	t.Parallel()
	s := newSite(t, 1, false, false)
	s.more(50)
	s.committed()
	for _, stream := range s.losable() {
		js, err := jetstream.New(s.hubConn())
		if err != nil {
			t.Fatal(err)
		}
		if err := js.DeleteStream(t.Context(), stream); err != nil {
			t.Fatal(err)
		}
		s.more(50)
		s.settle()
	}
}

// Parts that the server took and lost come again with the next part, long before a trace of several programs is
// given up that has records in them.
func TestLostPartsAreSentAgainAtOnce(t *testing.T) {
	t.Parallel()
	b := serve(t)
	hub := dial(t, b, "hub")
	lay := func() {
		if err := hub.Create(t.Context(), cluster.Layout{Partitions: 1, Quiet: time.Second}); err != nil {
			t.Fatal(err)
		}
	}
	lay()
	_, js := clustertest.Raw(t, b, "hub")
	parts := func() uint64 {
		stream, err := js.Stream(t.Context(), "BEAGLE_IN")
		if err != nil {
			t.Fatal(err)
		}
		return stream.CachedInfo().State.Msgs
	}
	until := func(what string, is func() bool) {
		for end := time.Now().Add(withinLimit); !is(); time.Sleep(20 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s: not within %s, with %d parts", what, withinLimit, parts())
			}
		}
	}
	program := newProgram(t, 0)
	bus := dial(t, b, "agent")
	if err := bus.Attach(t.Context()); err != nil {
		t.Fatal(err)
	}
	a, err := agent.New(agent.Options{Paths: []string{program.dir}, Follow: true, Spool: t.TempDir(), Every: 50 * time.Millisecond, Resend: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { a.Use(bus); ended <- a.Run(ctx, bus) }()
	t.Cleanup(func() { stop(); <-ended; a.Close() })
	const written = 3
	for i := range uint64(written) {
		program.traces(int64(10*i)+1, 5)
		until("the server takes a part", func() bool { return parts() > i })
	}
	before := parts()
	if err := js.DeleteStream(t.Context(), "BEAGLE_IN"); err != nil {
		t.Fatal(err)
	}
	lay()
	program.traces(1000, 5)
	until("all parts are there again", func() bool { return parts() > before })
}
