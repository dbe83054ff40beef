//go:build linux && !race

package traces

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"beagle/cli/app"
	"beagle/traces"
	"beagle/traces/show"
	"beagle/traces/spans"
)

// receiving has this test's own program take spans, in a process whose memory is measured.
const receiving = "BEAGLE_TEST_RECEIVES"

func TestMain(m *testing.M) {
	if os.Getenv(receiving) == "" {
		os.Exit(m.Run())
	}
	a := &app.App{Out: io.Discard, Err: os.Stderr, Output: app.JSON, Command: "beagle traces"}
	f := flags{memory: 256, last: time.Minute, view: show.View{Class: 1}, engine: traces.Options{}}
	f.ways.OTLP = "127.0.0.1:0"
	os.Exit(a.Finish(context.Background(), reconstruct(context.Background(), a, f, nil)))
}

// Eight senders of large messages, most of them meant to take memory, stay within --memory, and each
// is told what became of its message.
func TestSendersOfSpansStayWithinTheMemory(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	receiver := exec.CommandContext(ctx, os.Args[0])
	receiver.Env = append(os.Environ(), receiving+"=1")
	says, err := receiver.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := receiver.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { cancel(); _ = receiver.Wait() }()
	line, err := bufio.NewReader(says).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address := regexp.MustCompile(`127\.0\.0\.1:\d+`).FindString(line)
	const size = 16 << 20
	rng := rand.New(rand.NewPCG(1, 2))
	junk := make([]byte, size)
	for i := range junk {
		junk[i] = byte(rng.Uint32())
	}
	var many []spans.Span
	for i := range size / 64 {
		many = append(many, spans.Span{Trace: spans.TraceID{1: byte(i), 2: byte(i >> 8), 3: byte(i >> 16)}, ID: 1, Start: 1, End: 2, Operation: spans.Operation{Component: "a.B", Name: "c()", Host: "h"}})
	}
	keys := []byte("{")
	for i := 0; len(keys) < size; i++ {
		keys = fmt.Appendf(keys, `"k%d":1,`, i)
	}
	keys = append(keys, `"z":1}`...)
	const protobuf, json = "application/x-protobuf", "application/json"
	messages := []struct {
		kind string
		body []byte
	}{
		{protobuf, spans.Encode(many)},
		{protobuf, junk},
		{json, []byte(`{"resourceSpans":[{"scopeSpans":[{"spans":[` + strings.Repeat("{},", size/5) + `{}]}]}]}`)},
		{json, keys},
	}
	var senders sync.WaitGroup
	for i := range 8 {
		m := messages[i%len(messages)]
		senders.Go(func() {
			for range 2 {
				request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+address+"/v1/traces", bytes.NewReader(m.body))
				if err != nil {
					t.Error(err)
					return
				}
				request.Header.Set("Content-Type", m.kind)
				answer, err := http.DefaultClient.Do(request)
				if err != nil {
					continue // refused while it was being sent
				}
				answer.Body.Close()
				if answer.StatusCode == http.StatusServiceUnavailable && answer.Header.Get("Retry-After") == "" {
					t.Error("who is refused for lack of memory is not told when to come again")
				}
			}
		})
	}
	senders.Wait()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", receiver.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	peak := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(status)
	if peak == nil {
		t.Fatalf("the receiver is gone:\n%s", status)
	}
	if kib, _ := strconv.Atoi(string(peak[1])); kib > 256<<10 {
		t.Errorf("with --memory 256 it took %d MiB", kib>>10)
	}
}
