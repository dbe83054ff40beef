package broker

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nats-io/nats-server/v2/server"

	"beagle/internal/safe"
)

var roles = []string{"hub", "agent", "worker", "viewer", "run", "launcher"}

func credentials(state, role string) string { return filepath.Join(state, role+".credentials") }

// users are the roles, with passwords that are made when a folder is new, and the agents with credentials of their
// own. Agents can append below subjects of their own and read what is said to them; they cannot read what others sent
// or who they are, or change anything. Viewers only read totals. Runs put elements to be learnt and programs to be
// launched, and see nothing of traces. Launchers run these programs, and see nothing else: who has a run's password
// has programs run by them.
func users(state, name string) ([]*server.User, error) {
	upper := strings.ToUpper(name)
	api := func(what string, streams ...string) (subjects []string) {
		for _, s := range streams {
			subjects = append(subjects, "$JS.API."+fmt.Sprintf(what, upper+"_"+s))
		}
		return subjects
	}
	read := func(streams ...string) (subjects []string) {
		for _, what := range []string{"STREAM.INFO.%s", "STREAM.MSG.GET.%s", "DIRECT.GET.%s.>", "DIRECT.GET.%s", "CONSUMER.CREATE.%s", "CONSUMER.CREATE.%s.>", "CONSUMER.INFO.%s.>", "CONSUMER.DELETE.%s.>", "CONSUMER.MSG.NEXT.%s.>"} {
			subjects = append(subjects, api(what, streams...)...)
		}
		return subjects
	}
	values := slices.Concat(api("STREAM.INFO.%s", "STATE"), api("STREAM.MSG.GET.%s", "STATE"), api("DIRECT.GET.%s.>", "STATE"), api("DIRECT.GET.%s", "STATE"))
	about := func(roles ...string) []string {
		may := []string{"$JS.API.INFO"}
		for _, role := range roles {
			may = append(may, name+".alive."+role)
		}
		return may
	}
	// Who may subscribe to all inboxes gets what others read.
	inbox := func(role string) string { return "_INBOX." + role + ".>" } // see cluster.Inbox
	hear := func(role string) *server.SubjectPermission {
		return &server.SubjectPermission{Allow: []string{inbox(role), name + ".alive.>"}}
	}
	agent := func(user string) *server.Permissions {
		state := "$JS.API.DIRECT.GET." + upper + "_STATE." + name + ".state."
		return &server.Permissions{
			Publish: &server.SubjectPermission{Allow: []string{
				"$JS.API.INFO", name + ".in.*." + user, name + ".alive.agent." + user, state + "setup", state + "agent." + user + ".*",
			}},
			Subscribe: &server.SubjectPermission{Allow: []string{inbox(user)}},
		}
	}
	rights := map[string]*server.Permissions{
		"hub":   nil, // everything
		"agent": agent("agent"),
		"worker": {
			Publish: &server.SubjectPermission{Allow: slices.Concat([]string{name + ".in.*.tick", name + ".out.*", name + ".learn.done.>", "$JS.ACK." + upper + "_LEARN.>"},
				about("worker", "learner"), values, read("IN", "OUT", "LEARN"), api("CONSUMER.DURABLE.CREATE.%s.>", "LEARN"))},
			Subscribe: hear("worker"),
		},
		"run": {
			Publish: &server.SubjectPermission{Allow: slices.Concat([]string{
				"$JS.API.INFO", name + ".learn.task.>", name + ".learn.shared.>", name + ".launch.task.>", name + ".launch.shared.>", name + ".launch.done.>",
			}, values, read("LEARN", "LAUNCH"), api("STREAM.PURGE.%s", "LEARN", "LAUNCH"))},
			Subscribe: hear("run"),
		},
		"launcher": {
			Publish: &server.SubjectPermission{Allow: slices.Concat([]string{
				name + ".launch.done.>", name + ".launch.shared.>", "$JS.ACK." + upper + "_LAUNCH.>",
			}, about("launcher"), values, read("LAUNCH"), api("CONSUMER.DURABLE.CREATE.%s.>", "LAUNCH"))},
			Subscribe: hear("launcher"),
		},
		"viewer": {
			Publish:   &server.SubjectPermission{Allow: slices.Concat([]string{"$JS.API.INFO"}, values, read("OUT"))},
			Subscribe: hear("viewer"),
		},
	}
	var all []*server.User
	for _, role := range roles {
		password, err := secret(credentials(state, role), role)
		if err != nil {
			return nil, err
		}
		all = append(all, &server.User{Username: role, Password: password, Permissions: rights[role]})
	}
	own, err := Agents(state)
	if err != nil {
		return nil, err
	}
	for _, user := range own {
		password, err := readSecret(AgentCredentials(state, user), user)
		if errors.Is(err, fs.ErrNotExist) { // revoked just now
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, &server.User{Username: user, Password: password, Permissions: agent(user)})
	}
	return all, nil
}

// create makes a file that is not there; tests have it on a disk that is full.
var create = func(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
}

func secret(path, user string) (string, error) {
	password, err := readSecret(path, user)
	if !errors.Is(err, fs.ErrNotExist) {
		return password, err
	}
	password = rand.Text()
	file, err := create(path)
	if err != nil {
		return "", err
	}
	_, err = file.WriteString(user + ":" + password + "\n")
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		err = errors.Join(err, os.Remove(path)) // half a password would keep the hub from starting
	}
	return password, err
}

func readSecret(path, user string) (string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	name, password, ok := strings.Cut(strings.TrimSpace(string(data)), ":")
	if !ok || name != user || password == "" {
		return "", fmt.Errorf("%s must hold %s:PASSWORD; remove it for a new password", safe.Line(path), user)
	}
	return password, nil
}
