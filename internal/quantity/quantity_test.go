package quantity

import (
	"math"
	"testing"
	"time"
)

func TestQuantitiesAreShort(t *testing.T) {
	for _, test := range []struct{ got, want string }{
		{Count(1234567), "1,234,567"},
		{Count(-1000), "-1,000"},
		{Count(math.MinInt64), "-9,223,372,036,854,775,808"},
		{Plural(1, "launch", "launches"), "1 launch"},
		{Plural(2, "launch", "launches"), "2 launches"},
		{Short(0), "0"},
		{Short(0.25), "0.25"},
		{Short(9999), "9999"},
		{Short(12345), "12.3k"},
		{Short(1.2e-8), "1.2e-8"},
		{Short(3.4e7), "34M"},
		{Short(math.NaN()), None},
		{Short(math.Inf(1)), "∞"},
		{Seconds(0.0123), "12.3 ms"},
		{Seconds(4.2e-6), "4.2 µs"},
		{Seconds(7e-9), "7 ns"},
		{Seconds(90), "90 s"},
		{Percent(0.0412), "4.1 %"},
		{Percent(0.62), "62 %"},
		{Percent(0.0001), "<0.1 %"},
		{Percent(12.34), "1234 %"},
		{Percent(1234.5), "1,234 times"},
		{Percent(22_500_000), "over a million times"},
		{Percent(-1), None},
		{Signed(0.0412), "+4.1 %"},
		{Signed(2_000_000), "over a million times"},
		{Signed(-0.62), "-62 %"},
		{Signed(-0.0001), "<0.1 %"},
		{Signed(math.NaN()), None},
		{Clock(65 * time.Second), "1:05"},
		{Clock(3661 * time.Second), "1:01:01"},
		{Clock(-time.Second), "0:00"},
		{Ago(time.Second), "just now"},
		{Ago(40 * time.Second), "40 s ago"},
		{Ago(3 * time.Minute), "3 min ago"},
	} {
		if test.got != test.want {
			t.Errorf("got %q, want %q", test.got, test.want)
		}
	}
}

func TestATimeSpanHasEachUnitOnce(t *testing.T) {
	for text, want := range map[string]time.Duration{"90s": 90 * time.Second, "1h30m": 90 * time.Minute, "1.5s": 1500 * time.Millisecond, "10µs": 10 * time.Microsecond} {
		if got, err := ParseSpan(text); err != nil || got != want {
			t.Errorf("%s is %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"10m2m", "5s1h", "", "10", "ten"} {
		if got, err := ParseSpan(text); err == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
}
