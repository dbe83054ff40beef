package elementtree

import (
	"reflect"
	"slices"
	"testing"

	"beagle/model"
	"beagle/tui/internal/fakerun"
)

// find is the row with a label; it fails where there is none.
func find(t *testing.T, tree *Tree, label string) int {
	t.Helper()
	for i := range tree.Len() {
		if tree.Row(i).Label == label {
			return i
		}
	}
	t.Fatalf("no row %q", label)
	return -1
}

func TestABoxAboveShowsWhatIsChosenBelow(t *testing.T) {
	tree := New(fakerun.Fileshare())
	state := func(label string) State { return tree.Row(find(t, tree, label)).State }
	if state("Upload") != None {
		t.Fatal("something is chosen at first")
	}
	tree.Toggle(find(t, tree, "computeHash CPU"))
	if state("Upload") != Some || state("upload") != Some || state("Compression") != None {
		t.Error("one element does not make its component half chosen")
	}
	tree.Toggle(find(t, tree, "Upload"))
	if state("Upload") != All || state("isKnown") != All {
		t.Error("a half chosen component is not completed")
	}
	tree.Toggle(find(t, tree, "Upload"))
	if state("Upload") != None || tree.Chosen() != 0 {
		t.Error("a chosen component is not dropped")
	}
}

func TestAnElementWithoutALinkCannotBeChosenAndSaysWhy(t *testing.T) {
	tree := New(fakerun.Fileshare())
	if why := tree.Toggle(find(t, tree, "flush HDD")); why == "" || tree.Chosen() != 0 {
		t.Errorf("chosen %d, because %q", tree.Chosen(), why)
	}
	tree.Toggle(find(t, tree, "Storage"))
	if row := tree.Row(find(t, tree, "Storage")); row.State != All || row.On != 1 {
		t.Errorf("the component with one element to choose is %+v", row)
	}
}

func TestTheFilterHidesRowsButNotWhatIsChosen(t *testing.T) {
	tree := New(fakerun.Fileshare())
	tree.Toggle(find(t, tree, "computeHash CPU"))
	tree.Filter("branch")
	if tree.Len() != 6 { // two components, two services, two branches
		t.Errorf("%d rows are shown", tree.Len())
	}
	tree.SetShown(true)
	if got, want := tree.selected(), []model.ElementID{"_hash#CPU", "_known", "_large"}; !reflect.DeepEqual(got, want) {
		t.Errorf("chosen %v, want %v", got, want)
	}
	tree.Filter("no such thing")
	if tree.Len() != 0 || tree.Chosen() != 3 || tree.Element(0) != nil {
		t.Errorf("%d rows, %d chosen", tree.Len(), tree.Chosen())
	}
}

func TestTheSelectionIsSaidShortly(t *testing.T) {
	tree := New(fakerun.Fileshare())
	tree.SetShown(true)
	if c, s, e := tree.Selection(); c != nil || s != nil || e != nil {
		t.Errorf("everything is said as %v %v %v", c, s, e)
	}
	tree.Toggle(find(t, tree, "deflate CPU"))
	c, s, e := tree.Selection()
	if !reflect.DeepEqual(c, []string{"Upload", "Storage"}) || s != nil || !reflect.DeepEqual(e, []string{"_each", "_large"}) {
		t.Errorf("got %v %v %v", c, s, e)
	}
}

func TestRowsOpenAndClose(t *testing.T) {
	tree := New(fakerun.Many(10000))
	if tree.Len() >= 10000 || tree.Total() != 10000 {
		t.Fatalf("%d rows of %d elements are seen at first", tree.Len(), tree.Total())
	}
	i := find(t, tree, "service2")
	before := tree.Len()
	if !tree.Open(i) || tree.Len() != before+10 || tree.Open(i) {
		t.Errorf("opening shows %d rows more", tree.Len()-before)
	}
	if at := tree.Close(i + 3); at != i {
		t.Errorf("closing an element leads to row %d, not to its service %d", at, i)
	}
	if at := tree.Close(i); at != i || tree.Len() != before {
		t.Error("closing a service does not hide its elements")
	}
	tree.OpenAll(0)
	if tree.Len() != 10000+1000+200 {
		t.Errorf("all open: %d rows", tree.Len())
	}
}

func BenchmarkToggleAComponentOfTenThousand(b *testing.B) {
	tree := New(fakerun.Many(10000))
	for b.Loop() {
		tree.Toggle(0)
	}
}

func BenchmarkFilterTenThousand(b *testing.B) {
	tree := New(fakerun.Many(10000))
	for b.Loop() {
		tree.Filter("action00")
	}
}

// selected lists the chosen elements in model order.
func (t *Tree) selected() []model.ElementID {
	var picked []int
	t.each(func(n *node) {
		if n.on > 0 {
			picked = append(picked, n.element)
		}
	})
	slices.Sort(picked)
	ids := make([]model.ElementID, len(picked))
	for i, index := range picked {
		ids[i] = t.elements[index].ID
	}
	return ids
}
