package network

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

// keeper keeps messages as they came, in files that spans.Gatherer.Read reads: those in JSON one behind the other,
// those of OTLP in protobuf each behind its length, as the collector's file exporter writes them.
type keeper struct {
	folder string

	mu     sync.Mutex
	files  map[string]*os.File // by name
	failed error               // what hindered; nothing is kept any more
}

const (
	keptJSON     = "spans.json"
	keptProtobuf = "spans.otlp"
)

func newKeeper(folder string) (*keeper, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	return &keeper{folder: folder, files: map[string]*os.File{}}, nil
}

// keep keeps one message. The first error is said; after it nothing is kept, so that a file never ends
// in the middle of a message that others follow.
func (k *keeper) keep(kind string, data []byte) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.failed != nil {
		return nil
	}
	name := keptJSON
	if kind == protobufType {
		name = keptProtobuf
		data = append(binary.BigEndian.AppendUint32(nil, uint32(len(data))), data...)
	} else {
		data = append(data[:len(data):len(data)], '\n')
	}
	if err := k.write(name, data); err != nil {
		k.failed = fmt.Errorf("spans are not kept any more: %w", err)
		return k.failed
	}
	return nil
}

func (k *keeper) write(name string, data []byte) error {
	file := k.files[name]
	if file == nil {
		var err error
		if file, err = os.OpenFile(filepath.Join(k.folder, name), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600); err != nil {
			return err
		}
		k.files[name] = file
	}
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if _, err := file.Write(data); err != nil {
		return errors.Join(err, file.Truncate(info.Size()))
	}
	return nil
}

func (k *keeper) close() {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, file := range k.files {
		_ = file.Close()
	}
	k.failed = os.ErrClosed
}
