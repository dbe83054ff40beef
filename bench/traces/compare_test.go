package traces

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"
)

// A job is what Kieker does in a row of the comparison, and on how much. Beagle
// does all of it in each row: reconstruction with a timeout, and reduction with
// statistics and quantiles.
type job struct {
	name   string
	kieker []string // see Reconstruct
	open   int      // traces at a time
	traces int
}

var jobs = []job{
	{"reconstruction", nil, 16, 600_000},
	{"with timeout", []string{"timeout"}, 16, 150_000},
	{"with timeout, 1,000 open", []string{"timeout"}, 1000, 2000},
	{"with reduction", []string{"reduce"}, 16, 200_000},
	{"with both", []string{"timeout", "reduce"}, 16, 100_000},
}

var textJobs = []job{
	{"reconstruction", nil, 16, 100_000},
	{"with both", []string{"timeout", "reduce"}, 16, 50_000},
}

func (j job) load() Load {
	return Load{Classes: compareClasses, Interleaved: j.open, Depth: 10, FirstID: 1 << 32}
}

const compareClasses = 100

// A took is how one of the two programs fared: a process of its own, from its
// start to its result.
type took struct {
	seconds, cpu float64
	steady       float64 // traces a second while it ran at full speed
}

// BenchmarkAgainstKieker gives the same records to Kieker's own stages and to
// beagle traces, each a program of its own: the same bytes over loopback TCP by
// the same sender, and the same logs in the system's file cache. "times"
// compares them from the start of the process to its result, "times_steady"
// while they run: of Kieker the second half of the traces, when the virtual
// machine is warm; of Beagle all of them, without start and report over TCP, and
// with both from a log. "times_cpu" compares processor time without the
// sender's. Of Beagle the middle one of three runs counts.
func BenchmarkAgainstKieker(b *testing.B) {
	path := classpath(b)
	beagle := filepath.Join(b.TempDir(), "beagle")
	if out, err := exec.Command("go", "build", "-o", beagle, "beagle").CombinedOutput(); err != nil {
		b.Fatalf("%v %s", err, out)
	}
	reconstruct := func(j job, from ...string) []string {
		return slices.Concat([]string{"java", "-XX:+UseParallelGC", "-cp", path, "Reconstruct"}, from, []string{strconv.Itoa(j.traces)}, j.kieker)
	}
	traces := func(args ...string) []string {
		return append([]string{beagle, "traces", "--timeout", "1m", "--output", "json"}, args...)
	}
	for _, j := range jobs {
		b.Run("TCP "+j.name, func(b *testing.B) {
			port := strconv.Itoa(freePort(b))
			registry, data := j.load().Registry(), j.load().Traces(nil, j.traces)
			compare(b, j,
				func() (took, error) { return overTCP(j, port, reconstruct(j, "tcp", port), true, registry, data) },
				func() (took, error) {
					return overTCP(j, port, traces("--listen", "127.0.0.1:"+port, "--connections", "1"), false, registry, data)
				})
		})
	}
	logs := func(kind string, text bool, jobs []job) {
		for _, j := range jobs {
			b.Run(kind+" "+j.name, func(b *testing.B) {
				dir := b.TempDir()
				if err := j.load().Log(dir, j.traces, text); err != nil {
					b.Fatal(err)
				}
				compare(b, j,
					func() (took, error) { return timed(j, reconstruct(j, "log", dir), nil) },
					func() (took, error) { return timed(j, traces(dir), nil) })
			})
		}
	}
	logs("log", false, jobs)
	logs("text", true, textJobs)
}

func compare(b *testing.B, j job, kieker, beagle func() (took, error)) {
	b.Helper()
	for range b.N {
		theirs := again(b, kieker)
		three := []took{again(b, beagle), again(b, beagle), again(b, beagle)}
		slices.SortFunc(three, func(a, b took) int { return int((a.seconds - b.seconds) * 1e9) })
		ours := three[1]
		perTrace := 1e6 / float64(j.traces)
		b.ReportMetric(theirs.seconds, "Kieker_s")
		b.ReportMetric(ours.seconds, "Beagle_s")
		b.ReportMetric(theirs.seconds/ours.seconds, "times")
		b.ReportMetric(theirs.steady/1e3, "Kieker_ktraces/s")
		b.ReportMetric(ours.steady/1e3, "Beagle_ktraces/s")
		b.ReportMetric(ours.steady/theirs.steady, "times_steady")
		b.ReportMetric(theirs.cpu*perTrace, "Kieker_cpu-us/trace")
		b.ReportMetric(ours.cpu*perTrace, "Beagle_cpu-us/trace")
		b.ReportMetric(theirs.cpu/ours.cpu, "times_cpu")
		b.ReportMetric(0, "ns/op") // of both together: says nothing
	}
}

var (
	kiekerSays = regexp.MustCompile(`(\d+) traces/s, (\d+) classes`)
	beagleSays = regexp.MustCompile(`"traces": ?(\d+)`)
)

// again is what comes of a run, or of the next one where a program failed or hung.
func again(b *testing.B, run func() (took, error)) took {
	b.Helper()
	for range 3 {
		t, err := run()
		if err == nil {
			return t
		}
		b.Log(err)
	}
	b.Fatal("three runs failed")
	return took{}
}

// longest is how long one of the programs may take: some four times what the slowest does.
const longest = 40 * time.Second

// timed runs one of the programs to its end and checks that it saw every trace.
// meanwhile feeds it; nil where it reads a log.
func timed(j job, command []string, meanwhile func() error) (t took, _ error) {
	ctx, cancel := context.WithTimeout(context.Background(), longest)
	defer cancel()
	program := exec.CommandContext(ctx, command[0], command[1:]...)
	type result struct {
		out []byte
		err error
	}
	done := make(chan result, 1)
	start := time.Now()
	go func() {
		out, err := program.Output()
		done <- result{out, err}
	}()
	var fed error
	if meanwhile != nil {
		if fed = meanwhile(); fed != nil {
			cancel()
		}
	}
	r := <-done
	t.seconds = time.Since(start).Seconds()
	if err := errors.Join(fed, r.err); err != nil {
		return t, fmt.Errorf("%v: %w: %s", command, err, r.out)
	}
	if m := kiekerSays.FindSubmatch(r.out); m != nil {
		t.steady, _ = strconv.ParseFloat(string(m[1]), 64)
		if slices.Contains(j.kieker, "reduce") && string(m[2]) != strconv.Itoa(compareClasses) {
			return t, fmt.Errorf("Kieker finds %s classes, not %d", m[2], compareClasses)
		}
	} else if m := beagleSays.FindSubmatch(r.out); m == nil || string(m[1]) != strconv.Itoa(j.traces) {
		return t, fmt.Errorf("it does not say that it saw %d valid traces: %.300s", j.traces, r.out)
	} else if meanwhile == nil {
		t.steady = float64(j.traces) / t.seconds
	}
	t.cpu = (program.ProcessState.UserTime() + program.ProcessState.SystemTime()).Seconds()
	return t, nil
}

// settle is how long Kieker has to enter a connection in what its reader waits for. It is
// not counted.
const settle = 100 * time.Millisecond

// overTCP is timed with the records sent as soon as the program listens.
//
// Kieker 2.0.2 wakes the thread that reads up before it enters a new connection in what that
// thread waits for. The thread may then wait for ever, or read before the connection is
// whole, and end. So that it does not, kieker has a second connection follow, on which
// nothing is sent, and the records wait a moment.
func overTCP(j job, port string, command []string, kieker bool, registry, data []byte) (took, error) {
	var sending, waited time.Duration
	t, err := timed(j, command, func() error {
		conn, err := dialed(port)
		if err != nil {
			return err
		}
		defer conn.Close()
		if kieker {
			silent, err := dialed(port)
			if err != nil {
				return err
			}
			defer silent.Close()
			waited = settle
			time.Sleep(waited)
		}
		start := time.Now()
		_ = conn.SetWriteDeadline(start.Add(longest))
		writeAll(conn, registry)
		writeAll(conn, data)
		// Up to here the receiver has read all but what the sockets hold.
		sending = time.Since(start)
		return nil
	})
	if err != nil {
		return t, err
	}
	t.seconds -= waited.Seconds()
	if t.steady == 0 {
		t.steady = float64(j.traces) / sending.Seconds()
		if len(data) < 32<<20 { // much of it lay in the sockets
			t.steady = float64(j.traces) / t.seconds
		}
	}
	return t, nil
}

// dialed is a connection to a program that is only starting.
func dialed(port string) (conn net.Conn, err error) {
	for range 1000 {
		if conn, err = net.Dial("tcp", "127.0.0.1:"+port); err == nil {
			return conn, nil
		}
		time.Sleep(5 * time.Millisecond)
	}
	return nil, fmt.Errorf("nobody listens on port %s: %w", port, err)
}

func freePort(b *testing.B) int {
	b.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	defer free.Close()
	return free.Addr().(*net.TCPAddr).Port
}
