// Package entrances has what commands have in common that take records in other
// ways than from Kieker's logs and connections.
package entrances

import (
	"net"
	"time"

	"github.com/spf13/cobra"

	"beagle/cli/app"
	"beagle/measure/kieker"
	"beagle/measure/spans/listen"
)

// Flags say which ways are open.
type Flags struct {
	OTLP  string
	Quiet time.Duration
}

// Add adds the flags to a command.
func (f *Flags) Add(c *cobra.Command) {
	set := c.Flags()
	set.StringVar(&f.OTLP, "otlp", "", "address to receive spans on, by OTLP (gRPC and HTTP) and from Zipkin's reporters, e.g. 127.0.0.1:4318")
	set.DurationVar(&f.Quiet, "quiet", 10*time.Second, "a trace of spans is complete when none of them came for so long; exporters send each 5s")
}

// Any reports whether any way was asked for.
func (f *Flags) Any() bool { return f.OTLP != "" }

// Check refuses flags that would do nothing.
func (f *Flags) Check(given func(flag string) bool) error {
	switch {
	case given("quiet") && f.OTLP == "":
		return app.Usage("--quiet needs --otlp")
	case f.Quiet < 0:
		return app.Usage("--quiet cannot be negative")
	}
	return nil
}

// Open opens the ways. Spans that wait may take so much memory.
func (f *Flags) Open(open func(source string) kieker.Handler, schemas *kieker.Schemas, memory int64) (all []kieker.Entrance, err error) {
	defer func() {
		if err != nil {
			for _, e := range all {
				e.Close()
			}
			all = nil
		}
	}()
	if f.OTLP != "" {
		server, err := listen.Listen(f.OTLP, listen.Options{Open: open, Schemas: schemas, Quiet: f.Quiet, Memory: memory})
		if err != nil {
			return all, err
		}
		all = append(all, server)
	}
	return all, nil
}

// Reachable warns where other hosts may reach an address: whoever does can send
// anything, and others on the way can read along.
func Reachable(addr string) string {
	host, _, err := net.SplitHostPort(addr)
	if ip := net.ParseIP(host); err == nil && ip != nil && ip.IsLoopback() {
		return ""
	}
	return "; other hosts reach it without a password, and nothing is encrypted: listen on 127.0.0.1 and use a tunnel where that matters"
}
