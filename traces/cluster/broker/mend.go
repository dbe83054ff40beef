package broker

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// A server whose disk was full refuses all that comes until it is started again, also when there is room: it does not
// know what of its last write got there.

type serverLog struct{ failed atomic.Bool }

var signs = []string{"no space left", "disk quota exceeded", "input/output error", "read-only file system", "will be DISABLED"}

func (d *serverLog) note(format string, values ...any) {
	text := fmt.Sprintf(format, values...)
	for _, sign := range signs {
		if strings.Contains(text, sign) {
			d.failed.Store(true)
		}
	}
}

func (d *serverLog) Noticef(string, ...any) {}

func (d *serverLog) Warnf(format string, values ...any) { d.note(format, values...) }

// Fatalf implements server.Logger. It ends nothing: whoever started the server sees that it does not serve.
func (d *serverLog) Fatalf(format string, values ...any) { d.note(format, values...) }

func (d *serverLog) Errorf(format string, values ...any) { d.note(format, values...) }

func (d *serverLog) Debugf(string, ...any) {}

func (d *serverLog) Tracef(string, ...any) {}

// Mend starts the server again where its disk failed, as soon as there is room, until the context ends. say is told.
func (b *Broker) Mend(ctx context.Context, say func(line string)) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	said := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if !b.serverLog.failed.Load() {
			said = false
			continue
		}
		if err := room(b.state); err != nil {
			if !said {
				said = true
				say(fmt.Sprintf("the disk of %s takes no more (%v); agents keep what they have, and the server goes on when there are %d MiB", b.state, err, roomBytes>>20))
			}
			continue
		}
		if err := b.again(); err != nil {
			say(fmt.Sprintf("the server cannot be started again: %v; it is tried again", err))
			continue
		}
		say("the disk takes writes again, and the server was started again; nothing is lost")
	}
}

// Ill is what is wrong with the server's disk; empty: nothing.
func (b *Broker) Ill() string {
	if b.serverLog.failed.Load() {
		return "the disk of " + b.state + " took no more; the server is started again when there is room"
	}
	return ""
}

const (
	lookEvery = time.Second
	roomBytes = 16 << 20 // twice the largest message
)

func room(folder string) (err error) {
	file, err := os.CreateTemp(folder, "room-")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	defer func() { err = errors.Join(err, file.Close()) }()
	piece := make([]byte, 1<<20)
	for range roomBytes / len(piece) {
		if _, err := file.Write(piece); err != nil {
			var path *os.PathError
			if errors.As(err, &path) {
				err = path.Err
			}
			return err
		}
	}
	return nil
}

// again ends the server and starts it at the same address. Where that fails, it is as if its disk had failed again.
func (b *Broker) again() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.server.Shutdown()
	b.server.WaitForShutdown()
	// What was being written when the disk was full may be left.
	stale, _ := filepath.Glob(filepath.Join(b.state, "room-*"))
	for _, file := range stale {
		_ = os.Remove(file)
	}
	b.serverLog.failed.Store(false)
	err := b.start()
	if err != nil {
		b.serverLog.failed.Store(true)
	}
	return err
}

func (b *Broker) start() (err error) {
	if b.server, err = server.NewServer(b.options.Clone()); err != nil {
		return fmt.Errorf("start the server: %w", err)
	}
	b.server.SetLoggerV2(&b.serverLog, false, false, false)
	b.server.Start()
	const startWithin = 30 * time.Second
	if !b.server.ReadyForConnections(startWithin) {
		return errors.New("the server did not start within half a minute")
	}
	if address, ok := tcpOf(b.server); ok {
		b.options.Port = address.Port // again the same
	}
	return nil
}
