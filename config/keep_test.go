package config

import (
	"testing"

	"beagle/run"
)

func TestHowMuchIsKeptIsReadAndWrittenAlike(t *testing.T) {
	for word, want := range map[string]int64{"none": run.KeepNone, "all": run.KeepAll, "8MB": run.DefaultKeep, "3GB": 3 << 30, "512KB": 512 << 10} {
		got, err := parseSize(word)
		if err != nil || got != want || sizeText(got) != word {
			t.Errorf("%s: %d, %v, back %q", word, got, err, sizeText(got))
		}
	}
	for _, word := range []string{"8", "-1MB", "0MB", "much", "9999999999GB"} {
		if got, err := parseSize(word); err == nil {
			t.Errorf("%q is taken as %d", word, got)
		}
	}
}
