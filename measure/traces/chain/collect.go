package chain

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"sync"
	"time"

	"beagle/measure/kieker"
	"beagle/measure/traces"
)

// partBuffers is how many parts are received at a time: their size is bounded
// together. The others wait their turn, and then have partWithin to arrive.
const partBuffers = 2

// maxWorkers is how many workers' part numbers are remembered.
const maxWorkers = 1024

// Collector receives what Forwarders send, from any number of workers.
type Collector struct {
	engine  *traces.Engine
	buffers chan struct{} // parts that are being received

	mu      sync.Mutex
	workers map[string]int64 // the last part of each
	order   []string         // of workers, oldest first
}

// Forwarded receives what Forwarders send over a connection, until it ends; it
// is what kieker.Options.Other wants. got is told what came with each part.
func (c *Collector) Forwarded(conn net.Conn, got func(more kieker.Report)) error {
	in := bufio.NewReaderSize(conn, maxHead)
	for {
		_ = conn.SetReadDeadline(time.Time{}) // the next part may be long in coming
		line, err := in.ReadSlice('\n')
		if errors.Is(err, io.EOF) && len(line) == 0 {
			return nil
		}
		if err != nil {
			return fmt.Errorf("the announcement of reduced traces is cut off or too long: %w", err)
		}
		var head partHead
		if err := json.Unmarshal(line, &head); err != nil || head.Format != forwardFormat || min(head.Unknown, head.Broken, head.Skipped) < 0 {
			return fmt.Errorf("these are no reduced traces of %q", forwardFormat)
		}
		if head.Bytes < 0 || head.Bytes > maxPart {
			return fmt.Errorf("reduced traces of %d bytes are more than the %d MiB of one part", head.Bytes, maxPart>>20)
		}
		more, err := c.take(conn, in, &head)
		if err != nil {
			return err
		}
		more.Bytes = int64(len(line) + head.Bytes)
		got(more)
		if _, err := fmt.Fprintln(conn, head.Part); err != nil {
			return fmt.Errorf("acknowledge reduced traces: %w", err)
		}
	}
}

// take reads a part and counts it, unless that was done before.
func (c *Collector) take(conn net.Conn, in io.Reader, head *partHead) (more kieker.Report, err error) {
	c.buffers <- struct{}{}
	defer func() { <-c.buffers }()
	_ = conn.SetDeadline(time.Now().Add(partWithin))
	data := make([]byte, head.Bytes)
	if _, err := io.ReadFull(in, data); err != nil {
		return more, fmt.Errorf("the reduced traces are cut off: %w", err)
	}
	var file reducedFile
	if err := json.NewDecoder(bytes.NewReader(data)).Decode(&file); err != nil {
		return more, fmt.Errorf("these are no reduced traces: %w", err)
	}
	all, err := file.restore(c.engine.Names())
	if err != nil {
		return more, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.workers[head.Worker] >= head.Part {
		return more, nil // the acknowledgement was lost
	}
	c.remember(head)
	c.engine.Adopt(file.Counts, all)
	return kieker.Report{Records: file.Counts.Records, Unknown: head.Unknown, Broken: head.Broken, Skipped: head.Skipped}, nil
}

// remember keeps the number of a worker's last part.
func (c *Collector) remember(head *partHead) {
	if _, known := c.workers[head.Worker]; !known {
		if len(c.order) >= maxWorkers {
			delete(c.workers, c.order[0])
			c.order = slices.Delete(c.order, 0, 1)
		}
		c.order = append(c.order, head.Worker)
	}
	c.workers[head.Worker] = head.Part
}

// NewCollector receives for the engine.
func NewCollector(engine *traces.Engine) *Collector {
	return &Collector{engine: engine, buffers: make(chan struct{}, partBuffers), workers: map[string]int64{}}
}
