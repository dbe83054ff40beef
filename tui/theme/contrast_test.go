package theme

import (
	"image/color"
	"math"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// luminance is the relative luminance of a colour, and contrast the ratio of two of them (WCAG 2.2).
func luminance(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	linear := func(v uint32) float64 {
		if x := float64(v) / 0xffff; x <= 0.04045 {
			return x / 12.92
		} else {
			return math.Pow((x+0.055)/1.055, 2.4)
		}
	}
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

func contrast(a, b color.Color) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// Few terminals reached over SSH say that they have more than 256 colours.
func TestTextHasAContrastOfFourAndAHalfWith256ColoursToo(t *testing.T) {
	for _, name := range names[:3] { // mono has none of its own
		for i := range 4 {
			p, dark, few := Palette{Name: name}, i%2 == 1, i > 1
			of := func(t tone) color.Color {
				if few {
					return ansi.Convert256(p.color(t, dark, false))
				}
				return p.color(t, dark, false)
			}
			grounds := map[string]color.Color{"white": color.White, "the row": of(chosenTone)}
			if dark {
				grounds = map[string]color.Color{"#1e1e1e": color.RGBA{0x1e, 0x1e, 0x1e, 0xff}, "the row": of(chosenTone)}
			}
			check := func(what string, a, b color.Color) {
				if c := contrast(a, b); c < 4.5 {
					t.Errorf("%s, dark %v, 256 colours %v: %s has a contrast of %.2f", name, dark, few, what, c)
				}
			}
			for ground, on := range grounds {
				for _, text := range []tone{mutedTone, accentTone, goodTone, warnTone, badTone, infoTone} {
					check(string(text)+" on "+ground, of(text), on)
				}
			}
			check("a button", of(buttonTone), of(accentTone))
			if r, g, b, _ := of(mutedTone).RGBA(); r != g || g != b {
				t.Errorf("%s, dark %v, 256 colours %v: what is muted is not grey", name, dark, few)
			}
			if contrast(of(accentTone), of(warnTone)) == 1 {
				t.Errorf("%s, dark %v, 256 colours %v: a warning looks like a title", name, dark, few)
			}
		}
	}
}
