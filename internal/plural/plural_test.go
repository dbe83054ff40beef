package plural

import "testing"

func TestOneThingIsNotSeveral(t *testing.T) {
	for n, want := range []string{"0 records", "1 record", "2 records"} {
		if got := Count(n, "record", "records"); got != want {
			t.Errorf("Count(%d) = %q, want %q", n, got, want)
		}
	}
}
