package kieker

// Decoder decodes a socket stream that lies in memory, e.g. one that was
// recorded. Its results do not depend on how the stream is cut.
type Decoder struct {
	core   *decoder
	offset int64
}

// NewDecoder starts a stream; nil schemas mean NewSchemas. It does not call the
// handler's Closed.
func NewDecoder(schemas *Schemas, handler Handler) *Decoder {
	if schemas == nil {
		schemas = NewSchemas()
	}
	d := &Decoder{core: newDecoder(schemas, true, &report{source: "memory", kind: "socket stream"}, nil, handler.Records)}
	d.core.runner, _ = handler.(Runner)
	return d
}

// Decode hands over the complete records in data and returns how many bytes
// were used; the rest must be given again, with what follows it. last says
// that nothing follows.
func (d *Decoder) Decode(data []byte, last bool) int {
	used := d.core.decode(data, d.offset, last)
	d.offset += int64(used)
	d.core.report.bytes.Add(int64(used))
	return used
}

// Report says how decoding went so far.
func (d *Decoder) Report() Report { return d.core.report.snapshot() }
