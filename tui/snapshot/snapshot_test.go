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
	for _, want := range []string{`font-weight="bold">bad<`, `fill="#ff5f5f"`, "&lt;&amp;&gt;", `fill="#e6edf3"/><text`, `fill="#0d1117">chosen<`, `x="28.8" y="42" textLength="8.4" lengthAdjust="spacingAndGlyphs" fill="#e6edf3">⣀<`, `x="37.2"`, `font-family="DejaVu Sans Mono"`, `stroke="none"`} {
		if !strings.Contains(svg, want) {
			t.Errorf("the drawing lacks %q:\n%s", want, svg)
		}
	}
}

func TestNoColumnOfADrawingHangsOnSpaces(t *testing.T) {
	svg := SVG("open  a b │ 3 %", 16, true)
	for _, want := range []string{`x="12.0" y="25" textLength="33.6" lengthAdjust="spacingAndGlyphs" fill="#e6edf3">open<`, `x="62.4"`, `x="79.2"`, `x="96.0"`, `x="112.8"`, `x="129.6"`} {
		if !strings.Contains(svg, want) {
			t.Errorf("the drawing lacks %q:\n%s", want, svg)
		}
	}
	if strings.Contains(svg, "> ") || strings.Contains(svg, " </text>") || strings.Contains(svg, "a b") {
		t.Errorf("a text of the drawing has spaces, which programs collapse:\n%s", svg)
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
