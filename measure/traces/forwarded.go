package traces

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
)

// partBuffers is how many parts are received at a time: their size is bounded
// together. The others wait their turn, and then have partWithin to arrive.
const partBuffers = 2

// maxWorkers is how many workers' part numbers are remembered.
const maxWorkers = 1024

// Collector receives what Forwarders send, from any number of workers.
type Collector struct {
	engine  *Engine
	buffers chan struct{} // parts that are being received

	mu      sync.Mutex
	workers map[string]int64 // the last part of each
	order   []string         // of workers, oldest first
}

// NewCollector receives for the engine.
func NewCollector(engine *Engine) *Collector {
	return &Collector{engine: engine, buffers: make(chan struct{}, partBuffers), workers: map[string]int64{}}
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
	classes, err := c.engine.restoreAll(&file)
	if err != nil {
		return more, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.workers[head.Worker] >= head.Part {
		return more, nil // the acknowledgement was lost
	}
	c.remember(head)
	c.engine.mu.Lock()
	defer c.engine.mu.Unlock()
	c.engine.adopt(&file, classes)
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

// adopt counts the classes that another engine reduced. The engine is locked.
func (e *Engine) adopt(file *reducedFile, classes []*Class) {
	for _, c := range classes {
		hash := c.hash()
		if e.known(e.retired, hash, c) == nil && e.classMemory.Load() < classBytes(c.Len()) {
			file.Counts.Unsorted += int64(c.Count)
			continue
		}
		e.fit(c)
		e.keep(c, hash, e.gained)
	}
	file.Counts.Open = 0
	e.counts.add(&file.Counts)
}

// fit takes memory for a class's quantiles; where there is none, all get coarser,
// and in the end the class has no quantiles.
func (e *Engine) fit(c *Class) {
	for {
		level := uint8(e.level.Load())
		collapse(c.Calls, level)
		bytes := c.sketchBytes()
		if e.sketchMemory.Add(-bytes) >= 0 {
			return
		}
		e.sketchMemory.Add(bytes)
		if level >= maxCollapsed {
			break
		}
		e.level.CompareAndSwap(int32(level), int32(level)+1)
		e.coarsenRetired()
		for _, s := range e.shards {
			s.squeezed.Store(true)
		}
	}
	for i := range c.Calls {
		c.Calls[i].sketch, c.Calls[i].coarse = sketch{collapsed: maxCollapsed}, true
	}
}
