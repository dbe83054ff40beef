package form

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"beagle/tui/keys"
	"beagle/tui/theme"
)

func press(f *Form, code rune) { f.Update(tea.KeyPressMsg(tea.Key{Code: code})) }

func TestWhatIsTypedTakesThePlaceOfAShortValue(t *testing.T) {
	for _, c := range []struct {
		does string
		do   func(*Form)
		want string
	}{
		{"typing", func(f *Form) { typed(f, "2m") }, "2m"},
		{"pasting", func(f *Form) { f.Update(tea.PasteMsg{Content: "90s"}) }, "90s"},
		{"deleting", func(f *Form) { press(f, tea.KeyBackspace) }, ""},
		{"deleting, then typing", func(f *Form) { press(f, tea.KeyDelete); typed(f, "5") }, "5"},
		{"going left first", func(f *Form) { press(f, tea.KeyLeft); press(f, tea.KeyEnd); typed(f, "30s") }, "10m30s"},
		{"nothing", func(*Form) {}, "10m"},
		{"typing, after another field", func(f *Form) { typed(f, "1"); f.Act(keys.Next); f.Act(keys.Previous); typed(f, "7s") }, "7s"},
	} {
		f := New(Short("Limit", "10m", "such as 90s"), Text("Command", "java Main", ""))
		if c.do(f); f.fields[0].Value() != c.want {
			t.Errorf("%s makes %q of 10m, not %q", c.does, f.fields[0].Value(), c.want)
		}
	}
}

func TestALineOfSeveralWordsIsGoneOnWithAtItsEnd(t *testing.T) {
	f := New(Text("Command", "java Main", ""))
	if typed(f, " 7"); f.fields[0].Value() != "java Main 7" {
		t.Errorf("typing makes %q of it", f.fields[0].Value())
	}
}

func TestAFormSaysWhatTypingReplaces(t *testing.T) {
	f := New(Short("Limit", "10m", "such as 90s"))
	th := theme.New(true, false)
	says := func() bool {
		return strings.Contains(strings.Join(f.Draw(&th, 80), "\n"), "typing replaces it")
	}
	if !says() {
		t.Error("it does not say that typing replaces the value")
	}
	if typed(f, "2"); says() {
		t.Error("it says so where nothing is marked any more")
	}
}
