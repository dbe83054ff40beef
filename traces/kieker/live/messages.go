package live

import (
	"context"
	"fmt"
	"sync"
	"time"

	"beagle/internal/safe"
	"beagle/traces/kieker"
	"beagle/traces/kieker/wire"
)

// BrokerOptions say what becomes of the messages.
type BrokerOptions struct {
	Open    func(source string) kieker.Handler // called once a source; what it gives gets the source's records
	Schemas *kieker.Schemas                    // nil: what Beagle knows
	// Say is told what a person should know while it goes on; nil: nobody.
	Say func(line string)
}

type messages struct {
	where   string
	options BrokerOptions
	report  *kieker.Reading
	handler kieker.Handler

	mu   sync.Mutex // of the handler
	stop context.CancelFunc
	end  sync.WaitGroup
	once sync.Once

	saidMu sync.Mutex
	said   string
}

// maxMessage bounds one message, in bytes; Kafka's own limit is 1 MB unless somebody changes it.
const maxMessage = 16 << 20

// newMessages turns messages of a broker into records.
func newMessages(where, kind string, options BrokerOptions) *messages {
	if options.Schemas == nil {
		options.Schemas = kieker.NewSchemas()
	}
	if options.Say == nil {
		options.Say = func(string) {}
	}
	return &messages{where: where, options: options, report: kieker.NewReading(where, kind, time.Now()), handler: options.Open(where)}
}

func (m *messages) run(take func(context.Context)) {
	ctx, stop := context.WithCancel(context.Background())
	m.stop = stop
	m.end.Go(func() { take(ctx) })
	m.end.Go(func() { m.idle(ctx) })
}

func (m *messages) idle(ctx context.Context) {
	idler, ok := m.handler.(kieker.Idler)
	if !ok {
		return
	}
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			m.mu.Lock()
			idler.Idle(now)
			m.mu.Unlock()
		}
	}
}

func (m *messages) message(data []byte, place int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.report.LastRecord.Store(time.Now().UnixNano())
	if len(data) > maxMessage {
		m.report.Bytes.Add(int64(len(data)))
		m.report.Skipped.Add(int64(len(data)))
		m.report.Fault(place, fmt.Sprintf("a message of %d bytes is left out; at most %d are read", len(data), maxMessage))
		return
	}
	wire.DecodeMessage(data, place, m.options.Schemas, m.report, m.handler.Records)
}

func (m *messages) trouble(err error) {
	m.saidMu.Lock()
	defer m.saidMu.Unlock()
	text := ""
	if err != nil {
		text = safe.Line(fmt.Sprintf("%s: %v; it is tried again", m.where, err))
	}
	if text != "" && text != m.said {
		m.options.Say(text)
	}
	m.said = text
}

func (m *messages) Where() string { return m.where }

func (m *messages) Report() kieker.Report { return m.report.Report() }

func (m *messages) Close() {
	m.once.Do(func() {
		m.stop()
		m.end.Wait()
		m.report.End(m.report.Broken.Load() == 0, "")
		m.handler.Closed(m.report.Report())
	})
}
