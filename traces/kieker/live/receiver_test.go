package live

import (
	"context"
	"net"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"beagle/internal/need"
	"beagle/traces/kieker"
	"beagle/traces/kieker/kiekertest"
)

func TestMain(m *testing.M) { need.Main(m) }

func listen(t *testing.T, options Options) *Receiver {
	t.Helper()
	receiver, err := Listen("127.0.0.1:0", options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { receiver.Close() })
	return receiver
}

func send(t *testing.T, receiver *Receiver, data []byte, chunk int) {
	t.Helper()
	conn, err := net.Dial("tcp", receiver.Addr())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for part := range slices.Chunk(data, chunk) {
		if _, err := conn.Write(part); err != nil {
			t.Fatal(err)
		}
	}
}

func shutdown(t *testing.T, receiver *Receiver) []kieker.Report {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	reports, err := receiver.Shutdown(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return reports
}

func TestReceiverReadsWhatKiekerSends(t *testing.T) {
	stream, err := os.ReadFile(need.Shared(t, "kieker/written-2.x/single-socket-stream.bin"))
	if err != nil {
		t.Fatal(err)
	}
	schemas := kieker.NewSchemas()
	if err := schemas.Add(kieker.Schema{Class: "beagle.BranchDecision", Fields: []kieker.Field{
		{Name: "timestamp", Type: kieker.Long},
		{Name: "traceId", Type: kieker.Long},
		{Name: "orderIndex", Type: kieker.Int},
		{Name: "branch", Type: kieker.Int},
		{Name: "value", Type: kieker.String},
	}}); err != nil {
		t.Fatal(err)
	}
	for _, chunk := range []int{1, 7, len(stream)} {
		got := &kiekertest.Keeper{}
		receiver := listen(t, Options{Schemas: schemas, Open: func(string) kieker.Handler { return got }})
		send(t, receiver, stream, chunk)
		reports := shutdown(t, receiver)
		if len(reports) != 1 || !reports[0].Complete || reports[0].Records != 18 || reports[0].Broken != 0 {
			t.Fatalf("chunks of %d: reports %+v", chunk, reports)
		}
		if all := strings.Join(got.Lines, "\n"); !strings.Contains(all, `"Größe € 😀"`) || !strings.Contains(all, `bad; ü`) {
			t.Errorf("chunks of %d: strings outside ASCII are lost:\n%s", chunk, all)
		}
	}
}

func TestReceiverGetsOverAClassWithoutSchema(t *testing.T) {
	stream, err := os.ReadFile(need.Shared(t, "kieker/written-2.x/single-socket-stream.bin"))
	if err != nil {
		t.Fatal(err)
	}
	got := &kiekertest.Keeper{}
	receiver := listen(t, Options{Open: func(string) kieker.Handler { return got }})
	send(t, receiver, stream, len(stream))
	report := shutdown(t, receiver)[0]
	if report.Records != 15 || report.Unknown != 3 || len(report.Classes) != 1 || report.Classes[0].Class != "beagle.BranchDecision" {
		t.Errorf("report %+v\n%s", report, strings.Join(got.Lines, "\n"))
	}
}

func TestWhoConnectedBeforeTheShutdownIsReadHoweverLateWeAccept(t *testing.T) {
	receiver := listen(t, Options{})
	receiver.mu.Lock() // which who is let in has to wait for
	for range 3 {
		send(t, receiver, kiekertest.Small(), 100)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = receiver.Shutdown(t.Context())
	}()
	time.Sleep(100 * time.Millisecond) // which is nobody's limit
	receiver.mu.Unlock()
	<-done
	if got := receiver.Stats(); got.Ended != 3 || got.Records != 36 || got.Refused != 0 {
		t.Errorf("%d connections and %d records were read, %d refused", got.Ended, got.Records, got.Refused)
	}
}

func TestSomebodyWhoKnowsTheLengthsIsBelieved(t *testing.T) {
	receiver := listen(t, Options{ByteLengths: true})
	send(t, receiver, kiekertest.Spoken(func(text string) int { return len(text) }), 3)
	if r := shutdown(t, receiver)[0]; r.Records != 4 || r.Broken != 0 || strings.Contains(r.Kind, "bytes") {
		t.Errorf("%+v", r)
	}
}
