package elements

import (
	"testing"

	"beagle/model"
	"beagle/run"
	"beagle/tui/words"
)

// three are elements of two services.
func three() *run.Snapshot {
	element := func(id model.ElementID, service string) run.ElementState {
		return run.ElementState{Element: model.Element{ID: id, Name: string(id), Kind: model.Loop, Component: "Shop", Service: service}}
	}
	return &run.Snapshot{Elements: []run.ElementState{element("a", "order"), element("b", "order"), element("c", "pay")}}
}

func TestRowsBelowAClosedHeadingAreHidden(t *testing.T) {
	a := arrangement{snapshot: three(), shape: Tree, order: words.ByPlace, folded: map[string]bool{}}
	a.make("")
	if len(a.rows) != 6 || !a.heading(0) || !a.heading(1) || a.element(1) != nil || a.element(2).ID != "a" {
		t.Fatalf("the rows are %+v", a.rows)
	}
	a.fold(1)
	a.make("")
	if at, found := a.find("a"); len(a.rows) != 4 || found {
		t.Errorf("in row %d of %+v is what a closed heading hides", at, a.rows)
	}
	a.foldAll() // one is closed: all are opened
	a.make("")
	if at, found := a.find("c"); len(a.rows) != 6 || !found || at != 5 {
		t.Errorf("opened again, the rows are %+v", a.rows)
	}
}

func TestHeadingsOfKindsOnlyDivide(t *testing.T) {
	a := arrangement{snapshot: three(), shape: Kinds, order: words.ByKind, folded: map[string]bool{}}
	a.make("")
	if !a.heading(0) || a.nearest(0, -1) != 1 {
		t.Errorf("row %d of %+v is chosen", a.nearest(0, -1), a.rows)
	}
}
