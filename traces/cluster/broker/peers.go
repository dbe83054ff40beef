package broker

import (
	"fmt"
	"net"
	"net/url"
	"strconv"

	"github.com/nats-io/nats-server/v2/server"

	"beagle/model"
)

// joinCluster makes the server one of several that replicate each other's streams.
// All of them need the same files with credentials in their folders.
func joinCluster(options *server.Options, o Options) error {
	bad := func(address string) error {
		return model.Problem{Severity: model.Error, Message: fmt.Sprintf("%.80q is no address", address), Hint: "write HOST:PORT, e.g. 10.0.0.5:6222"}
	}
	host, text, err := net.SplitHostPort(o.Cluster)
	port, portErr := strconv.Atoi(text)
	if err != nil || portErr != nil {
		return bad(o.Cluster)
	}
	options.ServerName = o.Server
	password, err := secret(credentials(o.State, "cluster"), "cluster")
	if err != nil {
		return err
	}
	options.Cluster = server.ClusterOpts{Name: "beagle-" + o.Name, Host: host, Port: port, Username: "cluster", Password: password, AuthTimeout: 5}
	for _, peer := range o.Peers {
		if _, _, err := net.SplitHostPort(peer); err != nil {
			return bad(peer)
		}
		options.Routes = append(options.Routes, &url.URL{Scheme: "nats-route", Host: peer, User: url.UserPassword("cluster", password)})
	}
	return nil
}
