package cluster

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"beagle/internal/safe"
	"beagle/model"
)

// Access is where the server is, and who one is there.
type Access struct {
	// URL is the server's address, or several ones with commas, e.g. nats://10.0.0.5:4222; tls:// encrypts.
	URL string
	// Credentials is a file: what nsc and nats write (.creds), or one line with a user and a password, USER:PASSWORD.
	Credentials string
	// Authority is a file with the certificates that the server's must be signed by; empty: those of the system.
	Authority string
	// Name is what streams and subjects begin with, so that several sites can share one cluster.
	Name string
	Role string
	// Patient waits for a server that is not there yet, and calls Say once.
	Patient bool
	Say     func(line string) // told of what a person should know; nil: nobody is
}

// DefaultName is Access.Name where nothing else is wanted.
const DefaultName = "beagle"

// oldestServer is the oldest version of nats-server that knows all that is used here.
const oldestServer = "2.9.0"

// Dial connects to the server.
func Dial(ctx context.Context, a Access) (*Bus, error) {
	if err := checkName(a.Name); err != nil {
		return nil, err
	}
	options, err := a.options()
	if err != nil {
		return nil, err
	}
	conn, err := nats.Connect(a.URL, options...)
	said, began := false, time.Now()
	for wait := 200 * time.Millisecond; err != nil; wait = min(2*wait, 5*time.Second) {
		full := hungUp(err) && time.Since(began) < requestTimeout
		if !a.Patient && !full || errors.Is(err, nats.ErrAuthorization) || errors.Is(err, nats.ErrAuthExpired) || errors.Is(err, nats.ErrSecureConnRequired) || badURL(a.URL) {
			return nil, a.explain(err)
		}
		if !said && !full && a.Say != nil {
			a.Say(safe.Line(fmt.Sprintf("%v; it is tried again until it answers", a.explain(err))))
			said = true
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(wait):
		}
		conn, err = nats.Connect(a.URL, options...)
	}
	js, err := jetstream.New(conn, jetstream.WithPublishAsyncTimeout(requestTimeout))
	if err != nil {
		conn.Close()
		return nil, err
	}
	b := newBus(conn, js, a.Name, a.Role, a.User(), shown(a.URL))
	if err := checkServer(ctx, b); err != nil {
		conn.Close()
		return nil, err
	}
	return b, nil
}

// hungUp reports whether a server was there and closed the connection, as one does that has no place left.
func hungUp(err error) bool {
	return strings.Contains(err.Error(), nats.MAX_CONNECTIONS_ERR) || errors.Is(err, io.EOF) || errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNRESET)
}

// options are those of the connection: it is made again for ever.
func (a *Access) options() ([]nats.Option, error) {
	options := []nats.Option{
		nats.Name("beagle " + a.Role), nats.MaxReconnects(-1), nats.ReconnectWait(250 * time.Millisecond), nats.ReconnectJitter(100*time.Millisecond, 100*time.Millisecond),
		nats.Timeout(5 * time.Second), nats.PingInterval(5 * time.Second), nats.MaxPingsOutstanding(2),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // each call says its own
		nats.ReconnectBufSize(-1), // who publishes is told at once that nobody is there
	}
	if a.Authority != "" {
		if _, err := os.ReadFile(a.Authority); err != nil {
			return nil, model.Problem{Severity: model.Error, File: a.Authority, Message: "cannot read the certificates: " + safe.Cause(err).Error(), Hint: "give the file of the authority that signed the server's certificate"}
		}
		options = append(options, nats.RootCAs(a.Authority))
	}
	if a.Credentials == "" {
		return options, nil
	}
	data, err := os.ReadFile(a.Credentials)
	if err != nil {
		return nil, model.Problem{Severity: model.Error, File: a.Credentials, Message: "cannot read the credentials: " + safe.Cause(err).Error(), Hint: "beagle hub writes them into its folder, one file a role"}
	}
	if strings.Contains(string(data), "-----BEGIN NATS") {
		return append(options, nats.UserCredentials(a.Credentials)), nil
	}
	user, password, ok := login(data)
	if !ok {
		return nil, model.Problem{Severity: model.Error, File: a.Credentials, Message: "these are no credentials", Hint: "it must be a .creds file, or one line USER:PASSWORD"}
	}
	if SafeID(user) {
		options = append(options, nats.CustomInboxPrefix(Inbox(user)))
	}
	return append(options, nats.UserInfo(user, password)), nil
}

func login(data []byte) (user, password string, ok bool) {
	user, password, ok = strings.Cut(strings.TrimSpace(string(data)), ":")
	return user, password, ok && !strings.ContainsAny(password, "\r\n")
}

// User is as who one connects, as far as it can stand in a subject.
func (a *Access) User() string {
	user := ""
	if data, err := os.ReadFile(a.Credentials); a.Credentials != "" && err == nil {
		if name, _, ok := login(data); ok {
			user = name
		}
	} else if u, err := url.Parse(a.URL); err == nil && u.User != nil {
		user = u.User.Username()
	}
	if !SafeID(user) || strings.Contains(user, "/") {
		return SharedUser
	}
	return user
}

// Inbox is what the subjects begin with on which a user gets answers. With one for all of them,
// who may hear answers would hear those to others, too, and so what these read.
func Inbox(user string) string { return "_INBOX." + user }

func (a *Access) explain(err error) error {
	where := shown(a.URL)
	hint := "is beagle hub, or a nats-server with JetStream, running there? Its address looks like nats://HOST:4222"
	switch {
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired):
		return model.Problem{Severity: model.Error, Message: fmt.Sprintf("%s refuses these credentials", where), Hint: "give the file that beagle hub wrote for this role with --credentials, or user and password in the address"}
	case errors.Is(err, nats.ErrSecureConnRequired):
		return model.Problem{Severity: model.Error, Message: where + " wants an encrypted connection", Hint: "write tls://HOST:4222, and --tls-ca where its certificate is your own"}
	case errors.Is(err, nats.ErrNoServers):
		return model.Problem{Severity: model.Error, Message: "no server answers at " + where, Hint: hint}
	}
	return model.Problem{Severity: model.Error, Message: fmt.Sprintf("cannot connect to %s: %v", where, err), Hint: hint}
}

func badURL(address string) bool {
	for one := range strings.SplitSeq(address, ",") {
		u, err := url.Parse(strings.TrimSpace(one))
		if err != nil || u.Host == "" && u.Opaque == "" && u.Path == "" {
			return true
		}
	}
	return false
}

func shown(address string) string {
	var all []string
	for one := range strings.SplitSeq(address, ",") {
		if u, err := url.Parse(strings.TrimSpace(one)); err == nil && u.User != nil {
			u.User = url.User(u.User.Username())
			one = u.String()
		}
		all = append(all, safe.Line(one))
	}
	return strings.Join(all, ",")
}

func checkName(name string) error {
	if name == "" || strings.ContainsFunc(name, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-'
	}) {
		return model.Problem{Severity: model.Error, Message: fmt.Sprintf("%.40q is no name for streams", name), Hint: "use small letters, digits and hyphens"}
	}
	return nil
}

func checkServer(ctx context.Context, b *Bus) error {
	version := b.conn.ConnectedServerVersion()
	if older(version, oldestServer) {
		return model.Problem{Severity: model.Error, Message: fmt.Sprintf("%s is a nats-server of version %s", b.url, version), Hint: "version " + oldestServer + " or later is needed (that of Debian 12 is)"}
	}
	ctx, stop := context.WithTimeout(ctx, 10*time.Second)
	defer stop()
	_, err := b.js.AccountInfo(ctx)
	if errors.Is(err, jetstream.ErrJetStreamNotEnabled) || errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount) || errors.Is(err, nats.ErrNoResponders) {
		return model.Problem{Severity: model.Error, Message: b.url + " runs without JetStream", Hint: "start it with nats-server -js -sd FOLDER, or use beagle hub"}
	}
	return nil // those who may not ask may still do their work
}

func older(version, than string) bool {
	var a, b [3]int
	_, _ = fmt.Sscanf(version, "%d.%d.%d", &a[0], &a[1], &a[2])
	_, _ = fmt.Sscanf(than, "%d.%d.%d", &b[0], &b[1], &b[2])
	for i := range a {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

// checkRights tries, without changing anything, what the role of a connection needs and others may not do.
func (b *Bus) checkRights(ctx context.Context) error {
	if b.role != "agent" && b.role != "worker" && b.role != "viewer" {
		return nil
	}
	ctx, stop := context.WithTimeout(ctx, requestTimeout)
	defer stop()
	try := func(what, subject string, body []byte) error {
		err := b.conn.Publish(subject, body)
		if err == nil {
			err = b.conn.FlushWithContext(ctx)
		}
		if err == nil && !errors.Is(b.conn.LastError(), nats.ErrPermissionViolation) {
			return nil
		}
		if err != nil {
			return err
		}
		return model.Problem{Severity: model.Error, Message: fmt.Sprintf("these credentials are not those of %s: %s does not let them %s", article(b.role), b.url, what), Hint: "give the file that beagle hub wrote for this role, " + b.role + ".credentials, with --credentials"}
	}
	about := "$JS.API.STREAM.INFO."
	switch b.role {
	case "agent":
		tick, err := (&Part{Kind: Tick}).Pack()
		if err != nil {
			return err
		}
		return try("send parts", b.in.subject("0."+b.user), tick)
	case "worker":
		if err := try("tell others that it is there", alive(b, b.role, b.user), []byte("{}")); err != nil {
			return err
		}
		return try("read what agents sent", about+b.in.name, nil)
	}
	return try("read what workers found", about+b.out.name, nil)
}

func article(role string) string {
	if role == "agent" {
		return "an agent"
	}
	return "a " + role
}
