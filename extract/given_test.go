package extract

import (
	"os"
	"strings"
	"testing"

	"beagle/extract/rules"
	"beagle/internal/need"
	"beagle/measure/observed"
	"beagle/model"
	"beagle/pcm"
)

// What an extraction gives a branch or a loop as launches did it replaces what an earlier one gave, and
// nothing that somebody has learnt or set since.
func TestATrialReplacesWhatWasGivenAndNothingThatWasLearnt(t *testing.T) {
	need.Java(t)
	dir, out := written(t, stores), t.TempDir()
	r := extracted(t, dir, Options{Choices: storesApart, Folder: out})
	w, err := r.Write(out)
	if err != nil {
		t.Fatal(err)
	}
	put := service(t, r, "Stores", "put")
	trial := func(counts ...float64) {
		t.Helper()
		did := &observed.Launch{}
		for i, way := range put.Ways {
			did.Entries = append(did.Entries, &observed.Entry{SEFF: put.ID, Count: counts[i]})
			did.Ways = append(did.Ways, observed.Way{SEFF: put.ID, Of: way.Link.Of, Count: counts[i]})
		}
		if r, err = r.With(t.Context(), r.input.Choices, []Launched{{Did: did}}, rules.Parts{}); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Write(out); err != nil {
			t.Fatal(err)
		}
	}
	shares := func() string {
		t.Helper()
		data, err := os.ReadFile(w.Repository)
		if err != nil {
			t.Fatal(err)
		}
		written, err := pcm.Parse(w.Repository, data)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range written.Elements() {
			if e.Kind == model.Branch && e.PCMID == put.Body.Steps[0].ID {
				return valueText(e)
			}
		}
		t.Fatal("the branch is gone")
		return ""
	}
	if got := shares(); got != "0.25 0.25 0.25 0.25" {
		t.Errorf("before a trial the shares are %s", got)
	}
	trial(4, 3, 2, 1)
	if got := shares(); got != "0.4 0.3 0.2 0.10000000000000009" {
		t.Errorf("after a trial the shares are %s", got)
	}
	trial(1, 1, 1, 5)
	if got := shares(); got != "0.125 0.125 0.125 0.625" {
		t.Errorf("after another trial the shares are %s", got)
	}
	data, err := os.ReadFile(w.Repository)
	if err != nil {
		t.Fatal(err)
	}
	learnt := strings.Replace(strings.Replace(string(data), `branchProbability="0.625"`, `branchProbability="0.5"`, 1), `branchProbability="0.125"`, `branchProbability="0.25"`, 1)
	if err := os.WriteFile(w.Repository, []byte(learnt), 0o600); err != nil {
		t.Fatal(err)
	}
	trial(2, 2, 2, 2)
	if got := shares(); got != "0.25 0.125 0.125 0.5" {
		t.Errorf("after shares were learnt another trial has made %s of them", got)
	}
}
