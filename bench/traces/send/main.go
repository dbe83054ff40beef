// Command send sends Kieker traces over TCP as a monitored program would, and
// reports how long the receiver made it wait.
//
//	go run ./bench/traces/send -to 127.0.0.1:10133 -rate 750000 -for 10s
package main

import (
	"encoding/binary"
	"flag"
	"fmt"
	"net"
	"os"
	"slices"
	"sync"
	"time"

	"beagle/bench/traces"
)

func main() {
	var load traces.Load
	to := flag.String("to", "127.0.0.1:10133", "address of the receiver")
	rate := flag.Float64("rate", 0, "traces a second over all connections; 0: as fast as possible")
	last := flag.Duration("for", 10*time.Second, "how long")
	connections := flag.Int("connections", 1, "connections at a time")
	block := flag.Int("block", 64<<10, "bytes per write")
	flag.IntVar(&load.Classes, "classes", 100, "equivalence classes")
	flag.IntVar(&load.Interleaved, "open", 16, "traces open at a time")
	flag.IntVar(&load.Depth, "depth", 10, "calls per trace")
	flag.Parse()

	var group sync.WaitGroup
	results := make([]result, *connections)
	start := time.Now()
	for i := range results {
		group.Go(func() {
			part := load
			part.FirstID = int64(i+1) << 40
			results[i] = send(*to, part, *rate/float64(*connections), *last, *block)
		})
	}
	group.Wait()
	elapsed := time.Since(start)
	var waits []time.Duration
	var sent int64
	for _, r := range results {
		if r.err != nil {
			fmt.Fprintln(os.Stderr, r.err)
			os.Exit(1)
		}
		waits = append(waits, r.waits...)
		sent += r.traces
	}
	slices.Sort(waits)
	at := func(share float64) time.Duration { return waits[min(len(waits)-1, int(share*float64(len(waits))))] }
	fmt.Printf("%d traces in %.2f s: %.0f traces/s; blocked per %d KiB: p50 %v, p99 %v, p99.9 %v, max %v\n",
		sent, elapsed.Seconds(), float64(sent)/elapsed.Seconds(), *block>>10, at(0.5), at(0.99), at(0.999), waits[len(waits)-1])
}

type result struct {
	traces int64
	waits  []time.Duration
	err    error
}

func send(to string, load traces.Load, rate float64, last time.Duration, block int) (r result) {
	conn, err := net.Dial("tcp", to)
	if err != nil {
		return result{err: err}
	}
	defer conn.Close()
	if _, err := conn.Write(load.Registry()); err != nil {
		return result{err: err}
	}
	piece := max(4096, 4*load.Interleaved)
	stream := load.Traces(nil, piece)
	ids := load.IDs(stream)
	start := time.Now()
	for time.Since(start) < last {
		for from := 0; from < len(stream); from += block {
			part := stream[from:min(len(stream), from+block)]
			before := time.Now()
			if _, err := conn.Write(part); err != nil {
				r.err = err
				return r
			}
			r.waits = append(r.waits, time.Since(before))
			if rate > 0 {
				done := float64(r.traces) + float64(piece)*float64(from)/float64(len(stream))
				if ahead := time.Duration(done/rate*1e9) - time.Since(start); ahead > 200*time.Microsecond {
					time.Sleep(ahead)
				}
			}
		}
		r.traces += int64(piece)
		for _, at := range ids { // the next piece has traces of its own
			binary.BigEndian.PutUint64(stream[at:], binary.BigEndian.Uint64(stream[at:])+uint64(piece))
		}
	}
	return r
}
