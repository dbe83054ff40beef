package remote

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"

	"beagle/internal/hash"
	"beagle/measure/launch"
	"beagle/model"
	"beagle/traces/cluster"
)

// protocol is the version of what run and worker say to each other.
const protocol = 2

type task struct {
	Protocol int               `json:"protocol"`
	System   string            `json:"system"` // of the run: paths and scripts are its own
	Name     string            `json:"name"`   // of the launch, for people
	Command  []string          `json:"command"`
	Dir      string            `json:"dir"`
	Env      map[string]string `json:"env"`
	Server   *launch.Server    `json:"server,omitempty"`
	Needs    []need            `json:"needs"` // in the order of their letters
}

type need struct {
	Base   string   `json:"base"`   // its own name
	Tree   []string `json:"tree"`   // pieces of the list of its files
	Pieces []string `json:"pieces"` // of their content, one after another
}

type outcome struct {
	Result launch.Result `json:"result"`
	Noise  launch.Noise  `json:"noise"`
	Host   string        `json:"host"`   // name of the machine
	Files  []file        `json:"files"`  // what it left in the folder of its records, and its output
	Pieces []string      `json:"pieces"` // of their content
}

func (t *task) commands() [][]string {
	all := [][]string{t.Command}
	if s := t.Server; s != nil {
		for _, command := range [][]string{s.Ready.Command, s.Load, s.Stop} {
			if len(command) > 0 {
				all = append(all, command)
			}
		}
	}
	return all
}

func (t *task) translate(text func(string) string) {
	each := func(words []string) []string {
		words = slices.Clone(words)
		for i := range words {
			words[i] = text(words[i])
		}
		return words
	}
	t.Command, t.Dir, t.Env = each(t.Command), text(t.Dir), maps.Clone(t.Env)
	for name, value := range t.Env {
		t.Env[name] = text(value)
	}
	if t.Server != nil {
		s := *t.Server
		s.Ready.Command, s.Load, s.Stop = each(s.Ready.Command), each(s.Load), each(s.Stop)
		t.Server = &s
	}
}

func (o *outcome) translate(text func(string) string) {
	o.Result.Output, o.Result.Tail = text(o.Result.Output), text(o.Result.Tail)
	for i := range o.Result.Problems {
		p := &o.Result.Problems[i]
		p.Message, p.Hint, p.File = text(p.Message), text(p.Hint), text(p.File)
	}
}

// pieceSize is how much of the content of files is one message; every server takes so much.
const pieceSize = 512 << 10

// isKey reports whether a word can name a piece, and so stand in a subject or a path.
func isKey(key string) bool {
	data, err := hex.DecodeString(key)
	return err == nil && len(data) == sha256.Size
}

func get(ctx context.Context, work cluster.Work, run, below, key string) ([]byte, error) {
	if !isKey(key) {
		return nil, errors.New("a piece has an impossible name")
	}
	packed, err := work.Shared(ctx, run, below+key)
	if err != nil {
		return nil, err
	}
	if packed == nil {
		return nil, model.Problem{Severity: model.Error, Rule: "machine", Message: "a piece of what is to be launched, or of what was recorded, is not at the server any more", Hint: "the stream is too small for it: beagle hub --store asks for more when it creates the streams"}
	}
	body, err := cluster.Unpack(packed, &struct{}{})
	if err == nil && hash.Digest(body) != key {
		err = errors.New("a piece is not what it is named by")
	}
	return body, err
}

func put(ctx context.Context, work cluster.Work, run, below string, piece []byte) error {
	packed, err := cluster.Pack(struct{}{}, piece)
	if err != nil {
		return err
	}
	if err := work.Share(ctx, run, below+hash.Digest(piece), packed); err != nil {
		return fmt.Errorf("send a piece: %w", err)
	}
	return nil
}
