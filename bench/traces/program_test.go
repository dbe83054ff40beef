package traces

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"beagle/internal/need"
)

// programCalls is how many outer calls the program makes: ten nested calls
// each, 21 records.
const programCalls = 200_000

var programSays = regexp.MustCompile(`([0-9.]+) us per outer call`)

// BenchmarkProgramUnderKieker is what a program pays for being watched: a real
// one, under Kieker's own monitoring at full rate, with Beagle's live screen
// receiving, with Kieker's receiver and trace reconstruction, without any
// receiver (records are made and dropped), and with monitoring turned off.
func BenchmarkProgramUnderKieker(b *testing.B) {
	need.Tmux(b)
	path := classpath(b)
	const tcp = "kieker.monitoring.writer.tcp.SingleSocketTcpWriter"
	to := func(port string) []string {
		return []string{"-Dkieker.monitoring.writer=" + tcp, "-D" + tcp + ".hostname=127.0.0.1", "-D" + tcp + ".port=" + port, "-D" + tcp + ".connectionTimeoutInMs=10000"}
	}
	program := func(b *testing.B, properties ...string) {
		b.Helper()
		out, err := exec.Command("java", append(properties, "-cp", path, "Program", strconv.Itoa(programCalls))...).CombinedOutput()
		said := programSays.FindSubmatch(out)
		if err != nil || said == nil {
			b.Fatalf("%v: %s", err, out)
		}
		micros, _ := strconv.ParseFloat(string(said[1]), 64)
		b.ReportMetric(micros, "us/call")
	}
	b.Run("BeaglesScreen", func(b *testing.B) {
		beagle := filepath.Join(b.TempDir(), "beagle")
		if out, err := exec.Command("go", "build", "-o", beagle, "beagle").CombinedOutput(); err != nil {
			b.Fatalf("%v %s", err, out)
		}
		for range b.N {
			port := strconv.Itoa(freePort(b))
			screen := newScreen(b, beagle, "traces", "--listen", "127.0.0.1:"+port)
			screen.waitFor("Waiting for a program")
			program(b, to(port)...)
			// All records arrived: 21 a call, and one about Kieker itself.
			screen.waitFor(thousands(21*programCalls + 1))
			screen.waitFor("0 invalid")
			screen.close()
		}
	})
	b.Run("KiekersReceiver", func(b *testing.B) {
		for range b.N {
			port := strconv.Itoa(freePort(b))
			receiver := exec.Command("java", "-cp", path, "Reconstruct", "tcp", port, strconv.Itoa(programCalls))
			if err := receiver.Start(); err != nil {
				b.Fatal(err)
			}
			program(b, to(port)...)
			if err := receiver.Wait(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("NoReceiver", func(b *testing.B) {
		for range b.N {
			program(b, "-Dkieker.monitoring.writer=kieker.monitoring.writer.dump.DumpWriter")
		}
	})
	b.Run("NoMonitoring", func(b *testing.B) {
		for range b.N {
			program(b, "-Dkieker.monitoring.enabled=false")
		}
	})
}

// screen is a terminal of 80x24 with a program in it.
type screen struct {
	b      *testing.B
	socket string
}

func newScreen(b *testing.B, command ...string) *screen {
	b.Helper()
	s := &screen{b, fmt.Sprintf("beagle-bench-%d", time.Now().UnixNano())}
	if out, err := exec.Command("tmux", append([]string{"-L", s.socket, "-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24"}, command...)...).CombinedOutput(); err != nil {
		b.Fatalf("%v %s", err, out)
	}
	b.Cleanup(s.close)
	return s
}

func (s *screen) close() { _ = exec.Command("tmux", "-L", s.socket, "kill-server").Run() }

func (s *screen) waitFor(text string) {
	s.b.Helper()
	var shown []byte
	for range 300 {
		shown, _ = exec.Command("tmux", "-L", s.socket, "capture-pane", "-p").Output()
		if strings.Contains(string(shown), text) {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	s.b.Fatalf("the screen never showed %q:\n%s", text, shown)
}

// thousands is a number as the screen shows it.
func thousands(n int) string {
	text := strconv.Itoa(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}
