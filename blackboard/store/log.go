package store

import (
	"encoding/binary"
	"errors"
	"io"
	"os"
)

// errLost marks a store whose log was damaged when the process that wrote it had died.
var errLost = errors.New("its log (run.db-wal) is damaged")

// lostKey is the fact that contributions or decisions were lost with the log; forgetLost removes it.
const (
	lostKey    = "lost"
	forgetLost = "DELETE FROM run WHERE key='" + lostKey + "'"
)

// Form of SQLite's write-ahead log, https://www.sqlite.org/fileformat2.html#the_write_ahead_log
const (
	logHead, frameHead = 32, 24 // bytes
	leastPage          = 512
	mostPage           = 65536
	logMagic           = 0x377f0682 // the lowest bit is set where checksums are of big-endian words
)

// lost reports whether a store's log has a transaction that SQLite will not see, since a part of the log before it,
// or of it, does not have its checksum.
func lost(path string) (bool, error) {
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer file.Close()
	for {
		found, head, err := lostIn(file)
		if err != nil || !found {
			return false, err
		}
		var now [logHead]byte
		if _, err := file.ReadAt(now[:], 0); err != nil || now == head { // else a process began the log anew meanwhile
			return err == nil, err
		}
	}
}

func lostIn(file *os.File) (found bool, head [logHead]byte, err error) {
	if _, err := io.ReadFull(io.NewSectionReader(file, 0, logHead), head[:]); err != nil {
		return false, head, whole(err)
	}
	info, err := file.Stat()
	if err != nil {
		return false, head, err
	}
	var order binary.ByteOrder = binary.LittleEndian
	if head[3]&1 == 1 {
		order = binary.BigEndian
	}
	word := func(b []byte, i int) uint32 { return binary.BigEndian.Uint32(b[4*i:]) }
	page := int64(word(head[:], 2))
	sum := logSum(order, [2]uint32{}, head[:24])
	if word(head[:], 0)&^1 != logMagic || page < leastPage || page > mostPage || sum != [2]uint32{word(head[:], 6), word(head[:], 7)} {
		return info.Size() > logHead, head, nil
	}
	first := word(head[:], 3) == 0 // no log was in the file before, parts of which may be behind this one
	broken := false
	frame := make([]byte, frameHead+page)
	for at := int64(logHead); at+int64(len(frame)) <= info.Size(); at += int64(len(frame)) {
		if _, err := file.ReadAt(frame, at); err != nil {
			return false, head, whole(err)
		}
		last := at+2*int64(len(frame)) > info.Size()
		sum = logSum(order, logSum(order, sum, frame[:8]), frame[frameHead:])
		same := string(frame[8:16]) == string(head[16:24])
		written := broken || last // else the process may have died while it wrote this one
		broken = broken || !same || sum != [2]uint32{word(frame, 4), word(frame, 5)}
		if commits := word(frame, 1) != 0; broken && (same || first) && written && commits {
			return true, head, nil
		}
	}
	return false, head, nil
}

func whole(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return err
}

func logSum(order binary.ByteOrder, sum [2]uint32, data []byte) [2]uint32 {
	for ; len(data) >= 8; data = data[8:] {
		sum[0] += order.Uint32(data) + sum[1]
		sum[1] += order.Uint32(data[4:]) + sum[0]
	}
	return sum
}
