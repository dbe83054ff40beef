package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"hash/fnv"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"beagle/internal/hash"
)

// Member is an agent, a worker or a hub that lives, as it says once in a while.
type Member struct {
	ID      string    `json:"id"`                // unique in the cluster
	Role    string    `json:"role"`              // agent, worker or hub
	Host    string    `json:"host"`              // name of its machine
	Process int       `json:"process"`           // process id on its machine
	Started time.Time `json:"started"`           // when it was started
	Leaving bool      `json:"leaving,omitempty"` // it is ending, and what it has goes to others

	Partitions []int   `json:"partitions,omitempty"` // of a worker
	Parts      int64   `json:"parts"`                // that it made (agent) or took in (worker)
	Records    int64   `json:"records"`              // behind them
	Waiting    int64   `json:"waiting"`              // parts on an agent's disk, or before a worker
	Bytes      int64   `json:"bytes,omitempty"`      // of those of an agent
	Busy       float64 `json:"busy"`                 // share of the time in which a worker works
	Clock      int64   `json:"clock"`                // its clock, in ns
	Trouble    string  `json:"trouble,omitempty"`    // what it cannot do at present

	// Of a learner: which program it is, since only the same one learns the same,
	// and how many tasks it does at a time.
	Program string `json:"program,omitempty"`
	Version string `json:"version,omitempty"` // of the program, for people
	Cores   int    `json:"cores,omitempty"`   // tasks at a time
	Label   string `json:"label,omitempty"`   // of who launches programs: which ones

	Heard  time.Time     `json:"heard"`            // by the one who lists members
	Behind time.Duration `json:"behind,omitempty"` // how far its clock is behind, about; less than 0: ahead
}

// Times of members.
const (
	beat = 300 * time.Millisecond
	// Silent is after how long a member counts as gone.
	Silent    = 1500 * time.Millisecond
	forgotten = time.Minute
)

// Beat is a clock for what members do again and again.
func Beat() *time.Ticker { return time.NewTicker(beat) }

// Pause waits a moment before what failed is tried again.
func Pause(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(beat):
	}
}

// alive is the subject on which members of a role say that they live, so that a server lets nobody say so of another
// role.
func alive(b *Bus, role, user string) string {
	if role == "agent" {
		role += "." + user
	}
	return b.name + ".alive." + role
}

// Say tells others again and again that a member lives, until the context ends; then that it leaves.
func Say(ctx context.Context, b *Bus, now func() Member) {
	say := func(leaving bool) {
		m := now()
		m.Leaving, m.Clock = leaving, time.Now().UnixNano()
		if body, err := json.Marshal(m); err == nil {
			_ = b.conn.Publish(alive(b, m.Role, b.user), body) // who does not hear it waits for the next
		}
	}
	tick := time.NewTicker(beat)
	defer tick.Stop()
	for {
		say(false)
		select {
		case <-ctx.Done():
			say(true)
			_ = b.conn.FlushTimeout(time.Second)
			return
		case <-tick.C:
		}
	}
}

// Members listens to who lives.
type Members struct {
	mu    sync.Mutex
	known map[string]Member
	sub   *nats.Subscription
}

// maxMembers bounds who is known: anybody who may connect can make them up.
const maxMembers = 10_000

// Listen starts to listen; Close ends it.
func Listen(b *Bus) (*Members, error) {
	m := &Members{known: map[string]Member{}}
	var err error
	m.sub, err = b.conn.Subscribe(b.name+".alive.>", func(message *nats.Msg) {
		var who Member
		if json.Unmarshal(message.Data, &who) != nil || who.ID == "" || message.Subject != alive(b, who.Role, UserOf(who.ID)) {
			return
		}
		who.Heard = time.Now()
		who.Behind = time.Duration(who.Heard.UnixNano() - who.Clock)
		m.mu.Lock()
		defer m.mu.Unlock()
		if _, known := m.known[who.ID]; known || len(m.known) < maxMembers {
			m.known[who.ID] = who
		}
	})
	return m, err
}

// Close ends the listening.
func (m *Members) Close() { _ = m.sub.Unsubscribe() }

// All are the members that were heard of within the last minute, by role and id.
func (m *Members) All() []Member {
	m.mu.Lock()
	defer m.mu.Unlock()
	var all []Member
	for id, who := range m.known {
		if time.Since(who.Heard) > forgotten || who.Leaving && time.Since(who.Heard) > Silent {
			delete(m.known, id)
			continue
		}
		all = append(all, who)
	}
	slices.SortFunc(all, func(a, b Member) int {
		return cmp.Or(cmp.Compare(a.Role, b.Role), cmp.Compare(a.Host, b.Host), cmp.Compare(a.ID, b.ID))
	})
	return all
}

// Alive reports whether the member was heard of lately.
func (w *Member) Alive() bool { return !w.Leaving && time.Since(w.Heard) < Silent }

// Workers are the ids of the workers that live.
func (m *Members) Workers() (ids []string) {
	for _, who := range m.All() {
		if who.Role == "worker" && who.Alive() {
			ids = append(ids, who.ID)
		}
	}
	return ids
}

// Owner is the worker that a partition belongs to, by rendezvous hashing.
func Owner(partition int, workers []string) (owner string) {
	var most uint64
	for _, id := range workers {
		h := fnv.New64a()
		_, _ = h.Write([]byte(id + "/" + strconv.Itoa(partition)))
		weight := hash.Finish(h.Sum64())
		if owner == "" || weight > most || weight == most && id > owner {
			owner, most = id, weight
		}
	}
	return owner
}

// Home is the partition of an agent's reduced traces, by its id.
func Home(agent string, partitions int) int { return home([]byte(agent), partitions) }

// HomeOfTrace is the partition of a trace: of all agents the same.
func HomeOfTrace(id int64, partitions int) int {
	var digits [20]byte
	return home(strconv.AppendInt(digits[:0], id, 16), partitions)
}

// home spreads keys over partitions by FNV-1a, whose first bits differ little for texts that are nearly alike.
func home(key []byte, partitions int) int {
	const offset, prime = 14695981039346656037, 1099511628211
	h := uint64(offset)
	for _, b := range key {
		h = (h ^ uint64(b)) * prime
	}
	return int(hash.Finish(h) % uint64(partitions))
}
