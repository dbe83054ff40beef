package prepare

import (
	"slices"
	"testing"
)

// Of a library that nothing launches, those services are driven first that run most of it; one whose methods others run
// is not needed, unless no driver can call these.
func TestServicesAreDrivenByTheMethodsThatTheyRun(t *testing.T) {
	reach := func() map[string]map[string]bool {
		return map[string]map[string]bool{
			"parse": {"parse": true, "token": true, "next": true}, "token": {"token": true, "next": true}, "print": {"print": true, "escape": true}, "next": {"next": true},
		}
	}
	for _, test := range []struct {
		name    string
		refused string
		most    int
		want    []string
	}{
		{"all can be called", "", 10, []string{"parse", "print"}},
		{"the largest cannot", "parse", 10, []string{"parse", "print", "token"}},
		{"time is over after one", "", 1, []string{"parse"}},
	} {
		var got []string
		spent := func(int) bool { return len(got) >= test.most }
		if err := cover(reach(), spent, func(seff string) (bool, error) {
			got = append(got, seff)
			return seff != test.refused, nil
		}); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}
