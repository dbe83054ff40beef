package network_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"beagle/internal/need"
	"beagle/traces/kieker"
	"beagle/traces/kieker/kiekertest"
	"beagle/traces/spans"
	"beagle/traces/spans/network"
)

func TestMain(m *testing.M) { need.Main(m) }

func start(t *testing.T, options network.Options) (*network.Server, *kiekertest.Counter) {
	t.Helper()
	to := &kiekertest.Counter{}
	options.Open = func(string) kieker.Handler { return to }
	server, err := network.Listen("127.0.0.1:0", options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	return server, to
}

// trace is one with so many spans below one another.
func trace(id byte, depth int) (all []spans.Span) {
	for i := range depth {
		all = append(all, spans.Span{
			Trace: spans.TraceID{15: id}, ID: spans.ID(i + 1), Parent: spans.ID(i), Start: int64(i + 1), End: 1000,
			Operation: spans.Operation{Component: "a.B", Name: "c()", Host: "h"},
		})
	}
	return all
}

// post sends a message; gRPC where the path is that of a service.
func post(t *testing.T, client *http.Client, url, kind, packing string, body []byte) (answer, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", kind)
	if packing != "" {
		request.Header.Set("Content-Encoding", packing)
		request.Header.Set("Grpc-Encoding", packing)
	}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{response.StatusCode, response.Header, response.Trailer}, string(text)
}

// answer is what a sender is told beside the text.
type answer struct {
	StatusCode      int
	Header, Trailer http.Header
}

func packed(data []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Write(data)
	w.Close()
	return out.Bytes()
}

func framed(flag byte, data []byte) []byte {
	return append(binary.BigEndian.AppendUint32([]byte{flag}, uint32(len(data))), data...)
}

// http2 is a client that speaks HTTP/2 from the first byte, as gRPC's do.
func http2(t *testing.T) *http.Client {
	t.Helper()
	protocols := &http.Protocols{}
	protocols.SetUnencryptedHTTP2(true)
	transport := &http.Transport{Protocols: protocols}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

func http1(t *testing.T) *http.Client {
	t.Helper()
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

const export = "/opentelemetry.proto.collector.trace.v1.TraceService/Export"

func TestSpansComeByEachWay(t *testing.T) {
	server, to := start(t, network.Options{Quiet: time.Hour})
	url := "http://" + server.Where()
	one, two := http1(t), http2(t)
	for i, send := range []func(id byte) (answer, string){
		func(id byte) (answer, string) {
			return post(t, one, url+"/v1/traces", "application/x-protobuf", "", spans.Encode(trace(id, 3)))
		},
		func(id byte) (answer, string) {
			return post(t, one, url+"/v1/traces", "application/x-protobuf", "gzip", packed(spans.Encode(trace(id, 3))))
		},
		func(id byte) (answer, string) {
			return post(t, one, url+"/v1/traces", "application/json; charset=utf-8", "", fmt.Appendf(nil, `{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"%032x","spanId":"01","name":"a","startTimeUnixNano":1,"endTimeUnixNano":2}]}]}]}`, id))
		},
		func(id byte) (answer, string) {
			return post(t, one, url+"/api/v2/spans", "application/json", "", fmt.Appendf(nil, `[{"traceId":"%x","id":"1","timestamp":1,"duration":1}]`, id))
		},
		func(id byte) (answer, string) {
			return post(t, two, url+export, "application/grpc", "", framed(0, spans.Encode(trace(id, 3))))
		},
		func(id byte) (answer, string) {
			return post(t, two, url+export, "application/grpc+proto", "gzip", framed(1, packed(spans.Encode(trace(id, 3)))))
		},
	} {
		response, answer := send(byte(i + 1))
		if response.StatusCode/100 != 2 || strings.Contains(answer, "reject") {
			t.Errorf("way %d: %d %q", i, response.StatusCode, answer)
		}
		if i >= 4 && (response.Trailer.Get("Grpc-Status") != "0" || answer != "\x00\x00\x00\x00\x00") {
			t.Errorf("way %d: %v %q", i, response.Trailer, answer)
		}
	}
	server.Close()
	records, closed := to.Counted()
	if r := server.Report(); records != 4*3+2 || closed != 1 || r.Broken+r.Left() != 0 {
		t.Errorf("%d records, %+v", records, r)
	}
}

func TestTracesThatAreQuietAreHandedOn(t *testing.T) {
	server, to := start(t, network.Options{Quiet: time.Millisecond})
	post(t, http1(t), "http://"+server.Where()+"/v1/traces", "application/x-protobuf", "", spans.Encode(trace(1, 5)))
	to.Until(t, 5)
}

func TestWhatIsRefusedIsSaidToTheSender(t *testing.T) {
	server, _ := start(t, network.Options{Quiet: time.Hour})
	url := "http://" + server.Where()
	one, two := http1(t), http2(t)
	bomb := packed(make([]byte, 40<<20))
	tests := []struct {
		client                   *http.Client
		path, kind, packing      string
		body                     []byte
		status                   int
		answer, trailer, message string
	}{
		{one, "/v1/traces", "application/x-protobuf", "", []byte{0xff}, 400, "cannot be read", "", ""},
		{one, "/v1/traces", "application/json", "", []byte(`{`), 400, "cannot be read", "", ""},
		{one, "/v1/traces", "text/plain", "", nil, 415, "application/json", "", ""},
		{one, "/v1/traces", "application/json", "br", nil, 415, "gzip or none", "", ""},
		{one, "/v1/traces", "application/x-protobuf", "gzip", bomb, 413, "larger than 32 MiB", "", ""},
		{one, "/v1/traces", "application/x-protobuf", "", spans.Encode([]spans.Span{{Trace: spans.TraceID{1}, ID: 1, Start: 5, End: 2}}), 200, "end before they begin", "", ""},
		{one, "/api/v2/spans", "application/x-protobuf", "", nil, 415, "JSON", "", ""},
		{one, "/api/v2/spans", "application/json", "", []byte(`{"traceId":1}`), 400, "no list of spans", "", ""},
		{one, "/api/v2/spans", "application/json", "", []byte(`{}`), 400, "no list of spans", "", ""},
		{one, export, "application/grpc", "", nil, 200, "", "12", "gRPC"},
		{two, export, "application/grpc", "", []byte{0, 0, 0}, 200, "", "3", "cannot"},
		{two, export, "application/grpc", "", []byte{0, 0xff, 0, 0, 0}, 200, "", "8", "larger"},
		{two, export, "application/grpc", "", framed(0, []byte{0xff, 0xff}), 200, "", "3", "cannot"},
		{two, export, "application/grpc", "snappy", framed(1, nil), 200, "", "12", "gzip"},
		{one, "/v1/metrics", "application/json", "", []byte("{}"), 200, "{}", "", ""},
	}
	for _, test := range tests {
		response, answer := post(t, test.client, url+test.path, test.kind, test.packing, test.body)
		if response.StatusCode != test.status || !strings.Contains(answer, test.answer) || response.Header.Get("Grpc-Status") != test.trailer || !strings.Contains(response.Header.Get("Grpc-Message"), test.message) {
			t.Errorf("%s of %.20q: %d %q %v", test.path, test.body, response.StatusCode, answer, response.Header)
		}
	}
	r := server.Report()
	if r.Broken != 13 || r.Left() != 2 {
		t.Errorf("%d faults, left out %+v", r.Broken, r.LeftOut)
	}
}

func TestListeningSaysWhatIsWrong(t *testing.T) {
	server, _ := start(t, network.Options{})
	if _, err := network.Listen(server.Where(), network.Options{}); err == nil || !strings.Contains(err.Error(), server.Where()) {
		t.Error(err)
	}
}

// Who opens connections and never ends a header keeps nobody out, not even from the same address.
func TestIdleHalfHeadersKeepNobodyOut(t *testing.T) {
	server, _ := start(t, network.Options{})
	for range 1100 {
		c, err := net.Dial("tcp", server.Where())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if _, err := io.WriteString(c, "POST /v1/traces HTTP/1.1\r\nHost: x\r\nX: "); err != nil {
			t.Fatal(err)
		}
	}
	client := &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}} // half of what a header may take
	for range 3 {
		if got, _ := post(t, client, "http://"+server.Where()+"/v1/traces", "application/json", "", []byte("{}")); got.StatusCode != http.StatusOK {
			t.Errorf("%+v", got)
		}
	}
}

// Who declares a large message and sends little of it keeps small ones from nobody.
func TestLargeMessagesThatAreNotSentKeepNoSmallOnesOut(t *testing.T) {
	server, _ := start(t, network.Options{})
	for range 8 {
		c, err := net.Dial("tcp", server.Where())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if _, err := fmt.Fprintf(c, "POST /v1/traces HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", 30<<20, strings.Repeat(" ", 2<<20)); err != nil {
			t.Fatal(err)
		}
	}
	for range 3 {
		if got, _ := post(t, http1(t), "http://"+server.Where()+"/v1/traces", "application/json", "", []byte("{}")); got.StatusCode != http.StatusOK {
			t.Errorf("%+v", got)
		}
	}
}
