package wire

import (
	"strings"
	"testing"
	"unicode/utf16"

	"beagle/traces/kieker/kiekertest"
)

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
			data := kiekertest.Spoken(test.length)
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
