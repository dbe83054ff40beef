package folder

import (
	"testing"

	"beagle/blackboard"
	"beagle/blackboard/store"
)

// Else writing would ask about a file that the run itself wrote, and undo would not
// know what stood there.
func TestARunTakenUpAgainKnowsWhatItWrote(t *testing.T) {
	f := Folder(t.TempDir())
	old, err := store.Open(f.Store())
	if err != nil {
		t.Fatal(err)
	}
	b := Beginning{Run: "r"}
	if err := fill(old, b, Status{}, blackboard.Change{}); err != nil {
		t.Fatal(err)
	}
	if err := old.Put(WrittenKey, []string{"model.repository"}); err != nil {
		t.Fatal(err)
	}
	if err := old.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.rewrite(b, Status{}, blackboard.Change{}); err != nil {
		t.Fatal(err)
	}
	fresh, err := store.Open(f.Store())
	if err != nil {
		t.Fatal(err)
	}
	defer fresh.Close()
	var written []string
	if _, err := fresh.Get(WrittenKey, &written); err != nil || len(written) != 1 {
		t.Errorf("it wrote %q, %v", written, err)
	}
}
