package form

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"beagle/tui/keys"
)

func typed(f *Form, what string) {
	for _, r := range what {
		f.Update(tea.KeyPressMsg(tea.Key{Code: r, Text: string(r)}))
	}
}

func fields(words ...string) *Form {
	path := Text("Path", "", "")
	path.Fits = func(word string) (fits []string) {
		for _, w := range words {
			if strings.HasPrefix(w, word) {
				fits = append(fits, w)
			}
		}
		return fits
	}
	path.Words = true
	return New(path, Text("Next", "", ""))
}

func TestTabCompletesAsFarAsAllGoTheSameWayAndThenOneAfterTheOther(t *testing.T) {
	f := fields("src/main", "src/mill", "source")
	var got []string
	for typed(f, "java s"); len(got) < 2; {
		f.Act(keys.Next)
		got = append(got, f.focused().Value())
	}
	typed(f, "rc/m")
	// The word before the cursor is "sourcerc/m", which nothing fits.
	f.Act(keys.Next)
	if f.focused().Label != "Next" {
		t.Errorf("tab stays in a field in which nothing is to be completed")
	}
	if want := []string{"java source", "java src/main"}; !slices.Equal(got, want) {
		t.Errorf("got %q, not %q", got, want)
	}
}

// A folder that was completed is not the end: tab goes on with what lies in it.
func TestTabGoesOnIntoTheFolderThatItCompleted(t *testing.T) {
	path := Text("Path", "", "")
	path.Fits = func(word string) []string {
		if word == "model/" {
			return []string{"model/a.repository"}
		}
		return []string{"model/"}
	}
	f := New(path, Text("Next", "", ""))
	typed(f, "mo")
	f.Act(keys.Next)
	f.Act(keys.Next)
	if got := path.Value(); got != "model/a.repository" {
		t.Errorf("completed to %q", got)
	}
}

func TestAWordThatIsWholeIsLeftByTab(t *testing.T) {
	f := fields("src", "src-gen")
	typed(f, "sr")
	if f.Act(keys.Next); f.focused().Value() != "src" {
		t.Errorf("completed to %q", f.focused().Value())
	}
	if f.Act(keys.Next); f.focused().Label != "Next" {
		t.Error("tab stays at a word that is whole")
	}
}

func TestWhatStoodInAFieldIsNotCompleted(t *testing.T) {
	f := fields("model.repository")
	f.focused().Set("mod")
	if f.Act(keys.Next); f.focused().Label != "Next" {
		t.Error("tab completes what nobody has typed")
	}
}
