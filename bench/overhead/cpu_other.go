//go:build !unix

package main

import "time"

var started = time.Now()

// childrensTime is the time so far, where the processes' own is not at hand.
func childrensTime() float64 { return time.Since(started).Seconds() }
