package totals

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"beagle/model"
	"beagle/traces"
	"beagle/traces/cluster"
)

// Options say how a hub works.
type Options struct {
	Layout cluster.Layout // of the streams, where this hub creates them
	// Watch is HOST:PORT for /healthz and /metrics; empty: none.
	Watch  string
	Every  time.Duration  // between two totals that are written down, at least
	Engine traces.Options // limits of memory for the totals
	// Copy is a file in which totals are kept, too, and Anew goes on where they are lost all the same.
	Copy string
	Anew bool
	Ill  func() string // what is wrong with the server that the hub brought along; empty: nothing; nil: it brought none
	Say  func(error)   // told of what goes wrong meanwhile; the hub goes on
}

// Hub is a running hub: it lays down the streams, writes totals down, and tells operators how it all goes, over HTTP.
type Hub struct {
	bus     *cluster.Bus
	options Options
	keeper  *Keeper
	members *cluster.Members
	watch   net.Listener
	id      string
	started time.Time
}

// NewHub lays down the streams, unless they are there.
func NewHub(ctx context.Context, bus *cluster.Bus, o Options) (*Hub, error) {
	if err := bus.Create(ctx, o.Layout); err != nil {
		return nil, err
	}
	h := &Hub{bus: bus, options: o, started: time.Now()}
	host, _ := os.Hostname()
	h.id = fmt.Sprintf("hub-%s-%d", host, os.Getpid())
	h.keeper = NewKeeper(New(bus, o.Engine, nil), o.Every)
	h.keeper.Leads, h.keeper.Copy, h.keeper.Anew, h.keeper.Layout = h.leads, o.Copy, o.Anew, &h.options.Layout
	if o.Watch != "" {
		var err error
		if h.watch, err = (&net.ListenConfig{}).Listen(ctx, "tcp", o.Watch); err != nil {
			return nil, model.Problem{Severity: model.Error, Message: fmt.Sprintf("cannot listen on %s for /metrics: %v", o.Watch, err), Hint: "choose another port with --watch, or --watch= for none"}
		}
	}
	return h, nil
}

// Watch is the address of /healthz and /metrics; empty: there is none.
func (h *Hub) Watch() string {
	if h.watch == nil {
		return ""
	}
	return h.watch.Addr().String()
}

// Run works until the context ends.
func (h *Hub) Run(ctx context.Context) error {
	var err error
	if h.members, err = cluster.Listen(h.bus); err != nil {
		return err
	}
	defer h.members.Close()
	var all sync.WaitGroup
	defer all.Wait()
	if h.watch != nil {
		server := &http.Server{Handler: h.handler(), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: 30 * time.Second, MaxHeaderBytes: 16 << 10}
		all.Go(func() {
			if err := server.Serve(h.watch); err != nil && !errors.Is(err, http.ErrServerClosed) && h.options.Say != nil {
				h.options.Say(err)
			}
		})
		defer server.Close()
	}
	all.Go(func() { cluster.Say(ctx, h.bus, h.member) })
	return h.keeper.Run(ctx, h.options.Say)
}

// leads reports whether this is the hub that writes totals down: the first one of those that live.
func (h *Hub) leads() bool {
	for _, m := range h.members.All() {
		if m.Role == "hub" && m.Alive() && m.ID < h.id {
			return false
		}
	}
	return true
}

func (h *Hub) member() cluster.Member {
	host, _ := os.Hostname()
	v := h.keeper.View()
	return cluster.Member{ID: h.id, Role: "hub", Host: host, Process: os.Getpid(), Started: h.started, Parts: v.Parts}
}
