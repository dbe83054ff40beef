package traces

import (
	"encoding/binary"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"
)

// What Kieker is compared on: so many traces of 100 classes, 16 open at a time.
const (
	compareTraces = 600_000
	perFile       = 1000 // traces in a file of the log: 21,000 records, Kieker's default is 25,000
)

var compareLoad = Load{Classes: 100, Interleaved: 16, Depth: 10, FirstID: 1 << 32}

// A took is how one of the two programs fared: a process of its own, from its
// start to its result.
type took struct {
	seconds, cpu float64
	steady       float64 // traces a second while it ran at full speed
}

// BenchmarkAgainstKieker gives the same records to Kieker's reader and
// reconstruction and to beagle traces, which reduces them to classes with
// statistics on top: the same bytes over loopback TCP by the same sender, and
// the same binary log from disk, in the system's file cache. Both are programs
// of their own. "times" compares them from the start of the process to its
// result, "times_steady" while they run: of Kieker the second half of the
// traces, when the virtual machine is warm; of Beagle all of them, without
// start and report over TCP, and with both from disk. "times_cpu" compares
// processor time without the sender's.
func BenchmarkAgainstKieker(b *testing.B) {
	path := classpath(b)
	beagle := filepath.Join(b.TempDir(), "beagle")
	if out, err := exec.Command("go", "build", "-o", beagle, "beagle").CombinedOutput(); err != nil {
		b.Fatalf("%v %s", err, out)
	}
	registry := compareLoad.Registry()
	data := compareLoad.Traces(nil, compareTraces)
	count := strconv.Itoa(compareTraces)
	b.Run("TCP", func(b *testing.B) {
		port := strconv.Itoa(freePort(b))
		compare(b, func() (kieker, ours took) {
			kieker = overTCP(b, port, exec.Command("java", "-cp", path, "Reconstruct", "tcp", port, count), registry, data)
			ours = overTCP(b, port, exec.Command(beagle, "traces", "--listen", "127.0.0.1:"+port, "--connections", "1", "--output", "json"), registry, data)
			return kieker, ours
		})
	})
	b.Run("log", func(b *testing.B) {
		dir := binaryLog(b, registry, data)
		compare(b, func() (kieker, ours took) {
			kieker = timed(b, exec.Command("java", "-cp", path, "Reconstruct", "count", dir, count), nil)
			ours = timed(b, exec.Command(beagle, "traces", dir, "--output", "json"), nil)
			ours.steady = compareTraces / ours.seconds
			return kieker, ours
		})
	})
}

func compare(b *testing.B, both func() (kieker, ours took)) {
	b.Helper()
	for range b.N {
		kieker, ours := both()
		b.ReportMetric(kieker.seconds, "Kieker_s")
		b.ReportMetric(ours.seconds, "Beagle_s")
		b.ReportMetric(kieker.seconds/ours.seconds, "times")
		b.ReportMetric(kieker.steady/1e3, "Kieker_ktraces/s")
		b.ReportMetric(ours.steady/1e3, "Beagle_ktraces/s")
		b.ReportMetric(ours.steady/kieker.steady, "times_steady")
		b.ReportMetric(kieker.cpu*1e6/compareTraces, "Kieker_cpu-us/trace")
		b.ReportMetric(ours.cpu*1e6/compareTraces, "Beagle_cpu-us/trace")
		b.ReportMetric(kieker.cpu/ours.cpu, "times_cpu")
	}
}

var (
	kiekerSays = regexp.MustCompile(`(\d+) traces/s`)
	beagleSays = regexp.MustCompile(`"traces": ?(\d+)`)
)

// timed runs one of the programs to its end and checks that it saw every trace.
// meanwhile feeds it; nil where it reads a log.
func timed(b *testing.B, command *exec.Cmd, meanwhile func()) (t took) {
	b.Helper()
	type result struct {
		out []byte
		err error
	}
	done := make(chan result, 1)
	start := time.Now()
	go func() {
		out, err := command.Output()
		done <- result{out, err}
	}()
	if meanwhile != nil {
		meanwhile()
	}
	r := <-done
	t.seconds = time.Since(start).Seconds()
	if r.err != nil {
		b.Fatalf("%v: %s", r.err, r.out)
	}
	if m := kiekerSays.FindSubmatch(r.out); m != nil {
		t.steady, _ = strconv.ParseFloat(string(m[1]), 64)
	} else if m := beagleSays.FindSubmatch(r.out); m == nil || string(m[1]) != strconv.Itoa(compareTraces) {
		b.Fatalf("it does not say that it saw %d valid traces: %.300s", compareTraces, r.out)
	}
	t.cpu = (command.ProcessState.UserTime() + command.ProcessState.SystemTime()).Seconds()
	return t
}

// overTCP is timed with the records sent as soon as the program listens.
func overTCP(b *testing.B, port string, command *exec.Cmd, registry, data []byte) took {
	b.Helper()
	var sending time.Duration
	t := timed(b, command, func() {
		var conn net.Conn
		var err error
		for range 1000 {
			if conn, err = net.Dial("tcp", "127.0.0.1:"+port); err == nil {
				break
			}
			time.Sleep(5 * time.Millisecond)
		}
		if err != nil {
			b.Fatal(err)
		}
		start := time.Now()
		writeAll(conn, registry)
		writeAll(conn, data)
		// Up to here the receiver has read all but what the sockets hold.
		sending = time.Since(start)
		conn.Close()
	})
	if t.steady == 0 {
		t.steady = compareTraces / sending.Seconds()
	}
	return t
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

// binaryLog writes the records as Kieker's FileWriter does.
func binaryLog(b *testing.B, registry, data []byte) string {
	b.Helper()
	dir := b.TempDir()
	write := func(name string, content []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			b.Fatal(err)
		}
	}
	var names []byte
	for len(registry) > 0 { // -1, id, length, text
		id, size := binary.BigEndian.Uint32(registry[4:]), binary.BigEndian.Uint32(registry[8:])
		names = fmt.Appendf(names, "$%d=%s\n", id, registry[12:12+size])
		registry = registry[12+size:]
	}
	write("kieker.map", names)
	const size = perFile * 848 // records of one trace; a file ends between records
	for i, at := 0, 0; at < len(data); i++ {
		end := at
		for end < len(data) && end-at < size {
			if binary.BigEndian.Uint32(data[end:]) == idMetadata {
				end += 48
			} else {
				end += 40
			}
		}
		write(fmt.Sprintf("kieker-20260101-000000000-UTC-%03d.bin", i+1), data[at:end])
		at = end
	}
	return dir
}
