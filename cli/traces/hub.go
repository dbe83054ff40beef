package traces

import (
	"context"
	"crypto/sha256"
	"fmt"
	"net"
	"path/filepath"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/internal/safe"
	"beagle/traces"
	"beagle/traces/cluster"
	"beagle/traces/cluster/broker"
	"beagle/traces/cluster/totals"
)

type hubFlags struct {
	to     cluster.Access
	server broker.Options
	hub    totals.Options
	memory int64
	store  int64
}

// NewHub is the command hub.
func NewHub(a *app.App) *cobra.Command {
	var f hubFlags
	c := &cobra.Command{
		Use:   "hub",
		Short: "Serve agents and workers on other machines, and keep the totals of their traces",
		Long: `Serve agents and workers on other machines, and keep the totals of their traces.

Without --nats the hub brings a NATS server with JetStream along, and writes a
file with credentials for each role into its folder: agent, worker, viewer, run,
launcher, hub.
With --nats it uses a server or cluster that runs already (2.9 or later).

It lays down the streams, writes totals down so that agents may clear their
disks, and serves /healthz and /metrics (Prometheus). When it is away, agents
and workers go on, and nothing is lost.`,
		Example: `  beagle hub
  beagle hub --listen 10.0.0.5:4222 --tls-cert hub.pem --tls-key hub.key
  beagle hub --nats nats://10.0.0.5:4222 --credentials hub.creds --replicas 3`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return runHub(c, a, f) },
	}
	c.AddCommand(newCredentials(a), newBooks(a))
	AddAccess(c, &f.to, "")
	set := c.Flags()
	set.StringVar(&f.server.Listen, "listen", "127.0.0.1:4222", "address of the server that the hub brings along")
	set.StringVar(&f.server.State, "state", cluster.StateFolder("hub"), "folder of its streams and credentials, and of a copy of the totals")
	set.StringVar(&f.server.Certificate, "tls-cert", "", "certificate of the server, to encrypt connections")
	set.StringVar(&f.server.Key, "tls-key", "", "its key")
	set.BoolVar(&f.server.Lazy, "lazy-sync", false, "do not write each message to the disk at once: five times as fast, but a power cut may take the last two minutes, which agents then send again")
	set.StringVar(&f.server.Cluster, "cluster", "", "address for the other servers of a cluster, e.g. 10.0.0.5:6222")
	set.StringSliceVar(&f.server.Peers, "peer", nil, "that address of another server; may be repeated")
	set.StringVar(&f.server.Server, "server", "", "name of this server in the cluster, another one each")
	set.StringVar(&f.hub.Watch, "watch", "127.0.0.1:4280", "address for /healthz and /metrics; empty: none")
	set.IntVar(&f.hub.Layout.Partitions, "partitions", 16, "when the streams are created: into how many parts the work is cut, and so how many workers can share it")
	set.IntVar(&f.hub.Layout.Replicas, "replicas", 1, "when the streams are created in a cluster: on how many servers each lies (1, 3 or 5)")
	set.Int64Var(&f.store, "store", 4096, "when the streams are created: at most so many MiB wait in each, less where the disk has no room for that; the rest stays with the agents")
	set.DurationVar(&f.hub.Layout.Quiet, "quiet", 10*time.Second, "when the streams are created: a trace with records from several programs is complete when none came for so long")
	set.BoolVar(&f.hub.Anew, "without-totals", false, "go on where the server has lost the totals and there is no copy of them")
	set.DurationVar(&f.hub.Every, "every", 5*time.Second, "how often totals are written down, at most")
	set.Int64Var(&f.memory, "memory", 256, "memory for classes and quantiles in MiB")
	return c
}

func runHub(c *cobra.Command, a *app.App, f hubFlags) error {
	switch {
	case f.hub.Layout.Partitions < 1 || f.hub.Layout.Partitions > cluster.MaxPartitions:
		return app.Usage("--partitions %d is not between 1 and %d", f.hub.Layout.Partitions, cluster.MaxPartitions)
	case f.to.URL != "" && (c.Flags().Changed("listen") || c.Flags().Changed("cluster")):
		return app.Usage("--nats uses a server that runs already; leave --listen and --cluster out")
	case (f.server.Certificate == "") != (f.server.Key == ""):
		return app.Usage("--tls-cert and --tls-key go together")
	case f.server.Cluster != "" && f.server.Server == "":
		return app.Usage("--cluster needs --server NAME, another one for each server")
	case f.hub.Layout.Replicas%2 == 0 || f.hub.Layout.Replicas < 1 || f.hub.Layout.Replicas > 5:
		return app.Usage("--replicas %d is not 1, 3 or 5", f.hub.Layout.Replicas)
	case f.hub.Layout.Quiet < 100*time.Millisecond || f.hub.Every <= 0 || f.store <= 0 || f.memory < 16:
		return app.Usage("--quiet, --every, --store and --memory must be positive (--quiet at least 100ms, --memory 16)")
	}
	f.hub.Engine = traces.Options{Memory: f.memory << 20}
	f.hub.Say = saying(a)
	f.to.Role = "hub"
	ctx := c.Context()
	if f.to.URL == "" {
		f.server.Name = f.to.Name
		server, err := broker.Start(f.server)
		if err != nil {
			return err
		}
		defer server.Close()
		const streams = 4 // that are given a limit; the server promises each of them its room
		if !c.Flags().Changed("store") {
			f.store = min(f.store, max(server.Room()>>20/streams, 1))
		}
		mending, stop := context.WithCancel(ctx)
		var mend sync.WaitGroup
		defer mend.Wait()
		defer stop()
		mend.Go(func() { server.Mend(mending, func(line string) { a.SayLine(safe.Line(line)) }) })
		f.hub.Ill = server.Ill
		f.hub.Copy = filepath.Join(f.server.State, f.to.Name+".totals")
		f.to.URL, f.to.Credentials = server.URL(), server.Credentials("hub")
		if f.server.Certificate != "" && f.to.Authority == "" {
			f.to.Authority = f.server.Certificate
		}
		f.to.Patient = f.server.Cluster != ""
		sayServer(a, server, f)
	}
	if f.hub.Copy == "" { // of the site on that server
		f.hub.Copy = filepath.Join(f.server.State, fmt.Sprintf("%s-%x.totals", f.to.Name, sha256.Sum256([]byte(f.to.URL))))
	}
	f.hub.Layout.Bytes = f.store << 20
	bus, err := cluster.Dial(ctx, f.to)
	if err != nil {
		return err
	}
	defer bus.Close()
	h, err := newHub(ctx, bus, f)
	if err != nil {
		return err
	}
	if h.Watch() != "" {
		a.Say("health and metrics on http://%s/healthz and /metrics", h.Watch())
	}
	a.Say("totals of %s on %s are kept; beagle traces --nats shows them", f.to.Name, bus.URL())
	if err := h.Run(ctx); err != nil {
		return err
	}
	return ctx.Err()
}

func newHub(ctx context.Context, bus *cluster.Bus, f hubFlags) (*totals.Hub, error) {
	for {
		h, err := totals.NewHub(ctx, bus, f.hub)
		if err == nil || f.server.Cluster == "" || ctx.Err() != nil {
			return h, err
		}
		cluster.Pause(ctx)
	}
}

func sayServer(a *app.App, server *broker.Broker, f hubFlags) {
	url := server.URL()
	a.Say("serving on %s; each role has a file with its password:", url)
	for _, role := range []string{"agent", "worker"} {
		a.Say("  beagle %s --nats %s --credentials %s", role, url, server.Credentials(role))
	}
	a.Say("  beagle traces --nats %s --credentials %s", url, server.Credentials("viewer"))
	a.Say("  beagle run --nats %s --credentials %s (with beagle worker --learn)", url, server.Credentials("run"))
	a.Say("  beagle worker --launch LABEL --nats %s --credentials %s", url, server.Credentials("launcher"))
	if host, _, err := net.SplitHostPort(f.server.Listen); err == nil && f.server.Certificate == "" {
		if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
			a.SayLine(fmt.Sprintf("%s can be reached by other hosts and nothing is encrypted; --tls-cert and --tls-key do that", f.server.Listen))
		}
	}
}
