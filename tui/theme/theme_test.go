package theme

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

func TestEveryGlyphHasAnASCIIFormOfTheSameWidth(t *testing.T) {
	for glyph, character := range plain {
		if character >= 0x80 {
			t.Errorf("%q becomes %q, which is not ASCII", glyph, character)
		}
		if ansi.StringWidth(string(glyph)) != 1 {
			t.Errorf("%q is not one cell wide", glyph)
		}
	}
	if got := ASCII("┃ größe ⠀⡇…"); got != "> größe  .~" {
		t.Errorf("got %q", got)
	}
}

func TestAPaletteIsBeaglesExceptForWhatAPersonChose(t *testing.T) {
	p, err := NewPalette("colorblind", map[string]string{"accent": "#123456", "muted": "8"})
	if err != nil {
		t.Fatal(err)
	}
	own, beagles := p.New(true, false), New(true, false)
	if own.Accent.GetForeground() == beagles.Accent.GetForeground() || own.Good.GetForeground() == beagles.Good.GetForeground() {
		t.Error("chosen colours are Beagle's")
	}
	if own.Rule.GetForeground() != beagles.Rule.GetForeground() {
		t.Error("what nobody chose is not Beagle's")
	}
	for says, own := range map[string]map[string]string{
		`there is no colour "good-ish"; there are accent, bad`: {"good-ish": "1"},
		`bad is "red", but a colour is written #rrggbb`:        {"bad": "red"},
		`bad is "256"`: {"bad": "256"},
	} {
		if _, err := NewPalette("default", own); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v: %v", own, err)
		}
	}
}

func TestASCIIIsChosenFromTheEnvironment(t *testing.T) {
	for _, test := range []struct {
		env  map[string]string
		want bool
	}{
		{map[string]string{}, false},
		{map[string]string{"LANG": "en_US.UTF-8"}, false},
		{map[string]string{"LANG": "C"}, true},
		{map[string]string{"LANG": "C", "LC_ALL": "C.utf8"}, false},
		{map[string]string{"TERM": "linux", "LANG": "C.UTF-8"}, true},
		{map[string]string{"BEAGLE_ASCII": "1", "LANG": "C.UTF-8"}, true},
		{map[string]string{"BEAGLE_ASCII": "0", "LANG": "C"}, false},
	} {
		if got := WantsASCII(func(name string) string { return test.env[name] }); got != test.want {
			t.Errorf("%v: ASCII %v, want %v", test.env, got, test.want)
		}
	}
}

func TestPlusMinusIsTwoCharactersAndColumnsStay(t *testing.T) {
	if got, want := ASCII("±5 %  ±3 %   | end\n5 ±"), "+-5 % +-3 %  | end\n5 +-"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
}

// Boxes of a flame graph are filled, and neighbours are told apart.
func TestBoxesOfAFlameGraphAreFilled(t *testing.T) {
	for _, name := range names {
		th := Palette{Name: name}.New(true, false)
		if !th.Flame(0).GetReverse() {
			t.Errorf("%s: a box is not filled", name)
		}
		if name != "mono" && th.Flame(0).GetForeground() == th.Flame(1).GetForeground() {
			t.Errorf("%s: neighbours have one colour", name)
		}
	}
}
