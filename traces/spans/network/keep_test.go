package network_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"beagle/traces/kieker"
	"beagle/traces/kieker/kiekertest"
	"beagle/traces/spans"
	"beagle/traces/spans/network"
)

const oneSpan = `{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"00000000000000000000000000000007","spanId":"0000000000000001","name":"f","startTimeUnixNano":"1000","endTimeUnixNano":"2000"}]}]}]}`

func TestSpansAreKeptAsTheyCameAndCanBeReadAgain(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "kept")
	server, _ := start(t, network.Options{Keep: folder})
	for range 2 {
		answer, err := http.Post("http://"+server.Where()+"/v1/traces", "application/json", strings.NewReader(oneSpan)) //nolint:noctx // a test's server ends with it
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Fatal(answer, err)
		}
		answer.Body.Close()
	}
	// In protobuf: a TracesData with a span of the same trace.
	id := append([]byte{0x0a, 16}, make([]byte, 16)...)
	id[17] = 7
	span := append(id, 0x12, 8, 0, 0, 0, 0, 0, 0, 0, 2, 0x2a, 1, 'g', 0x39, 1, 0, 0, 0, 0, 0, 0, 0, 0x41, 2, 0, 0, 0, 0, 0, 0, 0)
	member := func(tag byte, inside ...byte) []byte { return append([]byte{tag, byte(len(inside))}, inside...) }
	service := member(0x0a, append(member(0x0a, []byte("service.name")...), member(0x12, member(0x0a, 's')...)...)...)
	wrapped := member(0x0a, append(member(0x0a, service...), member(0x12, member(0x12, span...)...)...)...)
	answer, err := http.Post("http://"+server.Where()+"/v1/traces", "application/x-protobuf", strings.NewReader(string(wrapped))) //nolint:noctx // as above
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatal(answer, err)
	}
	answer.Body.Close()
	server.Close()
	for _, name := range []string{"spans.json", "spans.otlp"} {
		file, err := os.Open(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		report := kieker.NewReading(name, "", time.Now())
		g := spans.New(spans.Options{Memory: 1 << 20}, report, &kiekertest.Counter{})
		if err := g.Read(file); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		file.Close()
		g.End()
		if got := report.Report(); got.Records == 0 {
			t.Errorf("of %s it reads %+v", name, got)
		}
		if info, err := os.Stat(filepath.Join(folder, name)); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s has %v, %v", name, info.Mode(), err)
		}
	}
}

func TestAFolderThatCannotKeepSpansIsSaidAtOnce(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := network.Listen("127.0.0.1:0", network.Options{Keep: file}); err == nil || !strings.Contains(err.Error(), "cannot be kept here") {
		t.Errorf("it says %v", err)
	}
}
