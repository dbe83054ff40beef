// Package broker is the server that beagle hub brings along: a nats-server with
// JetStream in this process, as its makers ship it. Only this package knows it.
package broker

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"beagle/internal/safe"
	"beagle/model"
)

// Options say where the server listens and what it keeps.
type Options struct {
	Listen string // HOST:PORT; port 0 takes a free one
	State  string // folder of all that it keeps
	Name   string // what subjects begin with, for the rights of roles
	// Certificate and Key are files; empty: connections are not encrypted.
	Certificate, Key string
	Lazy             bool // leave it to the operating system when the disk is written
	// Cluster is HOST:PORT for the other servers of a cluster, Peers their
	// addresses, and Server this one's name among them; empty: it is alone.
	Cluster string
	Peers   []string // addresses of the other servers of a cluster; none: it is alone
	Server  string   // name of this server, unique in the cluster
}

// Broker is a running server.
type Broker struct {
	lock      *os.File
	state     string
	name      string
	secure    bool
	serverLog serverLog

	stop     context.CancelFunc // of what watches over the server
	watching sync.WaitGroup

	mu      sync.Mutex // of the rest
	server  *server.Server
	options *server.Options
}

// maxPayload is the largest message: larger ones than nats-server takes by itself, so that large classes fit.
const maxPayload = 8 << 20

// Start starts the server, and returns when it serves.
func Start(o Options) (*Broker, error) {
	host, text, err := net.SplitHostPort(o.Listen)
	port, portErr := strconv.Atoi(text)
	if err != nil || portErr != nil {
		return nil, model.Problem{Severity: model.Error, Message: fmt.Sprintf("%.80q is no address", o.Listen), Hint: "write HOST:PORT, e.g. 127.0.0.1:4222"}
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	folder := func(err error) error {
		return model.Problem{Severity: model.Error, File: o.State, Message: "cannot keep the hub's state there: " + safe.Cause(err).Error(), Hint: "--state gives another folder"}
	}
	if err := os.MkdirAll(o.State, 0o700); err != nil {
		return nil, folder(err)
	}
	lock, err := safe.LockFile(filepath.Join(o.State, "lock"))
	if err != nil {
		return nil, model.Problem{Severity: model.Error, File: o.State, Message: "another hub uses this folder", Hint: "end it, or give this one a folder of its own with --state"}
	}
	watched, stop := context.WithCancel(context.Background())
	b := &Broker{lock: lock, state: o.State, name: o.Name, secure: o.Certificate != "", stop: stop}
	fail := func(err error) (*Broker, error) {
		b.Close()
		return nil, err
	}
	options := &server.Options{
		ServerName: "beagle-" + rand.Text()[:8], Host: host, Port: port, MaxPayload: maxPayload, NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: filepath.Join(o.State, "jetstream"), SyncAlways: !o.Lazy, MaxConn: maxConnections, MaxControlLine: 4096,
		AuthTimeout: 2, // seconds
	}
	if o.Cluster != "" {
		if err := joinCluster(options, o); err != nil {
			return fail(err)
		}
	}
	if o.Certificate != "" {
		pair, err := tls.LoadX509KeyPair(o.Certificate, o.Key)
		if err != nil {
			return fail(model.Problem{Severity: model.Error, File: o.Certificate, Message: "cannot use the certificate: " + err.Error(), Hint: "--tls-cert and --tls-key are files in PEM form that belong together"})
		}
		options.TLSConfig = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
		options.TLSTimeout = 5
	}
	if options.Users, err = users(o.State, o.Name); err != nil {
		return fail(folder(err))
	}
	// The server ends the process where a port is taken: look before.
	if port > 0 {
		probe, err := net.Listen("tcp", o.Listen) //nolint:noctx // it is closed at once
		if err != nil {
			return fail(model.Problem{Severity: model.Error, Message: fmt.Sprintf("cannot listen on %s: %v", o.Listen, safe.Cause(err)), Hint: "choose another port with --listen, or end the server that has it"})
		}
		probe.Close()
	}
	b.options = options
	if err := b.start(); err != nil {
		return fail(err)
	}
	b.watching.Go(func() { b.guard(watched) })
	b.watching.Go(func() { b.admit(watched) })
	return b, nil
}

func tcpOf(s *server.Server) (*net.TCPAddr, bool) {
	address, ok := s.Addr().(*net.TCPAddr)
	return address, ok
}

// URL is the address for connections from this machine.
func (b *Broker) URL() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	address, ok := tcpOf(b.server)
	if !ok {
		return b.server.ClientURL()
	}
	ip := address.IP
	if ip.IsUnspecified() {
		ip = net.IPv4(127, 0, 0, 1)
	}
	scheme := "nats://"
	if b.secure {
		scheme = "tls://"
	}
	return scheme + net.JoinHostPort(ip.String(), strconv.Itoa(address.Port))
}

// Room is how many bytes the server may keep in all its streams: a share of what is free on the disk.
func (b *Broker) Room() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	if config := b.server.JetStreamConfig(); config != nil {
		return config.MaxStore
	}
	return 0
}

// Credentials is the file with the user and the password of a role.
func (b *Broker) Credentials(role string) string { return credentials(b.state, role) }

// Close ends the server, and waits until everything is on the disk.
func (b *Broker) Close() {
	b.stop()
	b.watching.Wait()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.server != nil {
		b.server.Shutdown()
		b.server.WaitForShutdown()
	}
	b.lock.Close()
}

// joinCluster makes the server one of several that replicate each other's streams.
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
