package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// State is the stream STATE as a table: the last value of each key counts.
type State struct{ stream }

// Put sets a value in STATE. Where the number of the value before is given, it
// fails with ErrFenced if somebody else has set it meanwhile.
func (s State) Put(ctx context.Context, key string, value []byte, before *uint64) (uint64, error) {
	if before == nil {
		return s.publish(ctx, s.subject(key), value)
	}
	return s.publishBehind(ctx, s.subject(key), value, *before)
}

// Get is a value of STATE with its number; nil where it was never set.
func (s State) Get(ctx context.Context, key string) ([]byte, uint64, error) {
	message, err := s.last(ctx, s.subject(key))
	if err != nil || message == nil {
		return nil, 0, err
	}
	return message.Data, message.Sequence, nil
}

// Keys are the keys of STATE that a pattern fits, which may end with ".>".
func (s State) Keys(ctx context.Context, pattern string) (keys []string, err error) {
	ctx, stop := context.WithTimeout(ctx, requestTimeout)
	defer stop()
	found, err := s.known(ctx)
	if err != nil {
		return nil, err
	}
	info, err := found.Info(ctx, jetstream.WithSubjectFilter(s.subject(pattern)))
	if err != nil {
		return nil, err
	}
	for subject := range info.State.Subjects {
		keys = append(keys, strings.TrimPrefix(subject, s.prefix))
	}
	return keys, nil
}

// Drop removes a value of STATE.
func (s State) Drop(ctx context.Context, key string) error {
	ctx, stop := context.WithTimeout(ctx, requestTimeout)
	defer stop()
	found, err := s.known(ctx)
	if err != nil {
		return err
	}
	return found.Purge(ctx, jetstream.WithPurgeSubject(s.subject(key)))
}

// Committed tells an agent up to which of its parts, by partition, the totals are written down.
func (s State) Committed(ctx context.Context, agent string) (map[int]int64, error) {
	message, err := s.direct(ctx, s.subject(AgentKey(agent)))
	if err != nil || message == nil {
		return nil, err
	}
	var numbers map[int]int64
	if err := json.Unmarshal(message.Data, &numbers); err != nil {
		return nil, fmt.Errorf("the hub's state of this agent is unreadable: %w", err)
	}
	return numbers, nil
}

// SharedUser is the user of agents that have no credentials of their own.
const SharedUser = "agent"

// NewAgent is an id for an agent of a user.
func NewAgent(user, text string) string { return user + "/" + text }

// UserOf is the user that an agent belongs to, by its id: the server lets nobody else send its parts.
func UserOf(agent string) string {
	if user, _, ok := strings.Cut(agent, "/"); ok {
		return user
	}
	return SharedUser // of an earlier version
}

// AgentKey is the key of what is told to an agent.
func AgentKey(agent string) string {
	_, text, ok := strings.Cut(agent, "/")
	if !ok {
		text = agent
	}
	return "agent." + UserOf(agent) + "." + text
}

// SafeID reports whether an id can stand in a subject.
func SafeID(id string) bool { return id != "" && !strings.ContainsAny(id, ".*> \t\r\n") }
