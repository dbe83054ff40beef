package kiekertest

import (
	"sync"
	"testing"
	"time"

	"beagle/traces/kieker"
)

// Counter counts the records of a source, and how often it was said to have ended.
type Counter struct {
	mu              sync.Mutex
	records, closed int
}

// Records counts a batch.
func (c *Counter) Records(batch []kieker.Record) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.records += len(batch)
}

// Closed counts an end.
func (c *Counter) Closed(kieker.Report) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed++
}

// Counted is how many records came, and how many ends.
func (c *Counter) Counted() (records, closed int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.records, c.closed
}

// Until waits until so many records came.
func (c *Counter) Until(t testing.TB, records int) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		now, _ := c.Counted()
		if now >= records {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d records of %d", now, records)
		}
	}
}
