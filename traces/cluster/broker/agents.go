package broker

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"beagle/internal/safe"
	"beagle/model"
)

// Agents with credentials of their own have a file each in a folder beside those of the roles. A hub that
// runs sees there who was added and revoked.

// agentName is what an agent may be called: it stands in subjects and is a file's name.
var agentName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,62}$`)

// AgentCredentials is the file with which an agent logs in that has credentials of its own.
func AgentCredentials(state, name string) string {
	return filepath.Join(state, "agents", name+".credentials")
}

// Agents are those that have credentials of their own, in order.
func Agents(state string) (names []string, err error) {
	entries, err := os.ReadDir(filepath.Join(state, "agents"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, entry := range entries {
		if name, ok := strings.CutSuffix(entry.Name(), ".credentials"); ok && agentName.MatchString(name) {
			names = append(names, name)
		}
	}
	return names, nil
}

// AddAgent makes credentials for an agent, and returns their file.
func AddAgent(state, name string) (string, error) {
	if !agentName.MatchString(name) || slices.Contains(roles, name) || name == "cluster" || name == "tick" {
		return "", model.Problem{Severity: model.Error, Message: fmt.Sprintf("%.80q is no name for an agent", name), Hint: "use small letters, digits and hyphens, e.g. shop-1; names of roles are taken"}
	}
	path := AgentCredentials(state, name)
	problem := func(err error) error {
		return model.Problem{Severity: model.Error, File: path, Message: "cannot write the credentials: " + safe.Cause(err).Error(), Hint: "--state is the hub's folder"}
	}
	if _, err := os.Lstat(path); err == nil {
		return "", model.Problem{Severity: model.Error, File: path, Message: "this agent has credentials", Hint: "beagle hub credentials revoke " + name + " comes first, if they are to be others"}
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", problem(err)
	}
	if _, err := secret(path, name); err != nil {
		return "", problem(err)
	}
	return path, nil
}

// RevokeAgent removes the credentials of an agent.
func RevokeAgent(state, name string) error {
	err := os.Remove(AgentCredentials(state, name))
	if !agentName.MatchString(name) || errors.Is(err, fs.ErrNotExist) {
		return model.Problem{Severity: model.Error, Message: fmt.Sprintf("no agent %.80q has credentials in %s", name, state), Hint: "beagle hub credentials list shows who has"}
	}
	return err
}

// Configuration is what a nats-server of your own needs in its file to let the same users in, with the same rights.
func Configuration(state, name string) (string, error) {
	if err := os.MkdirAll(state, 0o700); err != nil {
		return "", err
	}
	all, err := users(state, name)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("authorization {\n  users = [\n")
	list := func(what string, p *server.SubjectPermission) {
		quoted := make([]string, len(p.Allow))
		for i, subject := range p.Allow {
			quoted[i] = strconv.Quote(subject)
		}
		fmt.Fprintf(&b, "      %s = { allow = [%s] }\n", what, strings.Join(quoted, ", "))
	}
	for _, u := range all {
		fmt.Fprintf(&b, "    { user = %q, password = %q", u.Username, u.Password)
		if u.Permissions != nil {
			b.WriteString(", permissions = {\n")
			list("publish", u.Permissions.Publish)
			list("subscribe", u.Permissions.Subscribe)
			b.WriteString("    }")
		}
		b.WriteString(" }\n")
	}
	b.WriteString("  ]\n}\n")
	return b.String(), nil
}

const admitEvery = 500 * time.Millisecond

func (b *Broker) admit(ctx context.Context) {
	tick := time.NewTicker(admitEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		all, err := users(b.state, b.name)
		if err != nil {
			continue // a file is being written
		}
		b.mu.Lock()
		if !slices.EqualFunc(all, b.options.Users, func(x, y *server.User) bool { return x.Username == y.Username && x.Password == y.Password }) {
			next := b.options.Clone()
			next.Users = all
			if err := b.server.ReloadOptions(next); err == nil {
				b.options.Users = all
			}
		}
		b.mu.Unlock()
	}
}
