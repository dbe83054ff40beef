package registry

import (
	"slices"
	"strings"
	"testing"
)

func TestPartsAreFoundByTheirIDs(t *testing.T) {
	var r Registry[int]
	r.Register("two", 2)
	r.Register("one", 1)
	if part, err := r.Get("one"); part != 1 || err != nil {
		t.Errorf("one is %d, %v", part, err)
	}
	if ids := r.IDs(); !slices.Equal(ids, []string{"one", "two"}) {
		t.Errorf("the ids are %v", ids)
	}
	if _, err := r.Get("three"); err == nil || !strings.Contains(err.Error(), "one, two") {
		t.Errorf("an unknown id: %v", err)
	}
}

func TestOneIDIsGivenOnce(t *testing.T) {
	var r Registry[int]
	r.Register("one", 1)
	defer func() {
		if recover() == nil {
			t.Error("the second part of an id was taken")
		}
	}()
	r.Register("one", 2)
}
