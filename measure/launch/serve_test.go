package launch

import (
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"beagle/measure/launch/load"
	"beagle/model"
)

// server is a program that does not end by itself. It says that it listens,
// writes what it gets by TERM, and ends where the file "stop" appears.
const server = `echo "starting"; echo "listening on port"; trap 'echo got TERM; exit 143' TERM
while [ ! -e stop ]; do sleep 0.05; done; echo stopped`

func serveIn(t *testing.T, script string, how Server) (Result, string, error) {
	t.Helper()
	dir := t.TempDir()
	output := filepath.Join(dir, "out.log")
	result, err := Serve(t.Context(), Spec{Name: "launch \"s\"", Command: []string{"sh", "-c", script}, Dir: dir, Output: output, Grace: 5 * time.Second}, how)
	data, _ := os.ReadFile(output)
	return result, string(data), err
}

func TestAServerIsUsedOnceItIsReadyAndStopped(t *testing.T) {
	for name, test := range map[string]struct {
		how  Server
		says string
	}{
		"by TERM":                      {Server{Ready: Ready{Log: "listening on"}, Load: []string{"touch", "used"}}, "got TERM"},
		"by a command":                 {Server{Ready: Ready{Log: "listening on"}, Load: []string{"touch", "used"}, Stop: []string{"touch", "stop"}}, "stopped"},
		"by its file":                  {Server{Ready: Ready{Command: []string{"test", "-e", "out.log"}}, Load: []string{"true"}, Stop: []string{"touch", "stop"}}, "stopped"},
		"after a time":                 {Server{Ready: Ready{Log: "listening on"}, For: 50 * time.Millisecond}, "got TERM"},
		"an endless load after a time": {Server{Ready: Ready{Log: "listening on"}, Load: []string{"sleep", "600"}, For: 50 * time.Millisecond}, "got TERM"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result, output, err := serveIn(t, server, test.how)
			if err != nil || !result.OK() || len(result.Problems) > 0 {
				t.Errorf("%v, %+v", err, result)
			}
			if !strings.Contains(output, test.says) {
				t.Errorf("%q is not in its output:\n%s", test.says, output)
			}
		})
	}
}

func TestAServerThatCannotBeUsedIsSaid(t *testing.T) {
	for name, test := range map[string]struct {
		script  string
		how     Server
		message string
	}{
		"it ends":            {"echo no; exit 3", Server{Ready: Ready{Log: "listening"}, For: time.Minute}, "it ended before it was ready, with exit code 3"},
		"nothing listens":    {server, Server{Ready: Ready{Port: freePort(t), Within: 200 * time.Millisecond}, For: time.Minute}, "it was not ready within 200ms: nothing listens on port"},
		"nothing written":    {server, Server{Ready: Ready{Log: "nope", Within: 200 * time.Millisecond}, For: time.Minute}, `it did not write "nope"`},
		"no command helps":   {server, Server{Ready: Ready{Command: []string{"false"}, Within: 200 * time.Millisecond}, For: time.Minute}, "the command false did not end well"},
		"it ends under load": {"echo listening; exec sleep 0.2", Server{Ready: Ready{Log: "listening"}, Load: []string{"sleep", "600"}}, "it ended by itself while load used it, with exit code 0"},
		"it ends too early":  {"echo listening; exec sleep 0.2", Server{Ready: Ready{Log: "listening"}, For: time.Minute}, "it ended by itself before 1m0s were over"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := serveIn(t, test.script, test.how)
			var p model.Problem
			if !errors.As(err, &p) || !strings.Contains(p.Message, test.message) || !strings.Contains(p.Hint, "out.log") {
				t.Errorf("%v (%s), want %q", err, p.Hint, test.message)
			}
		})
	}
}

func TestLoadAndStopThatFailAreSaidAndWhatWasMeasuredIsKept(t *testing.T) {
	ready := Ready{Log: "listening"}
	result, _, err := serveIn(t, server, Server{Ready: ready, Load: []string{"sh", "-c", "exit 7"}})
	if err != nil || !result.OK() || len(result.Problems) != 1 || !strings.Contains(result.Problems[0].Message, `load: it ended with exit code 7; what was recorded until then is kept`) {
		t.Errorf("%v %+v", err, result)
	}
	// A server that ends before it can answer was stopped all the same.
	result, _, err = serveIn(t, server, Server{Ready: ready, Load: []string{"true"}, Stop: []string{"sh", "-c", "touch stop; exit 7"}})
	if err != nil || !result.OK() || len(result.Problems) > 0 {
		t.Errorf("%v %+v", err, result)
	}
	result, output, err := serveIn(t, server, Server{Ready: ready, Load: []string{"true"}, Stop: []string{"sh", "-c", "exit 7"}})
	if err != nil || !result.OK() || len(result.Problems) != 1 || !strings.Contains(result.Problems[0].Message, "the stop command ended with exit code 7, so the program was ended by TERM") || !strings.Contains(output, "got TERM") {
		t.Errorf("%v %+v", err, result)
	}
}

func TestAServerIsUsedByRequests(t *testing.T) {
	python := "import http.server as h, sys; print('listening', flush=True); h.HTTPServer(('127.0.0.1', int(sys.argv[1])), h.SimpleHTTPRequestHandler).serve_forever()"
	port := freePort(t)
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("it needs a server: python3")
	}
	dir := t.TempDir()
	how := Server{Ready: Ready{Port: port}, For: 200 * time.Millisecond, Workload: &load.Workload{
		URL: "http://127.0.0.1:" + strconv.Itoa(port), Rate: 50, Requests: []load.Request{{Path: "/"}, {Path: "/none"}},
	}}
	result, err := Serve(t.Context(), Spec{Name: "launch \"s\"", Command: []string{"python3", "-c", python, strconv.Itoa(port)}, Dir: dir, Output: filepath.Join(dir, "out.log")}, how)
	if err != nil || !result.OK() || len(result.Problems) == 0 || !strings.Contains(result.Problems[0].Message, `launch "s": load: `) || !strings.Contains(result.Problems[0].Message, "status 404") {
		t.Errorf("%v, %+v", err, result)
	}
	rows, _ := os.ReadFile(filepath.Join(dir, "out-requests.csv"))
	summary, _ := os.ReadFile(filepath.Join(dir, "out-load.log"))
	if !strings.HasPrefix(string(rows), "phase,request,due,sent,latency,status,bytes,error\nmeasured,GET /") || !strings.Contains(string(summary), "GET /none") {
		t.Errorf("%s\n%s", rows, summary)
	}
	// One that ends under its requests is said, and they need not go on.
	how.For = time.Minute
	began := time.Now()
	_, err = Serve(t.Context(), Spec{Command: []string{"sh", "-c", "echo listening; sleep 0.2; exit 3"}, Dir: dir}, Server{Ready: Ready{Log: "listening"}, For: how.For, Workload: how.Workload})
	if err == nil || !strings.Contains(err.Error(), "it ended by itself while load used it, with exit code 3") || time.Since(began) > 30*time.Second {
		t.Errorf("%v", err)
	}
}

func TestAPortThatSomebodyElseHasIsNoServer(t *testing.T) {
	other, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	port := other.Addr().(*net.TCPAddr).Port
	_, output, err := serveIn(t, server, Server{Ready: Ready{Port: port}, For: time.Minute})
	if err == nil || !strings.Contains(err.Error(), "something answers on port "+strconv.Itoa(port)+" already") || output != "" {
		t.Errorf("%v %s", err, output)
	}
}

func TestAnInterruptStopsServerAndLoad(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		_, err := Serve(ctx, Spec{Command: []string{"sh", "-c", server}, Dir: dir, Output: filepath.Join(dir, "out.log")},
			Server{Ready: Ready{Log: "listening"}, Load: []string{"sh", "-c", "echo > used; exec sleep 600"}, Stop: []string{"touch", "never"}})
		ended <- err
	}()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(filepath.Join(dir, "used")); err == nil {
			break
		}
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("says %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "never")); err == nil {
		t.Error("the stop command was run although everything was to end")
	}
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}
