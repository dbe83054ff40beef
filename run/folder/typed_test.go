package folder

import (
	"slices"
	"testing"
)

func TestWhatIsTypedIsKeptWithTheRunUntilItIsDone(t *testing.T) {
	id := aRun(t).ID()
	if TypedOf(id) != nil || TypedOf("nowhere") != nil {
		t.Error("something was typed")
	}
	KeepTyped(id, &Typed{Element: "_a#CPU", Lines: []string{"2 * n.VALUE"}})
	if got := TypedOf(id); got == nil || got.Element != "_a#CPU" || !slices.Equal(got.Lines, []string{"2 * n.VALUE"}) {
		t.Errorf("kept is %+v", got)
	}
	if KeepTyped(id, nil); TypedOf(id) != nil {
		t.Error("it is not forgotten")
	}
}
