//go:build !unix

package main

import "time"

var started = time.Now()

func cpuTime() float64 { return time.Since(started).Seconds() }
