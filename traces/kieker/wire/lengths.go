package wire

// Java declares the length of a string in UTF-16 units and sends UTF-8; Kieker's packages for Python and C declare
// the number of bytes. Nothing in the stream says which. For ASCII both are the same, so the first string that is not
// tells: after the wrong length nothing follows that looks like a record.

type lengths uint8

const (
	unsettled lengths = iota // UTF-16 units, until a string tells otherwise
	inUnits
	inBytes
)

// Declared says that lengths count bytes, where somebody knows.
func (d *Decoder) Declared(bytes bool) {
	if bytes {
		d.lengths = inBytes
	}
}

// InBytes reports whether the source is known to declare lengths in bytes.
func (d *Decoder) InBytes() bool { return d.lengths == inBytes }

func (d *Decoder) size(id int32, body []byte, length int) (int, bool) {
	if d.lengths == inBytes {
		return length, len(body) >= length
	}
	if len(body) < length { // UTF-8 has at least a byte for each unit
		return 0, false
	}
	var done bool
	d.partAt, d.partUnits, done = UTF16Length(body, d.partAt, d.partUnits, length)
	units := d.partAt
	if d.lengths == inUnits || done && units == length {
		return units, done
	}
	after := 0
	if done {
		after = d.behind(id, body[units:], inUnits)
	}
	bytes := d.behind(id, body[length:], inBytes)
	switch {
	case bytes < 0 && done:
		d.lengths = inUnits
		return units, true
	case done && bytes > 0 && after < 0, !done && (bytes >= resyncChain || d.ending && bytes > 0):
		d.lengths = inBytes
		d.partAt, d.partUnits = 0, 0
		d.report.ByteLengths()
		return length, true
	case d.ending:
		return units, done
	default:
		return 0, false // both may still be true
	}
}

func (d *Decoder) behind(id int32, data []byte, such lengths) int {
	d.lengths, d.announced = such, append(d.announced[:0], id)
	count := d.links(data, 0, d.ending)
	d.lengths = unsettled
	return count
}
