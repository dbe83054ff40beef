package totals

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"beagle/internal/safe"
	"beagle/model"
	"beagle/traces/cluster"
)

// A server may lose what it said it has: its files are damaged, or it was killed before they were on the disk.

type saved struct {
	word   written
	chunks [][]byte
}

type copyHead struct {
	Created time.Time `json:"created"` // of the site's setup
	Word    written   `json:"word"`
}

func (k *Keeper) keepCopy(s *saved) error {
	if k.Copy == "" {
		return nil
	}
	head, err := cluster.Pack(copyHead{k.bus.Setup().Created, s.word}, nil)
	if err != nil {
		return err
	}
	body := cluster.AppendChunk(nil, head)
	for _, chunk := range s.chunks {
		body = cluster.AppendChunk(body, chunk)
	}
	if err := os.MkdirAll(filepath.Dir(k.Copy), 0o700); err != nil {
		return model.Problem{Severity: model.Error, File: k.Copy, Message: "cannot keep a copy of the totals there: " + safe.Cause(err).Error(), Hint: "--state gives another folder"}
	}
	_, err = safe.WriteFile(k.Copy, body, safe.WriteOptions{})
	return err
}

func (k *Keeper) readCopy() (*saved, time.Time, error) {
	data, err := os.ReadFile(k.Copy)
	if k.Copy == "" || errors.Is(err, fs.ErrNotExist) {
		return nil, time.Time{}, nil
	}
	if err != nil {
		return nil, time.Time{}, err
	}
	var head copyHead
	s, first := &saved{}, true
	for chunk := range cluster.Chunks(data) {
		if chunk == nil {
			return nil, head.Created, nil
		}
		if first {
			if _, err := cluster.Unpack(chunk, &head); err != nil {
				return nil, head.Created, nil
			}
			first, s.word = false, head.Word
			continue
		}
		s.chunks = append(s.chunks, chunk)
	}
	if first || len(s.chunks) != s.word.Chunks {
		return nil, head.Created, nil
	}
	return s, head.Created, nil
}

func (k *Keeper) spareCopy(stored written, broken bool) (*saved, error) {
	if k.Copy == "" || !k.leading() {
		return nil, nil
	}
	s, created, err := k.readCopy()
	if err != nil || s == nil || s.word.Generation < stored.Generation || s.word.Generation == stored.Generation && !broken {
		return nil, err
	}
	if stored.Generation > 0 && !created.Equal(k.bus.Setup().Created) {
		return nil, nil // of another site of this name, before this one
	}
	k.restored, k.told = true, map[string]map[int]int64{}
	return s, nil
}

// MendedError says what was done where the server had lost something; it is no failure.
type MendedError struct{ Text string }

func (m *MendedError) Error() string { return m.Text }

// goOn has workers go on from where the totals are, and writes these down anew.
func (k *Keeper) goOn(ctx context.Context, why error) error {
	if !k.leading() {
		return why
	}
	err := k.layDown(ctx, why)
	var damaged *cluster.DamagedError
	if errors.As(err, &damaged) && !errors.As(why, new(*cluster.DamagedError)) { // as is seen only now
		return k.layDown(ctx, err)
	}
	return err
}

func (k *Keeper) layDown(ctx context.Context, why error) error {
	var damaged *cluster.DamagedError
	if k.Layout != nil && errors.As(why, &damaged) {
		if err := damaged.Remove(ctx); err != nil {
			return err
		}
	}
	if k.Layout != nil { // a stream may be gone
		if err := k.bus.Create(ctx, *k.Layout); err != nil {
			return err
		}
	}
	stored, sequence, broken := k.stored(ctx)
	if broken != nil && !errors.Is(broken, errBroken) {
		return broken
	}
	spare, _, err := k.readCopy()
	if err != nil {
		return err
	}
	k.mu.Lock()
	known := k.written.Generation > 0 // by this process
	k.mu.Unlock()
	without := spare == nil && !known && (broken != nil || stored.word.Generation == 0)
	if without && !k.Anew {
		return fmt.Errorf("%s has lost the totals, and there is no copy of them (%s): counts until now are lost, but not the parts that agents still have; beagle hub --without-totals goes on with that", k.bus.URL(), cmp.Or(k.Copy, "none was wanted"))
	}
	k.mu.Lock()
	k.written.sequence, k.written.Generation = sequence, max(k.written.Generation, stored.word.Generation)
	k.mu.Unlock()
	for number := range k.bus.Partitions() {
		if err := k.restart(ctx, number); err != nil {
			return err
		}
	}
	k.told = map[string]map[int]int64{}
	if err := k.write(ctx); err != nil {
		return err
	}
	lost := "nothing is lost"
	if without {
		lost = "what was counted until now is lost"
	}
	return &MendedError{fmt.Sprintf("%s had lost some of what it had (%v); workers go on from the totals, and agents send again what these do not have: %s", k.bus.URL(), why, lost)}
}

func (k *Keeper) restart(ctx context.Context, number int) error {
	k.mu.Lock()
	p := k.Partitions[number]
	if p == nil {
		p = &partition{}
	}
	c := cluster.Checkpoint{
		Partition: number, Worker: "hub", Nonce: rand.Text(), Input: p.Input, AgentParts: p.AgentParts, Books: p.Books,
		Floor: p.Floor, Clock: p.Clock, Skip: p.Skip, Open: p.Open,
	}
	k.mu.Unlock()
	at, err := k.bus.Partition(number).Restart(ctx, c)
	if err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	p.Checkpoint, p.Nonce = at, c.Nonce
	k.Partitions[number] = p
	if number == 0 { // what was written meanwhile stands behind
		k.Number = at
	}
	clear(k.pieces)
	return nil
}
