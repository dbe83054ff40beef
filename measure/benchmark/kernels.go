package benchmark

import (
	"bufio"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"beagle/measure/java/jdk"
)

// kernel does rounds of one kind of work.
type kernel struct {
	name  string
	round func(ctx context.Context, lasts time.Duration) (Round, error)
}

// batch is how many steps an operation of the kernels in Go has, so that reading the clock takes no time beside it.
const batch = 1 << 14

// sink takes the results of the kernels in Go, so that no compiler can leave their work out.
var sink atomic.Uint64

// native is a kernel in Go: operation does batch steps from a state, and returns the next state.
func native(name string, state uint64, operation func(uint64) uint64) kernel {
	return kernel{name, func(ctx context.Context, lasts time.Duration) (r Round, err error) {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		before, err := cpuTime()
		if err != nil {
			return r, err
		}
		start := time.Now()
		for took := time.Duration(0); took < lasts && ctx.Err() == nil; took = time.Since(start) {
			state = operation(state)
			r.Operations++
		}
		r.Wall = time.Since(start).Seconds()
		after, err := cpuTime()
		r.CPU = (after - before).Seconds()
		sink.Add(state)
		return r, errors.Join(err, ctx.Err())
	}}
}

// integer is xorshift (Marsaglia, "Xorshift RNGs", 2003): shifts and exclusive ors, each of which needs the one before.
func integer(x uint64) uint64 {
	for range batch {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	return x
}

// floating is a chain of additions, multiplications, divisions and roots.
func floating(state uint64) uint64 {
	x := float64(state>>11)/(1<<53) + 1
	for range batch {
		x = math.Sqrt(x*x+1.25) / (0.5 + 0.25*x)
	}
	return math.Float64bits(x)
}

// memoryBytes is more than most caches of one core hold, so that the steps of the memory kernel wait for the memory.
const memoryBytes = 64 << 20

// memory follows a random cycle through all of an array.
func memory() func(uint64) uint64 {
	next := make([]uint32, memoryBytes/4)
	for i := range next {
		next[i] = uint32(i)
	}
	random := rand.New(rand.NewPCG(1, 1))
	for i := len(next) - 1; i > 0; i-- { // Sattolo's algorithm: one cycle
		j := random.IntN(i)
		next[i], next[j] = next[j], next[i]
	}
	return func(at uint64) uint64 {
		here := uint32(at)
		for range batch {
			here = next[here]
		}
		return uint64(here)
	}
}

//go:embed Benchmark.java
var source string

// errNoJDK means that Java cannot be measured here.
var errNoJDK = errors.New("there is no JDK here (java and javac)")

// java starts the kernel in Java, which warms up before its first round. Closing it ends the JVM.
func java(ctx context.Context) (k kernel, end func(), err error) {
	for _, program := range []string{jdk.Java(), jdk.Compiler("")} {
		if _, err := exec.LookPath(program); err != nil {
			return k, nil, errNoJDK
		}
	}
	dir, err := os.MkdirTemp("", "beagle-benchmark-")
	if err != nil {
		return k, nil, err
	}
	remove := func() { _ = os.RemoveAll(dir) }
	jar := filepath.Join(dir, "benchmark.jar")
	if err := jdk.Jar(ctx, jar, map[string]string{"Benchmark.java": source}, "Main-Class: Benchmark"); err != nil {
		remove()
		return k, nil, err
	}
	c := exec.CommandContext(ctx, jdk.Java(), "-jar", jar)
	var said strings.Builder
	c.Stderr = &said
	in, err := c.StdinPipe()
	if err != nil {
		remove()
		return k, nil, err
	}
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		remove()
		return k, nil, err
	}
	answers := bufio.NewReader(out)
	end = func() {
		_ = in.Close()
		_ = c.Wait() // it was heard in its rounds
		remove()
	}
	return kernel{Java, func(ctx context.Context, lasts time.Duration) (r Round, err error) {
		var cpu, wall int64
		var result int32
		_, err = fmt.Fprintln(in, lasts.Nanoseconds())
		if err == nil {
			_, err = fmt.Fscanln(answers, &r.Operations, &cpu, &wall, &result)
		}
		if err != nil {
			_, _ = io.Copy(io.Discard, answers)
			_ = c.Wait() // for all that it says
			return r, errors.Join(ctx.Err(), fmt.Errorf("the JVM of the benchmark ended: %w: %s", err, strings.TrimSpace(said.String())))
		}
		r.CPU, r.Wall = time.Duration(cpu).Seconds(), time.Duration(wall).Seconds()
		return r, nil
	}}, end, nil
}
