//go:build unix

package cluster_test

import (
	"os"
	"path/filepath"
	"testing"

	"beagle/internal/need"
)

// jetstream is where a hub's server keeps a stream.
func (s *site) jetstream(stream string) string {
	return filepath.Join(s.hubs[0].role.Server.State, "jetstream", "jetstream", "$G", "streams", stream)
}

// flip turns bits of each block of a stream.
func (s *site) flip(stream string, bits int) {
	s.t.Helper()
	blocks, err := filepath.Glob(filepath.Join(s.jetstream(stream), "msgs", "*.blk"))
	if err != nil || len(blocks) == 0 {
		s.t.Fatal("no blocks", err)
	}
	for _, path := range blocks {
		data, err := os.ReadFile(path)
		if err != nil {
			s.t.Fatal(err)
		}
		for range min(bits, len(data)) {
			data[s.rng.IntN(len(data))] ^= 1 << s.rng.IntN(8)
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			s.t.Fatal(err)
		}
	}
}

// wipe removes a stream.
func (s *site) wipe(stream string) {
	s.t.Helper()
	if err := os.RemoveAll(s.jetstream(stream)); err != nil {
		s.t.Fatal(err)
	}
}

// committed waits until agents need not keep what they sent.
func (s *site) committed() {
	s.t.Helper()
	s.until("the totals have what agents sent", func() bool {
		want := oneProcess(s.t, s.distributed, s.programs...)
		if s.totals.Engine().Result().Valid < want.Valid {
			return false
		}
		for _, m := range s.members.All() {
			if m.Role == "agent" && m.Alive() && m.Waiting > 0 {
				return false
			}
		}
		return true
	})
}

// What a server loses while its hub is away is restored from the copy of the totals, and sent again by
// agents: everything counts once.
func TestWhatTheServerLosesIsRestored(t *testing.T) {
	losses := map[string]func(*site){
		"three bits of the state": func(s *site) { s.flip("BEAGLE_STATE", 3) },
		"the state":               func(s *site) { s.wipe("BEAGLE_STATE") },
		"the checkpoints":         func(s *site) { s.wipe("BEAGLE_OUT") },
	}
	if need.Long() {
		losses["the parts"] = func(s *site) { s.wipe("BEAGLE_IN") }
		losses["three bits of the checkpoints"] = func(s *site) { s.flip("BEAGLE_OUT", 3) }
		losses["three bits of the parts"] = func(s *site) { s.flip("BEAGLE_IN", 3) }
		losses["everything"] = func(s *site) { s.wipe("") }
	}
	for what, lose := range losses {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, 1, false, false)
			s.more(50)
			s.committed()
			s.more(20) // some may be on the way
			s.hubs[0].kill()
			lose(s)
			s.hubs[0].start()
			s.more(50)
			s.settle()
		})
	}
}
