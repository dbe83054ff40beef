package traces

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/internal/safe"
	"beagle/traces/cluster"
)

// AddAccess adds the flags that say where the server is.
func AddAccess(c *cobra.Command, a *cluster.Access, url string) {
	set := c.Flags()
	set.StringVar(&a.URL, "nats", url, "address of the server, e.g. nats://10.0.0.5:4222 or tls://...; several ones of a cluster with commas")
	set.StringVar(&a.Credentials, "credentials", "", "file with the user and password, as beagle hub wrote it (USER:PASSWORD), or a .creds file")
	set.StringVar(&a.Authority, "tls-ca", "", "file with the authority that signed the server's certificate, where it is your own")
	set.StringVar(&a.Name, "name", cluster.DefaultName, "prefix of streams and subjects; the same for all that belong together")
}

// localURL is where beagle hub listens on this machine.
const localURL = "nats://127.0.0.1:4222"

// Local sets the credentials that a hub on this machine with its usual folder has made for a
// role, where the server is on this machine and no others are given.
func Local(a *cluster.Access, role string) {
	if a.Credentials == "" && cluster.OnThisMachine(a.URL) {
		a.Credentials = cluster.LocalCredentials(role)
	}
}

// Viewer connects to a server and its hub that are there.
func Viewer(ctx context.Context, to cluster.Access) (*cluster.Bus, error) {
	to.Role = "viewer"
	bus, err := cluster.Dial(ctx, to)
	if err != nil {
		return nil, err
	}
	// A hub that was started just now has not laid its streams down yet.
	for until := time.Now().Add(hubWithin); ; cluster.Pause(ctx) {
		err := bus.Attach(ctx)
		if err == nil {
			return bus, nil
		}
		if ctx.Err() != nil || time.Now().After(until) || !errors.Is(err, cluster.ErrNoHub) && !cluster.Passing(err) {
			bus.Close()
			return nil, err
		}
	}
}

// hubWithin is how long a hub may take to lay down its streams after its server runs.
const hubWithin = 5 * time.Second

// dial connects a role, and waits for a server and a hub that are not there yet.
func dial(ctx context.Context, a *app.App, to cluster.Access) (*cluster.Bus, error) {
	to.Patient, to.Say = true, a.SayLine
	bus, err := cluster.Dial(ctx, to)
	if err != nil {
		return nil, err
	}
	if err := bus.AttachPatiently(ctx, func(line string) { a.SayLine(safe.Line(line)) }); err != nil {
		bus.Close()
		return nil, err
	}
	return bus, nil
}

func saying(a *app.App) func(error) {
	return func(err error) { a.SayLine(safe.Line(app.AsProblem(err).Error())) }
}
