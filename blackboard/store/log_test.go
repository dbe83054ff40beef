package store

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"beagle/blackboard"
	"beagle/internal/need"
)

// killed returns what a killed process leaves: its database, its log, and the text of its board.
func killed(t *testing.T, contributions int) (db, log []byte, board string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "run.db")
	s := relaxed(t, path)
	b := blackboard.New(elements, 1, s)
	r := rand.New(rand.NewPCG(1, 1))
	for range contributions {
		randomTurn(t, b, r)
	}
	db, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if log, err = os.ReadFile(path + "-wal"); err != nil {
		t.Fatal(err)
	}
	return db, log, text(b)
}

// lay writes a database and its log into a new folder.
func lay(t *testing.T, db, log []byte) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "run.db")
	for name, data := range map[string][]byte{path: db, path + "-wal": log} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

// opened opens a database with its log twice, since the first time changes the files. It returns the text of the board,
// and whether the second time, too, says that something is damaged.
func opened(t *testing.T, db, log []byte) (board string, damaged bool) {
	t.Helper()
	path := lay(t, db, log)
	for range 2 {
		s, err := open(path, "OFF")
		if err != nil {
			return "", true
		}
		whole, problems, err := s.Load()
		damaged = err != nil || len(problems) > 0
		if damaged != (s.Lost() != nil) && err == nil && len(problems) == 1 && strings.Contains(problems[0].Message, "log") {
			t.Errorf("%v, and %v", problems, s.Lost())
		}
		board = text(blackboard.Restore(elements, 1, nil, whole))
		_ = s.Close()
	}
	return board, damaged
}

// Whatever bit flips of the log of a process that died, what it contributed is there or is said to be lost; and of a
// log that has been begun anew, of which older parts may stand behind the newer.
func TestAFlippedBitOfTheLogIsNoticed(t *testing.T) {
	for name, contributions := range map[string]int{"first log": 12, "later log": 200} {
		t.Run(name, func(t *testing.T) {
			db, log, want := killed(t, contributions)
			if later := binary.BigEndian.Uint32(log[12:]) > 0; later != (contributions > 100) {
				t.Fatalf("the log was begun anew: %v", later)
			}
			if board, damaged := opened(t, db, log); damaged || board != want {
				t.Fatalf("what is whole is said to be damaged: %v", damaged)
			}
			r := rand.New(rand.NewPCG(3, 3))
			flips, noticed, harmless := 2000/contributions, 0, 0
			if need.Long() {
				flips *= 20
			}
			for range flips {
				bad := bytes.Clone(log)
				at := r.IntN(len(log))
				if r.IntN(4) == 0 { // in the last page
					at = len(log) - 1 - r.IntN(4096)
				}
				bad[at] ^= 1 << r.IntN(8)
				switch board, damaged := opened(t, db, bad); {
				case damaged:
					noticed++
				case board != want:
					t.Errorf("byte %d of %d: contributions are gone, and nothing is said", at, len(log))
				default:
					harmless++
				}
			}
			if noticed == 0 {
				t.Error("no flip was noticed")
			}
			t.Logf("%d bytes: %d flips noticed, %d harmless", len(log), noticed, harmless)
		})
	}
}

// A process that dies while it writes leaves a log that ends anywhere: that is no damage.
func TestALogThatEndsEarlyIsNotDamaged(t *testing.T) {
	db, log, _ := killed(t, 12)
	r := rand.New(rand.NewPCG(4, 4))
	for range 40 {
		end := r.IntN(len(log))
		if _, damaged := opened(t, db, log[:end]); damaged {
			t.Errorf("ends after %d of %d bytes, and is said to be damaged", end, len(log))
		}
	}
}

// What is contributed or decided next stands in place of what was lost.
func TestAStoreThatGoesOnIsWholeAgain(t *testing.T) {
	db, log, _ := killed(t, 12)
	log[len(log)/2] ^= 1
	s := relaxed(t, lay(t, db, log))
	if s.Lost() == nil {
		t.Fatal("nothing is said to be lost")
	}
	if err := s.Decide("e", 1); err != nil {
		t.Fatal(err)
	}
	if err := s.Lost(); err != nil {
		t.Error(err)
	}
}

// A log whose head asks for pages of four gigabytes, with the right checksum, is damaged, and takes no memory.
func TestALogOfImpossiblePagesIsDamaged(t *testing.T) {
	db, log, _ := killed(t, 12)
	for _, page := range []uint32{0, 1, 0xfffffff8} {
		bad := bytes.Clone(log)
		binary.BigEndian.PutUint32(bad[8:], page)
		sum := logSum(binary.LittleEndian, [2]uint32{}, bad[:24])
		binary.BigEndian.PutUint32(bad[24:], sum[0])
		binary.BigEndian.PutUint32(bad[28:], sum[1])
		if found, err := lost(lay(t, db, bad) + "-wal"); !found || err != nil {
			t.Errorf("pages of %d bytes: damaged %v, %v", page, found, err)
		}
	}
}
