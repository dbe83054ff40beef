package screen

import (
	"slices"
	"testing"

	"beagle/tui/keys"
)

func TestAScreenScrollsFromItsFirstLineToItsLast(t *testing.T) {
	lines := []string{"a", "b", "c", "d", "e"}
	var s Scroll
	for _, c := range []struct {
		key  keys.Action
		want []string
	}{
		{keys.Up, []string{"a", "b"}},
		{keys.Down, []string{"b", "c"}},
		{keys.Down, []string{"c", "d"}},
		{keys.Up, []string{"b", "c"}},
		{keys.Bottom, []string{"d", "e"}},
		{keys.Down, []string{"d", "e"}},
		{keys.Up, []string{"c", "d"}}, // at once, however far beyond the end a person pressed down
		{keys.PageDown, []string{"d", "e"}},
		{keys.PageUp, []string{"a", "b"}},
		{keys.Down, []string{"b", "c"}},
		{keys.Top, []string{"a", "b"}},
	} {
		if !s.Move(c.key) {
			t.Errorf("%v does not scroll", c.key)
		}
		if got := s.Shown(lines, 2); !slices.Equal(got, c.want) {
			t.Errorf("after %v %q is seen, want %q", c.key, got, c.want)
		}
	}
	if s.Move(keys.Enter) {
		t.Error("enter scrolls")
	}
}

func TestWhatFitsIsNotScrolled(t *testing.T) {
	var s Scroll
	s.Move(keys.Bottom)
	if got := s.Shown([]string{"a"}, 3); !slices.Equal(got, []string{"a", "", ""}) {
		t.Errorf("%q", got)
	}
}
