package folder

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"sync"

	"github.com/klauspost/compress/s2"

	"beagle/measure"
)

const (
	header    = 12        // length of the frame, of the events in it, CRC-32C
	frameSize = 256 << 10 // of events before they are compressed
	maxFrame  = 4 << 20   // that is read
	segment   = 16 << 20  // of a file
	version   = "beagle1\n"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// EventWriter keeps the events of one launch. It is a measure.Sink that passes on what it gets.
type EventWriter struct {
	to    measure.Sink
	dir   string
	name  string
	limit int64

	mu      sync.Mutex
	file    *os.File
	files   int
	size    int64 // of the present file
	written int64
	frame   []byte
	packed  []byte
	Left    int64 // events that were not kept
	err     error
}

// NewEventWriter writes segments named after the launch into a folder, which is made, until they have limit bytes.
func NewEventWriter(dir string, launch int, limit int64, to measure.Sink) *EventWriter {
	w := &EventWriter{to: to, dir: dir, name: fmt.Sprintf("launch-%04d", launch), limit: limit}
	old, _ := filepath.Glob(filepath.Join(dir, w.name+".*.seg"))
	for _, path := range old {
		_ = os.Remove(path)
	}
	return w
}

// Events keeps events and passes them on. Trouble with the disk never disturbs the measurement; Close reports it.
func (w *EventWriter) Events(batch []measure.Event) {
	w.to.Events(batch)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil || w.written >= w.limit {
		w.Left += int64(len(batch))
		return
	}
	for i := range batch {
		w.frame = appendEvent(w.frame, &batch[i])
		if len(w.frame) >= frameSize {
			w.flush()
		}
	}
}

// Close writes what is left.
func (w *EventWriter) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.flush()
	w.done()
	return w.err
}

// flush compresses the present frame and writes it behind its sizes and checksum.
func (w *EventWriter) flush() {
	if len(w.frame) == 0 || w.err != nil {
		return
	}
	if w.file == nil || w.size >= segment {
		w.next()
	}
	if w.err != nil {
		return
	}
	if need := header + s2.MaxEncodedLen(len(w.frame)); len(w.packed) < need {
		w.packed = make([]byte, need)
	}
	body := s2.Encode(w.packed[header:], w.frame)
	out := w.packed[:header+len(body)]
	binary.LittleEndian.PutUint32(out, uint32(len(body)))
	binary.LittleEndian.PutUint32(out[4:], uint32(len(w.frame)))
	binary.LittleEndian.PutUint32(out[8:], crc32.Checksum(body, castagnoli))
	n, err := w.file.Write(out)
	w.size += int64(n)
	w.written += int64(n)
	w.err = err
	w.frame = w.frame[:0]
}

func (w *EventWriter) next() {
	w.done()
	if w.err != nil {
		return
	}
	if w.err = os.MkdirAll(w.dir, 0o700); w.err != nil {
		return
	}
	path := filepath.Join(w.dir, fmt.Sprintf("%s.%03d.seg", w.name, w.files))
	w.files++
	w.file, w.err = os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if w.err == nil {
		_, w.err = w.file.WriteString(version)
	}
	w.size = int64(len(version))
}

func (w *EventWriter) done() {
	if w.file != nil {
		w.err = errors.Join(w.err, w.file.Sync(), w.file.Close())
		w.file = nil
	}
}
