package wire

import (
	"time"

	"beagle/traces/kieker"
)

// Stream decodes a socket stream that lies in memory, e.g. one that was
// recorded. Its results do not depend on how the stream is cut.
type Stream struct {
	core   *Decoder
	offset int64
}

// NewStream starts a stream; nil schemas mean NewSchemas. It does not call the
// handler's Closed.
func NewStream(schemas *kieker.Schemas, handler kieker.Handler) *Stream {
	if schemas == nil {
		schemas = kieker.NewSchemas()
	}
	return &Stream{core: NewDecoder(schemas, true, kieker.NewReading("memory", "socket stream", time.Time{}), nil, handler)}
}

// Decode hands over the complete records in data and returns how many bytes
// were used; the rest must be given again, with what follows it. last says
// that nothing follows.
func (d *Stream) Decode(data []byte, last bool) int {
	used := d.core.Decode(data, d.offset, last)
	d.offset += int64(used)
	d.core.report.Bytes.Add(int64(used))
	return used
}

// Report says how decoding went so far.
func (d *Stream) Report() kieker.Report { return d.core.report.Report() }
