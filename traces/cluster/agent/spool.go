package agent

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"beagle/internal/safe"
	"beagle/model"
)

// spool keeps batches on disk until the totals have them: a file each, written whole or not at all.
type spool struct {
	dir  string
	lock *os.File

	mu      sync.Mutex
	numbers []uint64 // of files, in order
	sizes   map[uint64]int64
	heads   map[uint64]batchHead
	bytes   int64
}

type batchHead struct {
	Agent string           `json:"agent"`
	Read  map[string]int64 `json:"read"`
	Ended map[string]bool  `json:"ended,omitempty"`
	Last  map[int]int64    `json:"last"`
	// Told are the records that parts up to there tell of, by partition.
	Told  map[int]int64 `json:"told,omitempty"`
	Parts []partHead    `json:"parts"`
}

type partHead struct {
	Partition int   `json:"partition"`
	Number    int64 `json:"number"`
	Records   int64 `json:"records"`
	Bytes     int   `json:"bytes"`
}

const batchExt = ".batch"

func openSpool(dir string) (*spool, error) {
	problem := func(err error) error {
		return model.Problem{Severity: model.Error, File: dir, Message: "cannot keep records there: " + safe.Cause(err).Error(), Hint: "--spool gives another folder"}
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, problem(err)
	}
	lock, err := safe.LockFile(filepath.Join(dir, "lock"))
	if err != nil {
		return nil, model.Problem{Severity: model.Error, File: dir, Message: "another agent uses this folder, or it cannot be locked: " + safe.Cause(err).Error(), Hint: "each agent needs a folder of its own: --spool"}
	}
	s := &spool{dir: dir, lock: lock, sizes: map[uint64]int64{}, heads: map[uint64]batchHead{}}
	if err := s.find(); err != nil {
		lock.Close()
		return nil, err
	}
	return s, nil
}

func (s *spool) find() error {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		name, isBatch := strings.CutSuffix(entry.Name(), batchExt)
		number, err := strconv.ParseUint(name, 10, 64)
		if !isBatch || err != nil {
			if strings.HasSuffix(entry.Name(), ".tmp") { // of an agent that died
				_ = os.Remove(filepath.Join(s.dir, entry.Name()))
			}
			continue
		}
		head, messages, err := s.load(number)
		if err != nil {
			return err
		}
		size := int64(0)
		for _, m := range messages {
			size += int64(len(m))
		}
		s.numbers = append(s.numbers, number)
		s.sizes[number], s.heads[number] = size, head
		s.bytes += size
	}
	slices.Sort(s.numbers)
	return nil
}

// path is the file of a batch; numbers have equal length, so that names sort as numbers do.
func (s *spool) path(number uint64) string {
	return filepath.Join(s.dir, fmt.Sprintf("%020d%s", number, batchExt))
}

func (s *spool) add(head batchHead, messages [][]byte) (number uint64, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	number = 1
	if len(s.numbers) > 0 {
		number = s.numbers[len(s.numbers)-1] + 1
	}
	line, err := json.Marshal(head)
	if err != nil {
		return 0, err
	}
	data := append(line, '\n')
	size := int64(0)
	for _, m := range messages {
		data = append(data, m...)
		size += int64(len(m))
	}
	data = binary.BigEndian.AppendUint32(data, crc32.ChecksumIEEE(data))
	if _, err := safe.WriteFile(s.path(number), data, safe.WriteOptions{}); err != nil {
		return 0, err
	}
	s.numbers = append(s.numbers, number)
	s.sizes[number], s.heads[number] = size, head
	s.bytes += size
	return number, nil
}

func (s *spool) load(number uint64) (head batchHead, messages [][]byte, err error) {
	path := s.path(number)
	damaged := model.Problem{Severity: model.Error, File: path, Message: "this batch is damaged", Hint: "move the file away: its traces are then counted as lost, and everything else goes on"}
	data, err := os.ReadFile(path)
	if err != nil {
		return head, nil, err
	}
	if len(data) < 4 || crc32.ChecksumIEEE(data[:len(data)-4]) != binary.BigEndian.Uint32(data[len(data)-4:]) {
		return head, nil, damaged
	}
	line, rest, ok := bytes.Cut(data[:len(data)-4], []byte{'\n'})
	if !ok || json.Unmarshal(line, &head) != nil {
		return head, nil, damaged
	}
	for _, p := range head.Parts {
		if p.Bytes < 0 || p.Bytes > len(rest) {
			return head, nil, damaged
		}
		messages, rest = append(messages, rest[:p.Bytes]), rest[p.Bytes:]
	}
	return head, messages, nil
}

func (s *spool) newest() (batchHead, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.numbers) == 0 {
		return batchHead{}, false
	}
	return s.heads[s.numbers[len(s.numbers)-1]], true
}

func (s *spool) ended() map[string]bool {
	head, _ := s.newest()
	return head.Ended
}

func (s *spool) after(number uint64) (uint64, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, n := range s.numbers {
		if n > number {
			return n, true
		}
	}
	return 0, false
}

func (s *spool) since(partition int, number int64) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	first := number
	for i := len(s.numbers) - 1; i >= 0; i-- {
		parts := s.heads[s.numbers[i]].Parts
		for j := len(parts) - 1; j >= 0; j-- {
			if p := parts[j]; p.Partition == partition && p.Number < number {
				if p.Number != first-1 {
					return first
				}
				first = p.Number
			}
		}
	}
	return first
}

func (s *spool) drop(committed map[int]int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.numbers) > 1 {
		n := s.numbers[0]
		for _, p := range s.heads[n].Parts {
			if p.Number > committed[p.Partition] {
				return nil
			}
		}
		if err := os.Remove(s.path(n)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		s.bytes -= s.sizes[n]
		s.numbers = s.numbers[1:]
		delete(s.sizes, n)
		delete(s.heads, n)
	}
	return nil
}

func (s *spool) waiting(committed map[int]int64) (parts int64, bytes int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, n := range s.numbers {
		for _, p := range s.heads[n].Parts {
			if p.Number > committed[p.Partition] {
				parts, bytes = parts+1, bytes+int64(p.Bytes)
			}
		}
	}
	return parts, bytes
}

func (s *spool) records(committed map[int]int64) (records int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, n := range s.numbers {
		for _, p := range s.heads[n].Parts {
			if p.Number > committed[p.Partition] {
				records += p.Records
			}
		}
	}
	return records
}

func (s *spool) close() { s.lock.Close() }
