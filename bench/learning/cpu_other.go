//go:build !unix

package main

import "time"

var started = time.Now()

// cpuTime is the time so far, where CPU time is not at hand.
func cpuTime() float64 { return time.Since(started).Seconds() }
