package kieker

import "testing"

func TestAnUnknownRecordOfUnknownSizeCountsOnce(t *testing.T) {
	var r Reading
	r.Skip(0, 100, "a.B", "")
	r.LearnSize("a.B", 20)
	r.Skip(100, 60, "a.B", "")
	if got := r.Report().Unknown; got != 4 {
		t.Errorf("%d records, want one of 100 bytes and three of 20", got)
	}
}
