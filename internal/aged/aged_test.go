package aged

import (
	"slices"
	"testing"
)

func TestTheOldestIsWhatCameOrWasRenewedFirst(t *testing.T) {
	var m Map[string, int]
	for i, key := range []string{"a", "b", "c"} {
		m.Set(key, i)
	}
	m.Set("a", 10)
	m.Renew("b")
	m.Renew("gone")
	if got := slices.Collect(m.Values()); !slices.Equal(got, []int{10, 2, 1}) {
		t.Errorf("%v", got)
	}
	if v, known := m.Take("c"); v != 2 || !known {
		t.Errorf("c is %d, %v", v, known)
	}
	if v, ok := m.Oldest(); v != 10 || !ok || m.TakeOldest() != 10 || m.TakeOldest() != 1 || m.Len() != 0 {
		t.Errorf("the oldest was %d, %d are left", v, m.Len())
	}
	if _, ok := m.Oldest(); ok {
		t.Error("an empty one has an oldest entry")
	}
	if _, known := m.Get("a"); known {
		t.Error("what was taken is known")
	}
}

func TestOnlyTheLatestAreRemembered(t *testing.T) {
	l := Latest[int]{Most: 3}
	for i := range 8 {
		l.Add(i)
	}
	for i := range 8 {
		if l.Has(i) != (i >= 5) {
			t.Errorf("%d: %v", i, l.Has(i))
		}
	}
}
