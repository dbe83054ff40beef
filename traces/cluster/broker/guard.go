package broker

import (
	"context"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Connections of a server. Those that have not said yet who they are get a quarter of the places at most.
const (
	maxConnections = 4096
	maxStrangers   = maxConnections / 4
	guardEvery     = 50 * time.Millisecond
)

// guard ends connections that do not say who they are, where these are many, the oldest first, until the
// context ends: they would take the places of those who do. The server itself ends each after AuthTimeout.
func (b *Broker) guard(ctx context.Context) {
	tick := time.NewTicker(guardEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		b.mu.Lock()
		one := b.server
		b.mu.Unlock()
		if one.NumClients() > maxStrangers {
			dismiss(one)
		}
	}
}

func dismiss(one *server.Server) {
	all, err := one.Connz(&server.ConnzOptions{Sort: server.ByCid, State: server.ConnOpen, Username: true, Limit: maxConnections})
	if err != nil {
		return // it is ending
	}
	var strangers []uint64
	for _, c := range all.Conns {
		if c.AuthorizedUser == "" {
			strangers = append(strangers, c.Cid)
		}
	}
	for ; len(strangers) > maxStrangers; strangers = strangers[1:] {
		_ = one.DisconnectClientByID(strangers[0]) // it may have left
	}
}
