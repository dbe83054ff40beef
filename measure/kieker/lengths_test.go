package kieker

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"
)

// spoken is a stream of a program whose signatures are not ASCII; length says
// what is declared as the length of a string.
func spoken(length func(string) int) []byte {
	var out []byte
	texts := 0
	entry := func(text string) uint32 {
		out = binary.BigEndian.AppendUint32(out, 0xffffffff)
		out = binary.BigEndian.AppendUint32(out, uint32(texts))
		out = binary.BigEndian.AppendUint32(out, uint32(length(text)))
		out = append(out, text...)
		texts++
		return uint32(texts - 1)
	}
	before := entry("kieker.common.record.flow.trace.operation.BeforeOperationEvent")
	class := entry("geschäft.Bücher")
	for i := range uint32(4) {
		signature := entry(strings.Repeat("ü", int(i)) + fmt.Sprintf("größe€😀%d()", i))
		out = binary.BigEndian.AppendUint32(out, before)
		for _, field := range []uint64{1<<64 - 1, uint64(i), 7} { // logged, timestamp, trace
			out = binary.BigEndian.AppendUint64(out, field)
		}
		for _, field := range []uint32{i, signature, class} {
			out = binary.BigEndian.AppendUint32(out, field)
		}
	}
	return out
}

func inBytesLong(text string) int { return len(text) }
func inUnitsLong(text string) int { return len(utf16.Encode([]rune(text))) }

// Java counts UTF-16 units, Kieker's packages for Python and C count bytes.
func TestStringsAreReadWhateverTheirDeclaredLengthCounts(t *testing.T) {
	tests := []struct {
		name   string
		length func(string) int
		said   bool
	}{
		{"UTF-16 units", inUnitsLong, false},
		{"bytes", inBytesLong, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			data := spoken(test.length)
			for piece := 1; piece <= len(data); piece++ {
				report, lines := streamReport(data, piece)
				if report.Records != 4 || report.Broken != 0 || strings.Contains(report.Kind, "bytes") != test.said {
					t.Fatalf("pieces of %d: %+v %v", piece, report, report.Problems)
				}
				if !strings.Contains(lines[3], `"operationSignature":"üüügröße€😀3()","classSignature":"geschäft.Bücher"`) {
					t.Fatalf("pieces of %d: %s", piece, lines[3])
				}
			}
		})
	}
}

func TestSomebodyWhoKnowsTheLengthsIsBelieved(t *testing.T) {
	receiver := listen(t, Options{ByteLengths: true})
	send(t, receiver, spoken(inBytesLong), 3)
	if r := shutdown(t, receiver)[0]; r.Records != 4 || r.Broken != 0 || strings.Contains(r.Kind, "bytes") {
		t.Errorf("%+v", r)
	}
}
