package snapshot

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestAScreenBecomesADrawingWithItsColoursAndText(t *testing.T) {
	svg := SVG("\x1b[1;38;5;203mbad\x1b[m <&> \x1b[7mchosen\x1b[m\nB ⣀•", 14, true)
	for _, want := range []string{`font-weight="bold">bad<`, `fill="#ff5f5f"`, "&lt;&amp;&gt;", `fill="#e6edf3"/><text`, `fill="#0d1117">chosen<`, "⣀•"} {
		if !strings.Contains(svg, want) {
			t.Errorf("the drawing lacks %q:\n%s", want, svg)
		}
	}
}

func FuzzADrawingIsXMLWhateverIsOnTheScreen(f *testing.F) {
	f.Add("\x1b[31m<x>\x1b[m \"&", 9)
	f.Add("宽\x1b[48;2;1;2;3m", 0)
	f.Fuzz(func(t *testing.T, frame string, width int) {
		decode := xml.NewDecoder(strings.NewReader(SVG(frame, width, false)))
		for {
			if _, err := decode.Token(); errors.Is(err, io.EOF) {
				return
			} else if err != nil {
				t.Fatal(err)
			}
		}
	})
}
