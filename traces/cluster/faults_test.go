//go:build unix

package cluster_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"beagle/internal/need"
	"beagle/traces"
	"beagle/traces/classes"
	"beagle/traces/cluster"
	"beagle/traces/cluster/broker"
	"beagle/traces/cluster/totals"
)

// A site is a hub (or three), agents with logs that programs write to meanwhile,
// and workers.
type site struct {
	t           testing.TB
	distributed bool
	hubs        []*process
	servers     []*process // that keep the streams: the hubs, or a server of its own
	agents      []*process
	workers     []*process
	programs    []*program
	bus         *cluster.Bus
	members     *cluster.Members
	totals      *totals.Totals
	broken      chan error
	rng         *rand.Rand
	next        int64 // id of the next trace of one program
	common      int64 // and of several
	kills       int
	freezes     int
	did         map[string]int // how often each fault was done
	// junkMessages is how many messages were written that are none, and forgedParts how many in the name of
	// somebody else, which the totals are to count.
	junkMessages, forgedParts int64
}

const (
	partitions  = 8
	withinLimit = 4 * time.Minute // for what must come to pass, or go on; only a test that fails waits so long
)

func newSite(t testing.TB, hubs int, distributed, unfenced bool) *site {
	return layOut(t, hubs, distributed, unfenced, false)
}

// layOut starts a site. external says that the server is a process of its own: nats-server where it is installed.
func layOut(t testing.TB, hubs int, distributed, unfenced, external bool) *site {
	s := &site{t: t, distributed: distributed, rng: rand.New(rand.NewPCG(20, seed(t))), next: 1, common: 1_000_000_000, broken: make(chan error, 100), did: map[string]int{}}
	dir := t.TempDir()
	var urls, peers []string
	for range hubs {
		urls, peers = append(urls, freePort(t)), append(peers, freePort(t))
	}
	states := make([]string, hubs)
	for i := range hubs {
		states[i] = filepath.Join(dir, fmt.Sprintf("hub-%d", i))
	}
	// Longer than anybody is away: three servers need up to ten seconds to agree on
	// who leads when one dies, and twice in a row; an agent sends again after 3, 6 and 12 seconds.
	quiet := 40 * time.Second
	if need.Long() { // two hundred faults come faster than a busy machine recovers from some
		quiet = 2 * time.Minute
	}
	layout := cluster.Layout{Partitions: partitions, Replicas: hubs, Quiet: quiet}
	for i := range hubs {
		o := broker.Options{Listen: urls[i], State: states[i], Name: cluster.DefaultName, Lazy: true}
		if hubs > 1 {
			o.Cluster, o.Peers, o.Server = peers[i], peers, fmt.Sprintf("n%d", i)
		}
		r := role{Is: "hub", Server: o, Layout: layout, Watch: freePort(t)}
		if external {
			s.servers = append(s.servers, begin(t, "server", externalServer(t, o)))
			r.URL, r.Credentials = "nats://"+urls[i], filepath.Join(states[i], "hub.credentials")
			s.until("the server has made passwords", func() bool { _, err := os.Stat(r.Credentials); return err == nil })
		}
		s.hubs = append(s.hubs, begin(t, fmt.Sprintf("hub %d", i), r))
		if i == 0 {
			s.until("the first server has made passwords", func() bool {
				_, err := os.Stat(filepath.Join(states[0], "viewer.credentials"))
				_, other := os.Stat(filepath.Join(states[0], "cluster.credentials"))
				return err == nil && (hubs == 1 || other == nil)
			})
			if hubs > 1 {
				shareCredentials(t, states[0], states[1:]...)
			}
		}
	}
	if !external {
		s.servers = s.hubs
	}
	every := 300 * time.Millisecond
	if unfenced {
		every = time.Second // so that a worker nearly always is frozen with parts that are in no checkpoint
	}
	url := "nats://" + strings.Join(urls, ",nats://")
	for i := range 2 {
		r := role{Is: "worker", URL: url, Credentials: filepath.Join(states[0], "worker.credentials"), Unfenced: unfenced, Every: every}
		s.workers = append(s.workers, begin(t, fmt.Sprintf("worker %d", i), r))
	}
	for i := range 3 {
		s.programs = append(s.programs, newProgram(t, i))
		r := role{Is: "agent", URL: url, Credentials: filepath.Join(states[0], "agent.credentials"), Paths: []string{s.programs[i].dir}, Spool: filepath.Join(dir, fmt.Sprintf("spool-%d", i)), Distributed: distributed}
		s.agents = append(s.agents, begin(t, fmt.Sprintf("agent %d", i), r))
	}
	ctx, stop := context.WithCancel(context.Background())
	t.Cleanup(stop)
	var err error
	s.bus, err = cluster.Dial(ctx, cluster.Access{URL: url, Credentials: filepath.Join(states[0], "viewer.credentials"), Name: cluster.DefaultName, Role: "viewer", Patient: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.bus.Close)
	if err := s.bus.AttachPatiently(ctx, func(string) {}); err != nil {
		t.Fatal(err)
	}
	if s.members, err = cluster.Listen(s.bus); err != nil {
		t.Fatal(err)
	}
	s.totals = totals.New(s.bus, traces.Options{}, nil)
	ended := make(chan struct{})
	t.Cleanup(func() { stop(); <-ended })
	go func() {
		defer close(ended)
		_ = s.totals.Run(ctx, func(err error) {
			select {
			case s.broken <- err:
			default:
			}
		}, nil)
	}()
	return s
}

func (s *site) until(what string, is func() bool) {
	s.t.Helper()
	for end := time.Now().Add(withinLimit); !is(); time.Sleep(200 * time.Millisecond) {
		if time.Now().After(end) {
			s.t.Fatalf("%s: not within %s\n%s", what, withinLimit, s.words())
		}
	}
}

func (s *site) words() string {
	var all []string
	for _, p := range s.everybody() {
		all = append(all, p.words())
	}
	for len(s.broken) > 0 {
		all = append(all, (<-s.broken).Error())
	}
	return strings.Join(all, "\n")
}

func (s *site) more(n int) {
	for i, p := range s.programs {
		p.traces(s.next, n)
		s.next += int64(n)
		if s.distributed {
			p.shares(s.common, n/4, i)
		}
	}
	s.common += int64(n / 4)
}

// freeze stops a process until others take it for gone, and lets it wake up.
func (s *site) freeze(p *process) {
	s.freezes++
	p.signal(syscall.SIGSTOP)
	frozen := time.Now()
	s.more(20)
	s.until("the others take it for gone", func() bool { return time.Since(frozen) > cluster.Silent+500*time.Millisecond })
	s.more(20)
	p.signal(syscall.SIGCONT)
}

// settle waits until the totals have all that was written, and compares.
func (s *site) settle() {
	s.t.Helper()
	want := oneProcess(s.t, s.distributed, s.programs...)
	var got traces.Result
	s.t.Cleanup(func() {
		if s.t.Failed() {
			s.t.Logf("there are %+v, want %+v; %+v", got.Counts, want.Counts, s.members.All())
		}
	})
	for done := false; !done; { // a busy machine is slow, and gets there
		in := got.Records
		s.until(fmt.Sprintf("more than %d records of %d, or all of %d traces, are in the totals", in, want.Records, want.Valid), func() bool {
			got = s.totals.Engine().Result()
			done = got.Records >= want.Records && got.Valid+got.Counts.Invalid >= want.Valid+want.Counts.Invalid
			return done || got.Records > in
		})
	}
	if anomalies := s.totals.View().Anomalies; anomalies.Lost+anomalies.Late > 0 || anomalies.Damaged > s.junkMessages || anomalies.Forged > s.forgedParts {
		s.t.Errorf("%+v", anomalies)
	}
	var books totals.Books
	s.until("the books balance, and have all that was read", func() bool {
		books = s.totals.Books()
		return balances(&books) && allOf(&books).Read == want.Records && books.Open == 0
	})
	if all := allOf(&books); all.Counted != want.Records || all.Lost+all.Damaged+books.Lost+books.Counts.OpenRecords() > 0 || len(books.Agents) != len(s.agents) {
		s.t.Errorf("the books are %+v", books)
	}
	if text := differ(got, want); text != "" {
		s.t.Fatalf("after %d kills and %d freezes: %s\n%s", s.kills, s.freezes, text, s.words())
	}
	s.t.Logf("%d kills, %d freezes, %v: %d records, %d traces in %d classes, all exact; %+v", s.kills, s.freezes, s.did, got.Records, got.Valid, len(got.Classes), s.totals.View().Anomalies)
}

func sameCall(a, b *classes.CallStats) bool {
	return a.Min == b.Min && a.Max == b.Max && a.Sum == b.Sum && a.Squares == b.Squares && a.Failed == b.Failed &&
		slices.Equal(a.Quantiles(0, 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 1), b.Quantiles(0, 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 1)) && a.Sketch.Count() == b.Sketch.Count()
}

// Whoever is killed or frozen, whatever a server loses and whoever writes junk, each trace counts once, as in
// one process that saw everything.
func TestEachTraceCountsOnceWhoeverDies(t *testing.T) {
	t.Parallel()
	kills, sites := 4, []int{1, 0}
	if need.Long() {
		kills, sites = 200, []int{1, 3, 0}
	}
	for _, hubs := range sites {
		for _, distributed := range []bool{false, true} {
			name := fmt.Sprintf("hubs: %d", hubs)
			if hubs == 0 {
				name = "a server of its own"
			}
			t.Run(fmt.Sprintf("%s, %s", map[bool]string{false: "whole traces", true: "traces of several programs"}[distributed], name), func(t *testing.T) {
				t.Parallel()
				s := layOut(t, max(hubs, 1), distributed, false, hubs == 0)
				s.more(50)
				s.committed()
				for s.kills < kills {
					s.more(50)
					s.fault()
				}
				s.settle()
			})
		}
	}
}

// Without the rule that keeps two workers apart both write, and the hub notices it: so it is the rule that
// lets each trace count once.
func TestWithoutFencingTracesDoNotCountOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t, 1, false, true)
	for range 100 {
		s.more(50)
		s.freeze(s.workers[s.rng.IntN(len(s.workers))])
		select {
		case err := <-s.broken: // the totals notice that two workers wrote
			t.Logf("after %d freezes: %v", s.freezes, err)
			return
		default:
		}
		if words := s.hubs[0].words(); strings.Contains(words, "workers go on from the totals") {
			t.Logf("after %d freezes the hub notices that two workers wrote, and mends it: %s", s.freezes, words)
			return
		}
		if got, want := s.totals.Engine().Result(), oneProcess(t, false, s.programs...); got.Valid > want.Valid {
			t.Logf("after %d freezes: %d traces of %d", s.freezes, got.Valid, want.Valid)
			return
		}
	}
	t.Fatalf("%d freezes changed nothing", s.freezes)
}

// allOf is the book of all agents together.
func allOf(b *totals.Books) (all cluster.Book) {
	for _, book := range b.Agents {
		all.Add(book)
	}
	return all
}

// balances reports whether each record of each agent is somewhere, once, and those that count are in the counts.
func balances(b *totals.Books) bool {
	for _, book := range b.Agents {
		if !book.Balances() {
			return false
		}
	}
	return allOf(b).Counted+b.Before == b.Counts.Records+b.Open+b.Lost && b.Counts.OpenRecords() >= 0
}
